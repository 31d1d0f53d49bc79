"""``mnemoscope import``: read memories of another program into one person's memory."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from app.exits import EXIT_HELP, Exit
from app.login import login_name
from app.wording import differing, finding, for_terminal, format_name, number, plain, skip
from core import MnemoscopeError, Scope, Store

if TYPE_CHECKING:
    from core.handles.import_report import ImportReport

SHOWN = 20


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb to the command line."""
    parser = parsers.add_parser(
        "import",
        help="read memories of another program into a memory file",
        description="Read a file or folder that another agent wrote into one person's memory. "
        "The source is only read. Importing again takes what is new.",
        epilog=EXIT_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("source", type=Path, metavar="SOURCE", help="a file or a folder")
    parser.add_argument("--into", type=Path, required=True, metavar="FILE",
                        help="the memory file; created when it is missing")  # fmt: skip
    parser.add_argument("--tenant", required=True, help="whose memory: the tenant")
    parser.add_argument("--user", required=True, help="whose memory: the user")
    parser.add_argument("--operator", metavar="NAME", help="the name in the journal (default: login)")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Import and say what became of it."""
    try:
        scope = Scope(arguments.tenant, arguments.user)
    except MnemoscopeError as error:
        return _refuse(error, Exit.USAGE)
    stop = _Stop()
    previous = signal.signal(signal.SIGINT, stop)
    try:
        report = _import(arguments, scope, stop)
    except (MnemoscopeError, OSError) as error:
        return _refuse(error, Exit.INTERRUPTED if stop.asked else Exit.FILE)
    finally:
        signal.signal(signal.SIGINT, previous)
    if arguments.json:
        print(json.dumps(_as_json(report, scope), ensure_ascii=False))
    else:
        print(_as_text(report, scope))
    if report.stopped:
        return Exit.INTERRUPTED
    return (
        Exit.SOME_LEFT_OUT if report.refused_count or report.skipped_count > report.hidden_count else Exit.OK
    )


class _Stop:
    """Ctrl+C once stops after the batch, twice at once."""

    def __init__(self) -> None:
        self.asked = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
        print("\nstopping after this batch …", file=sys.stderr)


def _import(arguments: argparse.Namespace, scope: Scope, stop: _Stop) -> ImportReport:
    from core.interop.looking import look_at

    # Recognised first, so that a source nobody can read leaves no new, empty memory file behind.
    look_at(arguments.source)
    name = arguments.operator or login_name()
    with Store.open(arguments.into, "write") as store:
        return store.operator(name).import_path(
            scope, arguments.source, progress=_Progress(), cancelled=lambda: stop.asked
        )


class _Progress:
    """One line on stderr that counts; only where somebody can see it move."""

    def __init__(self) -> None:
        self._last = 0.0
        self._live = sys.stderr.isatty()

    def __call__(self, done: int, total: int | None, label: str) -> None:
        now = time.monotonic()
        ended = total is not None and done >= total
        if now - self._last < (0.1 if self._live else 5.0) and not ended:
            return
        self._last = now
        count = number(done) if total is None else f"{number(done)} of {number(total)}"
        end = "\n" if ended or not self._live else ""
        print(f"{chr(13) if self._live else ''}{count} items", end=end, file=sys.stderr, flush=True)


def _refuse(error: Exception, code: Exit) -> int:
    print(f"mnemoscope: {for_terminal(error)}", file=sys.stderr)
    return code


def _as_text(report: ImportReport, scope: Scope) -> str:
    counts = [f"{number(report.stored)} stored", f"{number(report.refreshed)} refreshed"]
    if report.messages:
        counts = [f"{number(report.messages)} messages of {number(report.conversations)} conversations kept"]
        counts += [f"{number(report.masked)} secrets masked"] if report.masked else []
    for count, word in (
        (report.already, "imported before"),
        (report.forgotten, "forgotten here before"),
        (report.refused_count, "refused"),
        (report.skipped_count - report.hidden_count, "skipped"),
        (report.hidden_count, "hidden and left alone"),
    ):
        if count:
            counts.append(f"{number(count)} {word}")
    lines = [f"{format_name(report.format)} → {scope}: " + ", ".join(counts)]
    reasons = [(found.title, differing(found)) for found in report.differing]
    reasons += [
        (refusal.external_id, " ".join(finding(found) for found in refusal.reasons))
        for refusal in report.refused
    ]
    reasons += [(left.where, skip(left)) for left in report.skipped]
    lines += [f"  {plain(where, 60)}: {why}" for where, why in reasons[:SHOWN]]
    hidden = len(report.differing) + report.refused_count + report.skipped_count - min(len(reasons), SHOWN)
    if hidden > 0:
        lines.append(f"  and {number(hidden)} more; --json lists them")
    if report.stopped:
        lines.append("Stopped. What was stored stays; importing again goes on from there.")
    return "\n".join(lines)


def _as_json(report: ImportReport, scope: Scope) -> dict[str, object]:
    return {
        "format": report.format,
        "tenant": scope.tenant,
        "user": scope.user,
        "found": report.found,
        "conversations": report.conversations,
        "messages": report.messages,
        "masked": report.masked,
        "differing": [
            {"conversation": found.conversation, "earlier": found.earlier, "message": found.message}
            for found in report.differing
        ],
        "stored": report.stored,
        "refreshed": report.refreshed,
        "already": report.already,
        "forgotten": report.forgotten,
        "refused": report.refused_count,
        "skipped": report.skipped_count,
        "hidden": report.hidden_count,
        "stopped": report.stopped,
        "refusals": [
            {"item": refusal.external_id, "codes": [found.code for found in refusal.reasons]}
            for refusal in report.refused
        ],
        "skips": [{"item": left.where, "code": str(left.problem)} for left in report.skipped],
    }

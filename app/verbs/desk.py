"""What the verbs about one memory file share: their arguments, how they refuse, and how they show progress."""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from app.exits import EXIT_HELP, Exit
from app.login import login_name
from app.wording import for_terminal
from app.wording.privacy import step_words
from core import MnemoscopeError, Operator, Scope, Store
from core.errors import Cancelled, ErrorCode

_NO_WRITING = {ErrorCode.READ_ONLY, ErrorCode.NO_ACCESS, ErrorCode.NETWORK_FILE_SYSTEM}


def verb(
    parsers: argparse._SubParsersAction[argparse.ArgumentParser], name: str, short: str, long: str
) -> argparse.ArgumentParser:
    """A verb on a FILE, with the arguments all of them have."""
    parser = parsers.add_parser(
        name,
        help=short,
        description=long,
        epilog=EXIT_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the memory file")
    parser.add_argument("--operator", metavar="NAME", help="the name in the journal (default: login)")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    return parser


def about_a_person(parser: argparse.ArgumentParser) -> None:
    """The arguments that name one person."""
    parser.add_argument("--tenant", required=True, help="whose memory: the tenant")
    parser.add_argument("--user", required=True, help="whose memory: the user")


class Stop:
    """Ctrl+C once stops at the next safe point, twice at once."""

    def __init__(self) -> None:
        self.asked = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
        print("\nstopping …", file=sys.stderr)


def run(
    arguments: argparse.Namespace,
    act: Callable[[Operator, Scope | None, Callable[[], bool]], int],
    mode: str,
    *,
    or_read: bool = False,
) -> int:
    """Open the file, let ``act`` work on it, and say in a sentence what went wrong.

    ``or_read`` is for acts that only read and keep a note of it: a file that refuses writing will do.
    """
    try:
        scope = Scope(arguments.tenant, arguments.user) if hasattr(arguments, "tenant") else None
    except MnemoscopeError as error:
        return refuse(error, Exit.USAGE)
    with _stopping() as stop:
        try:
            with _opened(arguments.file, mode, or_read=or_read) as store:
                operator = store.operator(arguments.operator or login_name())
                return act(operator, scope, lambda: stop.asked)
        except Cancelled as error:
            return refuse(error, Exit.INTERRUPTED)
        except (MnemoscopeError, OSError) as error:
            return refuse(error, Exit.FILE)


def _opened(path: Path, mode: str, *, or_read: bool) -> Store:
    try:
        return Store.open(path, mode)
    except MnemoscopeError as error:
        if not or_read or mode == "read-only" or error.code not in _NO_WRITING:
            raise
        return Store.open(path, "read-only")


def refuse(error: Exception, code: Exit) -> Exit:
    """Say on stderr what went wrong."""
    print(f"mnemoscope: {for_terminal(error)}", file=sys.stderr)
    return code


@contextmanager
def _stopping() -> Iterator[Stop]:
    stop = Stop()
    previous = signal.signal(signal.SIGINT, stop)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, previous)


class Steps:
    """One line on stderr for each step, where somebody can see it."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty()
        self._step = ""
        self._last = 0.0

    def __call__(self, step: str, done: int, total: int | None) -> None:
        now = time.monotonic()
        if not self._live or (step == self._step and now - self._last < 0.2):
            return
        if step != self._step and self._step:
            print(file=sys.stderr)
        self._step, self._last = step, now
        share = f" {100 * done // total} %" if total else ""
        print(f"\r{step_words(step)}{share}", end="", file=sys.stderr, flush=True)

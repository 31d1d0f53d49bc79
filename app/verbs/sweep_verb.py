"""``mnemoscope sweep``: delete what the retention rules no longer keep, and scrub what waits for it."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable

from app.exits import Exit
from app.verbs import desk
from app.wording import number
from core import Operator, Scope
from core.privacy import Due, ReceiptState


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb to the command line."""
    parser = desk.verb(
        parsers,
        "sweep",
        "delete what the retention rules no longer keep",
        "Say what the retention rules of the file would delete. With --apply it is deleted, for good, and the "
        "file is scrubbed. Facts and preferences that still hold are only listed.",
    )
    parser.add_argument("--apply", action="store_true", help="delete it; without this nothing changes")
    parser.add_argument("--due", action="store_true", help="only rules whose time has come")
    parser.add_argument("--reason", default="", help="why, for the journal")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Preview or sweep."""

    def act(operator: Operator, _scope: Scope | None, stopped: Callable[[], bool]) -> int:
        privacy = operator.privacy
        due = privacy.retention.preview(due_only=arguments.due)
        told: dict[str, object] = {"due": [_as_json(each) for each in due]}
        code, swept, waiting = Exit.OK, 0, 0
        if arguments.apply:
            done, receipts = privacy.sweep(due, reason=arguments.reason, cancelled=stopped)
            swept, skipped = done.count, len(done.skipped)
            waiting = sum(each.state is ReceiptState.DELETED_NOT_SCRUBBED for each in receipts)
            told |= {"swept": swept, "skipped": skipped, "not_scrubbed": waiting}
            code = Exit.SOME_LEFT_OUT if skipped or waiting else Exit.OK
        if arguments.json:
            print(json.dumps(told, ensure_ascii=False))
            return code
        for each in due:
            kept = f", kept: {each.kept_because.replace('_', ' ')}" if each.kept_because else ""
            print(
                f"{each.scope}: {number(len(each.ids))} {each.kind}, {number(len(each.review))} to review{kept}"
            )
        if not due:
            print("No rule takes anything.")
        if arguments.apply:
            print(
                f"{number(swept)} deleted."
                + (" The file is scrubbed later: it is being read." if waiting else "")
            )
        return code

    return desk.run(arguments, act, "read-write" if arguments.apply else "read-only")


def _as_json(due: Due) -> dict[str, object]:
    return {
        "tenant": due.scope.tenant,
        "user": due.scope.user,
        "kind": str(due.kind),
        "delete": len(due.ids),
        "review": len(due.review),
        "kept_because": due.kept_because,
    }

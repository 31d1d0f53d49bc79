"""``mnemoscope verify``: whether the journal is whole and the file sound."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable

from app.exits import Exit
from app.verbs import desk
from app.wording import day, number, plain
from core import Operator, Scope, Store


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb to the command line."""
    parser = desk.verb(
        parsers,
        "verify",
        "check the journal's chain and the file",
        "Recompute the chain of the journal, run SQLite's quick check, and say what is not scrubbed yet. "
        "Reads only.",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Check and say what was found."""

    def act(operator: Operator, _scope: Scope | None, _stopped: Callable[[], bool]) -> int:
        chain = operator.audit.verify()
        with Store.open(arguments.file, "read-only") as store:
            problems = store.check()
        waiting = operator.privacy.pending()
        returned = operator.privacy.returned()
        right = chain.ok and not problems and not returned
        if arguments.json:
            told = {
                "intact": chain.ok,
                "entries": chain.entries,
                "broken_at": chain.broken_at,
                "head": chain.head.hex(),
                "problems": problems,
                "pending": [each.job for each in waiting],
                "returned": [
                    {
                        "tenant": each.scope.tenant,
                        "user": each.scope.user,
                        "erased_at": each.erased_at.isoformat(),
                    }
                    for each in returned
                ],
            }
            print(json.dumps(told, ensure_ascii=False))
        else:
            if chain.ok:
                print(f"The journal is intact: {number(chain.entries)} entries, head {chain.head.hex()}")
            else:
                print(f"The journal is broken at entry {chain.broken_at}.")
            print("The file is sound." if not problems else f"The file is damaged: {len(problems)} findings.")
            if waiting:
                print(f"{number(len(waiting))} deletions are not scrubbed yet.")
            for each in returned:
                said = f"{plain(each.scope)} was erased on {day(each.erased_at)} and is in this file again"
                print(f"{said}: it is an older copy. Erase them again, or use the newer file.")
        return Exit.OK if right else Exit.NOT_RIGHT

    return desk.run(arguments, act, "read-only")

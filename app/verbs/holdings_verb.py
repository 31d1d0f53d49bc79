"""``mnemoscope holdings``: what a memory file holds about one person, in counts."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable

from app.exits import Exit
from app.verbs import desk
from app.wording import day, number
from app.wording.privacy import size_word, table_word
from core import Operator, Scope
from core.privacy import Holdings


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb to the command line."""
    parser = desk.verb(
        parsers,
        "holdings",
        "say what a memory file holds about one person",
        "Count what is held about one person, table by table, and where others mention them. Reads only.",
    )
    desk.about_a_person(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Count and print."""

    def act(operator: Operator, scope: Scope | None, stopped: Callable[[], bool]) -> int:
        assert scope is not None
        held = operator.privacy.holdings(scope, cancelled=stopped)
        print(json.dumps(_as_json(held), ensure_ascii=False) if arguments.json else _as_text(held))
        return Exit.OK

    return desk.run(arguments, act, "read-only")


def _as_text(held: Holdings) -> str:
    lines = [f"{held.scope}: {number(held.rows)} rows, {size_word(held.bytes)}"]
    for table in held.tables:
        if table.rows:
            since = f", {day(table.oldest)} to {day(table.newest)}" if table.oldest else ""
            sources = ", ".join(f"{name} {number(count)}" for name, count in table.sources.items())
            lines.append(
                f"  {number(table.rows):>9} {table_word(table.name, table.rows)}, {size_word(table.bytes)}{since}"
                + (f" ({sources})" if sources else "")
            )
    lines.append(f"  {number(held.journal_entries):>9} journal entries that name them by a mark")
    lines += [f"  mentioned by {each.scope}: {number(each.rows)} rows" for each in held.mentions or ()]
    return "\n".join(lines)


def _as_json(held: Holdings) -> dict[str, object]:
    return {
        "tenant": held.scope.tenant,
        "user": held.scope.user,
        "rows": held.rows,
        "bytes": held.bytes,
        "journal_entries": held.journal_entries,
        "tables": [
            {
                "name": table.name,
                "rows": table.rows,
                "bytes": table.bytes,
                "oldest": table.oldest and table.oldest.isoformat(),
                "newest": table.newest and table.newest.isoformat(),
                "sources": table.sources,
                "on_erasure": str(table.erasure),
                "kept_because": table.kept_because,
            }
            for table in held.tables
        ],
        "mentions": [
            {"tenant": each.scope.tenant, "user": each.scope.user, "rows": each.rows}
            for each in held.mentions or ()
        ],
    }

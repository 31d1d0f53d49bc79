"""Triggers that refuse every late write for an erased person (guide/privacy.md 1 e)."""

from __future__ import annotations


def guards(tables: tuple[str, ...]) -> str:
    """The SQL of the triggers; written by a function so that no guarded table can be forgotten."""
    return "".join(
        f"CREATE TRIGGER {table}_{event.lower()}_refused_after_erasure BEFORE {event} ON {table}\n"
        "WHEN EXISTS (SELECT 1 FROM tombstones WHERE scope = NEW.scope)\n"
        "BEGIN SELECT RAISE(ABORT, 'subject erased'); END;\n\n"
        for table in tables
        for event in ("INSERT", "UPDATE")
    )

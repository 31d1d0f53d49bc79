"""Triggers that refuse every late write for an erased person (guide/privacy.md 1 e)."""

from __future__ import annotations

ERASED, RESTRICTED = "subject erased", "subject restricted"
_BURIED = "EXISTS (SELECT 1 FROM tombstones WHERE scope = NEW.scope)"
_HELD_STILL = "EXISTS (SELECT 1 FROM restrictions WHERE scope = NEW.scope)"


def guards(tables: tuple[str, ...], *, restrictable: bool = True) -> str:
    """The SQL of the triggers; written by a function so that no guarded table can be forgotten.

    Args:
        restrictable: whether the rows are memory, which is not written either while the person's
            restriction stands (guide/privacy.md 3.2).
    """
    return "".join(
        f"CREATE TRIGGER {table}_{event.lower()}_refused_after_erasure BEFORE {event} ON {table}\n"
        f"WHEN {_BURIED}{f' OR {_HELD_STILL}' if restrictable else ''}\n"
        f"BEGIN\n  SELECT RAISE(ABORT, '{ERASED}') WHERE {_BURIED};\n"
        f"{f'''  SELECT RAISE(ABORT, '{RESTRICTED}');{chr(10)}''' if restrictable else ''}"
        "END;\n\n"
        for table in tables
        for event in ("INSERT", "UPDATE")
    )

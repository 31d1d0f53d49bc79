"""Rows as text for the clipboard: a table with headers, or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from app.widgets.column import Column


def as_table(columns: Sequence[Column[Any]], rows: Iterable[Any]) -> str:
    """Tab-separated lines under a line of headers, ready for a spreadsheet.

    Tabs and line breaks inside a value become blanks, so that every record stays one line.
    """
    lines = ["\t".join(column.title for column in columns)]
    lines += ["\t".join(_flat(column.raw(row)) for column in columns) for row in rows]
    return "\n".join(lines) + "\n"


def as_json(columns: Sequence[Column[Any]], rows: Iterable[Any]) -> str:
    """A JSON list of objects with the raw values of ``columns``."""
    listed = [{column.key: plain(column.raw(row)) for column in columns} for row in rows]
    return json.dumps(listed, ensure_ascii=False, indent=2)


def plain(value: object) -> object:
    """A value JSON knows: times in ISO 8601, tuples as lists."""
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    return value


def _flat(value: object) -> str:
    if value is None:
        return ""
    text = str(plain(value))
    # A cell that starts like a formula would run in a spreadsheet; a quote keeps it text.
    if text[:1] in ("=", "+", "-", "@") and not _is_number(text):
        text = f"'{text}"
    return " ".join(text.splitlines()).replace("\t", " ")


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True

"""Values of the file as JSON, and back, byte for byte."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any

from core.errors import ErrorCode, NotAStore
from core.store.table_rows import Column

BLOB, BYTES = "$blob", "$bytes"
"""Names of the one-member objects that carry bytes in base64: of a blob, of a text that is no UTF-8."""


def as_object(columns: Sequence[Column], row: Sequence[Any]) -> dict[str, Any]:
    """A row as `core.store.table_rows.rows` gives it, as a JSON-ready object."""
    return {column.name: _out(column.type, value) for column, value in zip(columns, row, strict=True)}


def as_row(columns: Sequence[Column], told: Mapping[str, Any]) -> list[Any]:
    """The values of those columns as `core.store.table_rows.insert` takes them.

    Raises:
        NotAStore: the object is no row of that table (code not_an_archive).
    """
    try:
        return [_in(column.type, told[column.name]) for column in columns]
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError):
        # The exception may quote the text.
        raise NotAStore(ErrorCode.NOT_AN_ARCHIVE, problem="row") from None


def _out(type_: str, value: object) -> object:
    if value is None or not isinstance(value, bytes):
        return value
    if type_ == "TEXT":
        try:
            return value.decode()
        except UnicodeDecodeError:
            return {BYTES: base64.b64encode(value).decode()}
    return {BLOB: base64.b64encode(value).decode()}


def _in(type_: str, value: Any) -> object:  # noqa: ANN401  (whatever a line of JSON holds)
    match value:
        case None:
            return None
        case {"$blob": str(text)} if type_ == "BLOB" and len(value) == 1:
            return base64.b64decode(text, validate=True)
        case {"$bytes": str(text)} if type_ == "TEXT" and len(value) == 1:
            return base64.b64decode(text, validate=True)
        case str() if type_ == "TEXT":
            return value.encode()
        case bool():
            raise TypeError
        case int() if type_ == "INTEGER" and -(2**63) <= value < 2**63:
            return value
        case int() | float() if type_ == "REAL":
            return float(value)
        case _:
            raise TypeError(type_)

"""One table of one person as a file: CSV for people, JSON and JSON Lines for programs."""

from __future__ import annotations

import csv
import json
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from core.errors import ErrorCode, Invalid, NotFound, StorageFailure
from core.memory.ground import Ground
from core.privacy.cells import as_object
from core.privacy.exporting import exported_tables
from core.store import subjects, table_rows
from core.store.faults import reported

FORMATS = ("csv", "json", "jsonl")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_table(ground: Ground, name: str, path: Path, format_: str) -> int:
    """Write the rows of a table to a new file that appears whole or not at all; how many.

    In CSV an apostrophe stands before a text that a spreadsheet would run as a formula.
    """
    table = next((table for table in exported_tables() if table.name == name), None)
    if table is None:
        raise Invalid("table", "unknown", value=name, known=[table.name for table in exported_tables()])
    if format_ not in FORMATS:
        raise Invalid("format", "unknown", value=format_, known=list(FORMATS))
    if os.path.lexists(path):
        raise StorageFailure(ErrorCode.EXISTS, path=str(path))
    draft = path.with_name(f".{path.name}.{secrets.token_hex(6)}.part")
    scope = ground.scope
    with reported(path):
        try:
            with ground.database.read() as connection, draft.open("x", encoding="utf-8", newline="") as file:
                draft.chmod(0o600)
                subject = subjects.find(connection, scope.tenant, scope.user)
                if subject is None:
                    raise NotFound(ErrorCode.NO_SCOPE, tenant=scope.tenant, user=scope.user)
                columns = table_rows.shape(connection, table).portable
                rows = (as_object(columns, row) for row in table_rows.rows(connection, table, subject.scope))
                written = _WRITERS[format_](file, rows, [column.name for column in columns])
                file.flush()
                os.fsync(file.fileno())
            draft.rename(path)
        finally:
            draft.unlink(missing_ok=True)
    return written


def _csv(file: TextIO, rows: Iterator[dict[str, Any]], names: list[str]) -> int:
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(names)
    written = 0
    for row in rows:
        writer.writerow([_cell(row[name]) for name in names])
        written += 1
    return written


def _json(file: TextIO, rows: Iterator[dict[str, Any]], names: list[str]) -> int:
    file.write("[")
    written = _objects(file, rows, ("\n", ",\n"), "")
    file.write("\n]\n")
    return written


def _jsonl(file: TextIO, rows: Iterator[dict[str, Any]], names: list[str]) -> int:
    return _objects(file, rows, ("", ""), "\n")


def _objects(file: TextIO, rows: Iterator[dict[str, Any]], before: tuple[str, str], after: str) -> int:
    written = 0
    for row in rows:
        file.write(before[written > 0] + json.dumps(row, ensure_ascii=False) + after)
        written += 1
    return written


def _cell(value: object) -> object:
    if isinstance(value, dict):
        return json.dumps(value)
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


_WRITERS = {"csv": _csv, "json": _json, "jsonl": _jsonl}

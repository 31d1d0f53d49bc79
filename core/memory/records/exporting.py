"""Records on their way out: JSON-ready objects, and files in three formats."""

from __future__ import annotations

import csv
import json
import os
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import TextIO

import apsw

from core.errors import Invalid
from core.memory.ground import Ground
from core.memory.records import runs
from core.memory.records.reading import fetch
from core.memory.records.record import Record
from core.memory.records.runs import Sourced
from core.store import record_query
from core.store.faults import reported
from core.store.record_query import Sort

_PAGE = 500

COLUMNS = (
    "id", "kind", "key", "content", "state", "source", "lineage", "trust", "approved", "session", "recorded_at",
    "written_at", "written_estimated",
    "true_from", "true_until", "seen_at", "seen_count", "importance", "expires_at", "version", "supersedes",
    "superseded_by", "ended_at", "outcome", "tags", "decisions", "learnings", "steps", "applies_to",
    "run", "cited",
)  # fmt: skip


class FileFormat(StrEnum):
    """How rows are written to a file."""

    CSV = "csv"
    JSON = "json"
    JSONL = "jsonl"


def as_object(record: Record, behind: Sequence[Sourced] = ()) -> dict[str, object]:
    """One version as a JSON-ready object; times as ISO 8601 in UTC.

    Args:
        behind: the writer runs that proposed it, the first of which is told with what it cited.
    """
    values: dict[str, object] = {
        name: getattr(record, name) for name in COLUMNS if name not in _MADE and name not in _FROM_DETAILS
    }
    values |= {name: getattr(record.details, name) for name in _FROM_DETAILS}
    values["content"] = record.value
    values["trust"] = record.trust.label
    values["run"] = behind[0].run if behind else None
    values["cited"] = [each._asdict() for each in behind[0].cited] if behind else []
    return {name: _plain(values[name]) for name in COLUMNS}


def objects(ground: Ground, source_prefix: str = "") -> list[dict[str, object]]:
    """Every version of every record whose source starts literally with the prefix, oldest first."""
    with ground.read() as (connection, scope):
        if scope is None:
            return []
        conditions = [record_query.starts_with("source", source_prefix)] if source_prefix else []
        ids = record_query.ids(connection, scope, conditions, Sort(descending=False))
        return [
            each
            for start in range(0, len(ids), _PAGE)
            for each in _page(connection, scope, ids[start : start + _PAGE], ground.clock())
        ]


def write_file(
    ground: Ground,
    path: Path,
    format_: FileFormat,
    ids: Sequence[int],
    columns: Sequence[str] = COLUMNS,
    progress: Callable[[int, int], None] | None = None,
    spreadsheet: bool = False,
) -> int:
    """Write records to a file that appears whole or not at all; how many were written.

    Args:
        spreadsheet: in CSV, an apostrophe stands before text that a spreadsheet would run as a
            formula; what people and pages wrote must not compute (owasp.org, CSV Injection).
        progress: told rows done and rows in all; raise `Cancelled` from it to stop.

    Raises:
        Invalid: a column that records do not have.
        NotFound, NotAStore, ReadOnly, StorageFailure: the folder or disk refuses; nothing is
            left behind.
    """
    unknown = [name for name in columns if name not in COLUMNS]
    if unknown:
        raise Invalid("columns", "unknown", value=unknown[0], known=list(COLUMNS))
    draft = path.with_name(f".{path.name}.{secrets.token_hex(6)}.part")
    with reported(path):
        try:
            with draft.open("x", encoding="utf-8", newline="") as file:
                draft.chmod(0o600)
                rows = _pages(ground, ids, progress)
                if spreadsheet and format_ is FileFormat.CSV:
                    rows = map(_defused, rows)
                written = _WRITERS[format_](file, rows, columns)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
    return written


def _page(connection: apsw.Connection, scope: int, ids: Sequence[int], now: int) -> list[dict[str, object]]:
    behind = runs.behind_records(connection, scope, ids)
    return [as_object(record, behind.get(record.id, ())) for record in fetch(connection, scope, ids, now)]


def _pages(
    ground: Ground, ids: Sequence[int], progress: Callable[[int, int], None] | None
) -> Iterator[dict[str, object]]:
    # A page per snapshot: one long read would keep the WAL from shrinking while it lasts.
    for start in range(0, len(ids), _PAGE):
        with ground.read() as (connection, scope):
            part = ids[start : start + _PAGE]
            page = [] if scope is None else _page(connection, scope, part, ground.clock())
        yield from page
        if progress is not None:
            progress(min(start + _PAGE, len(ids)), len(ids))


def _write_csv(file: TextIO, rows: Iterable[dict[str, object]], columns: Sequence[str]) -> int:
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(columns)
    written = 0
    for row in rows:
        writer.writerow([_cell(row[name]) for name in columns])
        written += 1
    return written


def _write_json(file: TextIO, rows: Iterable[dict[str, object]], columns: Sequence[str]) -> int:
    file.write("[")
    written = _write_objects(file, rows, columns, before=("\n", ",\n"), after="")
    file.write("\n]\n")
    return written


def _write_jsonl(file: TextIO, rows: Iterable[dict[str, object]], columns: Sequence[str]) -> int:
    return _write_objects(file, rows, columns, before=("", ""), after="\n")


def _write_objects(
    file: TextIO,
    rows: Iterable[dict[str, object]],
    columns: Sequence[str],
    before: tuple[str, str],
    after: str,
) -> int:
    written = 0
    for row in rows:
        file.write(before[written > 0])
        json.dump({name: row[name] for name in columns}, file, ensure_ascii=False)
        file.write(after)
        written += 1
    return written


_WRITERS = {FileFormat.CSV: _write_csv, FileFormat.JSON: _write_json, FileFormat.JSONL: _write_jsonl}
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_MADE = ("content", "trust", "run", "cited")
_FROM_DETAILS = ("outcome", "tags", "decisions", "learnings", "steps", "applies_to")


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return value.isoformat()
    return list(value) if isinstance(value, tuple) else value


def _defused(row: dict[str, object]) -> dict[str, object]:
    return {
        name: f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
        for name, value in row.items()
    }


def _cell(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False)
    return value

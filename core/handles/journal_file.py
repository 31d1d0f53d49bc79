"""Entries of the journal on their way out, as CSV, JSON or JSON Lines."""

from __future__ import annotations

import csv
import json
import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from core.audit import Landmark
from core.store.faults import reported

if TYPE_CHECKING:
    from core.handles.journal import JournalEntry

_PAGE = 500
_COLUMNS = (
    "seq", "at", "role", "actor", "action", "object_kind", "object", "object_tag", "subject_tag", "count",
    "code", "reason", "previous", "hash",
)  # fmt: skip
# A spreadsheet would run what begins so; an actor's name and a reason were typed by somebody.
_FORMULA = ("=", "+", "-", "@")


class JournalFormat(StrEnum):
    """How entries are written to a file."""

    CSV = "csv"
    JSON = "json"
    JSONL = "jsonl"


def write_journal(
    path: Path,
    format_: JournalFormat,
    seqs: Sequence[int],
    read: Callable[[Sequence[int]], list[JournalEntry | None]],
    head: Landmark,
    progress: Callable[[int, int], None] | None = None,
) -> Landmark:
    """Write the entries ``read`` gives page by page; the file appears whole or not at all."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(6)}.part")
    with reported(path):
        try:
            with draft.open("x", encoding="utf-8", newline="") as file:
                draft.chmod(0o600)
                _WRITERS[format_](file, _objects(seqs, read, progress), head)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
    return head


def _objects(
    seqs: Sequence[int],
    read: Callable[[Sequence[int]], list[JournalEntry | None]],
    progress: Callable[[int, int], None] | None,
) -> Iterator[dict[str, object]]:
    for start in range(0, len(seqs), _PAGE):
        for entry in read(seqs[start : start + _PAGE]):
            if entry is not None:
                yield _object(entry)
        if progress is not None:
            progress(min(start + _PAGE, len(seqs)), len(seqs))


def _object(entry: JournalEntry) -> dict[str, object]:
    values = (
        entry.seq,
        entry.at.isoformat() if entry.at is not None else None,
        entry.by.role.value if entry.by is not None else None,
        entry.by.name if entry.by is not None else None,
        entry.action,
        entry.object_kind,
        entry.object_id,
        entry.object.hex() if entry.object is not None else None,
        entry.subject.hex() if entry.subject is not None else None,
        entry.count,
        entry.code,
        entry.note,
        entry.previous.hex(),
        entry.hash.hex(),
    )
    return dict(zip(_COLUMNS, values, strict=True))


def _csv(file: TextIO, rows: Iterator[dict[str, object]], head: Landmark) -> None:
    # Every row carries its hash; the head stands in the last row of the newest entry.
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(_COLUMNS)
    for row in rows:
        writer.writerow([_cell(value) for value in row.values()])


def _json(file: TextIO, rows: Iterator[dict[str, object]], head: Landmark) -> None:
    file.write('{"format": "mnemoscope.journal/1",\n')
    file.write(f' "head": {json.dumps(_head(head))},\n "entries": [')
    file.writelines(
        (",\n  " if place else "\n  ") + json.dumps(row, ensure_ascii=False) for place, row in enumerate(rows)
    )
    file.write("\n]}\n")


def _jsonl(file: TextIO, rows: Iterator[dict[str, object]], head: Landmark) -> None:
    first = {"format": "mnemoscope.journal/1", "head": _head(head)}
    file.write(json.dumps(first) + "\n")
    file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def _head(head: Landmark) -> dict[str, object]:
    return {"seq": head.seq, "hash": head.hash.hex()}


def _cell(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return value


_WRITERS: dict[JournalFormat, Callable[[TextIO, Iterator[dict[str, object]], Landmark], None]] = {
    JournalFormat.CSV: _csv,
    JournalFormat.JSON: _json,
    JournalFormat.JSONL: _jsonl,
}

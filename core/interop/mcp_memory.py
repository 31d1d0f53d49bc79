"""MCP server-memory: ``memory.jsonl``, the graph of the reference memory server.

Entities hold observations, relations join two names and may dangle. The file has no ids, times
or users, and the server rewrites it whole on every change. Each observation becomes a semantic
record that says exactly what the observation says, under the key ``entity#hash``; a relation
becomes a record "A relation B". The only time there is, the file's own, is an estimate.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from core.interop import identity
from core.interop.faults import world
from core.interop.items import ImportItem, Problem, Skip
from core.interop.lines import Line, lines, parse
from core.interop.opening import modified, open_text
from core.interop.sniff import FileKind
from core.interop.source import Source
from core.kind import Kind
from core.memory.records.record import Details

FORMAT = "mcp-memory"

_ENTITY = frozenset({"name", "entityType", "observations"})
_RELATION = frozenset({"from", "to", "relationType"})
_MAX_COUNTED = 16 * 1024 * 1024


def recognise(source: Source) -> McpMemory | None:
    """A reader when most rows are whole entities or relations of the graph."""
    if source.kind is not FileKind.TEXT:
        return None
    entities = sum(row.get("type") == "entity" and row.keys() >= _ENTITY for row in source.rows)
    relations = sum(row.get("type") == "relation" and row.keys() >= _RELATION for row in source.rows)
    if 2 * (entities + relations) <= len(source.rows):
        return None
    return McpMemory(source.path, f"rows={len(source.rows)} entity={entities} relation={relations}")


@dataclass(frozen=True, slots=True)
class McpMemory:
    """Reads one ``memory.jsonl``; an external id is ``name#sha1(observation)``."""

    path: Path
    matched: str
    format: str = FORMAT

    @property
    def fingerprint(self) -> str:
        """That of the format: the external ids are made from what the file says."""
        return identity.fingerprint(FORMAT)

    def total(self) -> int | None:
        """The number of results, counted by a first pass unless the file is very large."""
        with world(self.path):
            if self.path.stat().st_size > _MAX_COUNTED:
                return None
        return sum(1 for _ in self.items())

    def items(self) -> Iterator[ImportItem | Skip]:
        """Observations and relations in the order of the file; repetitions are skipped.

        Raises:
            NotFound: the file is gone.
            StorageFailure: it cannot be read (any further).
            UnknownFormat: something else lies there now.
        """
        seen: set[bytes] = set()
        with world(self.path), open_text(self.path) as file:
            when = modified(file)
            for line in lines(file):
                for result in _results(line, when):
                    if isinstance(result, ImportItem):
                        mark = hashlib.blake2b(result.external_id.encode(), digest_size=16).digest()
                        if mark in seen:
                            yield Skip(line.where, Problem.DUPLICATE, {})
                            continue
                        seen.add(mark)
                    yield result


def _results(line: Line, when: datetime | None) -> Iterator[ImportItem | Skip]:
    row = parse(line)
    if isinstance(row, Skip):
        yield row
    elif row.get("type") == "entity":
        yield from _entity(line.where, row, when)
    elif row.get("type") == "relation":
        yield from _relation(line.where, row, when)
    elif "type" in row:
        known = {"type": row["type"]} if identity.looks_like_name(row["type"]) else {}
        yield Skip(line.where, Problem.UNKNOWN_TYPE, known)
    else:
        yield Skip(line.where, Problem.MISSING_FIELD, {"field": "type"})


def _entity(where: str, row: dict[str, object], when: datetime | None) -> Iterator[ImportItem | Skip]:
    name = _text(where, row, "name")
    if isinstance(name, Skip):
        yield name
        return
    tag = _text(where, row, "entityType")
    if isinstance(tag, Skip):
        yield tag  # the observations stand without their tag
    details = Details() if isinstance(tag, Skip) else Details(tags=(identity.label(tag),))
    observations = row.get("observations")
    if not isinstance(observations, list):
        yield _wrong(where, row, "observations")
        return
    if not observations:
        yield Skip(where, Problem.EMPTY, {"field": "observations"})
    for number, observation in enumerate(observations, 1):
        text = _checked(where, observation, {"field": "observations", "item": number})
        if isinstance(text, Skip):
            yield text
        else:
            yield _item(name, text, identity.sha1(text), details, when)


def _relation(where: str, row: dict[str, object], when: datetime | None) -> Iterator[ImportItem | Skip]:
    parts: list[str] = []
    for field in ("from", "relationType", "to"):
        part = _text(where, row, field)
        if isinstance(part, Skip):
            yield part
            return
        parts.append(part)
    # Hashed as a list: "A b" c and A "b c" read alike but are two relations.
    mark = identity.sha1(json.dumps(parts))
    yield _item(parts[0], " ".join(parts), mark, Details(tags=("relation",)), when)


def _item(name: str, content: str, mark: str, details: Details, when: datetime | None) -> ImportItem:
    label = identity.label(name)
    key = f"{label}#{mark[: identity.SHORT]}"
    return ImportItem(
        external_id=f"{label}#{mark}",
        content=content,
        kind=Kind.SEMANTIC,
        key=key,
        source=f"import:{FORMAT}:{label}#{mark}",
        created_at=when,
        created_estimated=when is not None,
        details=details,
        digest=identity.digest(content, Kind.SEMANTIC, key, details),
    )


def _text(where: str, row: dict[str, object], field: str) -> str | Skip:
    if not isinstance(row.get(field), str):
        return _wrong(where, row, field)
    return _checked(where, row[field], {"field": field})


def _wrong(where: str, row: dict[str, object], field: str) -> Skip:
    if field not in row:
        return Skip(where, Problem.MISSING_FIELD, {"field": field})
    return Skip(where, Problem.WRONG_TYPE, {"field": field, "type": type(row[field]).__name__})


def _checked(where: str, value: object, data: dict[str, object]) -> str | Skip:
    if not isinstance(value, str):
        return Skip(where, Problem.WRONG_TYPE, {**data, "type": type(value).__name__})
    if not value.strip():
        return Skip(where, Problem.EMPTY, data)
    try:
        value.encode()
    except UnicodeEncodeError as error:
        return Skip(where, Problem.LONE_SURROGATE, {**data, "position": error.start})
    return value

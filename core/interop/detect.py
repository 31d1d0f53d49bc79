"""Which reader a path is for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from core.errors import UnknownFormat
from core.interop import identity, mcp_memory, memory_folder
from core.interop.faults import world
from core.interop.items import Reader
from core.interop.sniff import FileKind
from core.interop.source import Source, examine

RECOGNISERS: tuple[Callable[[Source], Reader | None], ...] = (
    mcp_memory.recognise,
    memory_folder.recognise,
)

_MANY = 12

# Entries that tell what a folder is, so that an unread format is at least described.
_LANDMARKS = (
    *("memories", "memory.jsonl", "conversations.json", "projects", "sessions"),
    *("chroma.sqlite3", "collection", "meta.json"),
)


def detect(path: Path) -> Reader:
    """The reader for what lies at ``path``, recognised by what it holds.

    Raises:
        UnknownFormat: no reader recognises it. ``data["kind"]`` says what it is (store, sqlite,
            sqlite_sidecar, zip, zstd, utf16, empty, folder, special, json, jsonl, text,
            binary); ``types`` and ``fields`` (lines) or ``entries`` (folder) what was seen.
        NotFound: there is nothing.
        StorageFailure: it may not be read (no_access, io).
    """
    source = examine(path)
    for recognise in RECOGNISERS:
        reader = recognise(source)
        if reader is not None:
            return reader
    raise UnknownFormat(None, path=str(source.path), **_seen(source))


def _seen(source: Source) -> dict[str, object]:
    if source.kind is FileKind.FOLDER:
        with world(source.path):
            entries = [name for name in _LANDMARKS if (source.path / name).exists()]
        return {"kind": source.kind.value, "entries": entries}
    if source.kind is FileKind.STORE:
        return {"kind": source.kind.value, "held": source.held}
    if source.kind is not FileKind.TEXT:
        return {"kind": source.kind.value}
    return {
        "kind": _text_kind(source),
        "types": _names(str(row["type"]) for row in source.rows if "type" in row),
        "fields": _names(name for row in source.rows for name in row),
    }


def _text_kind(source: Source) -> str:
    if b"\x00" in source.beginning:
        return "binary"
    if source.rows and (len(source.rows) > 1 or source.path.suffix in {".jsonl", ".ndjson"}):
        return "jsonl"
    first = source.beginning.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    return "json" if first in (b"{", b"[") else "text"


def _names(values: Iterable[str]) -> list[str]:
    return sorted({value for value in values if identity.looks_like_name(value)})[:_MANY]

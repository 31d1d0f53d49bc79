"""A ``/memories`` folder, as Claude's memory tool keeps it, or the mirror of a managed store.

Any text file is one record: its key is the path, its content the text exactly as it stands,
frontmatter included, so that nothing the agent wrote is lost. Checkboxes stay text: the steps
of a record cannot say which of them are done. The folder may be given itself or by the folder
it lies in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from os import SEEK_END
from pathlib import Path

from core.errors import ErrorCode, NotFound, StorageFailure, UnknownFormat
from core.interop import frontmatter, identity
from core.interop.faults import world
from core.interop.items import ImportItem, Problem, Skip
from core.interop.kinds import kind_of
from core.interop.opening import modified, open_text
from core.interop.sniff import FileKind
from core.interop.source import Source
from core.interop.walk import Found, walk
from core.memory.records.record import Details

FORMAT = "anthropic-memory"
NAME = "memories"
MARKER = ".anthropic-memory-store"
MAX_FILE = 1024 * 1024

_STORE_ID = re.compile(r"memstore_[A-Za-z0-9_-]{1,100}")
_TEXT_CONTROLS = frozenset(b"\t\n\f\r\x1b")


def recognise(source: Source) -> MemoryFolder | None:
    """A reader for a folder called ``memories``, one that holds it, or one with the marker."""
    if source.kind is not FileKind.FOLDER:
        return None
    with world(source.path):
        root = _root(source.path)
    if root is None:
        return None
    store = _store_id(root)
    matched = f"folder={root.name}" if store is None else f"folder={root.name} store={store}"
    return MemoryFolder(root, matched, store)


@dataclass(frozen=True, slots=True)
class MemoryFolder:
    """Reads the text files below one folder; an external id is the path below it."""

    path: Path
    matched: str
    store: str | None
    format: str = FORMAT

    @property
    def fingerprint(self) -> str:
        """That of the managed store, else of the place: paths alone do not name a source."""
        return identity.fingerprint(FORMAT, self.store or str(self.path))

    def total(self) -> int | None:
        """The number of results; files are counted, not read."""
        return sum(1 for _ in self._walk())

    def items(self) -> Iterator[ImportItem | Skip]:
        """One result per entry, sorted by path.

        Raises:
            NotFound: the folder is gone.
            StorageFailure: the folder may not be listed.
        """
        for found in self._walk():
            yield found if isinstance(found, Skip) else _result(found)

    def _walk(self) -> Iterator[Found | Skip]:
        return walk(self.path, silent=frozenset({MARKER}))


def _result(found: Found) -> ImportItem | Skip:
    try:
        with world(found.path), open_text(found.path, follow=False) as file:
            data, when = file.read(MAX_FILE + 1), modified(file)
            length = file.seek(0, SEEK_END)
    except NotFound:
        return Skip(found.relative, Problem.GONE)
    except StorageFailure as error:
        refused = error.code is ErrorCode.NO_ACCESS
        return Skip(found.relative, Problem.NO_ACCESS if refused else Problem.IO)
    except UnknownFormat as error:
        problem = Problem.IN_USE if error.data["held"] else Problem.BINARY
        return Skip(found.relative, problem, {"kind": error.data["kind"]})
    if len(data) > MAX_FILE:
        return Skip(found.relative, Problem.TOO_LONG, {"bytes": length, "limit": MAX_FILE})
    text = _decoded(found.relative, data)
    return text if isinstance(text, Skip) else _item(found.relative, text, when)


def _decoded(where: str, data: bytes) -> str | Skip:
    if b"\x00" in data:
        return Skip(where, Problem.BINARY)
    try:
        text = data.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        if any(byte < 32 and byte not in _TEXT_CONTROLS for byte in data):
            return Skip(where, Problem.BINARY)
        return Skip(where, Problem.INVALID_UTF8, {"position": error.start})
    return text if text.strip() else Skip(where, Problem.EMPTY)


def _item(relative: str, content: str, when: datetime | None) -> ImportItem:
    label = identity.label(relative)
    matter = frontmatter.split(content)
    tag = None if matter is None else matter.type
    kind = kind_of(relative, tag)
    details = Details() if tag is None else Details(tags=(identity.label(tag),))
    return ImportItem(
        external_id=label,
        content=content,
        kind=kind,
        key=label,
        source=f"import:{FORMAT}:{label}",
        created_at=when,
        created_estimated=when is not None,
        details=details,
        digest=identity.digest(content, kind, label, details),
    )


def _root(folder: Path) -> Path | None:
    if folder.name == NAME or (folder / MARKER).exists():
        return folder
    inner = folder / NAME
    # With sessions beside them the memories are those of a Codex home, another format.
    there = inner.is_dir() and not inner.is_symlink() and not (folder / "sessions").exists()
    return inner if there else None


def _store_id(root: Path) -> str | None:
    """The id on line 2 of the marker; a marker of another version says nothing we know."""
    marker = root / MARKER
    try:
        with world(marker), open_text(marker, follow=False) as file:
            version, store, *_ = [*file.read(4096).decode(errors="replace").splitlines(), "", ""]
    except (NotFound, StorageFailure, UnknownFormat):
        return None
    known = version.strip() == "version 1" and _STORE_ID.fullmatch(store.strip())
    return store.strip() if known else None

"""What the recognisers get to see of a path: its kind and, of text, the first rows."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from core.interop.faults import world
from core.interop.lines import lines, parse
from core.interop.opening import open_text
from core.interop.sniff import FileKind, sniff

_MAX_ROWS = 200
_MAX_KEPT = 4 * 1024 * 1024
_MAX_READ = 64 * 1024 * 1024
_BEGINNING = 4096


@dataclass(frozen=True, slots=True)
class Source:
    """A path somebody wants to import.

    ``rows`` are the first JSON objects that stand on lines of their own, at most 200 and as
    many as fit a memory budget; lines that are something else are stepped over.
    """

    path: Path
    kind: FileKind
    held: bool = False
    beginning: bytes = b""
    rows: tuple[dict[str, object], ...] = ()


def examine(path: Path) -> Source:
    """Look at ``path`` as far as recognising needs.

    Raises:
        NotFound: there is nothing.
        StorageFailure: it may not be read (no_access, io).
    """
    with world(path):
        try:
            # Resolved once, because the operator may choose a link; below it none is followed.
            path = path.resolve(strict=True)
        except (ValueError, RuntimeError):  # a NUL in the path, links in a circle
            raise FileNotFoundError from None
    sniffed = sniff(path)
    if sniffed.kind is not FileKind.TEXT:
        return Source(path, sniffed.kind, sniffed.held)
    rows: list[dict[str, object]] = []
    kept = 0
    with world(path), open_text(path) as file:
        beginning = file.read(_BEGINNING)
        file.seek(0)
        for line in lines(file, budget=_MAX_READ):
            row = parse(line)
            if isinstance(row, dict):
                rows.append(row)
                kept += line.length
            if len(rows) >= _MAX_ROWS or kept >= _MAX_KEPT:
                break
    return Source(path, sniffed.kind, beginning=beginning, rows=tuple(rows))

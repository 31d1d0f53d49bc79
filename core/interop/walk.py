"""Walking a foreign folder: fixed order, no links followed, everything left out is named."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from core.interop.faults import world
from core.interop.items import Problem, Skip

MAX_DEPTH = 32


@dataclass(frozen=True, slots=True)
class Found:
    """A regular file and its path below the root, with forward slashes."""

    path: Path
    relative: str


def walk(root: Path, *, silent: frozenset[str] = frozenset()) -> Iterator[Found | Skip]:
    """Everything below ``root``, folders in place, sorted by name.

    Hidden entries are skipped with all they hold, as is ``node_modules``, which the agent's
    own view does not list either. Entries of the root named in ``silent`` are not mentioned.

    Raises:
        NotFound: the root is gone.
        StorageFailure: the root may not be listed.
    """
    with world(root):
        waiting = _listing(root, "", silent)
    while waiting:
        entry, prefix = waiting.pop()
        relative = prefix + entry.name
        try:
            problem = _problem(entry, relative)
            if problem is not None:
                yield Skip(_printable(relative), problem)
            elif entry.is_dir(follow_symlinks=False):
                waiting += _listing(Path(entry.path), relative + "/", frozenset())
            else:
                yield Found(Path(entry.path), relative)
        except PermissionError:
            yield Skip(_printable(relative), Problem.NO_ACCESS)
        except FileNotFoundError:
            yield Skip(_printable(relative), Problem.GONE)
        except OSError:
            yield Skip(_printable(relative), Problem.IO)


def _listing(folder: Path, prefix: str, silent: frozenset[str]) -> list[tuple[os.DirEntry[str], str]]:
    """The entries of a folder, last one first, as a stack takes them."""
    with os.scandir(folder) as entries:
        listed = [entry for entry in entries if entry.name not in silent]
    listed.sort(key=lambda entry: entry.name, reverse=True)
    return [(entry, prefix) for entry in listed]


def _problem(entry: os.DirEntry[str], relative: str) -> Problem | None:
    if entry.name.startswith(".") or entry.name == "node_modules":
        return Problem.HIDDEN
    if entry.is_symlink():
        return Problem.SYMLINK
    try:
        relative.encode()
    except UnicodeEncodeError:  # the name is no UTF-8
        return Problem.INVALID_NAME
    if entry.is_dir(follow_symlinks=False):
        return Problem.TOO_DEEP if relative.count("/") >= MAX_DEPTH else None
    return None if entry.is_file(follow_symlinks=False) else Problem.NOT_A_FILE


def _printable(relative: str) -> str:
    return relative.encode(errors="backslashreplace").decode()

"""Searching the files of a store for byte strings, in a process of its own.

Opening a database file in a process that has it open through SQLite drops its locks (guide/privacy.md
2.6), so this process never does. Needles and paths travel through a pipe.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.errors import ErrorCode, StorageFailure
from core.store.database import ENDINGS

_ROOT = Path(__file__).resolve().parent.parent.parent
_TEMPORARY = "etilqs_*"


@dataclass(frozen=True, slots=True)
class Sighted:
    """What a search met.

    Attributes:
        files: for each ending ("" is the database, "temporary" all else) bytes read and patterns met.
        found: one flag for each pattern.
        seconds: the time the reading took.
    """

    files: dict[str, tuple[int, int]]
    found: tuple[bool, ...]
    seconds: float

    @property
    def bytes(self) -> int:
        """Bytes read in all."""
        return sum(size for size, _ in self.files.values())


def search(file: Path, patterns: Sequence[bytes]) -> Sighted:
    """Look for patterns in the database, what lies beside it, and SQLite's temporary files.

    Raises:
        StorageFailure: the searching process could not do it.
    """
    paths = [(ending, f"{file}{ending}") for ending in ENDINGS]
    paths += [("temporary", str(path)) for path in temporary_files()]
    lengths = array("I", map(len, patterns)).tobytes()
    head = json.dumps({"paths": paths, "patterns": len(patterns), "process": os.getpid()}).encode()
    packet = len(head).to_bytes(4, "big") + head + lengths + b"".join(patterns)
    done = subprocess.run(
        [sys.executable, "-m", "core.privacy.scan"], input=packet, capture_output=True, cwd=_ROOT, check=False
    )
    if done.returncode != 0:
        # What it printed may quote a path and nothing else; it is no sentence for people.
        raise StorageFailure(ErrorCode.IO, path=str(file), search=done.returncode)
    answer = json.loads(done.stdout)
    flags = bytearray(len(patterns))
    for number in answer["found"]:
        flags[number] = 1
    files = {name: (size, met) for name, (size, met) in answer["files"].items()}
    return Sighted(files, tuple(map(bool, flags)), answer["seconds"])


def temporary_files() -> list[Path]:
    """Files SQLite may have put aside where this user's programs keep what is temporary."""
    folders = {os.environ.get("SQLITE_TMPDIR"), tempfile.gettempdir(), "/var/tmp", "/tmp"}
    return sorted({path for folder in folders if folder for path in Path(folder).glob(_TEMPORARY)})

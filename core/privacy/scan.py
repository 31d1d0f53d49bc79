"""The searching process: ``python -m core.privacy.scan`` reads needles and paths from its input.

It says how many bytes it read of which file and which patterns it met, by number; what they are it
never says.
"""

from __future__ import annotations

import json
import sys
import time
from array import array
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from core.privacy.scanner import Scanner

_CHUNK = 8 << 20


def main(source: BinaryIO) -> dict[str, Any]:
    """Read the order, carry it out, and say what was met."""
    head = json.loads(source.read(int.from_bytes(source.read(4), "big")))
    lengths = array("I", source.read(4 * head["patterns"]))
    scanner = Scanner([source.read(length) for length in lengths])
    began = time.perf_counter()
    files: dict[str, tuple[int, int]] = {}
    ever = np.zeros(head["patterns"], dtype=bool)
    for name, path in [*head["paths"], *_unlinked(head["process"])]:
        scanner.forget_found()
        # What is not there (a WAL after the last close) holds nothing.
        with suppress(FileNotFoundError):
            scanner.stream(_chunks(path))
        size, met = files.get(name, (0, 0))
        files[name] = (size + scanner.scanned, met + int(scanner.found.sum()))
        ever |= scanner.found
    found = np.flatnonzero(ever).tolist()
    return {"files": files, "found": found, "seconds": round(time.perf_counter() - began, 3)}


def _chunks(path: str) -> Iterator[bytes]:
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123  (a path under /proc is none to resolve)
        while chunk := file.read(_CHUNK):
            yield chunk


def _unlinked(process: int) -> Iterator[tuple[str, str]]:
    """Temporary files the asking process has open under no name any more."""
    folder = Path(f"/proc/{process}/fd")
    with suppress(OSError):
        for entry in folder.iterdir():
            with suppress(OSError):
                if "etilqs_" in str(entry.readlink()):
                    yield "temporary", str(entry)


if __name__ == "__main__":
    print(json.dumps(main(sys.stdin.buffer)))

"""Sources for the readers: the samples real programs wrote, and files made on the spot."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.interop import ImportItem, Reader, Skip, detect

SAMPLES = Path(__file__).parent / "samples"


def items(reader: Reader) -> list[ImportItem]:
    return [found for found in reader.items() if isinstance(found, ImportItem)]


def skips(reader: Reader) -> list[Skip]:
    return [found for found in reader.items() if isinstance(found, Skip)]


def entity(name: str, *observations: object, kind: str = "person") -> dict[str, object]:
    return {"type": "entity", "name": name, "entityType": kind, "observations": list(observations)}


def relation(start: str, kind: str, end: str) -> dict[str, object]:
    return {"type": "relation", "from": start, "to": end, "relationType": kind}


def line(row: object) -> bytes:
    return json.dumps(row, ensure_ascii=False).encode()


GOOD = line(entity("Ada", "prefers tea"))


@pytest.fixture
def graph(tmp_path: Path) -> Callable[..., Reader]:
    """Writes a memory.jsonl of the given lines and recognises it."""

    def write(*lines: bytes, end: bytes = b"") -> Reader:
        path = tmp_path / "memory.jsonl"
        path.write_bytes(b"\n".join(lines) + end)
        return detect(path)

    return write


@pytest.fixture
def folder(tmp_path: Path) -> Callable[[dict[str, str | bytes]], Reader]:
    """Makes a memories folder of the given files and recognises it."""

    def make(files: dict[str, str | bytes]) -> Reader:
        root = tmp_path / "memories"
        root.mkdir(exist_ok=True)
        for name, content in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        return detect(root)

    return make


@pytest.fixture
def somebody_else() -> Iterator[Path]:
    """A folder everybody may enter, and the rights of an ordinary user."""
    place = Path(tempfile.mkdtemp())
    place.chmod(0o755)
    yield place
    shutil.rmtree(place)


class Nobody:
    """Inside the block root's rights are laid down; an ordinary user has none to lay down."""

    def __enter__(self) -> None:
        self.user = os.geteuid()
        if self.user == 0:
            os.seteuid(65534)

    def __exit__(self, *exception: object) -> None:
        os.seteuid(self.user)

"""Telling formats apart, and saying what an unknown thing is: guide/interop.md 3.1 and 4."""

from __future__ import annotations

import json
import os
import shutil
import stat
from pathlib import Path

import apsw
import pytest

from core.errors import NotFound, StorageFailure, UnknownFormat
from core.interop import Reader, detect
from core.store import sniff
from core.store.schema import APPLICATION_ID
from tests.core.interop.conftest import GOOD, SAMPLES, Nobody, entity, line, relation


def unknown(path: Path) -> dict[str, object]:
    with pytest.raises(UnknownFormat) as caught:
        detect(path)
    assert caught.value.data.pop("path") == str(path)
    return caught.value.data


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"", "empty"),
        (b"PK\x03\x04....", "zip"),
        (b"\x28\xb5\x2f\xfd....", "zstd"),
        (b"SQLite format 3\x00" + bytes(84), "sqlite"),
        (b"SQLite format 3\x00", "sqlite"),
        (b"\xff\xfe{\x00}\x00", "utf16"),
    ],
)
def test_first_bytes_tell(tmp_path: Path, content: bytes, kind: str) -> None:
    path = tmp_path / "memory.jsonl"  # the name tells nothing
    path.write_bytes(content)
    assert unknown(path) == {"kind": kind}


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"just words", "text"),
        (b"# Notes\n- one", "text"),
        (b"  {\n \"a\": 1\n}", "json"),
        (b"\xef\xbb\xbf[1, 2]", "json"),
        (b'{"role":"user"}\n{"role":"assistant"}\n', "jsonl"),
        (b"\x7fELF\x00\x00", "binary"),
        (b"\n\n\n", "text"),
    ],
)  # fmt: skip
def test_what_an_unknown_text_looks_like(tmp_path: Path, content: bytes, kind: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    assert unknown(path)["kind"] == kind


def test_an_unknown_file_is_described_without_repeating_what_it_says(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    rows = [{"type": "user", "message": "my PIN is 1234"}, {"type": "my PIN is 1234", "my PIN is 1": 2}]
    path.write_text("\n".join(map(json.dumps, rows)))
    assert unknown(path) == {"kind": "jsonl", "types": ["user"], "fields": ["message", "type"]}


def test_a_store_is_recognised_closed_and_open(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    connection = apsw.Connection(str(path))
    connection.execute(f"pragma application_id={APPLICATION_ID}; create table t(x)")
    identity = sniff.register(path)
    try:
        assert unknown(path) == {"kind": "store", "held": True}
    finally:
        sniff.unregister(identity)
        connection.close()
    assert unknown(path) == {"kind": "store", "held": False}


def test_the_companions_of_a_database_are_not_opened(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_bytes(b"SQLite format 3\x00" + bytes(84))
    for name in ("x.db-wal", "x.db-shm", "x.db-journal"):
        (tmp_path / name).write_bytes(GOOD)
        assert unknown(tmp_path / name) == {"kind": "sqlite_sidecar"}


def test_folders_and_special_files(tmp_path: Path) -> None:
    assert unknown(tmp_path) == {"kind": "folder", "entries": []}
    (tmp_path / "memory.jsonl").write_bytes(GOOD)
    assert unknown(tmp_path) == {"kind": "folder", "entries": ["memory.jsonl"]}
    os.mkfifo(tmp_path / "pipe")
    assert unknown(tmp_path / "pipe") == {"kind": "special"}


@pytest.mark.parametrize("name", ["gone.jsonl", "gone/deeper", "memory.jsonl/inside", "nul\x00", "broken"])
def test_what_is_not_there_is_not_found_and_not_made(tmp_path: Path, name: str) -> None:
    (tmp_path / "memory.jsonl").write_bytes(GOOD)
    (tmp_path / "broken").symlink_to("nowhere")
    before = sorted(tmp_path.iterdir())
    with pytest.raises(NotFound):
        detect(tmp_path / name)
    assert sorted(tmp_path.iterdir()) == before


def test_a_circle_of_links_is_not_found(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(NotFound):
        detect(tmp_path / "a")


def test_a_name_too_long_for_the_system_is_its_refusal(tmp_path: Path) -> None:
    with pytest.raises(StorageFailure):
        detect(tmp_path / ("x" * 5000))


@pytest.mark.parametrize("name", ["memory.jsonl", "folder", "folder/inside.jsonl"])
def test_what_may_not_be_read_says_so(somebody_else: Path, name: str) -> None:
    (somebody_else / "memory.jsonl").write_bytes(GOOD)
    (somebody_else / "folder").mkdir()
    (somebody_else / "folder" / "inside.jsonl").write_bytes(GOOD)
    (somebody_else / "memory.jsonl").chmod(0)
    (somebody_else / "folder").chmod(0)
    with Nobody(), pytest.raises(StorageFailure) as caught:
        detect(somebody_else / name)
    assert caught.value.code == "no_access"
    (somebody_else / "folder").chmod(stat.S_IRWXU)


def test_a_graph_is_recognised_under_any_name_and_behind_bad_lines(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    path.write_bytes(b'garbage\n"x"\n' + GOOD + b"\n" + line(relation("Ada", "knows", "Bo")))
    reader = detect(path)
    assert (reader.format, reader.matched) == ("mcp-memory", "rows=2 entity=1 relation=1")


@pytest.mark.parametrize(
    "rows",
    [
        [{"type": "entity"}],
        [{"type": "entity", "name": "Ada", "uuid": "x"}] * 3,
        [entity("Ada", "x"), {"type": "user"}],  # half of the rows are something else
        [[entity("Ada", "x")]],
    ],
)
def test_entities_of_other_programs_are_not_taken_for_a_graph(tmp_path: Path, rows: list[object]) -> None:
    path = tmp_path / "memory.jsonl"
    path.write_bytes(b"\n".join(map(line, rows)))
    unknown(path)


@pytest.mark.parametrize("name", ["memory.jsonl", "memories", "."])
def test_reading_changes_nothing_beside_the_source(tmp_path: Path, name: str) -> None:
    place = tmp_path / "place"
    shutil.copytree(SAMPLES, place)

    def state() -> dict[str, tuple[int, int, int]]:
        return {
            str(path): (path.stat().st_mtime_ns, path.stat().st_size, path.stat().st_ino)
            for path in [place, *place.rglob("*")]
        }

    before = state()
    reader: Reader = detect(place / name)
    assert reader.total() == len(list(reader.items()))
    assert list(reader.items()) == list(reader.items())
    assert state() == before


def test_reading_works_in_a_folder_that_cannot_be_written(somebody_else: Path) -> None:
    (somebody_else / "memory.jsonl").write_bytes(GOOD)
    somebody_else.chmod(0o555)
    with Nobody():
        assert detect(somebody_else / "memory.jsonl").total() == 1
    somebody_else.chmod(0o755)

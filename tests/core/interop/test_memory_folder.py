"""A /memories folder: guide/interop.md 3.3 and 5.6, and the sample the SDK's tool wrote."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from core.errors import NotFound, StorageFailure, UnknownFormat
from core.interop import Reader, Skip, detect
from core.kind import Kind
from core.store import sniff
from tests.core.interop.conftest import SAMPLES, Nobody, items, skips

Folder = Callable[[dict[str, str | bytes]], Reader]


def test_sample_gives_one_record_per_file() -> None:
    reader = detect(SAMPLES / "memories")
    assert reader.format == "anthropic-memory"
    assert [(item.key, item.kind, item.content) for item in items(reader)] == [
        ("preferences/prefs.xml", Kind.SEMANTIC, "<prefs><units>metric</units></prefs>"),
        ("projects/trip/plan.md", Kind.SEMANTIC, "1. [x] look up weather\n2. [ ] book flight\n"),
        (
            "user_profile.md",
            Kind.SEMANTIC,
            "# Ada\n- speaks English\n- prefers green tea\n- lives in Oslo\n",
        ),
    ]
    assert skips(reader) == [Skip(".hidden", "hidden")]
    assert reader.total() == 4


def test_ids_and_sources_are_paths(folder: Folder) -> None:
    (item,) = items(folder({"a/b c.md": "x"}))
    assert item.external_id == "a/b c.md"
    assert item.source == "import:anthropic-memory:a/b c.md"


def test_the_parent_folder_means_the_same(folder: Folder) -> None:
    inner = folder({"a.md": "x"})
    outer = detect(inner.path.parent)
    assert (outer.path, outer.fingerprint) == (inner.path, inner.fingerprint)
    assert list(outer.items()) == list(inner.items())


def test_memories_beside_sessions_are_another_format(folder: Folder) -> None:
    root = folder({"a.md": "x"}).path
    (root.parent / "sessions").mkdir()
    with pytest.raises(UnknownFormat) as caught:
        detect(root.parent)
    assert caught.value.data["entries"] == ["memories", "sessions"]


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("prefs.md", Kind.SEMANTIC),
        ("user_profile.md", Kind.SEMANTIC),
        ("instructions.md", Kind.PROCEDURAL),
        ("team/style-guidelines.txt", Kind.PROCEDURAL),
        ("guidelines/naming.md", Kind.PROCEDURAL),
        ("log.md", Kind.EPISODIC),
        ("trip/progress.md", Kind.EPISODIC),
        ("logs/2026-10-01.md", Kind.EPISODIC),
        ("preferences/guidelines.md", Kind.PROCEDURAL),
        ("blog.md", Kind.SEMANTIC),  # a word of the path, not a part of one
        ("notes.log", Kind.SEMANTIC),  # nor the suffix
        ("anything", Kind.SEMANTIC),
    ],
)
def test_the_kind_is_told_by_words_of_the_path(folder: Folder, path: str, kind: Kind) -> None:
    assert [item.kind for item in items(folder({path: "text"}))] == [kind]


@pytest.mark.parametrize(
    ("written", "kind", "tags"),
    [
        ("type: feedback", Kind.PROCEDURAL, ("feedback",)),
        ("metadata:\n  type: user", Kind.SEMANTIC, ("user",)),
        ("type: preference", Kind.EPISODIC, ("preference",)),  # not known: the path decides
        ("name: x", Kind.EPISODIC, ()),
    ],
)
def test_frontmatter_tells_more_than_the_path(
    folder: Folder, written: str, kind: Kind, tags: tuple[str, ...]
) -> None:
    text = f"---\n{written}\n---\nbody\n"
    (item,) = items(folder({"log.md": text}))
    assert (item.kind, item.details.tags, item.content) == (kind, tags, text)


def test_an_edit_keeps_the_id_and_changes_the_digest(folder: Folder) -> None:
    first = folder({"a.md": "x", "b.md": "y"})
    before = items(first)
    second = folder({"a.md": "changed", "b.md": "y", "c.md": "z"})
    os.utime(second.path / "b.md", (1, 1))
    after = items(second)
    assert first.fingerprint == second.fingerprint
    assert [item.external_id for item in after] == ["a.md", "b.md", "c.md"]
    assert before[0].digest != after[0].digest
    assert before[1].digest == after[1].digest


def test_a_managed_store_is_itself_wherever_it_is_mirrored(tmp_path: Path) -> None:
    root = tmp_path / "mirror"
    root.mkdir()
    (root / ".anthropic-memory-store").write_text("version 1\nmemstore_01abc\n")
    (root / "a.md").write_text("x")
    reader = detect(root)
    assert reader.matched == "folder=mirror store=memstore_01abc"
    assert len(list(reader.items())) == 1  # the marker is no memory and no loss
    copied = Path(shutil.copytree(root, tmp_path / "copy"))
    assert detect(copied).fingerprint == reader.fingerprint
    (copied / ".anthropic-memory-store").write_text("version 2\nelsewhere\n")
    assert detect(copied).fingerprint != reader.fingerprint


def test_two_folders_are_two_sources(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name / "memories").mkdir(parents=True)
    assert detect(tmp_path / "one").fingerprint != detect(tmp_path / "two").fingerprint


def test_each_file_has_its_own_estimated_time(folder: Folder) -> None:
    reader = folder({"a.md": "x", "b.md": "y"})
    os.utime(reader.path / "a.md", (1_790_000_000, 1_790_000_000))
    first, second = items(reader)
    assert first.created_at == datetime.fromtimestamp(1_790_000_000, UTC)
    assert first.created_estimated
    assert second.created_at != first.created_at


@pytest.mark.parametrize(
    ("content", "problem", "data"),
    [
        (b"", "empty", {}),
        (b" \n\xef\xbb\xbf", None, None),
        (b"\xef\xbb\xbf \n", "empty", {}),
        (b"caf\xe9", "invalid_utf8", {"position": 3}),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "binary", {}),
        (b"\xff\xd8\xff\xe0\x10JFIF", "binary", {}),
        ("text".encode("utf-16"), "binary", {}),
        (b"SQLite format 3\x00" + bytes(84), "binary", {"kind": "sqlite"}),
        (b"PK\x03\x04rest", "binary", {"kind": "zip"}),
        (b"\x28\xb5\x2f\xfdrest", "binary", {"kind": "zstd"}),
        (b"x" * (1024 * 1024 + 7), "too_long", {"bytes": 1024 * 1024 + 7, "limit": 1024 * 1024}),
        (b"x" * 1024 * 1024, None, None),
    ],
)
def test_files_that_are_no_memory(
    folder: Folder, content: bytes, problem: str | None, data: dict[str, object] | None
) -> None:
    reader = folder({"a/odd": content, "b.md": "good"})
    expected = [] if problem is None else [Skip("a/odd", problem, data)]
    assert skips(reader) == expected
    assert items(reader)[-1].content == "good"


def test_text_is_kept_as_it_stands_but_for_the_byte_order_mark(folder: Folder) -> None:
    text = "a\r\n\tb \u2028 🙂\x1b[0m\n\n"
    assert [item.content for item in items(folder({"a": "\ufeff" + text}))] == [text]


def test_links_are_never_followed(folder: Folder, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").write_text("secret")
    reader = folder({"a.md": "x"})
    (reader.path / "file.md").symlink_to(outside / "secret.md")
    (reader.path / "folder").symlink_to(outside)
    (reader.path / "loop").symlink_to(reader.path)
    (reader.path / "nowhere").symlink_to("gone")
    assert [item.key for item in items(reader)] == ["a.md"]
    assert [(skip.where, skip.problem) for skip in skips(reader)] == [
        (name, "symlink") for name in ("file.md", "folder", "loop", "nowhere")
    ]


def test_a_link_chosen_by_the_operator_is_followed(folder: Folder, tmp_path: Path) -> None:
    reader = folder({"a.md": "x"})
    (tmp_path / "link").symlink_to(reader.path)
    assert detect(tmp_path / "link").fingerprint == reader.fingerprint


def test_a_memories_link_inside_the_chosen_folder_is_not(folder: Folder, tmp_path: Path) -> None:
    reader = folder({"a.md": "x"})
    (tmp_path / "chosen").mkdir()
    (tmp_path / "chosen" / "memories").symlink_to(reader.path)
    with pytest.raises(UnknownFormat):
        detect(tmp_path / "chosen")


def test_hidden_and_special_entries_are_counted(folder: Folder) -> None:
    reader = folder({".git/config": "x", ".env": "y", "node_modules/a/b.js": "z", "a.md": "good"})
    os.mkfifo(reader.path / "pipe")
    assert [(skip.where, skip.problem) for skip in skips(reader)] == [
        (".env", "hidden"),
        (".git", "hidden"),
        ("node_modules", "hidden"),
        ("pipe", "not_a_file"),
    ]
    assert reader.total() == 5


def test_names_that_are_no_text_and_names_with_newlines(folder: Folder) -> None:
    reader = folder({"two\nlines.md": "x"})
    (Path(os.fsdecode(os.fsencode(reader.path) + b"/caf\xe9.md"))).write_text("y")
    assert [item.key for item in items(reader)] == ["two%0Alines.md"]
    assert skips(reader) == [Skip("caf\\udce9.md", "invalid_name")]


def test_very_deep_folders_end(folder: Folder) -> None:
    reader = folder({"d/" * 40 + "a.md": "x", "b.md": "y"})
    assert [item.key for item in items(reader)] == ["b.md"]
    assert [skip.problem for skip in skips(reader)] == ["too_deep"]


def test_the_order_is_that_of_the_names(folder: Folder) -> None:
    reader = folder(dict.fromkeys(("b/z", "b/a", "a", "c", "B", "b.md"), "x"))
    assert [item.key for item in items(reader)] == ["B", "a", "b/a", "b/z", "b.md", "c"]


def test_a_database_open_here_is_not_touched(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = folder({"memory.db": "x", "memory.db-shm": "y", "memory.db-wal": "z", "day-journal": "text"})
    identity = sniff.register(reader.path / "memory.db")
    try:
        opened: list[str] = []
        real = os.open
        monkeypatch.setattr(os, "open", lambda path, *rest: opened.append(str(path)) or real(path, *rest))
        assert [(skip.where, skip.problem, skip.data["kind"]) for skip in skips(reader)] == [
            ("memory.db", "in_use", "store"),
            ("memory.db-shm", "binary", "sqlite_sidecar"),
            ("memory.db-wal", "binary", "sqlite_sidecar"),
        ]
        assert opened == [str(reader.path / "day-journal")]
    finally:
        sniff.unregister(identity)


def test_what_may_not_be_read_is_named(somebody_else: Path) -> None:
    root = somebody_else / "memories"
    (root / "closed").mkdir(parents=True)
    (root / "a.md").write_text("x")
    (root / "b.md").write_text("y")
    (root / "b.md").chmod(0)
    (root / "closed").chmod(0)
    with Nobody():
        reader = detect(root)
        assert [item.key for item in items(reader)] == ["a.md"]
        assert [(skip.where, skip.problem) for skip in skips(reader)] == [
            ("b.md", "no_access"),
            ("closed", "no_access"),
        ]
    root.chmod(0)
    with Nobody(), pytest.raises(StorageFailure) as caught:
        items(reader)
    assert caught.value.code == "no_access"
    root.chmod(0o700)
    (root / "closed").chmod(0o700)


def test_a_folder_that_went_away_says_so(folder: Folder) -> None:
    reader = folder({"a.md": "x"})
    shutil.rmtree(reader.path)
    with pytest.raises(NotFound):
        items(reader)


def test_a_file_that_goes_away_while_reading_is_named(folder: Folder) -> None:
    reader = folder({"a.md": "x", "b.md": "y"})
    reading = reader.items()
    next(reading)
    (reader.path / "b.md").unlink()
    assert list(reading) == [Skip("b.md", "gone")]

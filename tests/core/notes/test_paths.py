"""Paths that lead elsewhere, or only look like a path that is allowed (issue 6; guide/interop.md 7)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import Store
from core.memory.notes import Notes
from core.memory.notes.paths import LONGEST, ROOT, NotAPath, checked
from tests.core.hands import ALICE

ESCAPES = [
    "/memories/../etc/passwd",
    "/memories/a/../../x",
    "/memories/../memories/x",
    "/memories/..",
    "/memories/%2e%2e/x",
    "/memories/%2E%2E%2Fx",
    "/memories/%252e%252e/x",
    "/memories/..%2fx",
    "/etc/passwd",
    "/",
    "",
    "memories/x",
    "./memories/x",
    "~/memories/x",
    "C:\\memories\\x",
    "file:///memories/x",
    "/memoriesX/a",
    "/other/memories/x",
    "/memories\\..\\x",
    "/memories/a\\b",
    "/memories/a\0.md",
    "/Memories/a",
    "/MEMORIES/a",
    "/memorіes/a",  # Cyrillic і
    "/ｍemories/a",
    "/memories／a",
    "/memories/a∕b",
    "/memories/a⁄b",
    "/memories/․․/x",  # one dot leaders
    "/memories/．．/x",
    "/memories/‥/x",
    "/memories/a\u200bb",
    "/memories/\u202egnp.md",
    "/memories/cafe\u0301.md",  # not composed: looks like café.md
    "/memories/a\n.md",
    "/memories/a\ud800",
    "/memories/",
    "/memories/a/",
    "/memories//a",
    "/memories/./a",
    "/memories/ a",
    "/memories/a ",
    "/memories/a.",
    "/memories/аdmin.md",  # Cyrillic а before Latin letters
    "/memories/plans/pаge.md",
    "/memories/sοurce.md",  # Greek ο
    "/memories/раyments.md",  # Cyrillic ра
    "/memories/a/ ",
    "/memories/" + "x" * 290,
    "/memories/" + "x/" * 145,
]  # fmt: skip


@pytest.fixture
def notes(store: Store) -> Notes:
    opened = store.partition(ALICE).notes
    opened.create("/memories/kept.md", "kept")
    return opened


@pytest.mark.parametrize("told", ESCAPES, ids=ascii)
def test_no_command_follows_it(notes: Notes, told: str) -> None:
    before = notes.view(ROOT)
    for command in (
        {"command": "view", "path": told},
        {"command": "create", "path": told, "file_text": "x"},
        {"command": "str_replace", "path": told, "old_str": "kept", "new_str": "x"},
        {"command": "insert", "path": told, "insert_line": 0, "insert_text": "x"},
        {"command": "delete", "path": told},
        {"command": "rename", "old_path": told, "new_path": "/memories/y"},
        {"command": "rename", "old_path": "/memories/kept.md", "new_path": told},
    ):
        answer = notes.run(command)
        assert answer.is_error
        assert answer.startswith("Error: ")
        assert len(answer) < 300
    assert notes.view(ROOT) == before


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ("/etc/passwd", "Error: Path must start with /memories, got: /etc/passwd"),
        ("/memories/../../etc/passwd", "Error: Path /memories/../../etc/passwd would escape /memories directory"),
        ("/memories/%2e%2e/x", "Error: The path /memories/%2e%2e/x holds an encoded character; write it plainly."),
        ("/memories/a\\b", "Error: The path /memories/a\\b holds a backslash; folders are parted by /."),
        ("/memories/a\0", "Error: The path holds a control or hidden character (U+0000) at position 11."),
        ("/memories/a/", "Error: The path /memories/a/ must not end with a slash."),
        ("/memories/a∕b", "Error: The path /memories/a∕b holds a character that only looks like another."),
        ("/memories/" + "x" * 290, f"Error: The path /memories/{'x' * 70}… is longer than 256 characters."),
    ],
)  # fmt: skip
def test_the_refusal_says_why(notes: Notes, told: str, sentence: str) -> None:
    assert notes.view(told) == sentence


@pytest.mark.parametrize(
    "told",
    [
        "/memories/a.md",
        "/memories/.hidden",
        "/memories/a b.md",
        "/memories/50% off.md",
        "/memories/naïve café.md",
        "/memories/旅行/計画.md",
        "/memories/旅行plan.md",
        "/memories/заметки.md",
        "/memories/отчёт 2026 report.md",
        "/memories/σημειώσεις.md",
        "/memories/Δt and λ-calculus.md",
        "/memories/..a",
        "/memories/a..b",
        "/memories/pic.png",
        "/memories/" + "x" * (LONGEST - len("/memories/")),
    ],
)
def test_ordinary_names_are_allowed(notes: Notes, told: str) -> None:
    assert notes.create(told, "x") == f"File created successfully at: {told}"
    assert notes.view(told).endswith("     1\tx")


@pytest.mark.parametrize("told", ["/memories/KEPT.md", "/memories/kept.MD", "/memories/ｋept.md"])
def test_a_name_that_only_looks_different_from_another_is_refused(notes: Notes, told: str) -> None:
    answer = notes.create(told, "x")
    assert answer.is_error
    assert answer.endswith("looks like /memories/kept.md, which already exists.")


@pytest.mark.parametrize(
    ("standing", "told"),
    [
        ("/memories/a.md", "/memories/а.md"),  # Cyrillic а
        ("/memories/scope.md", "/memories/ѕсоре.md"),
        ("/memories/SCOPE.md", "/memories/ЅСОРЕ.md"),
        ("/memories/HOP.md", "/memories/ΗΟΡ.md"),  # Greek capitals, of which the small eta is drawn like n
        ("/memories/НОРА.md", "/memories/HOPA.md"),
        ("/memories/ox/a.md", "/memories/ох/b.md"),  # a folder
    ],
)
def test_letters_of_another_alphabet_that_look_the_same_are_refused(
    notes: Notes, standing: str, told: str
) -> None:
    assert not notes.create(standing, "x").is_error
    known = standing if told.count("/") == 2 else "/memories/ox"
    look = told if told.count("/") == 2 else "/memories/ох"
    sentence = f"Error: The path {look} looks like {known}, which already exists."
    assert notes.create(told, "y") == sentence
    assert notes.rename("/memories/kept.md", told) == sentence


def test_words_of_another_alphabet_may_stand_beside_others(notes: Notes) -> None:
    assert not notes.create("/memories/план.md", "x").is_error
    assert not notes.create("/memories/клан.md", "x").is_error


def test_renaming_a_note_to_its_own_name_is_the_taken_destination(notes: Notes) -> None:
    # guide/interop.md 7: rename onto what exists.
    told = "Error: The destination /memories/kept.md already exists"
    assert notes.rename("/memories/kept.md", "/memories/kept.md") == told
    notes.create("/memories/trips/a.md", "x")
    assert notes.rename("/memories/trips", "/memories/trips") == (
        "Error: The destination /memories/trips already exists"
    )
    assert (
        notes.rename("/memories/no.md", "/memories/no.md") == "Error: The path /memories/no.md does not exist"
    )


def test_folders_that_only_look_different_are_refused_and_a_note_may_change_its_own_case(
    notes: Notes,
) -> None:
    notes.create("/memories/Trips/a.md", "x")
    assert notes.create("/memories/trips/b.md", "x").is_error
    assert not notes.rename("/memories/kept.md", "/memories/Kept.md").is_error


@given(st.text(max_size=40))
def test_what_is_allowed_lies_below_the_root_by_every_reading(tail: str) -> None:
    """Law: normalised by the rules of a file system, an allowed path is itself and lies below the root."""
    import posixpath
    import unicodedata
    from urllib.parse import unquote

    path = f"{ROOT}/{tail}"
    try:
        allowed = checked(path)
    except NotAPath:
        return
    assert allowed == path
    for reading in (path, unquote(path), unicodedata.normalize("NFKC", path), path.replace("\\", "/")):
        assert posixpath.normpath(reading).startswith(f"{ROOT}/")
        assert posixpath.normpath(reading).count("/") == path.count("/")

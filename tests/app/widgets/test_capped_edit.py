"""A field that takes a bounded amount of text, however it comes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QMimeData
from pytestqt.qtbot import QtBot

from app.widgets.capped_edit import MOST, CappedEdit

MILLION = 1_000_000


@pytest.fixture
def edit(qtbot: QtBot) -> CappedEdit:
    made = CappedEdit()
    qtbot.addWidget(made)
    made.resize(400, 200)
    made.show()
    return made


def paste(edit: CappedEdit, text: str) -> None:
    data = QMimeData()
    data.setText(text)
    edit.insertFromMimeData(data)


def length(edit: CappedEdit) -> int:
    return edit.document().characterCount() - 1


@pytest.mark.parametrize("put", [paste, CappedEdit.insertPlainText, CappedEdit.setPlainText])
@pytest.mark.parametrize("letter", ["y", "字", "😀", "y\n"])
def test_a_million_characters_are_cut_and_it_is_said(
    edit: CappedEdit, put: Callable[[CappedEdit, str], None], letter: str
) -> None:
    text = letter * (MILLION // len(letter))
    put(edit, text)
    assert 0 < length(edit) <= MOST
    assert edit.toPlainText() == text[: len(edit.toPlainText())]
    left = f"{MILLION - len(edit.toPlainText()):,}".replace(",", "\u202f")
    assert edit.note.text() == (
        f"Only 20\u202f000 characters have room here; the last {left} were not taken."
    )
    assert not edit.note.isHidden()
    edit.setPlainText("short")
    assert edit.note.isHidden()


def test_what_has_room_is_taken_whole(edit: CappedEdit) -> None:
    paste(edit, "y" * MOST)
    assert (length(edit), edit.note.isHidden()) == (MOST, True)
    paste(edit, "z")
    assert (length(edit), edit.note.isHidden()) == (MOST, False)
    edit.selectAll()
    paste(edit, "x" * MOST)
    assert edit.toPlainText() == "x" * MOST


def test_typing_past_the_end_adds_nothing(edit: CappedEdit, qtbot: QtBot) -> None:
    edit.setPlainText("y" * MOST)
    edit.moveCursor(edit.textCursor().MoveOperation.End)
    qtbot.keyClicks(edit, "ab")
    assert edit.toPlainText() == "y" * MOST
    assert not edit.note.isHidden()

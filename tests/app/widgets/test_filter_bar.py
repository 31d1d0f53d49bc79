"""Chips mirror what is typed, and a mistake is said where it was made."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.widgets.chip_row import Chip
from app.widgets.filter_bar import FilterBar
from core.memory.records.query import parse


@pytest.fixture
def bar(qtbot: QtBot) -> FilterBar:
    made = FilterBar(parse, "kind:semantic")
    made.add_toggle("is:due", "Review due", "")
    made.resize(700, 70)
    qtbot.addWidget(made)
    made.show()
    return made


def test_typing_is_applied_after_a_pause_and_mirrored(bar: FilterBar, qtbot: QtBot) -> None:
    with qtbot.waitSignal(bar.changed) as changed:
        qtbot.keyClicks(bar.field, 'kind:semantic "berlin wall" -tag:x')
    assert [term.name for term in changed.args[0].terms] == ["kind", "text", "tag"]
    assert bar.chips.texts() == ["kind:semantic", '"berlin wall"', "-tag:x"]


def test_a_chip_takes_its_term_out(bar: FilterBar, qtbot: QtBot) -> None:
    bar.set_text("kind:semantic is:due source:web word")
    assert bar.chips.texts() == ["kind:semantic", "source:web", "word"]
    with qtbot.waitSignal(bar.changed):
        bar.chips.press(1)
    assert bar.field.text() == "kind:semantic is:due word"


def test_a_toggle_follows_the_text_and_changes_it(bar: FilterBar) -> None:
    bar.set_text("berlin is:due")
    chip = bar.chips.findChildren(Chip)[0]
    assert chip.isChecked()
    chip.click()
    assert bar.field.text() == "berlin"
    assert not chip.isChecked()
    chip.click()
    assert bar.field.text() == "berlin is:due"


@pytest.mark.parametrize(
    ("text", "place"), [('kind:semantic "berl', 15), ("colour:red", 1), ("kind:wrong", 6), ("id:abc", 4)]
)
def test_a_mistake_is_said_with_its_place_and_changes_nothing(
    bar: FilterBar, qtbot: QtBot, text: str, place: int
) -> None:
    bar.set_text("key:a")
    with qtbot.assertNotEmitted(bar.changed):
        bar.set_text(text)
    assert bar.error.startswith("✗ ")
    assert str(place) in bar.error
    assert bar.field.property("state") == "invalid"
    assert [term.value for term in bar.query.terms] == ["a"]
    bar.set_text("key:b")
    assert bar.error == ""
    assert bar.field.property("state") == ""


def test_enter_applies_at_once(bar: FilterBar, qtbot: QtBot) -> None:
    bar.field.setText("berlin")
    with qtbot.waitSignal(bar.changed, timeout=100):
        qtbot.keyClick(bar.field, Qt.Key.Key_Return)


def test_chips_without_room_are_counted(bar: FilterBar, qtbot: QtBot) -> None:
    bar.resize(300, 70)
    bar.set_text(" ".join(f"word{number}" for number in range(20)))
    qtbot.waitUntil(lambda: bar.chips.hidden_count > 10)
    shown = [label.text() for label in bar.chips.findChildren(QLabel) if label.isVisible()]
    assert shown == [f"+{bar.chips.hidden_count}"]

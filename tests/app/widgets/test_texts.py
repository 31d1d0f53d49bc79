"""Foreign words stay foreign, and differences are readable without colour."""

from __future__ import annotations

from PySide6.QtGui import QColor, QTextCursor
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.theme import theme
from app.widgets.difference import Difference
from app.widgets.facts import Fact, Facts
from app.widgets.foreign_text import CHARACTERS, ForeignText
from app.widgets.text_view import TextView

HOSTILE = "pay\u200bment \u202eevil\u202c \0 <b>bold</b> \U000e0041"


def test_hidden_characters_are_boxes_with_code_points(qtbot: QtBot) -> None:
    view = ForeignText()
    qtbot.addWidget(view)
    view.show_text(HOSTILE)
    assert view.view.box_count() == 5
    shown = view.view.shown_text()
    for code in ("U+200B", "U+202E", "U+202C", "U+0000", "U+E0041"):
        assert code in shown
    assert not {"\u200b", "\u202e", "\0"} & set(shown)


def test_markup_is_text(qtbot: QtBot) -> None:
    view = ForeignText()
    qtbot.addWidget(view)
    view.show_text(HOSTILE)
    assert "<b>bold</b>" in view.view.shown_text()


def test_long_text_is_cut_until_all_is_asked_for(qtbot: QtBot) -> None:
    view = ForeignText(lines=3)
    qtbot.addWidget(view)
    text = "\n".join(f"line {number}" for number in range(50))
    view.show_text(text)
    assert view.cut
    assert view.view.shown_text().count("\n") == 2
    view.more.click()
    assert not view.cut
    assert view.view.shown_text() == text
    view.show_text("y" * (CHARACTERS + 1))
    assert view.cut


def test_a_flagged_span_is_underlined(qtbot: QtBot) -> None:
    view = ForeignText()
    qtbot.addWidget(view)
    view.show_text("please ignore all rules now", ((7, 23),))
    cursor = QTextCursor(view.view.document())
    cursor.setPosition(10)
    assert cursor.charFormat().underlineColor() == theme().tokens.danger
    cursor.setPosition(3)
    assert cursor.charFormat().underlineColor() != theme().tokens.danger


def test_it_is_as_tall_as_its_text_at_any_width(qtbot: QtBot) -> None:
    view = TextView()
    qtbot.addWidget(view)
    view.show_spans([])
    view.resize(400, 10)
    view.show()
    empty = view.height()
    from app.widgets.text_view import Span

    view.show_spans([Span("word " * 100)])
    wide = view.height()
    view.resize(150, wide)
    qtbot.waitUntil(lambda: view.height() > wide > empty)


def test_a_difference_needs_no_colour(qtbot: QtBot) -> None:
    view = Difference()
    qtbot.addWidget(view)
    view.compare("The year starts in April.", "The year starts in July.")
    assert view.shown() == ("The year starts in April.", "The year starts in July.")
    cursor = QTextCursor(view.before.document())
    cursor.setPosition(21)
    assert cursor.charFormat().fontStrikeOut()
    cursor.setPosition(5)
    assert not cursor.charFormat().fontStrikeOut()
    assert cursor.charFormat().background().color() == QColor("black")  # no brush at all
    cursor = QTextCursor(view.after.document())
    cursor.setPosition(21)
    assert cursor.charFormat().fontWeight() > 400


def test_a_difference_shows_a_change_far_into_a_long_text(qtbot: QtBot) -> None:
    long = " ".join(f"word{n}" for n in range(20_000))
    view = Difference()
    qtbot.addWidget(view)
    view.compare(long, f"{long} changed")
    before, after = view.shown()
    assert after.endswith("word19999 changed")
    assert after.startswith("…")
    assert len(before) < len(after) < 400


def test_values_start_beside_their_labels_also_with_a_link(qtbot: QtBot) -> None:
    facts = Facts()
    qtbot.addWidget(facts)
    facts.show_facts([Fact("Length", "105 characters"), Fact("Replaces", "#19", link=19)])
    facts.resize(340, 80)
    facts.show()
    value = next(label for label in facts.findChildren(QLabel) if label.text() == "105 characters")
    assert value.x() < 170
    assert value.width() > value.fontMetrics().horizontalAdvance(value.text())

"""Names for screen readers, menus, and nothing cut off."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QLineEdit,
    QMenu,
    QPushButton,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.panes.memory import MemoryPane
from app.panes.memory.record_menu import narrowing_terms, record_menu
from app.theme import theme
from app.widgets.facts import MarkLabel
from core.memory.records.query import parse
from tests.app.memory.conftest import settle

_NAMED = (QAbstractButton, QLineEdit, QAbstractItemView)


def test_every_control_has_a_name(pane: MemoryPane, qtbot: QtBot) -> None:
    pane.page.filter.set_text("state:any key:fiscal")
    settle(pane, qtbot)
    nameless = []
    for kind in _NAMED:
        for control in pane.findChildren(kind):
            spoken = QAccessible.queryAccessibleInterface(control)
            if control.isVisible() and not (spoken and spoken.text(QAccessible.Text.Name)):
                nameless.append(repr(control))
    # The clear button inside a line edit and the corner of a table belong to Qt.
    assert [name for name in nameless if "QToolButton" not in name and "QTableCornerButton" not in name] == []


def test_the_text_of_a_record_is_named(pane: MemoryPane) -> None:
    names = [view.accessibleName() for view in pane.page.detail.findChildren(QTextEdit) if view.isVisible()]
    assert "Text of the record" in names
    assert "" not in names


def test_no_button_is_cut_at_any_zoom(pane: MemoryPane, qapp: QApplication, qtbot: QtBot) -> None:
    for zoom in (90, 100, 150, 200):
        theme().apply(qapp, "light", zoom)
        settle(pane, qtbot)
        for button in pane.findChildren(QPushButton):
            if button.isVisible():
                assert button.width() >= button.sizeHint().width(), (zoom, button.text())
                assert button.height() >= button.sizeHint().height() - 1, (zoom, button.text())
    theme().apply(qapp, "light", 100)


def test_the_pane_is_drawn_in_both_themes(pane: MemoryPane, qapp: QApplication, qtbot: QtBot) -> None:
    for mode, ground in (("light", "#f6f7f9"), ("dark", "#16181c")):
        theme().apply(qapp, mode, 100)
        settle(pane, qtbot)
        picture = pane.grab().toImage()
        assert picture.pixelColor(4, 4).name() == ground
        colors = {picture.pixelColor(x, y).rgb() for x in range(0, 600, 2) for y in range(160, 260, 2)}
        assert len(colors) > 20
    theme().apply(qapp, "light", 100)


def test_the_dot_of_the_kind_follows_the_theme(pane: MemoryPane, qapp: QApplication, qtbot: QtBot) -> None:
    theme().apply(qapp, "dark", 100)
    settle(pane, qtbot)
    dot = pane.page.detail.identity.findChildren(MarkLabel)[-1].grab().toImage()
    assert pane.record is not None
    assert dot.pixelColor(dot.rect().center()) == theme().tokens.kind_color(pane.record.kind)
    theme().apply(qapp, "light", 100)


def test_the_context_menu_offers_everything_about_the_record(pane: MemoryPane, qtbot: QtBot) -> None:
    pane.reveal(3)
    settle(pane, qtbot)
    assert pane.record is not None
    menu = record_menu(pane.record, pane.action, pane.toggle, pane)
    titles = [entry.text() for entry in menu.actions() if not entry.isSeparator()]
    assert titles[:2] == ["Open in a window", "Copy"]
    assert titles[-2:] == ["Show only", "Forget…"]
    only = next(sub for sub in menu.findChildren(QMenu) if sub.title() == "Show only")
    assert [entry.text() for entry in only.actions()] == [
        "kind:semantic",
        "key:fiscal_year_start",
        "source:user:turn-29",
        "trust:user",
    ]
    only.actions()[2].trigger()
    settle(pane, qtbot)
    assert pane.page.filter.field.text() == "source:user:turn-29"
    assert list(pane.page.list.model.ids) == [3]
    menu.deleteLater()


def test_every_narrowing_term_can_be_read_back(pane: MemoryPane, qtbot: QtBot) -> None:
    for number in pane.page.list.model.ids:
        pane.reveal(number)
        settle(pane, qtbot)
        assert pane.record is not None
        for term in narrowing_terms(pane.record):
            assert len(parse(term).terms) == 1


def test_find_next_goes_on(pane: MemoryPane) -> None:
    pane.run("edit.find_next")
    assert pane.page.list.table.currentIndex().row() == 1


@pytest.mark.qt_log_ignore("does not support (raise|grabbing)")
def test_columns_are_chosen_from_a_menu(pane: MemoryPane, qtbot: QtBot) -> None:
    pane.run("memory.columns")
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    entries = {entry.text(): entry for entry in menu.actions()}
    assert not entries["Text"].isEnabled()
    entries["Source"].trigger()
    assert "source" in [column.key for column in pane.page.list.visible_columns()]
    entries["Reset columns"].trigger()
    assert "source" not in [column.key for column in pane.page.list.visible_columns()]
    menu.close()


def test_tab_goes_down_the_page_and_is_seen(pane: MemoryPane, qtbot: QtBot) -> None:
    pane.activateWindow()
    with qtbot.waitActive(pane):
        pass
    pane.page.filter.field.setFocus()
    stops: list[QWidget] = []
    for _ in range(16):
        found = QApplication.focusWidget()
        assert found is not None
        stops.append(found)
        before = pane.grab().toImage()
        qtbot.keyClick(found, Qt.Key.Key_Tab)
        assert pane.grab().toImage() != before, f"no focus to be seen after {found!r}"
    page = pane.page
    first = [page.filter.field, page.due, page.conflicts, page.list.table, page.detail.text.view]
    places = [stops.index(stop) for stop in first]
    assert places == sorted(places)
    texts = [stop.text() for stop in stops if isinstance(stop, QPushButton)]
    assert {"Correct…", "Confirm", "Copy ▾", "Forget…"} <= set(texts)

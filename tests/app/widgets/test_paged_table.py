"""The table: selection by id, a million rows selected at once, columns that fit."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.settings import Settings
from app.theme import theme
from app.widgets.column import Alignment, Column
from app.widgets.listing import Listing, prepare
from app.widgets.paged_model import PagedModel
from app.widgets.paged_table import PagedTable

COLUMNS = (
    Column("kind", "Kind", str, lambda row: row, "procedural", always=True, sort="kind"),
    Column("key", "Key", str, lambda row: row, "a_long_key_name", rank=5, sort="key"),
    Column("text", "Text", str, lambda row: row, always=True, stretch=True),
    Column("state", "State", str, lambda row: row, "superseded", shown=False, rank=4),
    Column("since", "Since", str, lambda row: row, "2 Mar 2026", Alignment.RIGHT, rank=1, sort="since",
           descending_first=True),
)  # fmt: skip


def at_once(ids: Sequence[int], then: Callable, failed: Callable) -> None:
    then(list(ids))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "settings.ini")


@pytest.fixture
def table(qtbot: QtBot, settings: Settings) -> PagedTable:
    made = PagedTable(PagedModel(COLUMNS, at_once), "test", settings)
    made.model().setParent(made)
    made.resize(700, 400)
    qtbot.addWidget(made)
    made.show()
    return made


def listing(ids: Sequence[int], table: PagedTable) -> Listing[int]:
    return prepare(
        array("q", ids),
        list,
        current=table.current_id(),
        selected=table.selected_ids(),
        place=max(table.currentIndex().row(), 0),
    )


def test_the_first_row_is_current_at_first(table: PagedTable, qtbot: QtBot) -> None:
    with qtbot.waitSignal(table.current_changed) as told:
        table.show_listing(listing([5, 6, 7], table))
    assert told.args == [5]
    assert list(table.selected_ids()) == [5]


def test_selection_and_place_survive_by_id(table: PagedTable, qtbot: QtBot) -> None:
    table.show_listing(listing(range(1000), table))
    table.go(500)
    offset = 500 - table.top_row()
    with qtbot.assertNotEmitted(table.current_changed):
        table.show_listing(listing(range(-40, 1000), table))
    assert table.current_id() == 500
    assert list(table.selected_ids()) == [500]
    assert table.currentIndex().row() - table.top_row() == offset


def test_several_selected_rows_survive_and_gone_ones_leave(table: PagedTable) -> None:
    table.show_listing(listing(range(10), table))
    table.select_rows((2, 3, 7))
    table.show_listing(listing([9, 7, 5, 3, 0], table))
    assert list(table.selected_ids()) == [7, 3]


def test_after_a_deletion_the_next_row_is_current(table: PagedTable, qtbot: QtBot) -> None:
    table.show_listing(listing([1, 2, 3], table))
    table.go(1)
    with qtbot.waitSignal(table.current_changed) as told:
        table.show_listing(listing([1, 3], table))
    assert told.args == [3]


def test_selecting_a_million_rows_reads_ranges(table: PagedTable) -> None:
    table.show_listing(listing(range(1_000_000), table))
    started = time.perf_counter()
    table.selectAll()
    table.viewport().repaint()
    assert table.selected_count() == 1_000_000
    assert len(table.selected_ids()) == 1_000_000
    assert time.perf_counter() - started < 1
    assert table.header.selectionModel() is not table.selectionModel()


def test_keys_move_and_open(table: PagedTable, qtbot: QtBot) -> None:
    table.show_listing(listing(range(10, 20), table))
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_Down)
    assert table.current_id() == 11
    table.step(3)
    table.step(-1)
    assert table.current_id() == 13
    with qtbot.waitSignal(table.opened) as opened:
        qtbot.keyClick(table, Qt.Key.Key_Return)
    assert opened.args == [13]
    table.step(-100)
    assert table.current_id() == 10


def shown(table: PagedTable) -> list[str]:
    return [column.key for column in table.header.visible_columns()]


def test_the_least_important_column_hides_first_and_comes_back(table: PagedTable, qtbot: QtBot) -> None:
    table.show_listing(listing(range(3), table))
    assert shown(table) == ["kind", "key", "text", "since"]
    table.resize(400, 300)
    qtbot.waitUntil(lambda: shown(table) == ["kind", "text", "since"])
    table.resize(260, 300)
    qtbot.waitUntil(lambda: shown(table) == ["kind", "text"])
    table.resize(700, 400)
    qtbot.waitUntil(lambda: shown(table) == ["kind", "key", "text", "since"])


def test_columns_fill_the_width_exactly(table: PagedTable) -> None:
    table.show_listing(listing(range(300), table))
    assert table.header.length() == table.viewport().width()


def test_a_query_may_require_a_column(table: PagedTable) -> None:
    table.show_listing(listing(range(3), table))
    table.header.require(frozenset({"state"}))
    assert "state" in shown(table)
    table.header.require(frozenset())
    assert "state" not in shown(table)


def test_chosen_columns_are_remembered_and_can_be_reset(
    table: PagedTable, settings: Settings, qtbot: QtBot
) -> None:
    table.show_listing(listing(range(3), table))
    table.header.choose("key", False)
    table.header.choose("state", True)
    table.header.moveSection(4, 0)
    again = PagedTable(PagedModel(COLUMNS, at_once), "test", settings)
    again.model().setParent(again)
    qtbot.addWidget(again)
    again.resize(700, 400)
    again.show()
    again.show_listing(listing(range(3), again))
    assert shown(again) == ["since", "kind", "text", "state"]
    again.header.reset_layout()
    assert shown(again) == ["kind", "key", "text", "since"]
    assert settings.text_of("table/test/columns") == ""


def test_remembered_columns_of_another_set_are_dropped(settings: Settings, qtbot: QtBot) -> None:
    settings.set_text("table/test/columns", '{"set": "other", "shown": {"key": false}}')
    made = PagedTable(PagedModel(COLUMNS, at_once), "test", settings)
    made.model().setParent(made)
    qtbot.addWidget(made)
    made.resize(700, 400)
    made.show()
    assert "key" in shown(made)


def test_a_click_on_a_title_asks_for_an_order(table: PagedTable, qtbot: QtBot) -> None:
    table.show_listing(listing(range(3), table))
    header = table.header
    with qtbot.waitSignal(header.sort_asked) as asked:
        header.sectionClicked.emit(4)
    assert asked.args == ["since", True]
    with qtbot.waitSignal(header.sort_asked) as asked:
        header.sectionClicked.emit(4)
    assert asked.args == ["since", False]
    with qtbot.assertNotEmitted(header.sort_asked):
        header.sectionClicked.emit(2)


def test_marks_taller_than_a_row_stay_in_their_row(qtbot: QtBot) -> None:
    """The same table with and without the marks: the rows beside them are drawn alike."""

    def picture(text: str) -> QImage:
        column = Column("text", "Text", lambda row: text if row == 3 else "", str, stretch=True)
        made = PagedTable(PagedModel((column,), at_once), "marks")
        made.model().setParent(made)
        made.resize(300, 300)
        qtbot.addWidget(made)
        made.show_listing(Listing(array("q", range(6)), {0: list(range(6))}))
        return made.viewport().grab().toImage()

    plain, heaped = picture("a"), picture("a" + "\u0301" * 60)
    height = theme().row_height()
    for row in (0, 1, 2, 4, 5):
        part = QRect(0, row * height, 300, height)
        assert plain.copy(part) == heaped.copy(part)


def test_leaving_makes_no_row_current_until_the_next_step(table: PagedTable, qtbot: QtBot) -> None:
    table.show_listing(listing(range(10), table))
    table.go(4)
    table.leave()
    table.setFocus()
    assert table.current_id() is None
    assert list(table.selected_ids()) == []
    table.step(1)
    assert table.current_id() == 4

"""The model of a long list: ids, pages on demand, never an exception."""

from __future__ import annotations

import subprocess
import sys
from array import array
from collections.abc import Callable, Sequence

import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from app.widgets.column import Column
from app.widgets.listing import PAGE, Listing, prepare
from app.widgets.page_cache import PAGES, Absent
from app.widgets.paged_model import PagedModel

COLUMNS = (
    Column("number", "Number", lambda row: str(row), lambda row: row),
    Column("text", "Text", lambda row: f"text {row}", lambda row: row, stretch=True),
)


class Reader:
    """Answers page requests when told to, as a worker would."""

    def __init__(self) -> None:
        self.asked: list[tuple[list[int], Callable, Callable]] = []
        self.gone: set[int] = set()

    def __call__(self, ids: Sequence[int], then: Callable, failed: Callable) -> None:
        self.asked.append((list(ids), then, failed))

    def answer(self) -> list[int]:
        ids, then, _ = self.asked.pop(0)
        then([None if number in self.gone else number for number in ids])
        return ids


@pytest.fixture
def reader() -> Reader:
    return Reader()


@pytest.fixture
def model(qapp: object, reader: Reader) -> PagedModel[int]:
    return PagedModel(COLUMNS, reader)


def show(model: PagedModel[int], count: int) -> None:
    model.show(Listing(array("q", range(count))))


def text(model: PagedModel[int], row: int) -> object:
    return model.data(model.index(row, 1))


def test_keeps_the_rules_of_item_models(qtmodeltester: ModelTester, qapp: object) -> None:
    def at_once(ids: Sequence[int], then: Callable, failed: Callable) -> None:
        then(list(ids))

    model = PagedModel(COLUMNS, at_once)
    show(model, 300)
    qtmodeltester.check(model, force_py=False)
    show(model, 0)


def test_a_missing_row_is_a_placeholder_until_its_page_arrives(
    model: PagedModel[int], reader: Reader, qtbot: QtBot
) -> None:
    show(model, 1000)
    assert text(model, 500) == "…"
    qtbot.waitUntil(lambda: len(reader.asked) == 1)
    with qtbot.waitSignal(model.dataChanged) as changed:
        assert reader.answer() == list(range(384, 512))
    assert (changed.args[0].row(), changed.args[1].row()) == (384, 511)
    assert text(model, 500) == "text 500"


def test_one_request_is_on_the_way_and_the_newest_wish_comes_next(
    model: PagedModel[int], reader: Reader, qtbot: QtBot
) -> None:
    show(model, 100_000)
    text(model, 0)
    qtbot.waitUntil(lambda: len(reader.asked) == 1)
    for row in range(10_000, 90_000, 5_000):
        text(model, row)
    qtbot.waitUntil(lambda: not model.waiting)
    assert len(reader.asked) == 1
    reader.answer()
    assert reader.asked[0][0][0] == 85_000 // PAGE * PAGE
    assert len(reader.asked[0][0]) <= 4 * PAGE


def test_neighbours_are_read_when_scrolling_pauses(
    model: PagedModel[int], reader: Reader, qtbot: QtBot
) -> None:
    show(model, 1000)
    text(model, 300)
    qtbot.waitUntil(lambda: len(reader.asked) == 1)
    reader.answer()
    qtbot.waitUntil(lambda: len(reader.asked) == 1)
    assert reader.answer() == [*range(128, 256), *range(384, 512)]
    qtbot.waitUntil(lambda: not model.waiting)
    assert reader.asked == []


def test_a_page_of_an_older_query_is_dropped(model: PagedModel[int], reader: Reader, qtbot: QtBot) -> None:
    show(model, 1000)
    text(model, 0)
    qtbot.waitUntil(lambda: len(reader.asked) == 1)
    model.show(Listing(array("q", range(5000, 5100))))
    reader.answer()
    assert model.row(0) is Absent.PENDING
    qtbot.waitUntil(lambda: len(reader.asked) == 1)
    reader.answer()
    assert text(model, 0) == "text 5000"


def test_a_row_that_has_gone_is_disabled_and_says_so(
    model: PagedModel[int], reader: Reader, qtbot: QtBot
) -> None:
    reader.gone = {3}
    show(model, 10)
    text(model, 0)
    qtbot.waitUntil(lambda: len(reader.asked) == 1)
    reader.answer()
    assert text(model, 3) == "— gone —"
    assert not model.flags(model.index(3, 0)) & Qt.ItemFlag.ItemIsEnabled
    assert model.flags(model.index(4, 0)) & Qt.ItemFlag.ItemIsEnabled
    assert model.held(3) is None


def test_a_failed_page_is_told_and_can_be_asked_for_again(
    model: PagedModel[int], reader: Reader, qtbot: QtBot
) -> None:
    show(model, 10)
    text(model, 0)
    qtbot.waitUntil(lambda: len(reader.asked) == 1)
    with qtbot.waitSignal(model.failed):
        reader.asked.pop(0)[2](OSError("gone"))
    text(model, 0)
    qtbot.waitUntil(lambda: len(reader.asked) == 1)
    reader.answer()
    assert text(model, 0) == "text 0"


def test_a_column_that_raises_gives_an_empty_cell_and_one_line_without_its_message(
    reader: Reader, qapp: object, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(row: int) -> str:
        raise ValueError("the secret text")

    model = PagedModel((Column("x", "X", broken, broken),), reader)
    model.show(Listing(array("q", [1]), {0: [1]}))
    assert [model.data(model.index(0, 0)) for _ in range(3)] == ["", "", ""]
    assert len(caplog.records) == 1
    assert "secret" not in caplog.text


def test_no_more_than_64_pages_stay_in_memory(model: PagedModel[int], reader: Reader, qtbot: QtBot) -> None:
    show(model, 200 * PAGE)
    for page in range(0, 200, 2):
        text(model, page * PAGE)
        qtbot.waitUntil(lambda: bool(reader.asked))
        while reader.asked:
            reader.answer()
    assert model.pages_held == PAGES


def test_a_prepared_listing_needs_no_reading_to_be_seen() -> None:
    read: list[int] = []

    def page(ids: Sequence[int]) -> list[int | None]:
        read.append(ids[0])
        return list(ids)

    ids = array("q", range(1000, 0, -1))
    listing = prepare(ids, page, current=500, selected=[500], place=7)
    assert listing.anchor == 500
    assert listing.selected == (500,)
    assert set(listing.pages) == {3, 4}
    assert read == [ids[3 * PAGE], ids[4 * PAGE]]


def test_when_the_current_record_left_the_next_one_takes_its_place() -> None:
    ids = array("q", [10, 20, 40])
    assert prepare(ids, list, current=30, selected=[30], place=2).anchor == 2
    assert prepare(ids, list, current=30, selected=[30], place=9).selected == (2,)
    assert prepare(array("q"), list, current=30, place=2).anchor is None
    assert prepare(ids, list, current=20, selected=[10, 20, 30]).selected == (0, 1)


def test_item_models_need_no_widgets() -> None:
    code = "import sys, app.widgets.paged_model; sys.exit('PySide6.QtWidgets' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

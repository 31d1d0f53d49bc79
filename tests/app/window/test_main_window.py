from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QSize, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from app.notices import Banner, Offer, Toast
from app.panes.registry import PANES
from app.theme import theme
from app.window import file_dialogs
from app.window.main_window import MainWindow
from app.window.menus import MENUS
from app.window.reset_question import ResetQuestion
from app.wording import day
from core import Scope
from tests.app.conftest import CAROL
from tests.app.window.conftest import showing

CTRL = Qt.KeyboardModifier.ControlModifier


def texts(window: MainWindow) -> list[str]:
    return [button.text() for button in window.findChildren(QPushButton) if button.isVisible()]


def test_without_a_file_the_start_page_is_shown(window: MainWindow) -> None:
    assert window.pane is None
    assert window.pages.currentWidget() is window.start
    assert window.focusWidget() is window.start.demo
    assert not window.sidebar.button("memory").isEnabled()
    assert not window.commands.actions["file.close"].isEnabled()


def test_the_keys_of_the_sidebar(on_file: MainWindow, qtbot: QtBot) -> None:
    for number, spec in enumerate(PANES[1:], start=1):
        qtbot.keyClick(on_file, str(number), CTRL)
        assert on_file.pane is not None
        assert on_file.pane.id == spec.id
        assert on_file.sidebar.button(spec.id).isChecked()
    qtbot.keyClick(on_file, Qt.Key.Key_Home, Qt.KeyboardModifier.AltModifier)
    assert on_file.pane is not None
    assert on_file.pane.id == "overview"


def test_clicking_the_sidebar(on_file: MainWindow, qtbot: QtBot) -> None:
    qtbot.mouseClick(on_file.sidebar.button("audit"), Qt.MouseButton.LeftButton)
    assert on_file.pane is not None
    assert on_file.pane.id == "audit"
    assert on_file.sidebar.button("audit").isChecked()
    said = " ".join(label.text() for label in on_file.pane.findChildren(QLabel))
    assert "not part of this version" not in said


def test_badges_are_real_and_never_a_zero_for_unknown(on_file: MainWindow, qtbot: QtBot) -> None:
    memory = on_file.sidebar.button("memory")
    qtbot.waitUntil(lambda: memory.accessibleDescription().startswith("2 live"))
    privacy = on_file.sidebar.button("privacy")
    qtbot.waitUntil(lambda: privacy.accessibleDescription().startswith("0 open requests"))
    recall = on_file.sidebar.button("recall")
    qtbot.waitUntil(lambda: recall.accessibleDescription().startswith("0 prompts"))
    tasks = on_file.sidebar.button("tasks")
    qtbot.waitUntil(lambda: tasks.accessibleDescription().startswith("0 open tasks"))
    with qtbot.waitSignal(on_file.session.scope_changed):
        on_file.session.set_scope(CAROL)
    qtbot.waitUntil(lambda: memory.accessibleDescription().startswith("1 live"))


def test_read_only_is_quiet_and_writing_stands_out(on_file: MainWindow, qtbot: QtBot) -> None:
    chip = on_file.top_bar.mode
    assert "Read-only" in chip.text()
    assert chip.property("role") == "chip"
    with qtbot.waitSignal(on_file.session.file_changed):
        on_file.commands.actions["file.enable_writing"].trigger()
    assert "Writing enabled" in chip.text()
    assert chip.property("role") == "mode-write"


def test_the_last_pane_and_the_geometry_are_remembered(
    make_window: Callable[[], MainWindow], memory_file: Path, qtbot: QtBot
) -> None:
    first = showing(make_window(), qtbot, memory_file)
    first.show_pane("audit")
    first.resize(1100, 700)
    first.close()
    second = showing(make_window(), qtbot, memory_file)
    assert second.pane is not None
    assert second.pane.id == "audit"
    # The offscreen screen is 800 wide, so Qt brings the width back to the smallest one.
    assert second.height() == 700


def test_the_window_fits_a_projector(on_file: MainWindow, qtbot: QtBot) -> None:
    on_file.resize(800, 500)
    assert on_file.size() == QSize(1024, 640)


def test_zoom_and_theme_take_effect_at_once(on_file: MainWindow, qtbot: QtBot, qapp: QApplication) -> None:
    width = on_file.sidebar.sizeHint().width()
    qtbot.keyClick(on_file, "+", CTRL)
    assert theme().zoom == 110
    assert on_file.sidebar.sizeHint().width() > width
    qtbot.keyClick(on_file, "0", CTRL)
    assert theme().zoom == 100
    qtbot.keyClick(on_file, "-", CTRL)
    assert theme().zoom == 90
    on_file.commands.actions["view.theme_dark"].trigger()
    assert theme().dark
    assert on_file.session.settings.theme == "dark"
    on_file.commands.actions["view.theme_light"].trigger()
    assert not theme().dark


def test_a_banner_is_shown_acts_and_goes(on_file: MainWindow, qtbot: QtBot) -> None:
    acted: list[int] = []
    banner = Banner("b", "warn", "Something lasts.", Offer("Mend it", lambda: acted.append(1)))
    on_file.session.show_banner(banner)
    assert on_file.banners.isVisible()
    button = next(b for b in on_file.banners.findChildren(QPushButton) if b.text() == "Mend it")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert acted == [1]
    on_file.session.drop_banner("b")
    assert not on_file.banners.isVisible()


def test_a_toast_offers_undo_and_goes_by_itself(on_file: MainWindow, qtbot: QtBot) -> None:
    undone: list[int] = []
    toast = on_file.toast
    on_file.session.toasted.emit(Toast("Confirmed #3", lambda: undone.append(1)))
    assert toast.isVisible()
    button = toast.findChildren(QPushButton)[0]
    assert button.text() == "Undo"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert undone == [1]
    assert not toast.isVisible()
    on_file.session.toast("Copied")
    assert toast.isVisible()
    assert not button.isVisible()
    qtbot.waitUntil(lambda: not toast.isVisible(), timeout=6000)


def test_undo_names_the_act(writable: MainWindow, qtbot: QtBot) -> None:
    session = writable.session
    fact = session.records().facts()[0]
    with qtbot.waitSignal(session.changed):
        session.act(lambda: session.records().confirm(fact.id), says=lambda _: "Confirmed #2")
    undo = writable.commands.actions["edit.undo"]
    assert undo.text() == "Undo: Confirmed #2"
    with qtbot.waitSignal(session.changed):
        qtbot.keyClick(writable, "z", CTRL)
    assert undo.text() == "Undo"
    assert not undo.isEnabled()


def test_progress_appears_for_long_work_and_can_be_stopped(on_file: MainWindow, qtbot: QtBot) -> None:
    def count(token: object) -> None:
        done = 0
        while not token.cancelled:  # type: ignore[attr-defined]
            done += 1
            token.progress(done, 10_000_000, "Counting")  # type: ignore[attr-defined]

    on_file.session.jobs.read(count, lambda _: None)
    qtbot.waitUntil(on_file.progress.isVisible)
    cancel = on_file.progress.findChildren(QPushButton)[0]
    qtbot.mouseClick(cancel, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not on_file.progress.isVisible())


def test_quick_work_shows_no_progress(on_file: MainWindow, qtbot: QtBot) -> None:
    on_file.session.jobs.read(lambda token: token.progress(1, 2, "x"), lambda _: None)
    qtbot.waitUntil(on_file.session.jobs.idle)
    assert not on_file.progress.isVisible()


@pytest.mark.parametrize("answer", ["store", "nothing"])
def test_opening_asks_for_a_file(
    window: MainWindow,
    qtbot: QtBot,
    memory_file: Path,
    monkeypatch: pytest.MonkeyPatch,
    answer: str,
) -> None:
    path = memory_file if answer == "store" else None
    monkeypatch.setattr(file_dialogs, "ask_open", lambda parent, title: path)
    qtbot.keyClick(window, "o", CTRL)
    qtbot.waitUntil(window.session.jobs.idle)
    assert window.session.path == path


def test_dropping_a_store_opens_it(window: MainWindow, qtbot: QtBot, memory_file: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(memory_file))])
    enter = QDragEnterEvent(
        QPoint(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier(0)
    )
    window.dragEnterEvent(enter)
    assert enter.isAccepted()
    drop = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier(0)
    )
    with qtbot.waitSignal(window.session.file_changed):
        window.dropEvent(drop)
    assert window.session.path == memory_file


def test_the_freshness_is_no_switch_but_a_menu(on_file: MainWindow, qtbot: QtBot) -> None:
    chip = on_file.top_bar.freshness
    assert [made.objectName() for made in chip.menu().actions()] == ["view.pause", "view.refresh"]
    on_file.commands.actions["view.pause"].trigger()
    assert on_file.session.paused
    assert chip.accessibleName().startswith("paused")
    on_file.commands.actions["view.pause"].trigger()
    assert not on_file.session.paused


def test_a_narrow_window_with_large_text_still_says_whose_memory_it_is(
    on_file: MainWindow, qapp: QApplication, qtbot: QtBot
) -> None:
    on_file.resize(1024, 640)
    theme().apply(qapp, "light", 200)
    qtbot.waitUntil(lambda: on_file.top_bar.freshness.text() == " ▾")
    picker = on_file.top_bar.scopes
    assert "acme / alice" in picker.text()
    qtbot.waitUntil(lambda: picker.width() >= picker.fontMetrics().horizontalAdvance(picker.text()))


def test_resetting_the_demo_is_asked(
    window: MainWindow, qtbot: QtBot, demo_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with qtbot.waitSignal(window.session.file_changed, timeout=20_000):
        window.commands.open_demo()
    asked: list[bool] = []
    monkeypatch.setattr(ResetQuestion, "ask", lambda parent: bool(asked.append(True)))
    before = window.session.store
    window.sidebar.reset_wanted.emit()
    assert asked == [True]
    assert window.session.store is before


def test_the_mark_of_the_demo_tells_of_its_clock(window: MainWindow, qtbot: QtBot, demo_folder: Path) -> None:
    with qtbot.waitSignal(window.session.file_changed, timeout=20_000):
        window.commands.open_demo()
    assert window.session.store is not None
    chip = next(label for label in window.sidebar.findChildren(QLabel) if label.text() == "demo data")
    assert f"which says {day(window.session.store.now())}" in chip.toolTip()


def test_the_start_page_shows_its_words_whole(window: MainWindow) -> None:
    window.resize(1024, 640)
    window.session.show_banner(Banner("x", "danger", "A long sentence about a file. " * 8))
    words = next(label for label in window.start.findChildren(QLabel) if "remembers" in label.text())
    assert words.height() >= words.heightForWidth(words.width())


def test_the_start_page_fits_a_small_window_with_large_text(
    window: MainWindow, qapp: QApplication, qtbot: QtBot
) -> None:
    window.resize(1024, 640)
    theme().apply(qapp, "light", 200)
    page = window.start
    qtbot.waitUntil(lambda: page.demo.window().width() == 1024)

    def inside(button: QPushButton) -> bool:
        return page.rect().contains(button.rect().translated(button.mapTo(page, QPoint(0, 0))))

    qtbot.waitUntil(lambda: all(map(inside, page.findChildren(QPushButton))))
    words = next(label for label in page.findChildren(QLabel) if "remembers" in label.text())
    card = words.parentWidget()
    qtbot.waitUntil(lambda: words.geometry().bottom() < page.demo.mapTo(card, QPoint(0, 0)).y())
    assert words.height() >= words.heightForWidth(words.width())


def dragged(paths: list[Path]) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def test_a_drop_is_a_copy_whatever_is_proposed(window: MainWindow, memory_file: Path) -> None:
    # A file manager deletes what it believes was moved.
    data = dragged([memory_file])
    both = Qt.DropAction.MoveAction | Qt.DropAction.CopyAction
    enter = QDragEnterEvent(QPoint(5, 5), both, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier(0))
    enter.setDropAction(Qt.DropAction.MoveAction)
    window.dragEnterEvent(enter)
    assert enter.isAccepted()
    assert enter.dropAction() is Qt.DropAction.CopyAction
    assert window.drop_veil.isVisible()
    assert window.drop_veil.text == "Drop to open or import support.memory.db"
    window.dragLeaveEvent(QDragLeaveEvent())
    assert not window.drop_veil.isVisible()


def test_two_things_at_once_are_refused_in_words(window: MainWindow, memory_file: Path, qtbot: QtBot) -> None:
    data = dragged([memory_file, memory_file.parent])
    drop = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier(0)
    )
    with qtbot.waitSignal(window.session.toasted) as told:
        window.dropEvent(drop)
    assert "one file or folder at a time" in told.args[0].text
    assert window.session.store is None


def test_dropping_text_is_not_taken(window: MainWindow) -> None:
    data = QMimeData()
    data.setText("hello")
    enter = QDragEnterEvent(
        QPoint(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier(0)
    )
    enter.ignore()
    window.dragEnterEvent(enter)
    assert not enter.isAccepted()


def test_recent_files_that_are_gone_are_greyed(
    make_window: Callable[[], MainWindow], memory_file: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window = make_window()
    window.session.settings.add_recent(memory_file)
    window.session.settings.add_recent(tmp_path / "gone.db")
    window.start.refresh()
    model = window.start.recent_model
    gone, there = model.item(0), model.item(1)
    assert not gone.isEnabled()
    assert there.isEnabled()
    with qtbot.waitSignal(window.session.file_changed):
        window.start.recent_wanted.emit(memory_file)
    assert window.session.path == memory_file


def test_the_demo_opens_on_its_overview(window: MainWindow, qtbot: QtBot, demo_folder: Path) -> None:
    with qtbot.waitSignal(window.session.file_changed, timeout=20_000):
        qtbot.mouseClick(window.start.demo, Qt.MouseButton.LeftButton)
    assert window.pane is not None
    assert window.pane.id == "overview"
    assert "Reset…" in texts(window)
    assert window.commands.actions["file.reset_demo"].isVisible()
    live = window.session.operator.overview(window.session.scope).live  # type: ignore[union-attr, arg-type]
    heading = window.pane.heading  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: f"{live} live records" in heading.line)


def test_menus_hold_every_row_of_the_table_once(on_file: MainWindow) -> None:
    on_file.show_pane("memory")
    assert on_file.pane is not None
    shown = [
        made.objectName()
        for name in MENUS
        for made in on_file.menus.menu(name).actions()
        if made.objectName()
    ]
    assert len(shown) == len(set(shown))
    pane = {made.objectName() for made in on_file.pane.own_actions()}
    wanted = set(on_file.commands.actions) | {id_ for id_ in pane if id_ in shown}
    assert set(shown) == wanted
    on_file.show_pane("audit")
    left = {made.objectName() for made in on_file.menus.menu("record").actions() if made.objectName()}
    assert {id_ for id_ in left if id_.startswith("record.")} == {
        "record.new",
        "record.try_gate",
        "record.runs",
    }
    assert {id_.partition(".")[0] for id_ in left} == {"record", "audit"}


def test_closing_the_file_goes_back_to_the_start(on_file: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(on_file, "w", CTRL)
    assert on_file.pages.currentWidget() is on_file.start
    assert on_file.windowTitle() == "Mnemoscope"


def test_a_person_who_is_chosen_is_shown(on_file: MainWindow, qtbot: QtBot) -> None:
    on_file.session.set_scope(Scope("globex", "carol"))
    assert "globex / carol" in on_file.top_bar.scopes.text()

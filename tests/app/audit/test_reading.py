"""What the Audit pane shows: guide/look.md (Audit), guide/privacy.md 11, issue 7."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.panes.audit import AuditPane, taking_out
from app.session import Session
from app.widgets.key_button import KeyButton
from app.wording import action_word, object_word
from app.wording.journal import _ACTIONS
from core import Store
from core.audit import Action
from tests.app.audit.conftest import Open, column, settle
from tests.app.conftest import ALICE, CAROL


def test_it_lists_who_did_what_to_which_object_and_why(pane: AuditPane) -> None:
    assert column(pane, "action")[:2] == ["forget", "forget"]
    assert column(pane, "actor")[:2] == ["ada", "ada"]
    # Alice is looked at: her reason is told, Carol's is hers alone.
    assert column(pane, "reason")[0] == "by number"
    assert column(pane, "reason")[1] == "asked in ticket 114"
    assert "record #3" in column(pane, "object")
    assert "8 entries  ·  5 about acme / alice" in pane.page.heading.line


def test_nothing_of_another_person_is_on_screen(pane: AuditPane, session: Session, qtbot: QtBot) -> None:
    session.set_scope(CAROL)
    settle(pane, qtbot)
    assert column(pane, "reason")[0] == "asked by phone"
    assert "asked in ticket 114" not in column(pane, "reason")
    assert "3 about globex / carol" in pane.page.heading.line


def test_the_detail_stands_between_its_neighbours(pane: AuditPane, qtbot: QtBot) -> None:
    pane.show_entry(7)
    settle(pane, qtbot)
    detail = pane.page.detail
    assert detail.link is not None
    assert detail.link.entry.seq == 7
    assert detail.facts.values()["About"] == "acme / alice"
    chain = detail.chain.values()
    assert (chain["Before it"], chain["After it"]) == ("#6", "#8")
    assert chain["Previous"] == detail.link.before.hash.hex() if detail.link.before else False
    detail.chain.linked.emit(6)
    settle(pane, qtbot)
    assert pane.page.list.table.current_id() == 6


def test_filters_narrow_and_can_be_cleared(pane: AuditPane, qtbot: QtBot) -> None:
    filters = pane.page.filters
    filters.action.setCurrentIndex(filters.action.findData("forget"))
    settle(pane, qtbot)
    assert column(pane, "entry") == ["#8", "#7"]
    filters.person.setCurrentIndex(1)
    settle(pane, qtbot)
    assert column(pane, "entry") == ["#7"]
    assert "1 match" in pane.page.heading.line
    filters.object.setCurrentIndex(filters.object.findData("scope"))
    settle(pane, qtbot)
    assert pane.page.list.states.page.title == "No entry matches"
    pane.page.list.states.page.press()
    settle(pane, qtbot)
    assert len(column(pane, "entry")) == 8


def test_words_of_a_reason_look_through_one_person(pane: AuditPane, qtbot: QtBot) -> None:
    qtbot.keyClicks(pane.page.filters.words, "asked")
    settle(pane, qtbot)
    assert column(pane, "entry") == ["#7"]
    assert pane.page.filters.person.currentIndex() == 1


def test_entries_of_others_appear_by_themselves(
    pane: AuditPane, session: Session, path: Path, qtbot: QtBot
) -> None:
    with Store.open(path) as store:
        store.partition(ALICE).records.remember("Alice reads in the train.", source="user:t3")
    session.refresh()
    # Opening for writing also finishes what the two deletions left to scrub, with entries of its own.
    qtbot.waitUntil(lambda: column(pane, "action")[:1] == ["store"])
    settle(pane, qtbot)
    assert f"{len(column(pane, 'entry'))} entries" in pane.page.heading.line
    assert pane.page.head.toolTip()


def test_the_record_of_an_entry_opens_in_memory(pane: AuditPane, session: Session, qtbot: QtBot) -> None:
    pane.show_entry(4)
    settle(pane, qtbot)
    with qtbot.waitSignal(session.record_wanted) as asked:
        pane.run("audit.open")
    assert asked.args == [3]


def test_keys(pane: AuditPane, qtbot: QtBot) -> None:
    table = pane.page.list.table
    table.setFocus()
    first = table.current_id()
    qtbot.keyClick(table, Qt.Key.Key_J)
    assert table.current_id() == (first or 0) - 1
    qtbot.keyClick(table, Qt.Key.Key_K)
    assert table.current_id() == first
    qtbot.keyClick(table, Qt.Key.Key_H)
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("#8 ")
    assert len(copied) == len("#8 ") + 64


@pytest.mark.parametrize("suffix", [".csv", ".json", ".jsonl"])
def test_export_writes_what_is_listed(
    pane: AuditPane, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, suffix: str
) -> None:
    target = tmp_path / f"j{suffix}"
    monkeypatch.setattr(taking_out, "ask_file", lambda parent, name: target)
    pane.page.filters.person.setCurrentIndex(1)
    settle(pane, qtbot)
    with qtbot.waitSignal(pane.session.toasted) as told:
        pane.run("audit.export")
    assert str(target) in told.args[0].text
    assert "#8" in told.args[0].text
    text = target.read_text(encoding="utf-8")
    assert "asked in ticket 114" in text
    assert "asked by phone" not in text
    if suffix == ".json":
        assert len(json.loads(text)["entries"]) == 5


def test_reasons_stay_when_everybody_is_exported(
    pane: AuditPane, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    target = tmp_path / "j.json"
    monkeypatch.setattr(taking_out, "ask_file", lambda parent, name: target)
    with qtbot.waitSignal(pane.session.toasted):
        pane.run("audit.export")
    text = target.read_text(encoding="utf-8")
    assert len(json.loads(text)["entries"]) == 8
    assert "asked" not in text


def test_an_export_that_cannot_be_written_says_so(
    pane: AuditPane, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(taking_out, "ask_file", lambda parent, name: tmp_path / "none" / "j.csv")
    with qtbot.waitSignal(pane.session.act_failed):
        pane.run("audit.export")


def test_without_a_file_it_says_what_to_do(session: Session, qtbot: QtBot) -> None:
    pane = AuditPane(session)
    qtbot.addWidget(pane)
    pane.show()
    pane.activate()
    assert pane.page.list.states.page.title == "No file is open"
    assert pane.handles("audit.verify") is None


def test_another_file_shows_nothing_of_the_one_before(
    open_pane: Open, session: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    pane = open_pane()
    pane.verifying.start()
    settle(pane, qtbot)
    other = tmp_path / "other.db"
    Store.open(other).close()
    with qtbot.waitSignal(session.file_changed):
        session.open(other, "read-only")
    settle(pane, qtbot)
    assert column(pane, "entry") == []
    assert pane.verifying.checked is None
    assert "not checked" in pane.page.state.text()
    assert pane.page.list.states.page.title == "Nothing was done yet"


@pytest.mark.parametrize("action", list(Action))
def test_every_action_has_a_word(action: Action) -> None:
    assert action in _ACTIONS
    assert action_word(action) == _ACTIONS[action]


def test_a_name_out_of_a_tampered_file_is_no_word_of_the_program() -> None:
    assert action_word("erase everything <now>") == object_word("\u202eevil") == "unknown"


def test_the_links_of_the_detail_are_reached_on_the_way_down(pane: AuditPane, qtbot: QtBot) -> None:
    """From the list into the detail, through its links in the order they are read, then to the foot."""
    pane.show_entry(3)
    settle(pane, qtbot)
    detail = pane.page.detail
    expected = [*detail.facts.links, *detail.chain.links]
    assert [button.text() for button in detail.chain.links] == ["#2", "#4"]
    # Once more after a redraw: the buttons are other ones then.
    detail.chain._draw()  # noqa: SLF001
    settle(pane, qtbot)
    expected = [*detail.facts.links, *detail.chain.links]
    met: list[object] = []
    widget = pane.page.list.table
    while (widget := widget.nextInFocusChain()) is not pane.page.list.table:
        if widget.isVisible() and widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            met.append(widget)
    places = [met.index(button) for button in expected]
    assert places == sorted(places)
    foot = next(place for place, each in enumerate(met) if isinstance(each, KeyButton) and place > places[-1])
    assert all(isinstance(each, KeyButton) is False for each in met[: places[-1]])
    assert foot == places[-1] + 1

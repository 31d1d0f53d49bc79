"""One record: always in the same order, with everything that explains it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.panes.memory import MemoryPane
from app.panes.memory.record_window import RecordWindow
from app.widgets.difference import Difference
from core import Store
from tests.app.memory.conftest import NOW, settle


def test_order_of_the_parts_never_changes(pane: MemoryPane, qtbot: QtBot) -> None:
    pane.reveal(3)
    settle(pane, qtbot)
    detail = pane.page.detail
    parts = [
        detail.text,
        detail.identity,
        detail.origin,
        detail.times,
        detail.history,
        detail.usage,
        detail.technical,
    ]
    tops = [part.mapTo(detail, part.rect().topLeft()).y() for part in parts]
    assert tops == sorted(tops)
    assert list(detail.identity.values()) == ["Kind", "Key"]
    assert list(detail.origin.values()) == ["Source", "Trust"]


def test_a_fact_tells_source_trust_times_and_versions(pane: MemoryPane, qtbot: QtBot) -> None:
    pane.reveal(3)
    settle(pane, qtbot)
    detail = pane.page.detail
    assert detail.origin.values() == {"Source": "user:turn-29", "Trust": "user (3 of 4)"}
    assert detail.times.values()["Expires"] == "never"
    assert detail.times.values()["State"] == "current"
    assert detail.technical.values()["Replaces"] == "#2"
    assert detail.usage.text() == "In no prompt so far."


def test_used_in_names_the_conversations_and_their_prompts(pane: MemoryPane, qtbot: QtBot) -> None:
    with Store.open(pane.session.path, "read-write") as store:
        alice = store.partition(pane.session.scope)
        wanted = alice.records.remember(
            "The xylophone lesson is on Tuesdays.", key="xylophone_lesson", source="user:turn-90"
        ).record
        assert wanted is not None
        for id_ in ("c-one", "c-two"):
            alice.conversation(id_).add("user", "When is the xylophone lesson?")
            prompts = [alice.prompt(id_) for _ in range(2 if id_ == "c-one" else 1)]
            assert all("xylophone lesson is on Tuesdays" in str(prompt.messages) for prompt in prompts)
        used = store.operator("ada").used_in(pane.session.scope, wanted.id)
    assert {conversation for conversation, _ in used} == {"c-one", "c-two"}
    pane.session.refresh()
    settle(pane, qtbot)
    pane.reveal(wanted.id)
    settle(pane, qtbot)
    first = ", ".join(str(prompt) for conversation, prompt in used if conversation == "c-one")
    second = next(prompt for conversation, prompt in used if conversation == "c-two")
    word = "prompts" if "," in first else "prompt"
    assert pane.page.detail.usage.text() == f"c-one: {word} {first}\nc-two: prompt {second}"


def test_history_shows_each_change_with_words_and_who(pane: MemoryPane, qtbot: QtBot) -> None:
    pane.reveal(3)
    settle(pane, qtbot)
    history = pane.page.detail.history
    differences = [view.shown() for view in history.findChildren(Difference)]
    assert differences == [
        ("The fiscal year starts in July.", "The fiscal year starts in October."),
        ("The fiscal year starts in April.", "The fiscal year starts in July."),
    ]
    texts = [label.text() for label in history.findChildren(QLabel)]
    assert "v3 now" in texts
    assert {"user:turn-29", "user:turn-9"} <= set(texts)


def test_an_older_version_is_one_press_away(pane: MemoryPane, qtbot: QtBot) -> None:
    pane.reveal(3)
    settle(pane, qtbot)
    pane.page.detail.history.asked.emit(1)
    settle(pane, qtbot)
    assert pane.record is not None
    assert pane.record.id == 1
    assert pane.page.detail.times.values()["State"] == "superseded"
    assert "Believed until" in pane.page.detail.times.values()


def test_an_episode_shows_outcome_and_tags(pane: MemoryPane, qtbot: QtBot) -> None:
    pane.reveal(4)
    settle(pane, qtbot)
    values = pane.page.detail.identity.values()
    assert values["Outcome"] == "success"
    assert values["Tags"] == "vendors"


def test_json_is_indented(pane: MemoryPane, qtbot: QtBot) -> None:
    pane.reveal(6)
    settle(pane, qtbot)
    assert pane.page.detail.text.view.shown_text().splitlines()[1] == '  "city": "Berlin",'
    assert pane.page.detail.technical.values()["Content"] == "JSON"


def test_as_of_shows_what_was_believed_then(pane: MemoryPane, qtbot: QtBot) -> None:
    pane.reveal(1)
    settle(pane, qtbot)
    assert pane.record is not None
    moment = pane.record.recorded_at + timedelta(seconds=1)
    pane.page.filter.clear()
    pane.look_at(moment)
    settle(pane, qtbot)
    assert list(pane.page.list.model.ids) == [1]
    assert pane.record.state.value == "current"
    assert "what was believed then" in pane.page.moment.text
    assert pane.handles("memory.correct") is None
    pane.update_actions()
    assert "back to now" in pane.action("memory.correct").toolTip()
    assert not pane.action("memory.forget").isEnabled()
    pane.page.moment.pressed.emit()
    settle(pane, qtbot)
    assert pane.page.moment.text == ""
    assert len(pane.page.list.model.ids) == 4
    assert pane.handles("memory.forget") is not None


def test_before_the_first_record_nothing_was_believed(pane: MemoryPane, qtbot: QtBot) -> None:
    pane.look_at(NOW - timedelta(days=300))
    settle(pane, qtbot)
    states = pane.page.list.states
    assert states.page.title == "Nothing was believed then"
    states.page.press()
    settle(pane, qtbot)
    assert pane.as_of is None


def test_the_moment_is_asked_for(pane: MemoryPane, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = NOW - timedelta(days=1)
    monkeypatch.setattr("app.panes.memory.pane.AsOfDialog.ask", lambda *_: wanted)
    pane.run("memory.as_of")
    settle(pane, qtbot)
    assert pane.as_of == wanted


def test_a_record_opens_in_a_window_of_its_own_and_closes_with_the_person(
    pane: MemoryPane, qtbot: QtBot
) -> None:
    pane.reveal(3)
    settle(pane, qtbot)
    pane.run("memory.open")
    settle(pane, qtbot)
    windows = [w for w in QApplication.topLevelWidgets() if isinstance(w, RecordWindow)]
    assert [window.windowTitle() for window in windows] == ["Record #3"]
    assert windows[0].detail.record is not None
    pane.session.close_file()
    qtbot.waitUntil(lambda: not any(isinstance(w, RecordWindow) for w in QApplication.topLevelWidgets()))


def test_several_selected_rows_are_told_apart(pane: MemoryPane, qtbot: QtBot) -> None:
    pane.page.list.table.selectAll()
    settle(pane, qtbot)
    assert "4 selected" in pane.page.line
    assert "act on all of them" in pane.page.detail.strip.text

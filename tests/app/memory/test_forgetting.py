"""Only what was listed goes, and it is said what stands afterwards."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.notices import Toast
from app.panes.memory import MemoryPane
from app.panes.memory.forget_dialog import Again, Choice, Decision, ForgetDialog
from app.session import Session
from core import Store
from tests.app.memory.conftest import ALICE, settle

ASK = "app.panes.memory.forgetting.ForgetDialog.ask"


def somebody_writes(session: Session) -> None:
    assert session.path is not None
    with Store.open(session.path, "read-write") as store:
        store.partition(ALICE).records.remember(
            "The fiscal year starts in May.", key="fiscal_year_start", source="user:turn-99"
        )


@pytest.mark.parametrize("action", ["memory.forget", "memory.forget_source"])
def test_what_came_while_the_dialog_was_open_is_asked_about_anew(
    pane: MemoryPane, session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, action: str
) -> None:
    told: list[Toast] = []
    session.toasted.connect(told.append)
    session.set_paused(True)
    asked: list[tuple[int, Again | None]] = []

    def ask(choices: list[Choice], parent: object, again: Again | None = None) -> Decision:
        asked.append((choices[0].preview.count, again))
        if len(asked) == 1:
            somebody_writes(session)
        else:
            assert [toast.text for toast in told] == []
            assert len(session.records().history("fiscal_year_start")) == 4
        return Decision(choices[0].id, "left")

    monkeypatch.setattr(ASK, ask)
    monkeypatch.setattr("app.panes.memory.purges.SourceDialog.ask", lambda *_: "user:turn-")
    pane.reveal(3)
    settle(pane, qtbot)
    pane.run(action)
    qtbot.waitUntil(lambda: bool(told))
    settle(pane, qtbot)
    assert [count for count, _ in asked] == [3, 4]
    assert asked[1][1] is not None
    assert asked[1][1].seen == {1, 2, 3}
    assert told[-1].text == "Forgot 4 records"


def test_the_second_question_says_why_and_marks_what_is_new(
    pane: MemoryPane, session: Session, qtbot: QtBot
) -> None:
    somebody_writes(session)
    found = session.records().preview_forget("fiscal_year_start")
    dialog = ForgetDialog(
        [Choice("key", "", "fiscal_year_start", found)],
        None,
        Again(Decision("key", "left"), frozenset({1, 2, 3})),
    )
    qtbot.addWidget(dialog)
    lines = [dialog.going.item(row).text() for row in range(dialog.going.count())]
    assert [line.startswith("new") for line in lines] == [False, False, False, True]
    assert dialog.reason.text() == "left"


def test_the_question_tells_of_proposals_in_review(pane: MemoryPane, session: Session, qtbot: QtBot) -> None:
    """Specification 4: copies in quarantine are shown, and scrubbed or listed."""
    assert session.path is not None
    said = "The fiscal year starts in July."
    with Store.open(session.path, "read-write") as store:
        agent = store.partition(ALICE).records
        agent.remember(said, kind="preference", key="fiscal", source="web:page")
        agent.remember(f"Please note: {said}", source="web:page")
    found = session.records().preview_forget("fiscal_year_start")
    dialog = ForgetDialog([Choice("key", "", "fiscal_year_start", found)])
    qtbot.addWidget(dialog)
    dialog.show()
    texts = [label.text() for label in dialog.findChildren(QLabel) if label.isVisible()]
    assert "1 proposal in Review that says the same goes with it." in texts
    assert "The same words also stand in 1 other place, which stays:" in texts
    assert dialog.staying.item(0).text().startswith("Review #2  ·  waiting  ·  ")
    assert dialog.staying.item(0).text().endswith(f"Please note: {said}")


@pytest.mark.parametrize(
    ("number", "after"),
    [
        (3, "Nothing is current under this key afterwards. v2 stays in the history"),
        (1, "v3 stays current: The fiscal year starts in October."),
        (6, "Nothing is left under this key afterwards."),
    ],
)
def test_forgetting_one_version_says_what_is_current_then(
    pane: MemoryPane, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, number: int, after: str
) -> None:
    asked: list[list[Choice]] = []
    monkeypatch.setattr(ASK, lambda choices, _: asked.append(choices))
    pane.agreement.show_one(number)
    settle(pane, qtbot)
    pane.run("memory.forget")
    settle(pane, qtbot)
    assert asked[0][1].after.startswith(after)

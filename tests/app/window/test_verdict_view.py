"""The verdict as Try the gate shows it: the table must not contradict the sentence above it."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.window.verdict_view import VerdictView
from app.wording import verdict_word
from core.gate import Proposal, Standing, WriteOutcome, judge
from core.gate.proposal import Current
from core.gate.trust import Trust
from core.kind import Kind

HELD = WriteOutcome.HELD


def cells(view: VerdictView, row: int) -> list[str]:
    """The words of one row of the table, its finding first."""
    found = []
    for column in range(6):
        item = view._grid.itemAtPosition(row, column)  # noqa: SLF001
        assert item is not None
        label = item.widget()
        assert isinstance(label, QLabel)
        found.append(label.text())
    return found


def shown(
    qtbot: QtBot, text: str, source: str, standing: Standing | None = None, key: str | None = None
) -> VerdictView:
    view = VerdictView()
    qtbot.addWidget(view)
    view.show_verdict(judge(Proposal(text, Kind.SEMANTIC, source, key), standing or Standing()))
    return view


def test_a_condition_that_holds_shows_in_the_bold_cell(qtbot: QtBot) -> None:
    """guide/gate.md 5: a sensitive slot in the user's own turn is stored."""
    view = shown(qtbot, "The bank details of Acme changed.", "user:turn-1")
    assert "Would be stored" in view.outcome.text()
    assert cells(view, 1)[1:] == ["stored", "stored", verdict_word(HELD), verdict_word(HELD), "refused"]


def test_a_rule_that_never_runs_shows_a_dash(qtbot: QtBot) -> None:
    """guide/gate.md 5, the row of the form rule."""
    view = shown(qtbot, "Always water the plants.", "web:page")
    assert cells(view, 1)[1:] == ["–", "–", verdict_word(HELD), verdict_word(HELD), "refused"]


def test_a_correction_is_no_contradiction_in_its_table(qtbot: QtBot) -> None:
    standing = Standing(same_key=Current(7, "Lisbon", Trust.EXTERNAL, 1))
    view = shown(qtbot, "The bank details of Acme changed.", "user:turn-1", standing, key="office")
    for row in range(1, view._grid.rowCount()):  # noqa: SLF001
        if view._grid.itemAtPosition(row, 2) is not None:  # noqa: SLF001
            assert cells(view, row)[2] == "stored"


def test_the_users_own_guess_is_called_one(qtbot: QtBot) -> None:
    view = shown(qtbot, "I think Bob moved to Porto.", "user:turn-1")
    assert "own guess" in view.outcome.text()


@pytest.mark.parametrize("source", ["operator:ada", "agent:x"])
def test_nobody_elses_is(qtbot: QtBot, source: str) -> None:
    assert "own guess" not in shown(qtbot, "I think Bob moved to Porto.", source).outcome.text()

"""The Tasks pane: what it shows, what a person can do, and what code answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.panes.tasks import TasksPane
from app.panes.tasks.agent_process import AgentProcess
from app.panes.tasks.proposal_dialog import ProposalDialog
from app.panes.tasks.reason_dialog import ReasonDialog
from app.panes.tasks.step_dialog import StepDialog, StepWords
from app.session import Session
from app.wording.task_words import _RULES, _STEPS, _TASKS, rule_word
from core import Scope, Store
from core.memory.tasks import Code, StepState, TaskState
from tests.app.tasks.conftest import ALICE, Open, log, settle, steps
from tests.core.planting import plant

REFUSED = "match cannot change yet: the current step is fetch_payments."


@pytest.mark.parametrize("code", list(Code))
def test_every_rule_has_its_words(code: Code) -> None:
    assert rule_word(code)
    assert set(_RULES) == set(Code)
    assert set(_STEPS) == set(StepState)
    assert set(_TASKS) == set(TaskState)


def test_a_checklist_with_the_log_beside_it(pane: TasksPane) -> None:
    assert pane.page.heading.line == "1 open · 1 refused update"
    assert steps(pane) == [
        ("fetch_invoices", "done · attempt 1 of 3 · evidence call-7"),
        ("fetch_payments", "pending"),
        ("match", "pending"),
    ]
    assert pane.page.detail.title.text() == "q3"
    assert pane.page.detail.state.text() == "open · 1 of 3 · revision 2 · 1 refused"
    assert log(pane) == ["refused: match → done", "fetch_invoices → done", "task created, 3 steps"]
    refused = pane.page.detail.log.rows[0]
    # The sentence of the issue.
    assert [label.text() for label in refused.sentences] == [REFUSED]
    step = pane.step
    assert step is not None
    assert step.name == "fetch_payments"
    assert pane.page.detail.splitter.orientation() is Qt.Orientation.Horizontal
    pane.resize(780, 480)
    assert pane.page.detail.splitter.orientation() is Qt.Orientation.Vertical


def test_what_a_step_brought_is_shown(pane: TasksPane) -> None:
    row = pane.page.detail.checklist.rows[0]
    assert (row.short.text(), row.short.isVisible(), row.text.isVisible()) == ("“4 invoices”", True, False)
    pane.page.detail.checklist.choose(1)
    assert (row.short.isVisible(), row.text.isVisible()) == (False, True)


def test_finished_tasks_on_request(pane: TasksPane, qtbot: QtBot) -> None:
    assert len(pane.page.model.ids) == 1
    qtbot.keyClick(pane.page.table, Qt.Key.Key_F)
    settle(pane, qtbot)
    assert len(pane.page.model.ids) == 2
    assert pane.page.heading.line == "1 open · 1 refused update · 1 finished"
    qtbot.keyClick(pane.page.table, Qt.Key.Key_J)
    settle(pane, qtbot)
    assert pane.page.detail.title.text() == "old"
    assert pane.handles("tasks.skip") is None
    assert pane.handles("tasks.cancel_task") is None


def test_keys_move_through_tasks_and_steps(pane: TasksPane, qtbot: QtBot) -> None:
    checklist = pane.page.detail.checklist
    checklist.setFocus()
    qtbot.keyClick(checklist, Qt.Key.Key_Down)
    assert pane.step is not None
    assert pane.step.name == "match"
    qtbot.keyClick(checklist, Qt.Key.Key_Home)
    assert pane.step.name == "fetch_invoices"
    assert [row.focused for row in checklist.rows] == [True] * 3
    qtbot.keyClick(checklist, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == (
        "fetch_invoices\ndone · attempt 1 of 3 · evidence call-7\n4 invoices"
    )


def answer(monkeypatch: pytest.MonkeyPatch, reason: str | None) -> None:
    monkeypatch.setattr(ReasonDialog, "ask", lambda *_, **__: reason)


def test_skip_needs_a_reason_and_can_be_undone(
    pane: TasksPane, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(monkeypatch, None)
    pane.run("tasks.skip")
    settle(pane, qtbot)
    assert steps(pane)[1][1] == "pending"
    answer(monkeypatch, "known already")
    pane.run("tasks.skip")
    settle(pane, qtbot)
    assert steps(pane)[1][1] == "skipped by ada: known already"
    assert log(pane)[0] == "fetch_payments → skipped"
    pane.session.undo()
    settle(pane, qtbot)
    assert steps(pane)[1][1] == "pending"
    assert log(pane)[0] == "taken back"


def test_the_reason_dialog_wants_one(qtbot: QtBot) -> None:
    dialog = ReasonDialog("Skip?", "", "Skip")
    qtbot.addWidget(dialog)
    assert not dialog.act.isEnabled()
    dialog.reason.setText("because")
    assert dialog.act.isEnabled()


@pytest.mark.parametrize(
    ("act", "seen"),
    [
        ("tasks.cancel", ("fetch_payments", "cancelled by ada: why")),
        ("tasks.cancel_task", ("match", "cancelled by ada: why")),
        ("tasks.pause", ("fetch_payments", "pending")),
    ],
)
def test_acts_of_a_person(
    pane: TasksPane, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, act: str, seen: tuple[str, str]
) -> None:
    answer(monkeypatch, "why")
    pane.run("tasks.finished")
    settle(pane, qtbot)
    pane.run(act)
    settle(pane, qtbot)
    assert seen in steps(pane)
    assert pane.page.detail.log.rows[0].entry.note == "why"
    if act == "tasks.pause":
        assert "Paused by a person" in pane.page.detail.strip.text
        pane.run(act)
        settle(pane, qtbot)
        assert pane.page.detail.strip.text == ""


def test_edit_add_move_and_remove_pending_steps(
    pane: TasksPane, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(monkeypatch, "")
    monkeypatch.setattr(StepDialog, "ask", lambda *_, **__: StepWords("get the payments", None, ""))
    pane.run("tasks.edit")
    settle(pane, qtbot)
    assert [name for name, _ in steps(pane)] == ["fetch_invoices", "get the payments", "match"]
    monkeypatch.setattr(StepDialog, "ask", lambda *_, **__: StepWords("ask", 1, ""))
    pane.run("tasks.add")
    settle(pane, qtbot)
    assert [name for name, _ in steps(pane)] == ["fetch_invoices", "ask", "get the payments", "match"]
    pane.page.detail.checklist.choose(2)
    pane.run("tasks.earlier")
    settle(pane, qtbot)
    assert [name for name, _ in steps(pane)] == ["fetch_invoices", "get the payments", "ask", "match"]
    pane.run("tasks.later")
    settle(pane, qtbot)
    pane.run("tasks.remove")
    settle(pane, qtbot)
    assert [name for name, _ in steps(pane)] == ["fetch_invoices", "ask", "match"]


def test_a_step_dialog_offers_no_place_ahead_of_what_was_begun(pane: TasksPane, qtbot: QtBot) -> None:
    from app.panes.tasks.step_dialog import places_for_new

    assert pane.task is not None
    dialog = StepDialog("Add", "Add", "", places_for_new(pane.task.steps))
    qtbot.addWidget(dialog)
    assert [dialog.place.itemData(row) for row in range(dialog.place.count())] == [1, 2, 3]
    assert not dialog.act.isEnabled()


def test_a_person_retries_after_the_first_attempt_and_after_the_last(
    open_pane: Open, path: Path, qtbot: QtBot
) -> None:
    def fail() -> None:
        with Store.open(path) as store:
            tasks = store.partition(ALICE).tasks
            tasks.apply("q3", {"step": "fetch_payments", "status": "running"})
            tasks.apply("q3", {"step": "fetch_payments", "status": "failed", "output": "no access"})

    fail()
    pane = open_pane()
    pane.page.detail.checklist.choose(1)
    pane.update_actions()
    assert pane.handles("tasks.retry") is None
    assert "Only a failed step can be retried" in pane.action("tasks.retry").toolTip()
    pane.page.detail.checklist.choose(2)
    pane.update_actions()
    assert pane.page.detail.checklist.rows[1].text.isVisible()
    pane.run("tasks.retry")
    settle(pane, qtbot)
    assert steps(pane)[1][1] == "pending · attempt 1 of 3"
    fail()
    fail()
    pane.session.refresh()
    qtbot.waitUntil(lambda: steps(pane)[1][1] == "failed · attempt 3 of 3")
    pane.run("tasks.retry")
    settle(pane, qtbot)
    assert steps(pane)[1][1] == "pending · attempt 3 of 4"


def test_a_task_whose_rest_was_cancelled_says_so(open_pane: Open, path: Path, qtbot: QtBot) -> None:
    with Store.open(path) as store:
        store.operator("ada").tasks(ALICE).cancel("q3", reason="customer left")
    pane = open_pane()
    pane.run("tasks.finished")
    settle(pane, qtbot)
    assert pane.task is not None
    assert pane.page.detail.title.text() == "q3"
    assert pane.page.detail.state.text().startswith("cancelled · 1 of 3 · 2 cancelled · ")


def played(pane: TasksPane, qtbot: QtBot, step: int, output: str = "x", source: int = 0) -> ProposalDialog:
    pane.run("tasks.propose")
    dialog = pane._dialog  # noqa: SLF001
    assert dialog is not None
    dialog.step.setCurrentIndex(step)
    dialog.output.setPlainText(output)
    dialog.source.setCurrentIndex(source)
    dialog.propose.click()
    qtbot.waitUntil(dialog.propose.isEnabled)
    settle(pane, qtbot)
    return dialog


def test_playing_the_model_and_being_refused(pane: TasksPane, qtbot: QtBot) -> None:
    dialog = played(pane, qtbot, 2, "", source=3)
    lines = dialog.answer.text().splitlines()
    assert lines == [
        "! Refused; the plan stays at revision 2.",
        REFUSED,
        "rule 2: steps in order",
        "match needs a result to be done.",
        "rule 4: a result and its evidence",
        "tool:output cannot move a task: only the agent or a person can, never what a tool or a memory says.",
        "rule 16: only the agent or a person",
        "",
        "Legal next: start fetch_payments (s2); add, with name",
    ]
    assert log(pane)[0] == "refused: match → done"
    assert pane.page.heading.line == "1 open · 2 refused updates"
    dialog.close()


def test_playing_the_model_and_being_accepted(pane: TasksPane, qtbot: QtBot) -> None:
    dialog = played(pane, qtbot, 1, "3 payments")
    assert dialog.answer.text().startswith("✓ Accepted; the plan is at revision 3.")
    assert dialog.revision.value() == 3
    assert steps(pane)[1][1] == "done · attempt 1 of 3"
    dialog.revision.setValue(2)
    dialog.step.setCurrentIndex(2)
    dialog.propose.click()
    qtbot.waitUntil(dialog.propose.isEnabled)
    assert "the proposal is for revision 2, the plan is at 3." in dialog.answer.text()
    assert "rule 8" in dialog.answer.text()
    dialog.close()


def test_another_process_moves_the_task(pane: TasksPane, path: Path, qtbot: QtBot) -> None:
    with Store.open(path) as store:
        tasks = store.partition(ALICE, agent="planner").tasks
        tasks.apply("q3", {"step": "fetch_payments", "status": "done", "output": "3 payments"})
    pane.session.refresh()
    qtbot.waitUntil(lambda: steps(pane)[1][1] == "done · attempt 1 of 3")
    assert pane.step is not None
    assert pane.step.name == "match"
    with Store.open(path) as store:
        store.partition(ALICE, agent="planner").tasks.create("new", "Another", ["one"])
    pane.session.refresh()
    qtbot.waitUntil(lambda: len(pane.page.model.ids) == 2)
    assert pane.page.detail.title.text() == "q3"


def test_a_stale_owner_is_told_and_nothing_is_ended(open_pane: Open, path: Path, qtbot: QtBot) -> None:
    with Store.open(path) as store:
        store.partition(ALICE).tasks.apply("q3", {"step": "fetch_payments", "status": "running"})
    plant(
        path, "UPDATE task_leases SET process = '[1, \"7\", \"another boot\"]', until = 0, host = 'elsewhere'"
    )
    pane = open_pane()
    assert steps(pane)[1][1] == "running, but its process is gone · attempt 1 of 3"
    assert "process 1 on elsewhere" in pane.page.detail.strip.text
    assert plant(path, "SELECT rev FROM tasks WHERE name = 'q3'") == [(3,)]


def test_a_file_opened_to_be_read_offers_no_act(open_pane: Open) -> None:
    pane = open_pane("read-only")
    pane.update_actions()
    for name in ("skip", "cancel", "edit", "add", "pause", "cancel_task", "propose", "agent", "crash"):
        assert pane.handles(f"tasks.{name}") is None
        assert "read-only" in pane.action(f"tasks.{name}").toolTip()
    assert len(steps(pane)) == 3


def test_a_person_without_tasks(open_pane: Open, path: Path, qtbot: QtBot) -> None:
    with Store.open(path) as store:
        store.partition(Scope("acme", "bob")).records.remember("A fact.", source="user:t1")
    pane = open_pane(scope=Scope("acme", "bob"))
    assert pane.page.states.page.title == "There are no tasks"
    assert pane.task is None
    pane.session.set_scope(ALICE)
    settle(pane, qtbot)
    assert len(steps(pane)) == 3


def test_all_is_finished(open_pane: Open, path: Path, qtbot: QtBot) -> None:
    with Store.open(path) as store:
        store.operator("ada").tasks(ALICE).cancel("q3", reason="r")
    pane = open_pane()
    assert pane.page.states.page.title == "Nothing is open"
    pane.page.states.page.press()
    settle(pane, qtbot)
    assert len(pane.page.model.ids) == 2


def test_a_damaged_plan_is_an_error_with_a_way_on(open_pane: Open, path: Path, qtbot: QtBot) -> None:
    plan = plant(path, "SELECT plan FROM tasks WHERE name = 'q3'")[0][0]
    plant(path, "UPDATE tasks SET plan = '{}' WHERE name = 'q3'")
    pane = open_pane()
    assert pane.page.states.page.title.startswith("✗")
    assert pane.task is None
    plant(path, "UPDATE tasks SET plan = ? WHERE name = 'q3'", arguments=(plan,))
    pane.page.states.page.press()
    settle(pane, qtbot)
    assert len(steps(pane)) == 3


@pytest.mark.parametrize("ending", [".json", ".md"])
def test_a_task_is_exported_with_its_log(
    pane: TasksPane, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    target = tmp_path / f"task{ending}"
    monkeypatch.setattr("app.panes.tasks.taking_out.ask_path", lambda parent: target)
    with qtbot.waitSignal(pane.session.toasted):
        pane.run("tasks.export")
    text = target.read_text(encoding="utf-8")
    assert "match cannot change yet: the current step is fetch_payments" in text
    if ending == ".json":
        told = json.loads(text)
        assert [step["state"] for step in told["steps"]] == ["done", "pending", "pending"]
        assert [entry["ruling"] for entry in told["log"]] == ["accepted", "accepted", "refused"]
    else:
        assert "- [x] s1 fetch_invoices: 4 invoices\n- [ ] s2 fetch_payments\n" in text


def test_an_export_that_cannot_be_written_is_said(pane: TasksPane, qtbot: QtBot, tmp_path: Path) -> None:
    with qtbot.waitSignal(pane.session.act_failed):
        pane.out.write("q3", tmp_path / "missing" / "task.json")


def test_no_file(session: Session, qtbot: QtBot) -> None:
    pane = TasksPane(session)
    qtbot.addWidget(pane)
    pane.show()
    assert pane.page.states.page.title == "No file is open"


def test_the_demos_agent_is_killed_in_a_step_and_goes_on_there(
    session: Session, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from core.demo import build

    monkeypatch.setattr("app.panes.tasks.agent_process._PACE", "0.2")
    path = tmp_path / "demo.memory.db"
    first = build(path)
    session.open(path, "read-write", scope=first)
    qtbot.waitUntil(lambda: session.scope is not None)
    pane = TasksPane(session)
    qtbot.addWidget(pane)
    pane.show()
    pane.activate()
    settle(pane, qtbot)
    unfinished = next(name for name, facts in steps(pane) if facts == "pending")
    with qtbot.waitSignal(pane.agent.ended, timeout=20_000) as ended:
        pane.run("tasks.crash")
    killed, step = ended.args
    assert killed
    assert pane.task is not None
    assert pane.task.plan.step(step).name == unfinished  # type: ignore[union-attr]
    qtbot.waitUntil(lambda: pane.task is not None and pane.task.is_stale, timeout=10_000)
    assert "was killed in the middle of" in pane.page.detail.strip.text
    with qtbot.waitSignal(pane.agent.ended, timeout=30_000) as ended:
        pane.run("tasks.agent")
        assert pane.handles("tasks.agent") is None
    assert ended.args == [False, 0]
    settle(pane, qtbot)
    with Store.open(path, "read-only") as store:
        task = store.partition(first).tasks.get("orbit-3.4")
    assert task.state is TaskState.DONE
    begun = task.plan.step(step)
    assert begun is not None
    assert [attempt.interrupted for attempt in begun.attempts] == [True, False]


def test_the_agent_goes_with_the_file(session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    from core.demo import build, story

    path = tmp_path / "demo.memory.db"
    build(path)
    agent = AgentProcess()
    with qtbot.waitSignal(agent.moved, timeout=20_000):
        agent.start(path, story().first, "orbit-3.4")
    assert agent.running
    agent.stop()
    assert not agent.running


def test_the_way_out_of_cancelling_keeps_it_and_the_list_has_the_keyboard(
    pane: TasksPane, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[list[str]] = []

    def exec_(dialog: ReasonDialog) -> int:
        seen.append([button.text() for button in dialog.findChildren(QPushButton)])
        return ReasonDialog.DialogCode.Rejected

    monkeypatch.setattr(ReasonDialog, "exec", exec_)
    pane.page.detail.checklist.setFocus()
    pane.run("tasks.cancel_task")
    pane.run("tasks.cancel")
    assert seen == [["Keep it", "Cancel “q3”"], ["Keep it", "Cancel “fetch_payments”"]]
    assert pane.page.table.hasFocus()
    assert pane.task is not None
    assert pane.task.state is TaskState.OPEN


def test_a_million_characters_of_output_do_not_get_in(pane: TasksPane, qtbot: QtBot) -> None:
    pane.run("tasks.propose")
    dialog = pane._dialog  # noqa: SLF001
    assert dialog is not None
    dialog.output.insertPlainText("y" * 1_000_000)
    assert dialog.output.toPlainText() == "y" * 20_000
    assert not dialog.output.note.isHidden()

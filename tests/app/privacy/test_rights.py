"""Requests, limits, retention, copies, restoring and forgetting: issue 7, guide/privacy.md 3."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.panes.privacy import PrivacyPane, places
from app.panes.privacy.copy_acts import RemoveCopy
from app.panes.privacy.export_dialog import ExportOrder, PersonExportDialog
from app.panes.privacy.forget_dialog import ForgetFactDialog
from app.panes.privacy.reason_dialog import ReasonDialog
from app.panes.privacy.request_dialog import NewRequest, RequestDialog
from app.panes.privacy.restore_dialog import RestoreDialog
from app.panes.privacy.rule_dialog import NewRule, RuleDialog
from app.panes.privacy.suppression_acts import LiftDialog
from app.panes.privacy.sweep_dialog import SweepDialog
from app.session import Session
from app.wording.privacy import due_text
from core import Scope, Store
from core.errors import Restricted
from tests.app.privacy.conftest import ALICE, BOB, Open, settle


def _answer(monkeypatch: pytest.MonkeyPatch, dialog: type, answer: object) -> None:
    monkeypatch.setattr(dialog, "ask", lambda *_args, **_named: answer)


def _noted(pane: PrivacyPane, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, kind: str = "erasure") -> None:
    _answer(monkeypatch, RequestDialog, NewRequest(kind, "Art. 17 request 2026-114", "login"))
    pane.show_view(pane.requests)
    settle(pane, qtbot)
    pane.run("privacy.new_request")
    settle(pane, qtbot)


def test_a_request_is_noted_with_its_due_date_and_answered(
    pane: PrivacyPane, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    _noted(pane, monkeypatch, qtbot)
    request = pane.requests.request
    assert request is not None
    assert (request.scope, str(request.kind)) == (ALICE, "erasure")
    # Art. 12(3) GDPR: one month.
    assert timedelta(days=28) <= request.due_at - request.at <= timedelta(days=31)
    facts = pane.requests.facts.values()
    assert facts["Identity"] == "login"
    assert "days left" in facts["Due"]
    # An erasure is answered by the dialog that erases.
    assert pane.handles("privacy.answer") == pane.person.erase


def test_a_request_is_extended_once_and_refused_with_a_reason(
    pane: PrivacyPane, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    _noted(pane, monkeypatch, qtbot)
    _answer(monkeypatch, ReasonDialog, "many systems")
    pane.run("privacy.extend")
    settle(pane, qtbot)
    request = pane.requests.request
    assert request is not None
    assert request.due_at - request.at >= timedelta(days=88)
    assert pane.handles("privacy.extend") is None
    pane.run("privacy.refuse_request")
    settle(pane, qtbot)
    assert pane.requests.list.states.page.title == "Nothing is open"
    pane.requests.closed.setChecked(True)
    request = pane.requests.request
    assert request is not None
    assert str(request.status) == "refused"
    assert pane.handles("privacy.close_request") is None


def test_requests_of_others_are_listed_and_lead_to_them(
    pane: PrivacyPane, session: Session, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    assert session.operator is not None
    session.operator.privacy.requests.add(BOB, "access", "wants a copy")
    pane.show_view(pane.requests)
    pane.refresh()
    settle(pane, qtbot)
    assert pane.handles("privacy.answer") is None
    pane.run("privacy.look_at")
    settle(pane, qtbot)
    assert session.scope == BOB
    assert pane.handles("privacy.answer") == pane.person.export


@pytest.mark.parametrize(
    ("days", "said"), [(12, "12 days left"), (1, "1 day left"), (-3, "3 days overdue"), (-1, "1 day overdue")]
)
def test_due_in_words(days: int, said: str, session: Session) -> None:
    now = session.now()
    assert due_text(now + timedelta(days=days, seconds=-1 if days < 0 else 1), now) == said


def test_a_restriction_stops_agents_is_shown_and_lifted(
    pane: PrivacyPane, path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    _answer(monkeypatch, ReasonDialog, "the numbers are disputed")
    pane.run("privacy.restrict")
    settle(pane, qtbot)
    assert "the numbers are disputed" in pane.page.restricted.text
    assert pane.handles("privacy.restrict") is None
    with Store.open(path) as store, pytest.raises(Restricted):
        store.partition(ALICE).records.recall("fiscal year")
    pane.page.restricted.pressed.emit()
    settle(pane, qtbot)
    assert pane.page.restricted.text == ""
    with Store.open(path) as store:
        assert len(store.partition(ALICE).records.recall("fiscal year")) > 0


def test_a_legal_hold_is_shown_and_lifted(
    pane: PrivacyPane, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    _answer(monkeypatch, ReasonDialog, "court case 12")
    pane.run("privacy.put_on_hold")
    settle(pane, qtbot)
    assert "court case 12" in pane.page.held.text
    pane.run("privacy.lift_hold")
    settle(pane, qtbot)
    assert pane.page.held.text == ""


def test_a_reason_is_needed_where_it_is_asked_for(qtbot: QtBot) -> None:
    dialog = ReasonDialog("Restrict", "Restrict", ("It holds.",))
    qtbot.addWidget(dialog)
    assert not dialog.act.isEnabled()
    dialog.reason.setText("  ")
    assert not dialog.act.isEnabled()
    dialog.reason.setText("disputed")
    assert dialog.act.isEnabled()


def test_an_export_says_where_it_went_and_is_written_down(
    pane: PrivacyPane, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    _answer(monkeypatch, PersonExportDialog, ExportOrder(tmp_path / "out", True, 30))
    pane.run("privacy.export")
    settle(pane, qtbot)
    assert (tmp_path / "out" / "manifest.json").exists()
    assert str(tmp_path / "out") in pane.page.went.text
    revealed: list[Path] = []
    monkeypatch.setattr(places, "reveal", revealed.append)
    pane.page.went.pressed.emit()
    assert revealed == [tmp_path / "out"]
    pane.show_view(pane.copies)
    settle(pane, qtbot)
    assert {copy.path.name for copy in pane.copies.list.rows} == {"out", "out.zip"}
    _answer(monkeypatch, RemoveCopy, True)
    pane.run("privacy.remove_copy")
    settle(pane, qtbot)
    assert len([copy for copy in pane.copies.list.rows if copy.there]) == 1


def test_the_export_dialog_names_a_folder_that_is_not_there(
    pane: PrivacyPane, session: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    day = f"{session.now():%Y-%m-%d}"
    (tmp_path / f"acme-alice-{day}").mkdir()
    dialog = PersonExportDialog(session, ALICE, pane)
    settle(pane, qtbot)
    assert dialog.order is not None
    assert dialog.order.folder == tmp_path / f"acme-alice-{day}-2"
    dialog.deleteLater()


def test_an_archive_comes_back_row_for_row_into_another_file(
    pane: PrivacyPane, session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    assert session.operator is not None
    archive = session.operator.privacy.export(ALICE, tmp_path / "out").archive
    assert archive is not None
    other = tmp_path / "other.db"
    with Store.open(other) as store:
        store.partition(Scope("acme", "zoe")).records.remember("Zoe likes tea.", source="user:t1")
    with qtbot.waitSignal(session.file_changed):
        session.open(other, "read-write")
    settle(pane, qtbot)
    monkeypatch.setattr(places, "ask_archive", lambda _parent: archive)
    _answer(monkeypatch, RestoreDialog, ALICE)
    pane.run("privacy.restore")
    settle(pane, qtbot)
    assert session.scope == ALICE
    assert next(row.rows for row in pane.holdings.list.rows if row.name == "records") == 3


def test_a_changed_archive_is_an_import_and_says_so(
    session: Session, pane: PrivacyPane, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    assert session.operator is not None
    privacy = session.operator.privacy
    archive = privacy.export(ALICE, tmp_path / "out").archive
    assert archive is not None
    genuine = RestoreDialog(privacy.inspect_archive(archive))
    qtbot.addWidget(genuine)
    assert genuine.act.text() == "Restore"
    monkeypatch.setenv("MNEMOSCOPE_KEY", "cd" * 32)
    foreign = RestoreDialog(privacy.inspect_archive(archive))
    qtbot.addWidget(foreign)
    assert foreign.act.text() == "Import"
    foreign.user.setText("")
    assert not foreign.act.isEnabled()


def test_a_rule_is_set_previewed_and_swept(
    open_pane: Open, session: Session, path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    pane = open_pane()
    pane.show_view(pane.retention)
    settle(pane, qtbot)
    assert pane.handles("privacy.preview_sweep") is None
    assert pane.retention.list.choose("episodic")
    _answer(monkeypatch, RuleDialog, NewRule(1, "ada", 30))
    pane.run("privacy.set_rule")
    settle(pane, qtbot)
    assert pane.retention.facts.values()["Kept for"] == "1 day"
    assert session.store is not None
    later = session.store.now() + timedelta(days=3)
    assert session.operator is not None
    monkeypatch.setattr(
        session.operator.privacy.retention, "_clock", lambda: int(later.timestamp() * 1_000_000)
    )
    seen: list[int] = []

    def ask(due: object, _parent: object) -> str:
        dialog = SweepDialog(due)  # type: ignore[arg-type]
        qtbot.addWidget(dialog)
        seen.append(dialog.count)
        return "past its time"

    monkeypatch.setattr(SweepDialog, "ask", ask)
    pane.run("privacy.preview_sweep")
    settle(pane, qtbot)
    # Alice's one episode.
    assert seen == [1]
    settle(pane, qtbot)
    with Store.open(path) as store:
        assert store.operator("eve").overview(ALICE).live == 1


def test_a_fact_is_forgotten_with_the_copies_that_were_chosen(
    pane: PrivacyPane, session: Session, path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    with Store.open(path) as store:
        records = store.partition(ALICE).records
        records.remember("The safe stands behind the heater.", key="safe", source="user:t5")
        records.remember("Told again: The safe stands behind the heater.", kind="episodic", source="user:t6")
    dialog = ForgetFactDialog(session, ["safe"], pane)
    dialog.key.setCurrentText("safe")
    qtbot.waitUntil(lambda: dialog.preview is not None, timeout=10_000)
    order = dialog.order
    assert order is not None
    assert order.shown.gone.count == 1
    assert [copy.table for copy in order.shown.copies] == ["records"]
    assert dialog.act.text() == "Forget 1 version, scrub 1 of 1 copies"
    dialog.deleteLater()
    with qtbot.waitSignal(pane.forgetting.forgotten, timeout=20_000) as told:
        pane.forgetting.carry_out(order)
    settle(pane, qtbot)
    assert told.args[0].state == "VERIFIED"
    with Store.open(path) as store:
        assert store.partition(ALICE).records.get("safe") is None


def test_a_name_may_return_before_its_block_ends(
    pane: PrivacyPane, session: Session, path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    assert session.operator is not None
    session.operator.privacy.erase(BOB, reason="request")
    pane.show_view(pane.erasures)
    pane.refresh()
    settle(pane, qtbot)
    blocked = pane.erasures.suppressions
    assert len(blocked) == 1
    _answer(monkeypatch, LiftDialog, blocked[0].id)
    pane.run("privacy.lift_suppression")
    settle(pane, qtbot)
    assert pane.erasures.suppressions == ()
    with Store.open(path) as store:
        assert store.partition(BOB).records.remember("Bob is back.", source="user:t1").outcome == "stored"


def test_a_backup_is_made_and_listed(
    pane: PrivacyPane, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    target = tmp_path / "copy.db"
    monkeypatch.setattr(places, "ask_new_file", lambda *_: target)
    pane.show_view(pane.copies)
    settle(pane, qtbot)
    pane.run("privacy.backup")
    settle(pane, qtbot)
    assert [copy.path for copy in pane.copies.list.rows] == [target]
    with Store.open(target, "read-only") as store:
        assert store.operator("eve").overview(ALICE).live == 2

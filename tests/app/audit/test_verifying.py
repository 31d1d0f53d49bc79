"""The check of the chain: issue 7, "intact or broken at entry n"; guide/look.md, "nothing else stays green"."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest
from pytestqt.qtbot import QtBot

from app.panes.audit import AuditPane
from app.session import Session
from core import Store
from core.handles.journal import JournalFilter
from tests.app.audit.conftest import Open, marks, settle
from tests.app.conftest import ALICE, CAROL


def _tamper(path: Path, sql: str) -> None:
    connection = apsw.Connection(str(path))
    connection.execute(sql)
    connection.close()


def _verify(pane: AuditPane, qtbot: QtBot) -> None:
    pane.run("audit.verify")
    settle(pane, qtbot)


def test_nothing_is_claimed_before_it_was_checked(pane: AuditPane) -> None:
    assert pane.page.state.text() == "– not checked yet"
    assert set(marks(pane).values()) == {"–"}


def test_an_intact_chain(pane: AuditPane, qtbot: QtBot) -> None:
    _verify(pane, qtbot)
    assert pane.page.state.text() == "✓ chain intact, just now"
    assert set(marks(pane).values()) == {"✓"}
    assert "#8" in pane.page.state.toolTip()
    assert not pane.page.broken.isVisible()


def test_entries_that_came_later_are_not_vouched_for(
    pane: AuditPane, session: Session, path: Path, qtbot: QtBot
) -> None:
    _verify(pane, qtbot)
    with Store.open(path) as store:
        store.partition(ALICE).records.remember("Alice reads in the train.", source="user:t3")
    session.refresh()
    qtbot.waitUntil(lambda: "#9" in marks(pane))
    settle(pane, qtbot)
    assert marks(pane)["#9"] == "–"
    assert marks(pane)["#8"] == "✓"
    assert pane.page.state.text().startswith("✓ intact up to #8")


def test_a_broken_chain_names_the_entry_and_nothing_stays_green(
    open_pane: Open, path: Path, qtbot: QtBot
) -> None:
    _tamper(path, "UPDATE journal SET count = 9 WHERE seq = 3")
    pane = open_pane()
    pane.page.filters.action.setCurrentIndex(1)
    settle(pane, qtbot)
    _verify(pane, qtbot)
    assert pane.page.state.text() == "✗ broken at entry #3, just now"
    assert "breaks at entry #3" in pane.page.broken.text
    pane.page.broken.pressed.emit()
    settle(pane, qtbot)
    assert pane.page.list.table.current_id() == 3
    assert {entry: glyph for entry, glyph in marks(pane).items() if glyph != "–"} == {"#3": "✗"}
    link = pane.page.detail.link
    assert link is not None
    assert not link.fits


def test_an_end_cut_off_is_noticed_against_the_entry_known(pane: AuditPane, path: Path, qtbot: QtBot) -> None:
    _tamper(path, "DELETE FROM journal WHERE seq > 5")
    _verify(pane, qtbot)
    assert pane.page.state.text() == "✗ entries are missing, just now"
    assert "#8" in pane.page.broken.text
    assert "✓" not in marks(pane).values()


def test_a_check_can_be_stopped(pane: AuditPane, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    pane.verifying.start()
    assert pane.verifying.running
    assert pane.handles("audit.verify") is None
    assert "checking" in pane.page.state.text()
    pane.verifying.stop()
    settle(pane, qtbot)
    assert not pane.verifying.running
    assert pane.verifying.checked is None
    assert pane.page.state.text() == "– not checked yet"


def test_a_file_that_went_is_an_error_and_not_a_verdict(
    pane: AuditPane, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError

    assert pane.session.operator is not None
    monkeypatch.setattr(pane.session.operator.audit, "verify", fail)
    _verify(pane, qtbot)
    assert pane.page.state.text() == "✗ could not be checked"
    assert pane.page.state.toolTip()
    assert set(marks(pane).values()) == {"–"}


def test_after_an_erasure_nothing_is_linked_to_the_person(
    open_pane: Open, session: Session, path: Path, qtbot: QtBot
) -> None:
    """Guide/privacy.md 11: the entries stay, their tags lead nowhere, and the chain is whole."""
    with Store.open(path) as store:
        store.operator("ada").privacy.erase(ALICE, reason="request")
    pane = open_pane(scope=CAROL)
    _verify(pane, qtbot)
    assert pane.page.state.text().startswith("✓ chain intact")
    assert session.operator is not None
    journal = session.operator.audit
    entries = [journal.link(seq, CAROL) for seq in journal.ids(JournalFilter())]
    about = [each.entry for each in entries if each is not None]
    tags = {entry.subject for entry in about if entry.subject is not None and not entry.linked}
    assert tags
    # Of the person no note, no number and no name is left that an entry would lead to.
    assert all(entry.note is None and entry.object_id is None for entry in about if not entry.linked)
    assert journal.count(JournalFilter(about=ALICE)) == 0
    pane.show_entry(min(entry.seq for entry in about if entry.subject in tags))
    settle(pane, qtbot)
    told = pane.page.detail.facts.values()
    assert "erased since" in told["About"]
    assert "alice" not in " ".join(told.values()).lower()

"""An old copy in which erased people are again: said when it is opened, and they can be erased again."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.__main__ import main
from app.exits import Exit
from app.panes.privacy import PrivacyPane
from app.panes.privacy.erase_dialog import EraseDialog
from app.session import Session
from core import Store
from tests.app.privacy.conftest import ALICE, Open, settle


@pytest.fixture
def old(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file as it was before Alice was erased, put back."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    copy = tmp_path / "copy.db"
    shutil.copyfile(path, copy)
    with Store.open(path) as store:
        store.operator("ada").privacy.erase(ALICE, reason="request")
    shutil.copyfile(copy, path)
    return path


def said(session: Session) -> dict[str, str]:
    return {banner.id: banner.text for banner in session.banners}


def test_it_is_said_and_they_are_erased_again(
    old: Path, open_pane: Open, session: Session, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    pane = open_pane()
    assert "acme / alice (erased" in said(session)["returned"]
    assert "acme / alice, erased" in pane.page.returned.text
    dialog = EraseDialog(session, ALICE, pane)
    settle(pane, qtbot)
    assert dialog.form.reason.currentData() == "came_back"
    dialog.form.export_first.setChecked(False)
    dialog.form.name.setText("alice")
    dialog.act.click()
    qtbot.waitUntil(lambda: not dialog.running, timeout=20_000)
    assert dialog.receipt is not None
    assert dialog.receipt.body["reason"] == "came_back"
    qtbot.waitUntil(lambda: "returned" not in said(session))
    assert not pane.page.returned.isVisible()
    dialog.close()
    dialog.deleteLater()


def test_a_read_only_file_says_what_to_do_first(old: Path, open_pane: Open, session: Session) -> None:
    open_pane("read-only")
    assert "Enable writing" in said(session)["returned"]


def test_any_other_file_says_nothing(pane: PrivacyPane, session: Session) -> None:
    assert "returned" not in said(session)
    assert not pane.page.returned.isVisible()


def test_the_verb_says_so_and_ends_accordingly(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(old)]) == Exit.NOT_RIGHT
    assert "acme / alice was erased on" in capsys.readouterr().out
    assert main(["verify", str(old), "--json"]) == Exit.NOT_RIGHT
    (again,) = json.loads(capsys.readouterr().out)["returned"]
    assert (again["tenant"], again["user"]) == ("acme", "alice")


def test_a_pane_that_is_made_later_says_it_too(
    old: Path, open_pane: Open, session: Session, qtbot: QtBot
) -> None:
    open_pane()
    qtbot.waitUntil(lambda: bool(session.unfinished.returned))
    later = PrivacyPane(session)
    qtbot.addWidget(later)
    later.show()
    settle(later, qtbot)
    assert "acme / alice, erased" in later.page.returned.text

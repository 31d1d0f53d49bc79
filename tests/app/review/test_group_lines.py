"""The line of a group says where its items come from without saying an address."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from app.panes.review import ReviewPane
from core import Store
from tests.app.review.conftest import BOB, settle, texts
from tests.core.holding import put

MAIL = "ann.smith@corp-mail.org"


def test_an_address_in_the_origin_is_covered(pane: ReviewPane, path: Path, qtbot: QtBot) -> None:
    with Store.open(path, "read-write") as other:
        for place in range(6):
            put(other, BOB, f"Ann wrote line {place}.", source=f"mail:{MAIL}")
    pane.session.refresh()
    settle(pane, qtbot)
    (line,) = [each for each in texts(pane) if each.startswith("▸")]
    assert line.startswith("▸ 6 from mail:•")
    assert MAIL not in line

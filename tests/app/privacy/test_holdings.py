"""What is held: issue 7 (Privacy), guide/look.md (Privacy), guide/desktop.md 14.2."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.panes.privacy import PrivacyPane
from app.session import Session
from app.wording.privacy import size_word, table_text, table_word
from core import Store
from core.store.inventory import INVENTORY
from tests.app.privacy.conftest import ALICE, BOB, CAROL, Open, settle


def _row(pane: PrivacyPane, table: str) -> int:
    return next(row.rows for row in pane.holdings.list.rows if row.name == table)


def test_every_table_of_the_inventory_is_listed_with_its_rows(pane: PrivacyPane) -> None:
    # The inventory is what export and erasure use; Alice has two versions of a fact and an episode.
    assert {row.name for row in pane.holdings.list.rows} == {
        table.name for table in INVENTORY if table.scoped
    }
    assert _row(pane, "records") == 3
    assert _row(pane, "subjects") == 1
    assert "acme / alice  ·  3 memories" in pane.page.heading.line


def test_the_part_that_is_chosen_is_told_in_plain_words(pane: PrivacyPane) -> None:
    assert pane.holdings.list.choose("records")
    facts = pane.holdings.facts.values()
    assert facts["Erasing"] == "goes, every row"
    assert facts["Table"] == "records"
    # Two were said by the user, one by an agent.
    assert pane.holdings.sources.values() == {"2": "user", "1": "agent"}
    assert pane.holdings.list.choose("tombstones")
    assert pane.holdings.facts.values()["Erasing"].startswith("stays: ")


@pytest.mark.parametrize(
    "table", [table for table in INVENTORY if table.scoped], ids=lambda table: table.name
)
def test_every_table_has_words(table: object) -> None:
    name = table.name  # type: ignore[attr-defined]
    for count in (1, 2):
        assert table_word(name, count)
        assert "_" not in table_word(name, count)
    assert table_text(name, table.exported, table.kept_because).endswith(".")  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("count", "said"),
    [(0, "0 bytes"), (999, "999 bytes"), (1_000, "1.0 kB"), (123_456, "123 kB"), (1_500_000, "1.5 MB")],
)
def test_sizes(count: int, said: str) -> None:
    assert size_word(count) == said


def test_mentions_are_counted_when_asked_for_and_show_no_text(pane: PrivacyPane, qtbot: QtBot) -> None:
    assert "Not looked for yet" in pane.holdings.elsewhere.text()
    pane.run("privacy.mentions")
    settle(pane, qtbot)
    assert "In 1 rows of 1 other people" in pane.holdings.elsewhere.text()
    assert pane.holdings.others.values() == {"1": str(BOB)}
    assert "budget" not in str(pane.holdings.others.values())


def test_another_person_is_shown_afresh(pane: PrivacyPane, session: Session, qtbot: QtBot) -> None:
    pane.run("privacy.mentions")
    settle(pane, qtbot)
    session.set_scope(CAROL)
    settle(pane, qtbot)
    assert _row(pane, "records") == 1
    assert "Not looked for yet" in pane.holdings.elsewhere.text()


def test_what_others_write_is_counted_by_itself(
    pane: PrivacyPane, session: Session, path: Path, qtbot: QtBot
) -> None:
    with Store.open(path) as store:
        store.partition(ALICE).records.remember("Alice reads in the train.", source="user:t3")
    session.refresh()
    qtbot.waitUntil(lambda: _row(pane, "records") == 4)


def test_a_read_only_file_offers_nothing_that_writes(open_pane: Open) -> None:
    pane = open_pane("read-only")
    assert _row(pane, "records") == 3
    for name in (
        "erase",
        "statements",
        "restrict",
        "put_on_hold",
        "forget",
        "new_request",
        "backup",
        "restore",
    ):
        assert pane.handles(f"privacy.{name}") is None
    assert "read-only" in pane.action("privacy.erase").toolTip()


def test_without_a_file_it_says_what_to_do(session: Session, qtbot: QtBot) -> None:
    pane = PrivacyPane(session)
    qtbot.addWidget(pane)
    pane.show()
    pane.activate()
    for view in pane.views:
        assert view.list.states.page.title == "No file is open"  # type: ignore[attr-defined]


def test_a_failed_reading_says_so_and_can_be_tried_again(
    open_pane: Open, session: Session, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    pane = open_pane()
    monkeypatch.setattr(pane.holdings, "read", _fail)
    pane.refresh()
    settle(pane, qtbot)
    assert pane.holdings.list.states.page.title.startswith("✗")
    monkeypatch.undo()
    pane.holdings.list.states.page.press()
    settle(pane, qtbot)
    assert _row(pane, "records") == 3


def _fail(*_: object) -> None:
    raise OSError

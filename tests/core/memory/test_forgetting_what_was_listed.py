"""A person agrees to a list; what came after the list was shown is not part of it."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from core import Store
from core.errors import Conflict
from tests.core.hands import ALICE


def test_a_version_written_meanwhile_stops_the_deletion(path: Path) -> None:
    with Store.open(path) as store:
        agent, desk = store.partition(ALICE).records, store.operator("ada").records(ALICE)
        agent.remember("Alice lives in Bergen.", key="city", source="user:t1")
        agent.remember("Alice lives in Oslo.", key="city", source="user:t2")
        shown = desk.preview_forget("city")
        agent.remember("Alice lives in Stavanger.", key="city", source="user:t3")
        with pytest.raises(Conflict) as caught:
            desk.forget_key("city", listed=shown.change.ids)
        assert caught.value.data["ids"] == [3]
        assert len(agent.history("city")) == 3
        assert desk.forget_key("city", listed=desk.preview_forget("city").change.ids).count == 3


def test_a_source_that_grew_stops_the_deletion(path: Path) -> None:
    with Store.open(path) as store:
        agent, desk = store.partition(ALICE).records, store.operator("ada").records(ALICE)
        agent.remember("The office opens at nine.", source="web:office#1")
        shown = desk.preview_forget_source("web:office")
        agent.remember("The office closes at five.", source="web:office#2")
        with pytest.raises(Conflict):
            desk.forget_source("web:office", listed=shown.change.ids)
        assert desk.count() == 2


@pytest.mark.parametrize("text", ['=HYPERLINK("http://x","y")', "+1", "-2", "@SUM(A1)"])
def test_a_spreadsheet_gets_no_formula_and_a_program_gets_the_text(path: Path, text: str) -> None:
    """OWASP, CSV Injection: cells that begin with = + - @ are run."""
    with Store.open(path) as store:
        store.partition(ALICE).records.remember(text, key="cell", source="user:t1")
        desk = store.operator("ada").records(ALICE)
        ids = desk.ids()
        for spreadsheet, expected in ((True, f"'{text}"), (False, text)):
            target = path.parent / f"{spreadsheet}.csv"
            desk.write_file(target, "csv", ids, ["content"], spreadsheet=spreadsheet)
            rows = csv.reader(target.read_text("utf-8").splitlines())
            assert list(rows)[1] == [expected]

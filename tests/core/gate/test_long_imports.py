"""A note of a ``/memories`` folder may be long (guide/interop.md 7: up to 100 kB a file)."""

from __future__ import annotations

from pathlib import Path

from core import Store
from core.gate import Trust
from tests.core.hands import ALICE


def test_a_long_note_of_another_program_becomes_a_claim(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "memories"
    folder.mkdir()
    text = "\n".join(
        f"- The garden of house {number} is looked after by its tenants." for number in range(60)
    )
    (folder / "houses.md").write_text(text, encoding="utf-8")
    with Store.open(path) as store:
        report = store.operator("ada").import_path(ALICE, folder)
        assert (report.stored, report.refused_count, report.held_count) == (1, 0, 0)
        (record,) = store.partition(ALICE).records.get_all("")
        assert (record.content, record.trust) == (text, Trust.EXTERNAL)
        # The same text proposed by an agent is raw output still.
        offered = store.partition(ALICE).records.remember(text, source="agent:run-1")
        assert offered.outcome == "refused"

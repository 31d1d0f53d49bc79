"""The pane says which ways the router took, the graph and the documents included."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

from PySide6.QtWidgets import QApplication

from app.panes.recall.said import route_line
from app.panes.recall.study import Study
from core import Scope, Store


def test_a_question_that_names_an_entity_says_so(qapp: QApplication, tmp_path: Path) -> None:
    with Store.open(tmp_path / "m.db") as store:
        alice = store.partition(Scope("acme", "alice"))
        alice.records.remember("Alice likes tea.", source="user:t1")
        alice.graph.upsert("acme", "company", "Acme")
        alice.documents.add("menu", "Acme serves tea.")
        for question, said in (
            ("What about Acme?", "Router: links of Acme, then similarity, with 1 passage of a document"),
            ("What about tea?", "Router: similarity, with 1 passage of a document"),
        ):
            study = SimpleNamespace(routed=alice.prompting.look_up(question), preferences=[])
            assert route_line(cast("Study", study)).split(" · ")[0] == said

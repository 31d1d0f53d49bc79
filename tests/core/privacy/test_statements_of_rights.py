"""Every statement of this room names the scope, one person at a time: all SQL is traced while it runs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from core import Store
from core.privacy import Privacy, Statements
from tests.core.handles.test_statements import traced, unscoped
from tests.core.hands import ALICE
from tests.core.privacy.people import BOB

ACTS: dict[str, Callable[[Privacy, Path], object]] = {
    "holdings": lambda p, _: p.holdings(ALICE),
    "preview": lambda p, _: p.preview(ALICE),
    "export": lambda p, f: p.export(ALICE, f / "out"),
    "export_table": lambda p, f: p.export_table(ALICE, "records", f / "r.csv"),
    "erase": lambda p, _: p.erase(ALICE, reason="request"),
    "redact": lambda p, _: p.erase(ALICE, reason="request", redact=p.quotes(ALICE, BOB)),
    "returned": lambda p, _: (p.erase(ALICE, reason="request"), p.returned()),
    "statements": lambda p, _: (p.state(Statements("Acme")), p.statements()),
    "requests": lambda p, _: (
        p.requests.add(ALICE, "access"),
        p.requests.listed(),
        p.requests.close(ALICE, 1),
    ),
    "limits": lambda p, _: (p.restrict(ALICE, "w"), p.restriction(ALICE), p.lift_restriction(ALICE)),
    "hold": lambda p, _: (p.put_on_hold(ALICE, "w"), p.hold(ALICE), p.lift_hold(ALICE)),
    "retention": lambda p, _: (p.retention.set("episodic", 0.001), p.sweep(p.retention.preview())),
    "forget": lambda p, _: p.forget(
        ALICE, shown := p.preview_forget(ALICE, key="cellar"), scrub=shown.copies
    ),
    "backups": lambda p, f: (p.backups.make(f / "b.db"), p.backups.holding(ALICE)),
    "registers": lambda p, _: (p.exports(ALICE), p.receipts(), p.pending(), p.suppressions()),
}


@pytest.mark.parametrize("name", ACTS)
def test_every_statement_names_the_scope(told: Store, privacy: Privacy, tmp_path: Path, name: str) -> None:
    with traced(told) as statements:
        ACTS[name](privacy, tmp_path)
    assert statements
    # Walking from person to person takes their numbers, and names by number; no contents.
    assert {sql: tables for sql in statements if (tables := unscoped(sql) - {"subjects"})} == {}


def test_a_restore_too(told: Store, privacy: Privacy, tmp_path: Path) -> None:
    privacy.export(ALICE, tmp_path / "out")
    with Store.open(tmp_path / "other.db") as other:
        there = other.operator("ada").privacy
        with traced(other) as statements:
            there.restore(tmp_path / "out")
    assert {sql for sql in statements if unscoped(sql) - {"subjects"}} == set()

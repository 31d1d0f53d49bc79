"""A hard delete leaves no byte of a record in any table made from it, nor in memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from core.recall import Embedder
from core.recall.hashing import SignedHashing
from core.recall.quantised import quantise
from core.recall.static_table import StaticTable
from core.store import posting_rows
from tests.core.recall.conftest import Shelf

CANARY = "xylograph quetzalcoatl"
SESSION = "session-of-the-canary"

# A file this process has open is never opened by it a second time, so another process reads it.
_SCAN = """
import pathlib, sys
found = set()
for name in (sys.argv[1], sys.argv[1] + "-wal"):
    path = pathlib.Path(name)
    raw = path.read_bytes() if path.exists() else b""
    found |= {wanted for wanted in sys.argv[2:] if bytes.fromhex(wanted) in raw}
print(*sorted(found))
"""


def _found(path: Path, wanted: dict[str, bytes]) -> set[str]:
    arguments = [sys.executable, "-c", _SCAN, str(path), *(each.hex() for each in wanted.values())]
    printed = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout.split()
    return {name for name, each in wanted.items() if each.hex() in printed}


def _traces(embedder: Embedder) -> dict[str, bytes]:
    vector = embedder.embed([CANARY])
    traces = {
        "text": CANARY.encode(),
        "term": b"quetzalcoatl",
        "session": SESSION.encode(),
        "vector": vector.tobytes(),
    }
    if embedder.dimension >= 256:
        traces["codes"] = quantise(vector)[0].tobytes()
    return traces


@pytest.mark.parametrize("embedder", [StaticTable(), SignedHashing()], ids=lambda each: each.name)
@pytest.mark.parametrize("others", [3, 1500], ids=["loose", "packed"])
@pytest.mark.parametrize("ended_before", [False, True], ids=["live", "superseded"])
def test_no_byte_is_left(tmp_path: Path, embedder: Embedder, others: int, ended_before: bool) -> None:
    shelf = Shelf(tmp_path / "memory.db", embedder)
    (canary,) = shelf.add([CANARY], kind="episodic", session=SESSION)
    kept = shelf.add([f"an ordinary note number {n}" for n in range(others)])
    shelf.ask("quetzalcoatl")
    with shelf.database.read() as connection:
        assert (posting_rows.standing(connection, shelf.scope).packed > 0) is (others > 1000)
    traces = _traces(embedder)
    assert {"text", "term", "session", "vector"} <= _found(shelf.path, traces)
    if ended_before:
        shelf.end(canary)
    shelf.forget(canary)
    with shelf.database.write() as tx:
        tx.execute("DELETE FROM meta WHERE name = 'none'")
    shelf.database.close()
    assert _found(shelf.path, traces) == set()
    again = Shelf(shelf.path, embedder)
    again.scope = shelf.scope
    answer = again.ask("ordinary note number 2 quetzalcoatl", k=9999)
    assert sorted(found.record for found in answer.found) == kept
    again.database.close()


def test_nothing_is_left_in_memory(shelf: Shelf) -> None:
    shelf.add([CANARY])
    shelf.ask("quetzalcoatl")
    shelf.forget(1)
    assert shelf.ask("quetzalcoatl").found == []
    assert shelf.recall.scopes.held()[shelf.scope].postings.of("quetzalcoatl").size == 0


def test_the_sessions_of_others_keep_their_numbers(shelf: Shelf) -> None:
    """Taking one session out of the packed form renumbers the rest."""
    shelf.add([f"alpha {n}" for n in range(600)], kind="episodic", session="gone")
    shelf.add([f"beta {n}" for n in range(600)], kind="episodic", session="stays")
    shelf.forget(*range(1, 601))
    before = shelf.ranked("beta 44", k=20)
    shelf.recall.drop(shelf.scope)
    shelf.add(["gamma"], kind="episodic", session="new")
    assert [id_ for id_, _ in shelf.ranked("beta 44", k=20)] == [id_ for id_, _ in before]
    columns = shelf.recall.scopes.held()[shelf.scope].columns
    assert np.unique(columns["session"]).tolist() == [0, 1]

"""A person at the desk, and one proposal that waits in front of them."""

from __future__ import annotations

import pytest

from core import Store
from core.memory.quarantine import HeldItem
from core.memory.records import Records
from core.review import Review

CONFLICT = "Reports go to the archive."


@pytest.fixture
def review(store: Store) -> Review:
    """What ada holds."""
    return store.operator("ada").review


@pytest.fixture
def waiting(alice: Records) -> HeldItem:
    """A page contradicts what Alice said; specification 6's weather page, without an address."""
    alice.remember("Reports go to Finance.", key="report_target", source="user:turn-2")
    held = alice.remember(CONFLICT, key="report_target", source="web:weather.example#p2", session="s1").held
    assert held is not None
    return held


def journal(store: Store) -> list[tuple[str, str]]:
    """What was done to what, in order."""
    with store._database.read() as connection:  # noqa: SLF001
        return list(connection.execute("SELECT action, object_kind FROM journal ORDER BY seq"))

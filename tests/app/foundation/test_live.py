"""Looking at the file: what a look found is told, however often somebody looks."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
import shiboken6
from pytestqt.qtbot import QtBot

from app.jobs import Jobs
from app.live import Live
from app.watch import Look


class OneChange:
    """A file that changed once; like a watch it tells of it once."""

    def __init__(self) -> None:
        self.kinds = frozenset({"record"})
        self.looks = 0
        self.looked = threading.Event()

    def look(self) -> Look:
        self.looks += 1
        kinds, self.kinds = self.kinds, frozenset()
        self.looked.set()
        return Look(self, kinds, False)  # type: ignore[arg-type]


@pytest.fixture
def live(qtbot: QtBot) -> Iterator[Live]:
    jobs = Jobs()
    made = Live(jobs)
    yield made
    made.start_with(None)
    jobs.shutdown()
    shiboken6.delete(made)
    shiboken6.delete(jobs)


def test_a_look_is_not_dropped_for_a_newer_one(live: Live, qtbot: QtBot) -> None:
    watch = OneChange()
    seen: list[frozenset[str]] = []
    live.seen.connect(seen.append)
    live.start_with(watch)  # type: ignore[arg-type]
    live.look()
    # The first has looked and not been delivered when the next is asked for.
    assert watch.looked.wait(10)
    live.look()
    live.look()
    qtbot.waitUntil(lambda: watch.looks >= 2 and bool(seen), timeout=10_000)

    assert seen == [frozenset({"record"})]


def test_a_look_at_a_file_that_was_left_tells_nothing(live: Live, qtbot: QtBot) -> None:
    first, second = OneChange(), OneChange()
    second.kinds = frozenset()
    seen: list[frozenset[str]] = []
    live.seen.connect(seen.append)
    live.start_with(first)  # type: ignore[arg-type]
    live.look()
    assert first.looked.wait(10)
    live.start_with(second)  # type: ignore[arg-type]
    live.look()
    qtbot.waitUntil(lambda: second.looks >= 1, timeout=10_000)

    assert seen == []

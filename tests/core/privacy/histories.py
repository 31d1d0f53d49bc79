"""Random lives of a file, an erasure in the middle of other people's writing, and erasers that are broken.

What is left is counted by reading the files as bytes once everything is closed, which asks nothing of
the code under test.
"""

from __future__ import annotations

import contextlib
import random
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from core import Scope, Store
from core.privacy import Receipt, ReceiptState, erasing
from core.store import connection as store_connection
from core.store.database import Database
from core.store.inventory import personal
from tests.core.privacy.people import everything
from tests.core.processes import ROOT, command, started

VICTIM = Scope("acme", "victim")
_LETTERS = "bcdfghjklmnpqrstvwxz"
_WORDS = ("paints", "rows", "reads", "keeps", "sells", "lends", "cleans", "maps", "tins", "ropes", "lamps")

_WRITER = """
import sys
from core import MnemoscopeError, Scope, Store
store = Store.open(sys.argv[1], "read-write")
own = store.partition(Scope("acme", "writer-" + sys.argv[2])).records
late = store.partition(Scope("acme", "victim")).records
late.facts()
kept = refused = number = 0
print("ready", flush=True)
import threading
stop = threading.Event()
threading.Thread(target=lambda: (sys.stdin.readline(), stop.set()), daemon=True).start()
gone = False
while not stop.is_set():
    number += 1
    if own.remember(f"Writer {sys.argv[2]} noted {number}.", source="user:t1").outcome == "stored":
        kept += 1
    if gone or number % 3 == 0:
        try:
            late.remember("late", source="user:t2")
        except MnemoscopeError as error:
            refused += error.code == "gone"
            gone = gone or error.code == "gone"
print(kept, refused, flush=True)
"""

_ERASER = """
import sys
from core import Scope, Store
with Store.open(sys.argv[1], "read-write") as store:
    print("open", flush=True)
    store.operator("ada").privacy.erase(Scope("acme", "victim"), reason="request")
    print("done", flush=True)
"""


@dataclass(frozen=True, slots=True)
class Toll:
    """What one erasure left, and did to others.

    Attributes:
        markers: how many there were.
        before: markers in the bytes of the files before.
        left: the same afterwards.
        others_changed: tables in which rows of others are not what they were; of writers, not compared.
    """

    markers: int
    before: int
    left: int
    others_changed: int
    state: ReceiptState
    kept: int = 0
    refused: int = 0


def live(path: Path, seed: int, writes: int = 120) -> list[str]:
    """Let a file live: people who write, supersede, forget and are reviewed; the victim's markers."""
    chance = random.Random(seed)
    markers: list[str] = []
    with Store.open(path) as store:
        desk = store.operator("ada")
        people = [VICTIM, *(Scope("acme", f"user-{number}") for number in range(4))]
        for number in range(writes):
            scope = people[0] if number % 3 == 0 else chance.choice(people)
            mark = ""
            if scope == VICTIM:
                # The random part stands first: storage compresses common beginnings.
                mark = "".join(chance.choices(_LETTERS, k=14))
                markers.append(mark)
            text = (
                " ".join([mark, *chance.choices(_WORDS, k=chance.randint(3, 40))]).strip().capitalize() + "."
            )
            records = store.partition(scope).records
            match chance.randrange(10):
                case 0:
                    # What a page says of a preference waits for a person.
                    records.remember(text[:380], kind="preference", source="web:page")
                case 1:
                    with contextlib.suppress(Exception):
                        desk.records(scope).forget_key(f"key_{chance.randrange(12)}")
                    records.remember(text, kind="episodic", source="user:t1", session=f"{mark}-s")
                case 2 | 3:
                    records.remember(text, kind="episodic", source="user:t1")
                case _:
                    records.remember(text, key=f"key_{chance.randrange(12)}", source="user:t1")
        records.recall("who paints maps?", k=3)
    return markers


def count(path: Path, markers: list[str]) -> int:
    """Markers in the bytes of all files of a store; every connection must be closed."""
    found = 0
    for ending in ("", "-wal", "-shm", "-journal"):
        file = Path(f"{path}{ending}")
        if file.exists():
            raw = file.read_bytes().lower()
            found += sum(raw.count(mark.encode()) for mark in markers)
    return found


def erase_one(path: Path, seed: int, writers: int = 0) -> Toll:
    """One random history, then an erasure, with other processes writing or without."""
    markers = live(path, seed)
    before, others = count(path, markers), everything(path, but=VICTIM)
    with _writing(path, writers) as stop:
        with Store.open(path, "read-write") as store:
            receipt = _finished(store, store.operator("ada").privacy.erase(VICTIM, reason="request"))
        kept, refused = stop()
    left = count(path, markers)
    after = everything(path)
    changed = 0 if writers else sum(after[table] != rows for table, rows in others.items())
    if writers:
        changed = sum(not set(rows) <= set(after[table]) for table, rows in others.items())
    return Toll(len(markers), before, left, changed, receipt.state, kept, refused)


def _finished(store: Store, receipt: Receipt) -> Receipt:
    patience = time.monotonic() + 20
    while receipt.state is ReceiptState.DELETED_NOT_SCRUBBED and time.monotonic() < patience:
        (receipt,) = store.operator("ada").privacy.finish(1)
    return receipt


@contextlib.contextmanager
def _writing(path: Path, writers: int) -> Iterator[Callable[[], tuple[int, int]]]:
    running = [started(_WRITER, path, number) for number in range(writers)]
    told: list[tuple[int, int]] = []
    try:
        for each in running:
            assert each.stdout is not None
            assert each.stdout.readline().strip() == "ready"

        def stop() -> tuple[int, int]:
            if running:
                time.sleep(0.3)
            for each in running:
                kept, refused = each.communicate("stop\n", timeout=60)[0].split()
                told.append((int(kept), int(refused)))
            return sum(kept for kept, _ in told), sum(refused for _, refused in told)

        yield stop
    finally:
        for each in running:
            each.kill()
            each.communicate()


def without_rewriting() -> contextlib.AbstractContextManager[object]:
    """An eraser that deletes and does not write the file anew, on connections that do not wipe."""
    stack = contextlib.ExitStack()
    loose = {**store_connection._SETTINGS, "secure_delete": 0}  # noqa: SLF001
    stack.enter_context(mock.patch.object(store_connection, "_SETTINGS", loose))
    stack.enter_context(mock.patch.object(Database, "rewrite", return_value=None))
    return stack


def without_one_table() -> contextlib.AbstractContextManager[object]:
    """An eraser that forgets a table."""
    some = tuple(table for table in personal() if table.name != "quarantine")
    return mock.patch.object(erasing, "personal", return_value=some)


def kill_at_random(path: Path, seed: int, longest: float) -> tuple[bool, int, bool]:
    """Kill an erasure at some moment: whether the person is still whole, what bytes are left, all well?

    Whoever opens the file afterwards goes on with what was begun.
    """
    markers = live(path, seed, writes=60)
    whole = everything(path)
    eraser = subprocess.Popen(
        command(_ERASER, path), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert eraser.stdout is not None
    eraser.stdout.readline()
    time.sleep(random.Random(seed).random() * longest)
    eraser.send_signal(signal.SIGKILL)
    eraser.communicate()
    with Store.open(path, "read-write") as store:
        desk = store.operator("ada")
        untouched = bool(desk.scopes("victim"))
        sound = desk.audit.verify().ok and not store.check() and not desk.privacy.pending()
    if untouched:
        return True, 0, sound and everything(path) == whole
    rest = everything(path)
    others = all(set(rest[table]) <= set(rows) for table, rows in whole.items() if table != "subjects")
    return False, count(path, markers), sound and others

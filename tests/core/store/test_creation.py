"""A store comes into being whole or not at all, and only once."""

from __future__ import annotations

import signal
from pathlib import Path

import apsw
import pytest

from core import Store
from core.store import schema
from core.store.creation import create
from tests.core.hands import ALICE
from tests.core.planting import plant
from tests.core.processes import python, started

RACE = """
import sys
from core import Scope, Store
from core.store.creation import create
from pathlib import Path
sys.stdin.readline()
path = Path(sys.argv[1])
created = create(path) if sys.argv[2] == "create" else None
with Store.open(path) as store:
    name = sys.argv[3]
    store.partition(Scope("acme", name)).records.remember(f"{name} was here.", source="user:t1")
print(created)
"""

KILLED = """
import os, signal, sys
from pathlib import Path
from core import Store
from core.store import creation
step = getattr(creation, sys.argv[2]) if hasattr(creation, sys.argv[2]) else None
def die(*arguments):
    os.kill(os.getpid(), signal.SIGKILL)
def after(*arguments):
    step(*arguments)
    die()
if sys.argv[2] == "link":
    creation.os.link = die
elif sys.argv[3] == "before":
    setattr(creation, sys.argv[2], die)
else:
    setattr(creation, sys.argv[2], after)
Store.open(Path(sys.argv[1]))
"""


def race(path: Path, how: str) -> list[str]:
    racers = [started(RACE, path, how, f"racer-{number}") for number in range(4)]
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write("\n")
        racer.stdin.flush()
    answers = [racer.communicate()[0].strip() for racer in racers]
    assert [racer.returncode for racer in racers] == [0] * 4
    return answers


def test_of_several_processes_exactly_one_creates(path: Path) -> None:
    assert sorted(race(path, "create")) == ["False", "False", "False", "True"]


def test_all_of_them_write_into_the_same_file(path: Path) -> None:
    race(path, "open")
    with Store.open(path) as store:
        assert {str(each.scope) for each in store.operator("ada").scopes()} == {
            f"acme / racer-{number}" for number in range(4)
        }
        assert store.operator("ada").audit.verify().ok
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("step", "when"),
    [("_set_up", "before"), ("_set_up", "after"), ("link", "before"), ("_sync_folder", "before")],
)
def test_a_kill_during_creation_blocks_nobody(path: Path, step: str, when: str) -> None:
    with started(KILLED, path, step, when) as killed:
        killed.communicate()
    assert killed.returncode == -signal.SIGKILL
    with Store.open(path) as store:
        assert store.check() == []
        store.partition(ALICE).records.remember("Alice lives in Bergen.", source="user:t1")


def test_create_replaces_nothing(path: Path) -> None:
    path.write_text("somebody's notes")
    assert create(path) is False
    assert path.read_text() == "somebody's notes"
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_the_new_file_carries_number_version_and_schema(path: Path) -> None:
    assert create(path) is True
    assert plant(path, "PRAGMA application_id") == [(schema.APPLICATION_ID,)]
    assert plant(path, "PRAGMA user_version") == [(schema.CURRENT_VERSION,)]
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    assert schema.snapshot(connection) == schema.expected(schema.CURRENT_VERSION)
    connection.close()


def test_opening_in_another_process_sees_what_was_written(path: Path) -> None:
    with Store.open(path) as store:
        store.partition(ALICE).records.remember("Alice lives in Bergen.", key="city", source="user:t1")
        reads = (
            "import sys; from core import Scope, Store\n"
            "store = Store.open(sys.argv[1], 'read-only')\n"
            "print(store.partition(Scope('acme', 'alice')).records.get('city').content)"
        )
        assert python(reads, path) == "Alice lives in Bergen."

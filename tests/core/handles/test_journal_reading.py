"""Reading the journal: guide/privacy.md 11 and guide/architecture.md, "no contents of all scopes"."""

from __future__ import annotations

import csv
import hashlib
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import apsw
import pytest

from core import MnemoscopeError, Scope, Store
from core.audit import Role
from core.errors import Cancelled
from core.handles.journal import Journal, JournalFilter
from core.handles.journal_file import JournalFormat

ALICE, CAROL = Scope("acme", "alice"), Scope("globex", "carol")
START = datetime(2026, 3, 1, tzinfo=UTC)


class Hours:
    """An hour passes with every write."""

    def __init__(self) -> None:
        self.at = START

    def __call__(self) -> int:
        self.at += timedelta(hours=1)
        return int(self.at.timestamp() * 1_000_000)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Two people written about by an agent; ada forgot one record of each, with a reason."""
    target = tmp_path / "memory.db"
    with Store.open(target, "write", clock=Hours()) as store:
        for scope in (ALICE, CAROL):
            records = store.partition(scope).records
            records.remember("Pays in euros.", key="currency", source="user:t1")
            records.remember("Likes tea.", key="drink", source="user:t2")
            store.operator("ada").records(scope).forget_key("drink", reason=f"asked by {scope.user}")
    return target


def _journal(store: Store) -> Journal:
    return store.operator("eve").audit


def test_every_entry_tells_who_did_what_and_when(path: Path) -> None:
    with Store.open(path, "read-only") as store:
        entries = _journal(store).entries(JournalFilter())
    # Newest first: three acts and the admission of each of the two people.
    assert [entry.seq for entry in entries] == [8, 7, 6, 5, 4, 3, 2, 1]
    assert [entry.action for entry in entries[:4]] == ["forget", "store", "store", "create_scope"]
    assert entries[0].by is not None
    assert (entries[0].by.role, entries[0].by.name) == (Role.OPERATOR, "ada")
    assert entries[1].by is not None
    assert entries[1].by.role is Role.AGENT
    times = [entry.at for entry in entries if entry.at is not None]
    assert times == sorted(times, reverse=True)
    assert times[-1] > START


def test_reasons_and_numbers_are_those_of_one_person(path: Path) -> None:
    with Store.open(path, "read-only") as store:
        journal = _journal(store)
        of_alice = {entry.seq: entry for entry in journal.page(range(1, 9), ALICE) if entry}
        of_nobody = [entry for entry in journal.page(range(1, 9)) if entry]
    assert {seq for seq, entry in of_alice.items() if entry.linked} == {1, 2, 3, 4}
    assert of_alice[4].note == "asked by alice"
    assert of_alice[8].note is None
    assert [of_alice[seq].object_id for seq in (2, 3, 4, 6, 7, 8)] == [1, 2, 2, None, None, None]
    assert not any(entry.linked or entry.note or entry.object_id for entry in of_nobody)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (JournalFilter(about=ALICE), [4, 3, 2, 1]),
        (JournalFilter(action="forget"), [8, 4]),
        (JournalFilter(object_kind="scope"), [5, 1]),
        (JournalFilter(about=CAROL, action="store"), [7, 6]),
        (JournalFilter(about=ALICE, words="ALICE"), [4]),
        (JournalFilter(about=ALICE, words="carol"), []),
        (JournalFilter(about=ALICE, words="100%"), []),
        # Nobody reads the reasons of everybody.
        (JournalFilter(words="asked"), []),
        (JournalFilter(about=Scope("acme", "nobody")), []),
    ],
)
def test_filters(path: Path, wanted: JournalFilter, found: list[int]) -> None:
    with Store.open(path, "read-only") as store:
        journal = _journal(store)
        assert list(journal.ids(wanted)) == found
        assert list(journal.ids(wanted, descending=False)) == found[::-1]
        assert journal.count(wanted) == len(found)
        assert [entry.seq for entry in journal.entries(wanted, limit=1, offset=1)] == found[1:2]


def test_actor_and_time(path: Path) -> None:
    with Store.open(path, "read-only") as store:
        journal = _journal(store)
        ada = next(actor.id for actor in journal.choices().actors if actor.name == "ada")
        entries = journal.entries(JournalFilter())
        moments = {entry.seq: entry.at for entry in entries}
        assert list(journal.ids(JournalFilter(actor=ada))) == [8, 4]
        assert list(journal.ids(JournalFilter(since=moments[7]))) == [8, 7]
        assert list(journal.ids(JournalFilter(until=moments[3]))) == [2, 1]
        choices = journal.choices()
    assert set(choices.actions) == {"create_scope", "store", "forget"}
    assert set(choices.object_kinds) == {"scope", "record"}


def test_a_link_stands_between_its_neighbours(path: Path) -> None:
    with Store.open(path, "read-only") as store:
        journal = _journal(store)
        first, middle, last = (journal.link(seq, ALICE) for seq in (1, 4, 8))
        assert journal.link(9) is None
        assert first is not None
        assert middle is not None
        assert last is not None
        assert (first.before, last.after) == (None, None)
        assert middle.before is not None
        assert middle.before.hash == middle.entry.previous
        assert last.entry.hash == journal.head().hash
        assert all(link.follows and link.fits for link in (first, middle, last))


def _tamper(path: Path, sql: str) -> None:
    connection = apsw.Connection(str(path))
    connection.execute(sql)
    connection.close()


def test_a_changed_entry_does_not_fit(path: Path) -> None:
    _tamper(path, "UPDATE journal SET count = 9 WHERE seq = 3")
    with Store.open(path, "read-only") as store:
        journal = _journal(store)
        assert journal.verify().broken_at == 3
        changed, following = journal.link(3), journal.link(4)
    assert changed is not None
    assert (changed.follows, changed.fits) == (True, False)
    assert following is not None
    assert (following.follows, following.fits) == (True, True)


def test_a_missing_entry_is_noticed_at_the_next(path: Path) -> None:
    _tamper(path, "DELETE FROM journal WHERE seq = 3")
    with Store.open(path, "read-only") as store:
        journal = _journal(store)
        assert journal.verify().broken_at == 3
        following = journal.link(4)
        assert journal.page([3, 4])[0] is None
    assert following is not None
    assert following.before is None
    assert not following.follows


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE journal SET at = 9223372036854775807 WHERE seq = 2",
        "UPDATE journal SET action = CAST(x'ff41' AS TEXT) WHERE seq = 2",
        "UPDATE actors SET role = 'king'",
        "DELETE FROM actors",
    ],
)
def test_a_tampered_entry_is_shown_and_hides_no_other(path: Path, sql: str) -> None:
    _tamper(path, sql)
    with Store.open(path, "read-only") as store:
        entries = _journal(store).page(range(1, 9), ALICE)
        assert None not in entries
        assert _journal(store).choices().actions


def test_verify_tells_how_far_it_is_and_stops(path: Path) -> None:
    told: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> None:
        raise Cancelled

    with Store.open(path, "read-only") as store:
        assert _journal(store).verify(lambda done, total: told.append((done, total))).ok
        assert told == [(8, 8)]
        with pytest.raises(Cancelled):
            _journal(store).verify(stop)


def test_export_holds_the_head_and_can_be_checked_by_others(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "journal.json"
    with Store.open(path, "read-only") as store:
        journal = _journal(store)
        seqs = journal.ids(JournalFilter(), descending=False)
        head = journal.write_file(target, JournalFormat.JSON, seqs, ALICE)
    told = json.loads(target.read_text(encoding="utf-8"))
    assert told["head"] == {"seq": 8, "hash": head.hash.hex()}
    assert [entry["reason"] for entry in told["entries"]].count("asked by alice") == 1
    assert "asked by carol" not in target.read_text(encoding="utf-8")
    # The rule of the chain, computed here a second time: each entry names the hash before it.
    previous = bytes(32).hex()
    for entry in told["entries"]:
        assert entry["previous"] == previous
        previous = entry["hash"]
    assert previous == head.hash.hex()
    assert len(previous) == hashlib.sha256().digest_size * 2


def test_export_as_lines_and_as_a_table(path: Path, tmp_path: Path) -> None:
    with Store.open(path, "write") as store:
        store.partition(ALICE).records.remember("Likes rain.", key="weather", source="user:t2")
        store.operator("ada").records(ALICE).forget_key("weather", reason="=1+1")
        journal = _journal(store)
        seqs = journal.ids(JournalFilter(about=ALICE))
        journal.write_file(tmp_path / "j.jsonl", JournalFormat.JSONL, seqs, ALICE)
        journal.write_file(tmp_path / "j.csv", JournalFormat.CSV, seqs, ALICE)
        with pytest.raises(MnemoscopeError):
            journal.write_file(tmp_path / "none" / "j.csv", JournalFormat.CSV, seqs)
    lines = [json.loads(line) for line in (tmp_path / "j.jsonl").read_text(encoding="utf-8").splitlines()]
    with (tmp_path / "j.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    # Eight of the story and two of here; opening the file scrubbed it for each of the two who forgot.
    assert lines[0]["head"]["seq"] == 12
    assert len(lines) == len(rows) + 1 == 7
    # A spreadsheet must not compute what somebody typed (owasp.org, CSV Injection).
    assert rows[0]["reason"] == "'=1+1"
    assert [path.name for path in tmp_path.iterdir() if ".part" in path.name] == []

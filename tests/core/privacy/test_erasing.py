"""Erasing a person: guide/privacy.md 7.1, on a file whose rows and bytes are read past our code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core import Store
from core.errors import Cancelled, ErrorCode, Gone, Invalid, NotFound, OnHold, ReadOnly, StorageFailure
from core.privacy import EraseReason, Limit, Privacy, ReceiptState, Step, erasing
from tests.core.hands import ALICE, CAROL, Hand
from tests.core.planting import plant
from tests.core.privacy.people import MARKER, bytes_with, everything, number_of, open_reader, rows_of
from tests.core.processes import python, started


def test_nothing_is_left_and_nobody_else_is_touched(told: Store, privacy: Privacy, path: Path) -> None:
    scope, others = number_of(told, ALICE), everything(path, but=ALICE)
    receipt = privacy.erase(ALICE, reason="request", identity="document")
    assert receipt.state is ReceiptState.VERIFIED
    assert {check.name: check.ok for check in receipt.checks} == {
        "control_found": True,
        "control_absent": True,
        "bytes_left": True,
        "rows_left": True,
        "read_paths": True,
        "others_unchanged": True,
        "journal": True,
        "freelist": True,
        "integrity": True,
    }
    assert rows_of(path, scope) == 0
    assert everything(path) == others
    told.close()
    assert sum(bytes_with(path, MARKER).values()) == 0
    assert sum(bytes_with(path, MARKER.lower()).values()) == 0


def test_the_search_saw_the_person_before(privacy: Privacy) -> None:
    receipt = privacy.erase(ALICE, reason="request")
    before = receipt.check("control_found")
    assert before is not None
    assert before.data["needles"] == before.data["found"] > 10
    after = receipt.check("bytes_left")
    assert after is not None
    assert after.data["bytes_read"][""] > 0


def test_the_receipt_holds_no_word_of_the_person(privacy: Privacy) -> None:
    receipt = privacy.erase(ALICE, reason=f"because of {MARKER}", identity=f"passport {MARKER}")
    told = receipt.to_json().lower()
    for word in (MARKER, "alice", "cellar", "museum", "passport"):
        assert word.lower() not in told
    assert receipt.body["reason"] == EraseReason.OTHER
    assert receipt.body["identity"] == "recorded"


def test_the_receipt_says_what_was_not_recorded(privacy: Privacy) -> None:
    assert privacy.erase(ALICE, reason="request").body["identity"] == "not recorded"


def test_the_counts_are_those_of_the_holdings(privacy: Privacy) -> None:
    """One inventory feeds both (guide/privacy.md 3.1)."""
    held = {table.name: table.rows for table in privacy.holdings(ALICE).tables if table.name != "tombstones"}
    assert privacy.erase(ALICE, reason="request").body["rows"] == held


def test_every_text_of_the_memory_reached_the_file_before(told: Store, path: Path) -> None:
    """The story is worth erasing: without an erasure the marker stands in the bytes."""
    told.close()
    assert sum(bytes_with(path, MARKER).values()) > 10


def test_the_name_is_kept_away_and_comes_back_when_time_is_up(
    told: Store, privacy: Privacy, clock: Hand
) -> None:
    held_before = told.partition(ALICE)
    privacy.erase(ALICE, reason="request")
    with pytest.raises(Gone):
        told.partition(ALICE)
    with pytest.raises(Gone):
        held_before.records.remember("Alice is back.", source="user:t1")
    with pytest.raises(Gone):
        told.operator("ada").records(ALICE).correct(1, "Alice is back.")
    clock.pass_(days=29)
    with pytest.raises(Gone):
        told.partition(ALICE)
    clock.pass_(days=2)
    assert told.partition(ALICE).records.facts() == []


def test_an_operator_lets_the_name_come_back(told: Store, privacy: Privacy) -> None:
    privacy.erase(ALICE, reason="request")
    (entry,) = privacy.suppressions()
    assert privacy.suppressed(ALICE) == entry
    assert privacy.suppressed(CAROL) is None
    privacy.lift_suppression(entry.id)
    assert told.partition(ALICE).records.remember("Alice is back.", source="user:t1").outcome == "stored"
    with pytest.raises(NotFound):
        privacy.lift_suppression(entry.id)


def test_a_clock_set_back_lets_nobody_in(told: Store, privacy: Privacy, clock: Hand) -> None:
    privacy.erase(ALICE, reason="request")
    clock.pass_(days=-400)
    with pytest.raises(Gone):
        told.partition(ALICE)


def test_no_suppression_where_none_is_wanted(told: Store, privacy: Privacy) -> None:
    receipt = privacy.erase(ALICE, reason="request", suppress_days=0)
    assert told.partition(ALICE).records.facts() == []
    assert Limit.SUPPRESSION_GUESSABLE not in receipt.limits


def test_a_name_that_only_begins_alike_stays(told: Store, privacy: Privacy) -> None:
    """Specification 4: erasing u-1 leaves u-10."""
    from core import Scope

    longer = Scope("acme", "alice2")
    told.partition(longer).records.remember("Somebody else altogether.", source="user:t1")
    privacy.erase(ALICE, reason="request")
    assert [record.content for record in told.partition(longer).records.as_of(told.now()).all()] == [
        "Somebody else altogether."
    ]


def test_a_late_write_by_number_is_refused_by_the_file(told: Store, privacy: Privacy, path: Path) -> None:
    import apsw

    scope = number_of(told, ALICE)
    privacy.erase(ALICE, reason="request")
    with pytest.raises(apsw.ConstraintError, match="subject erased"):
        plant(path, f"INSERT INTO journal_notes(scope, seq, note) VALUES ({scope}, 1, 'late')")


def test_a_process_that_had_the_person_open_is_refused(told: Store, privacy: Privacy, path: Path) -> None:
    late = started(
        "import sys; from core import MnemoscopeError, Scope, Store\n"
        "store = Store.open(sys.argv[1], 'read-write'); records = store.partition(Scope('acme', 'alice')).records\n"
        "print(len(records.recall('painting', k=3)), flush=True); sys.stdin.readline()\n"
        "for _ in range(3):\n"
        "    try: records.remember('late', source='user:t1')\n"
        "    except MnemoscopeError as error: print(error.code, flush=True)\n"
        "print(len(records.recall('painting', k=3)), len(store._recall.scopes.held()), flush=True)",
        path,
    )
    assert late.stdout is not None
    assert late.stdin is not None
    assert late.stdout.readline().strip() == "3"
    # The other process lives by the computer's clock, which is months ahead of the test's.
    receipt = privacy.erase(ALICE, reason="request", suppress_days=9_999)
    assert receipt.state is ReceiptState.VERIFIED
    rest, _ = late.communicate("go\n", timeout=60)
    # Recall finds nobody, and its partition in memory is dropped there too.
    assert rest.split() == ["gone", "gone", "gone", "0", "0"]


def test_the_journal_cannot_be_linked_any_more(told: Store, privacy: Privacy, path: Path) -> None:
    from core import audit
    from core.store import subjects

    with told._database.read() as connection:  # noqa: SLF001
        subject = subjects.find(connection, ALICE.tenant, ALICE.user)
    assert subject is not None
    mark = audit.tag(subject.salt, "subject", subject.scope)
    privacy.erase(ALICE, reason="request")
    assert told.operator("ada").audit.verify().ok
    # Entries stay, and the salt that makes their mark is nowhere in the file (guide/privacy.md 11).
    assert plant(path, "SELECT count(*) FROM journal WHERE subject_tag = ?", arguments=(mark,))[0][0] > 10
    told.close()
    assert all(subject.salt not in Path(f"{path}{end}").read_bytes() for end in ("",))


def test_somebody_who_is_not_there(privacy: Privacy) -> None:
    from core import Scope

    with pytest.raises(NotFound) as raised:
        privacy.erase(Scope("acme", "nobody"), reason="request")
    assert raised.value.code is ErrorCode.NO_SCOPE


def test_somebody_who_was_erased_before(privacy: Privacy) -> None:
    privacy.erase(ALICE, reason="request")
    with pytest.raises(Gone):
        privacy.erase(ALICE, reason="request")


def test_a_hold_forbids_it_and_says_why(told: Store, privacy: Privacy, path: Path) -> None:
    privacy.put_on_hold(ALICE, "a claim before court")
    before = everything(path)
    with pytest.raises(OnHold) as raised:
        privacy.erase(ALICE, reason="request")
    assert raised.value.data["reason"] == "a claim before court"
    assert everything(path) == before
    privacy.lift_hold(ALICE)
    assert privacy.erase(ALICE, reason="request").state is ReceiptState.VERIFIED


def test_a_restricted_person_can_be_erased(told: Store, privacy: Privacy, path: Path) -> None:
    privacy.restrict(ALICE, "she disputes it")
    scope = number_of(told, ALICE)
    assert privacy.erase(ALICE, reason="request").state is ReceiptState.VERIFIED
    assert rows_of(path, scope) == 0


def test_a_reason_is_asked_for(privacy: Privacy, path: Path) -> None:
    before = everything(path)
    with pytest.raises(Invalid):
        privacy.erase(ALICE, reason="  ")
    assert everything(path) == before


def test_a_file_opened_for_reading(told: Store, path: Path) -> None:
    told.close()
    with Store.open(path, "read-only") as store, pytest.raises(ReadOnly):
        store.operator("ada").privacy.erase(ALICE, reason="request")


def test_a_disk_without_room(
    told: Store, privacy: Privacy, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = everything(path)
    monkeypatch.setattr(erasing, "room", lambda _database: (1_000, 999))
    with pytest.raises(StorageFailure) as raised:
        privacy.erase(ALICE, reason="request")
    assert raised.value.code is ErrorCode.DISK_FULL
    assert (raised.value.data["needed"], raised.value.data["free"]) == (1_000, 999)
    assert everything(path) == before


def test_a_disk_that_fills_up_in_the_middle(
    told: Store, privacy: Privacy, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rows are gone, which is final; writing the file anew is done when there is room."""
    from core.store import Database

    def full(_self: Database) -> None:
        raise StorageFailure(ErrorCode.DISK_FULL)

    scope = number_of(told, ALICE)
    with monkeypatch.context() as patch:
        patch.setattr(Database, "rewrite", full)
        receipt = privacy.erase(ALICE, reason="request", patience=0.1)
    assert receipt.state is ReceiptState.DELETED_NOT_SCRUBBED
    assert receipt.body["problem"] == "disk_full"
    assert rows_of(path, scope) == 0
    assert [each.state for each in privacy.finish()] == [ReceiptState.VERIFIED]


def test_a_disk_that_is_full_when_the_rows_should_go(
    told: Store, privacy: Privacy, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite takes the transaction back as a whole (guide/privacy.md 9)."""
    before = everything(path)

    def full(*_: object) -> None:
        raise StorageFailure(ErrorCode.DISK_FULL)

    monkeypatch.setattr(erasing.erasure_rows, "begin", full)
    with pytest.raises(StorageFailure):
        privacy.erase(ALICE, reason="request")
    assert everything(path) == before
    assert privacy.pending() == ()


def test_trying_again_leaves_no_trace(told: Store, privacy: Privacy, path: Path) -> None:
    """A timer asks every few seconds, and a reader may stay for days."""
    reader = open_reader(path)
    privacy.erase(ALICE, reason="request", patience=0.1)
    entries, wal = told.operator("ada").audit.count(), Path(f"{path}-wal").stat().st_size
    for _ in range(3):
        (receipt,) = privacy.finish(0)
        assert receipt.state is ReceiptState.DELETED_NOT_SCRUBBED
    assert told.operator("ada").audit.count() == entries
    assert Path(f"{path}-wal").stat().st_size == wal
    reader.close()
    assert [each.state for each in privacy.finish(5)] == [ReceiptState.VERIFIED]


STEPS = [Step.PRECHECK, Step.INVENTORY, Step.MENTIONS, Step.NEEDLES, Step.OTHERS, Step.CONTROL]


@pytest.mark.parametrize("at", STEPS)
def test_stopping_before_the_rows_go_changes_nothing(privacy: Privacy, path: Path, at: Step) -> None:
    before, steps = everything(path), []

    def note(step: str, _done: int, _total: int | None) -> None:
        steps.append(step)

    with pytest.raises(Cancelled):
        privacy.erase(ALICE, reason="request", progress=note, cancelled=lambda: at in steps)
    assert everything(path) == before
    assert privacy.pending() == ()


def test_once_the_rows_are_gone_it_goes_through(privacy: Privacy) -> None:
    steps: list[str] = []

    def note(step: str, _done: int, _total: int | None) -> None:
        steps.append(step)

    receipt = privacy.erase(ALICE, reason="request", progress=note, cancelled=lambda: Step.DELETED in steps)
    assert receipt.state is ReceiptState.VERIFIED
    assert steps == sorted(steps, key=list(Step).index)


def test_a_reader_that_never_lets_go(told: Store, privacy: Privacy, path: Path) -> None:
    """Guide/privacy.md 6: the old pages stay in the WAL, and only an empty one counts."""
    reader = started(
        "import sys, apsw\n"
        "c = apsw.Connection(sys.argv[1], flags=apsw.SQLITE_OPEN_READONLY)\n"
        "c.execute('BEGIN').fetchall(); c.execute('SELECT count(*) FROM records').fetchall()\n"
        "print('reading', flush=True); sys.stdin.readline()",
        path,
    )
    assert reader.stdout is not None
    reader.stdout.readline()
    receipt = privacy.erase(ALICE, reason="request", patience=0.2)
    assert receipt.state is ReceiptState.DELETED_NOT_SCRUBBED
    assert reader.pid in {holder.pid for holder in receipt.blocking}
    assert reader.pid in {each["pid"] for each in receipt.body["blocking"]}
    left = receipt.check("bytes_left")
    assert left is not None
    assert left.ok is False
    assert left.data["left"] > 0
    (waiting,) = privacy.pending()
    assert waiting.job == receipt.job
    assert waiting.searchable
    assert [each.state for each in privacy.finish(0.1)] == [ReceiptState.DELETED_NOT_SCRUBBED]
    reader.communicate("go\n", timeout=30)
    (done,) = privacy.finish(5)
    assert (done.state, done.job) == (ReceiptState.VERIFIED, receipt.job)
    assert done.check("bytes_left").data["left"] == 0  # type: ignore[union-attr]
    assert privacy.pending() == ()
    assert [each.state for each in privacy.receipts()] == [ReceiptState.VERIFIED]


def test_a_reader_of_our_own_counts_as_well(told: Store, privacy: Privacy, path: Path) -> None:
    reader = open_reader(path)
    receipt = privacy.erase(ALICE, reason="request", patience=0.1)
    assert receipt.state is ReceiptState.DELETED_NOT_SCRUBBED
    reader.close()
    told.close()
    # Nobody calls: whoever opens the file for writing goes on with it (the needles are gone by then).
    with Store.open(path, "read-write") as store:
        again = store.operator("ada").privacy
        assert again.pending() == ()
        (done,) = again.receipts()
    assert done.state is ReceiptState.VERIFIED
    assert Limit.SCAN_NOT_REPEATED in done.limits
    assert done.check("bytes_left").ok is None  # type: ignore[union-attr]
    assert sum(bytes_with(path, MARKER).values()) == 0


def test_after_a_restart_an_operator_may_name_what_to_search_for(
    told: Store, privacy: Privacy, path: Path
) -> None:
    reader = open_reader(path)
    privacy.erase(ALICE, reason="request", patience=0.1)
    told.close()
    elsewhere = (
        "import sys; from core import Store; from core.privacy import Limit\n"
        "store = Store.open(sys.argv[1], 'read-only'); print(len(store.operator('a').privacy.pending()))\n"
    )
    assert python(elsewhere, path) == "1"
    with Store.open(path, "read-write") as store:  # the reader is still there, so it stays pending
        again = store.operator("ada").privacy
        assert len(again.pending()) == 1
        reader.close()
        (done,) = again.finish(5, identifiers=[MARKER])
    assert done.state is ReceiptState.VERIFIED
    assert Limit.SCAN_NOT_REPEATED not in done.limits


def test_what_somebody_else_says_too_is_no_residue(told: Store, privacy: Privacy) -> None:
    """A needle that another person's row holds was never theirs alone."""
    told.partition(CAROL).records.remember(f"Carol wrote of {MARKER} as well.", source="user:t1")
    receipt = privacy.erase(ALICE, reason="request")
    assert receipt.state is ReceiptState.VERIFIED
    assert receipt.body["mentions"] == {
        "people": 1,
        "rows": 1,
        "redacted": 0,
        "kept_because": "not_decided",
    }
    assert Limit.MENTIONS_KEPT in receipt.limits


def test_a_tampered_receipt_is_no_receipt_of_ours(privacy: Privacy, tmp_path: Path) -> None:
    receipt = privacy.erase(ALICE, reason="request")
    saved = tmp_path / "receipt.json"
    receipt.write(saved)
    good = privacy.check_receipt(saved)
    assert (good.genuine, good.known, good.problem) == (True, True, None)
    told = json.loads(saved.read_text())
    told["rows"]["records"] -= 1
    bad = privacy.check_receipt(told)
    assert (bad.genuine, bad.known, bad.problem) == (False, False, "signature")
    with pytest.raises(StorageFailure):
        receipt.write(saved)


def test_a_receipt_of_another_installation_is_none_of_ours(
    privacy: Privacy, monkeypatch: pytest.MonkeyPatch
) -> None:
    receipt = privacy.erase(ALICE, reason="request")
    monkeypatch.setenv("MNEMOSCOPE_KEY", "ab" * 32)
    assert not privacy.check_receipt(json.loads(receipt.to_json())).genuine


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format": "mnemoscope-receipt"}', "\x00", '{"signature": 1}']
)
def test_what_is_no_receipt(privacy: Privacy, tmp_path: Path, text: str) -> None:
    from core.errors import NotAStore

    (tmp_path / "x.json").write_text(text)
    with pytest.raises(NotAStore) as raised:
        privacy.check_receipt(tmp_path / "x.json")
    assert raised.value.code is ErrorCode.NOT_A_RECEIPT


def test_copies_that_hold_the_person_are_named_and_can_go_first(
    told: Store, privacy: Privacy, tmp_path: Path
) -> None:
    backup = privacy.backups.make(tmp_path / "one.db")
    kept = privacy.backups.make(tmp_path / "two.db")
    privacy.export(ALICE, tmp_path / "out")
    shown = privacy.preview(ALICE)
    assert {copy.path.name for copy in shown.backups} == {"one.db", "two.db"}
    assert {copy.path.name for copy in shown.exports} == {"out", "out.zip"}
    zipped = next(copy for copy in shown.exports if copy.path.name == "out.zip")
    receipt = privacy.erase(ALICE, reason="request", remove_backups=[backup.id], remove_exports=[zipped.id])
    assert not (tmp_path / "one.db").exists()
    assert not (tmp_path / "out.zip").exists()
    assert {Path(each).name for each in receipt.left} == {"two.db", "out"}
    assert receipt.body["copies"] == {"backups_left": 1, "exports_left": 1}
    assert {Limit.BACKUPS_LEFT, Limit.EXPORTS_LEFT} <= set(receipt.limits)
    assert [copy.id for copy in privacy.backups.listed()] == [kept.id]
    assert str(tmp_path) not in receipt.to_json()

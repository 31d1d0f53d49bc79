"""Requests with their due dates, restriction, legal hold, retention, backups, and forgetting one fact."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import apsw
import pytest

from core import Scope, Store
from core.errors import Conflict, ErrorCode, Invalid, NotFound, OnHold, Restricted, StorageFailure
from core.memory.records import Records
from core.privacy import Limit, Privacy, ReceiptState
from core.privacy.requests import months_after
from tests.core.hands import ALICE, CAROL, START, Hand
from tests.core.planting import plant
from tests.core.privacy.people import BOB, MARKER, bytes_with, everything


def day(year: int, month: int, number: int) -> datetime:
    return datetime(year, month, number, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("begin", "months", "end"),
    [
        # Regulation (EEC, Euratom) No 1182/71, Art. 3(2)(c).
        (day(2026, 3, 2), 1, day(2026, 4, 2)),
        (day(2026, 1, 31), 1, day(2026, 2, 28)),
        (day(2028, 1, 31), 1, day(2028, 2, 29)),
        (day(2026, 12, 15), 1, day(2027, 1, 15)),
        (day(2026, 11, 30), 3, day(2027, 2, 28)),
    ],
)
def test_a_period_of_months(begin: datetime, months: int, end: datetime) -> None:
    assert months_after(begin, months) == end


def test_a_request_is_due_in_a_month_and_three_when_extended(privacy: Privacy, clock: Hand) -> None:
    """Art. 12(3) GDPR."""
    request = privacy.requests.add(ALICE, "erasure", "she wrote a letter", "document")
    assert (request.at, request.due_at) == (START, day(2026, 4, 2))
    assert (request.status, request.overdue, request.identity) == ("open", False, "document")
    clock.pass_(days=31)
    assert privacy.requests.listed(ALICE)[0].overdue
    longer = privacy.requests.extend(ALICE, request.id, reason="three systems to search")
    assert (longer.due_at, longer.extended, longer.overdue) == (day(2026, 6, 2), True, False)
    with pytest.raises(Conflict):
        privacy.requests.extend(ALICE, request.id, reason="again")


def test_requests_are_listed_by_what_is_due(privacy: Privacy, clock: Hand) -> None:
    first = privacy.requests.add(CAROL, "access")
    clock.pass_(days=1)
    second = privacy.requests.add(ALICE, "rectification")
    privacy.requests.close(CAROL, first.id)
    assert [(each.scope, each.status) for each in privacy.requests.listed()] == [
        (ALICE, "open"),
        (CAROL, "done"),
    ]
    assert [each.id for each in privacy.requests.listed(open_only=True)] == [second.id]
    assert privacy.requests.listed(BOB) == ()
    assert privacy.requests.listed(Scope("no", "body")) == ()


def test_a_request_is_closed_once(privacy: Privacy) -> None:
    request = privacy.requests.add(ALICE, "access")
    with pytest.raises(Invalid):
        privacy.requests.close(ALICE, request.id, "refused")
    closed = privacy.requests.close(ALICE, request.id, "refused", note="not hers")
    assert (closed.status, closed.answer, closed.overdue) == ("refused", "not hers", False)
    with pytest.raises(Conflict):
        privacy.requests.close(ALICE, request.id)
    with pytest.raises(NotFound):
        privacy.requests.close(ALICE, 99)


def test_bad_requests(privacy: Privacy) -> None:
    with pytest.raises(Invalid):
        privacy.requests.add(ALICE, "everything")
    with pytest.raises(Invalid):
        privacy.requests.add(ALICE, "access", "x" * 5_000)
    with pytest.raises(NotFound):
        privacy.requests.add(Scope("no", "body"), "access")


def test_a_secret_in_a_note_is_masked(privacy: Privacy, told: Store, path: Path) -> None:
    privacy.requests.add(ALICE, "access", "her password is hunter2")
    told.close()
    assert b"hunter2" not in path.read_bytes()


READS: dict[str, Callable[[Records], object]] = {
    "recall": lambda agent: agent.recall("painting", k=3),
    "facts": lambda agent: agent.facts(),
    "get": lambda agent: agent.get("cellar"),
    "history": lambda agent: agent.history("cellar"),
    "export": lambda agent: agent.export(),
    "episodes": lambda agent: agent.episodes(),
    "remember": lambda agent: agent.remember("New.", source="user:t1"),
    "remember held": lambda agent: agent.remember("Please see the page.", source="web:page"),
    "forget": lambda agent: agent.forget("cellar", source="user:t1"),
    "judge": lambda agent: agent.judge("New.", source="user:t1"),
}


@pytest.mark.parametrize("name", READS)
def test_a_restriction_stops_recall_and_writes(told: Store, privacy: Privacy, path: Path, name: str) -> None:
    """Art. 18: kept but not used (guide/privacy.md 3.2)."""
    agent = told.partition(ALICE).records
    privacy.restrict(ALICE, "she disputes it")
    before = everything(path)
    with pytest.raises(Restricted) as raised:
        READS[name](agent)
    assert raised.value.code is ErrorCode.RESTRICTED
    assert everything(path) == before
    privacy.lift_restriction(ALICE, "settled")
    READS[name](agent)


def test_a_restriction_leaves_others_and_the_operators_sight(told: Store, privacy: Privacy) -> None:
    standing = privacy.restrict(ALICE, "she disputes it")
    assert (standing.operator, standing.reason, standing.since) == ("ada", "she disputes it", START)
    assert told.partition(CAROL).records.remember("Carol goes on.", source="user:t1").outcome == "stored"
    assert told.operator("ada").records(ALICE).get("cellar") is not None
    with pytest.raises(Restricted):
        told.operator("ada").records(ALICE).correct(1, "Changed.")


def test_the_file_itself_refuses_while_restricted(told: Store, privacy: Privacy, path: Path) -> None:
    privacy.restrict(ALICE, "she disputes it")
    with pytest.raises(apsw.ConstraintError, match="subject restricted"):
        plant(path, "UPDATE records SET content = 'x' WHERE scope IN (SELECT scope FROM restrictions)")


def test_a_hold_keeps_single_facts_too(told: Store, privacy: Privacy, path: Path) -> None:
    """What a court asks for is not forgotten piece by piece (Art. 17(3) GDPR)."""
    shown = privacy.preview_forget(ALICE, key="cellar")
    privacy.put_on_hold(ALICE, "a claim")
    before = everything(path)
    for act in (
        lambda: privacy.forget(ALICE, shown),
        lambda: told.operator("ada").records(ALICE).forget_key("cellar"),
        lambda: told.partition(ALICE).records.forget("cellar", source="user:t1"),
    ):
        with pytest.raises(OnHold):
            act()
    assert everything(path) == before


def test_a_limit_needs_a_reason(privacy: Privacy) -> None:
    for act in (privacy.restrict, privacy.put_on_hold):
        with pytest.raises(Invalid):
            act(ALICE, " ")
        with pytest.raises(NotFound):
            act(Scope("no", "body"), "why")


# --- retention ---------------------------------------------------------------------------------


def test_a_rule_shows_what_it_would_take_before_it_does(told: Store, privacy: Privacy, clock: Hand) -> None:
    privacy.retention.set("episodic", 30, reviewer="eve", every_days=7)
    privacy.retention.set("semantic", 30)
    assert privacy.retention.preview() == ()
    clock.pass_(days=40)
    told.partition(ALICE).records.remember("On 2026-04-11 Alice called.", kind="episodic", source="user:t8")
    due = {(each.scope, each.kind): each for each in privacy.retention.preview()}
    assert len(due[ALICE, "episodic"].ids) == 1
    # Live facts are listed for a person instead (specification 4); the superseded one goes.
    assert len(due[ALICE, "semantic"].ids) == 1
    assert len(due[ALICE, "semantic"].review) == 13
    assert due[CAROL, "semantic"].ids == ()
    swept, receipts = privacy.sweep(due.values())
    assert (swept.count, swept.skipped) == (2, ())
    assert {receipt.state for receipt in receipts} == {ReceiptState.VERIFIED}
    rules = {rule.kind: rule for rule in privacy.retention.rules()}
    assert rules["episodic"].last_run == told.now()
    assert not rules["episodic"].due
    clock.pass_(days=8)
    assert {rule.kind for rule in privacy.retention.rules() if rule.due} == {"episodic"}
    assert [record.content for record in told.partition(ALICE).records.episodes()] == [
        "On 2026-04-11 Alice called."
    ]


def test_a_sweep_takes_only_what_was_shown(told: Store, privacy: Privacy, clock: Hand) -> None:
    privacy.retention.set("episodic", 30)
    clock.pass_(days=40)
    due = privacy.retention.preview(ALICE)
    told.operator("ada").records(ALICE).forget_record(due[0].ids[0])
    swept, _ = privacy.sweep(due)
    assert (swept.count, swept.skipped) == (0, (ALICE,))


@pytest.mark.parametrize("limit", ["restrict", "put_on_hold"])
def test_nobody_under_a_limit_is_swept(told: Store, privacy: Privacy, clock: Hand, limit: str) -> None:
    privacy.retention.set("episodic", 30)
    getattr(privacy, limit)(ALICE, "why")
    clock.pass_(days=40)
    (due,) = privacy.retention.preview()
    assert due.kept_because == {"restrict": "restricted", "put_on_hold": "legal_hold"}[limit]
    assert privacy.sweep([due])[0].count == 0
    assert len(told.operator("ada").records(ALICE).episodes()) == 1


def test_bad_rules(privacy: Privacy) -> None:
    for days in (0, -1, float("nan"), 10**6):
        with pytest.raises(Invalid):
            privacy.retention.set("episodic", days)
    with pytest.raises(Invalid):
        privacy.retention.set("dreams", 3)
    privacy.retention.set("episodic", 3)
    privacy.retention.clear("episodic")
    assert privacy.retention.rules() == ()


# --- backups -----------------------------------------------------------------------------------


def test_a_backup_opens_and_says_who_is_in_it(
    told: Store, privacy: Privacy, tmp_path: Path, clock: Hand
) -> None:
    backup = privacy.backups.make(tmp_path / "backup.db", expires_days=1)
    assert (backup.path.stat().st_mode & 0o777, backup.expired) == (0o600, False)
    with Store.open(tmp_path / "backup.db", "copy") as copy:
        assert copy.operator("ada").records(ALICE).get("cellar") is not None
    assert [each.id for each in privacy.backups.holding(ALICE)] == [backup.id]
    # Somebody who came later is not in it, whatever the clock says.
    clock.pass_(days=-9)
    later = Scope("acme", "later")
    told.partition(later).records.remember("Came later.", source="user:t1")
    assert privacy.backups.holding(later) == ()
    clock.pass_(days=20)
    assert privacy.backups.listed()[0].expired
    privacy.backups.remove(backup.id)
    assert not (tmp_path / "backup.db").exists()
    assert privacy.backups.listed() == ()


def test_a_backup_overwrites_nothing(privacy: Privacy, tmp_path: Path) -> None:
    (tmp_path / "b.db").write_text("mine")
    with pytest.raises(StorageFailure) as raised:
        privacy.backups.make(tmp_path / "b.db")
    assert raised.value.code is ErrorCode.EXISTS
    with pytest.raises(NotFound):
        privacy.backups.make(tmp_path / "no" / "b.db")
    assert privacy.backups.listed() == ()


# --- one fact ----------------------------------------------------------------------------------


def test_forgetting_lists_every_copy_and_scrubs_what_is_chosen(
    told: Store, privacy: Privacy, path: Path
) -> None:
    value = "Alice keeps her grandmother’s recipe in the blue tin."
    alice = told.partition(ALICE).records
    alice.remember(value, key="recipe", source="user:t1")
    alice.remember(f"On 2026-03-01 she said: {value} And she laughed.", kind="episodic", source="user:t2")
    record = alice.get("cellar")
    assert record is not None
    told.operator("ada").records(ALICE).confirm(record.id, reason=f"Unlike this: {value}")
    privacy.requests.add(ALICE, "rectification", f"wrong is: {value}")
    shown = privacy.preview_forget(ALICE, key="recipe")
    assert {copy.table for copy in shown.copies} == {"records", "journal_notes", "requests"}
    receipt = privacy.forget(ALICE, shown, scrub=shown.copies, reason="asked")
    assert receipt.state is ReceiptState.VERIFIED
    assert Limit.COPIES_KEPT not in receipt.limits
    assert privacy.requests.listed(ALICE)[0].note == "wrong is: [forgotten]"
    assert [each.content for each in alice.episodes()] == [f"On 2026-02-01 Alice sold {MARKER} to a museum."]
    told.close()
    for part in ("grandmother", "recipe in the blue"):
        assert sum(bytes_with(path, part).values()) == 0


def test_a_copy_that_is_kept_is_told(told: Store, privacy: Privacy) -> None:
    value = "Alice keeps her grandmother’s recipe in the blue tin."
    alice = told.partition(ALICE).records
    alice.remember(value, key="recipe", source="user:t1")
    privacy.requests.add(ALICE, "rectification", f"wrong is: {value}")
    receipt = privacy.forget(ALICE, privacy.preview_forget(ALICE, key="recipe"))
    assert receipt.state is ReceiptState.VERIFIED
    assert Limit.COPIES_KEPT in receipt.limits
    assert receipt.check("bytes_left").data["said_elsewhere"] > 0  # type: ignore[union-attr]
    assert privacy.requests.listed(ALICE)[0].note == f"wrong is: {value}"
    with pytest.raises(NotFound):
        privacy.preview_forget(ALICE, key="recipe")


def test_what_changed_since_it_was_shown_is_not_forgotten(told: Store, privacy: Privacy, path: Path) -> None:
    alice = told.partition(ALICE).records
    alice.remember("Alice lives in Bergen these days.", key="city", source="user:t1")
    shown = privacy.preview_forget(ALICE, key="city")
    told.operator("ada").records(ALICE).forget_key("city")
    before = everything(path)
    with pytest.raises((Conflict, NotFound)):
        privacy.forget(ALICE, shown)
    assert everything(path) == before


def test_short_values_are_not_looked_for_elsewhere(told: Store, privacy: Privacy) -> None:
    told.partition(ALICE).records.remember("April", key="month", source="user:t1")
    shown = privacy.preview_forget(ALICE, key="month")
    assert (shown.listed, shown.copies) == (False, ())
    receipt = privacy.forget(ALICE, shown)
    assert receipt.state is ReceiptState.VERIFIED
    assert Limit.NOTHING_TO_SEARCH in receipt.limits


def test_a_target_is_a_key_or_an_id(privacy: Privacy) -> None:
    for target in ({}, {"key": "cellar", "id_": 1}):
        with pytest.raises(Invalid):
            privacy.preview_forget(ALICE, **target)  # type: ignore[arg-type]


# --- holdings ----------------------------------------------------------------------------------


def test_holdings_say_how_much_how_old_and_from_where(told: Store, privacy: Privacy, clock: Hand) -> None:
    clock.pass_(days=3)
    told.partition(ALICE).records.remember("Alice reads maps.", source="agent:x")
    held = privacy.holdings(ALICE)
    records = next(table for table in held.tables if table.name == "records")
    assert (records.oldest, records.newest) == (START, START + timedelta(days=3))
    assert records.rows == len(told.partition(ALICE).records.export())
    assert records.sources == {"user": records.rows - 1, "agent": 1}
    assert held.journal_entries == told.operator("ada").audit.count() - 4
    assert held.rows == sum(table.rows for table in held.tables if table.erasure == "delete")


def test_mentions_are_counted_person_by_person(told: Store, privacy: Privacy) -> None:
    """Guide/privacy.md 3.2: quotes in others' rows, as scope and count."""
    other = told.partition(CAROL).records
    other.remember("Alicent is a character of a book.", source="user:t1")  # no mention: another word
    other.remember(f"She quoted: On 2026-02-01 Alice sold {MARKER} to a museum.", source="user:t1")
    held = privacy.holdings(ALICE)
    assert {(mention.scope, mention.rows) for mention in held.mentions or ()} == {(CAROL, 1), (BOB, 1)}
    assert privacy.holdings(ALICE, with_mentions=False).mentions is None


def test_nobody_holds_nothing(privacy: Privacy) -> None:
    with pytest.raises(NotFound):
        privacy.holdings(Scope("acme", "nobody"))

"""What writer runs proposed, and what became of each proposal."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import apsw

from core.clock import to_datetime
from core.errors import Corrupt
from core.gate import Finding, Verdict, WriteOutcome
from core.gate.citing import Cited, cited_words, kept_words
from core.memory.ground import Ground, Writing
from core.memory.quarantine import HeldItem
from core.memory.quarantine.item import findings_of, findings_text, item_of
from core.memory.records.changes import WriteResult
from core.memory.records.draft import Draft
from core.memory.records.reading import fetch
from core.memory.records.record import Record
from core.store import quarantine_rows, run_rows
from core.store.run_rows import RunRow

_NAME = 200


@dataclass(frozen=True, slots=True)
class RunSummary:
    """One run in counts of its proposals; ``kept`` ones were stored or seen again."""

    id: str
    first_at: datetime
    last_at: datetime
    kept: int
    held: int
    refused: int
    skipped: int

    @property
    def proposals(self) -> int:
        """How many there were."""
        return self.kept + self.held + self.refused + self.skipped


@dataclass(frozen=True, slots=True)
class Sourced:
    """The run behind a record or an item, and what it cited there."""

    run: str
    cited: tuple[Cited, ...]


@dataclass(frozen=True, slots=True)
class RunProposal:
    """One proposal of a run: kept as a record, or not, and then an item of the review.

    Attributes:
        reasons: what the gate saw in it then.
        item: as it stands today; a person may have released it since.
    """

    at: datetime
    outcome: WriteOutcome
    reasons: tuple[Finding, ...]
    cited: tuple[Cited, ...]
    record: Record | None = None
    item: HeldItem | None = None

    @property
    def kept(self) -> bool:
        """Whether the gate let it in by itself."""
        return self.outcome in {WriteOutcome.STORED, WriteOutcome.REFRESHED}


def note(writing: Writing, draft: Draft, verdict: Verdict, result: WriteResult) -> None:
    """Keep which run proposed this and what it cited; nothing for a direct call."""
    run = draft.proposal.run
    if run is None:
        return
    # What a failed rule did not see may be a secret, so nothing that was read is written down.
    unseen = any(found.code == "policy_error" for found in verdict.findings)
    salt = writing.subject.salt
    cited = () if unseen else cited_words(draft.proposal, salt)
    row = RunRow(
        id=run_rows.next_id(writing.tx, writing.scope),
        run=kept_words(run.id, salt, _NAME),
        at=writing.now,
        outcome=result.outcome,
        record=result.record.id if result.record else None,
        item=result.held.id if result.held else None,
        cited=json.dumps(cited, ensure_ascii=False),
        findings=findings_text(result.held.findings if result.held else verdict.findings),
    )
    run_rows.insert(writing.tx, writing.scope, row)


def runs(ground: Ground, limit: int, offset: int) -> list[RunSummary]:
    """The runs of the ground's scope, newest first."""
    with ground.read() as (connection, scope):
        counts = [] if scope is None else run_rows.runs(connection, scope, limit, offset)
    return [
        RunSummary(
            each.run,
            to_datetime(each.first_at),
            to_datetime(each.last_at),
            each.stored + each.refreshed,
            each.held,
            each.refused,
            each.skipped,
        )
        for each in counts
    ]


def proposals(ground: Ground, run: str) -> list[RunProposal]:
    """What one run proposed, in order; without those whose record was forgotten since.

    Raises:
        Corrupt: a row holds what this program never writes there.
    """
    with ground.read() as (connection, scope):
        if scope is None:
            return []
        rows = run_rows.of_run(connection, scope, run)
        ids = [row.record for row in rows if row.record is not None]
        records = {record.id: record for record in fetch(connection, scope, ids, ground.clock())}
        return [_proposal(connection, scope, row, records.get(row.record or 0)) for row in rows]


def behind_item(connection: apsw.Connection, scope: int, item: int) -> tuple[Sourced, ...]:
    """The runs that proposed an item and what they cited, in order."""
    return tuple(_sourced(row) for row in run_rows.of_item(connection, scope, item))


def behind_records(
    connection: apsw.Connection, scope: int, ids: Sequence[int]
) -> dict[int, tuple[Sourced, ...]]:
    """The runs behind each record and what they cited, in order."""
    found = run_rows.of_records(connection, scope, ids)
    return {record: tuple(map(_sourced, rows)) for record, rows in found.items()}


def _proposal(connection: apsw.Connection, scope: int, row: RunRow, record: Record | None) -> RunProposal:
    held = None if row.item is None else quarantine_rows.by_id(connection, scope, row.item)
    try:
        return RunProposal(
            to_datetime(row.at),
            WriteOutcome(row.outcome),
            findings_of(row.findings),
            _sourced(row).cited,
            record,
            None if held is None else item_of(held),
        )
    except (ValueError, TypeError, LookupError, AttributeError, OverflowError):
        raise Corrupt(run_proposal=row.id) from None


def _sourced(row: RunRow) -> Sourced:
    try:
        return Sourced(row.run, tuple(Cited(source, words) for source, words in json.loads(row.cited)))
    except (ValueError, TypeError):
        # The exception may quote the text, so only the number travels.
        raise Corrupt(run_proposal=row.id) from None

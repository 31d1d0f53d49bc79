"""Remember everything: what happens to recall when the tools' raw output is stored beside the notes.

The crowded store is written past the gate, which is the point: it is what a memory without one holds.
What the gate says to the same output is counted beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from core import audit
from core.clock import system_clock
from core.evaluation.own_store import SCOPE, SETTINGS, own_database
from core.evaluation.triage.desk import Desk, Task, read_desk
from core.evaluation.triage.repeats import ASKED, BLOCK_TOKENS, RANKS, names_original, take_notes
from core.gate import Trust, WriteOutcome
from core.handles import Partition, Store
from core.kind import Kind
from core.memory.prompt import TokenCounter, recalled_block
from core.memory.records.indexing import entry_of
from core.memory.records.rows import digest
from core.recall import Embedder, Recall
from core.store import Database, record_rows, subjects
from core.store.record_rows import RecordRow

KS = (3, 6)
_UNCAPPED = 1 << 30


@dataclass(frozen=True, slots=True)
class Asked:
    """One repeat asked of one store.

    Attributes:
        rank: the place of the original's note, 1 for the first; None below rank k.
        shown: the note is in the block.
        tokens: of the block.
    """

    task: Task
    rank: int | None
    shown: bool
    tokens: int


@dataclass(frozen=True, slots=True)
class Crowded:
    """One store, one k, with or without the cap on the block.

    Attributes:
        everything: raw output is stored too.
        cap: tokens the block may take; None for no limit.
        records: what the store holds.
    """

    everything: bool
    k: int
    cap: int | None
    records: int
    asked: tuple[Asked, ...]

    @property
    def recalled(self) -> int:
        """Repeats whose original is among the first three."""
        return sum(each.rank is not None and each.rank <= RANKS for each in self.asked)

    @property
    def shown(self) -> int:
        """Repeats whose original is in the block."""
        return sum(each.shown for each in self.asked)

    @property
    def tokens(self) -> int:
        """Of all blocks together."""
        return sum(each.tokens for each in self.asked)


@dataclass(frozen=True, slots=True)
class Everything:
    """The board: every way to ask, and what the gate said to the raw output.

    Attributes:
        verdicts: how often each outcome came back when the raw output was proposed.
    """

    rows: tuple[Crowded, ...]
    verdicts: Mapping[WriteOutcome, int]


def measure_everything(
    counter: TokenCounter,
    desk: Desk | None = None,
    embedder: Embedder | None = None,
    *,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Everything:
    """Ask both stores for the originals of every repeat.

    Args:
        counter: counts the blocks.
        progress: told stores done and in all.
        cancelled: asked between the stores; what was measured until then is returned.
    """
    desk = read_desk() if desk is None else desk
    outputs = [output for issue in desk.originals for output in desk.raw_outputs(issue)]
    rows: list[Crowded] = []
    verdicts: Counter[WriteOutcome] = Counter()
    for everything in (False, True):
        if cancelled is not None and cancelled():
            break
        with own_database() as database, Store(database, system_clock, embedder) as store:
            partition = store.partition(SCOPE, "writer", SETTINGS)
            take_notes(partition, desk)
            records = len(desk.originals) + len(desk.facts)
            if everything:
                verdicts.update(
                    partition.records.judge(text, kind=Kind.EPISODIC, source=source).outcome
                    for source, text in outputs
                )
                _store_past_the_gate(database, Recall(embedder), outputs)
                records += len(outputs)
            for k in KS:
                for cap in (BLOCK_TOKENS, None):
                    asked = tuple(
                        _asked(partition, task, k, cap, counter) for task in desk.tasks if task.original
                    )
                    rows.append(Crowded(everything, k, cap, records, asked))
        if progress is not None:
            progress(1 + everything, 2)
    return Everything(tuple(rows), verdicts)


def _asked(partition: Partition, task: Task, k: int, cap: int | None, counter: TokenCounter) -> Asked:
    hits = partition.records.recall(task.whole, k, ASKED)
    block = recalled_block(hits, counter, _UNCAPPED if cap is None else cap)
    places = [place for place, hit in enumerate(hits, 1) if names_original(task, [hit])]
    shown = bool(places) and hits[places[0] - 1].record.id in block.shown
    return Asked(task, places[0] if places else None, shown, block.tokens)


def _store_past_the_gate(database: Database, recall: Recall, outputs: Sequence[tuple[str, str]]) -> None:
    now = system_clock()
    with database.write() as tx:
        subject, _ = subjects.admit(tx, SCOPE.tenant, SCOPE.user, now)
        actor = audit.actor_id(tx, audit.Actor(audit.Role.AGENT, "everything"))
        ids = subjects.next_record_ids(tx, subject.scope, len(outputs))
        rows = [
            RecordRow(
                id=id_, kind=Kind.EPISODIC, key=None, content=text, is_json=0,
                digest=digest(Kind.EPISODIC, text), source=source, lineage=None, trust=Trust.EXTERNAL,
                approved=0, author=actor, session=source.rpartition("-")[2], recorded_at=now, written_at=None,
                written_estimated=0, true_from=None, true_until=None, seen_at=now, seen_count=1,
                importance=0.5, expires_at=None, version=1, supersedes=None, superseded_by=None,
                ended_at=None, end_reason=None, outcome=None, details=None, verdict=None,
            )
            for id_, (source, text) in zip(ids, outputs, strict=True)
        ]  # fmt: skip
        record_rows.insert(tx, subject.scope, rows)
        recall.index(tx, subject.scope, [entry_of(row) for row in rows])

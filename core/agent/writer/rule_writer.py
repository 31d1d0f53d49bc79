"""The writer that needs no model: reads a session turn by turn and proposes what it states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from core.agent.extraction import Act, Extractor, Note
from core.agent.extraction.extractor import Known
from core.agent.writer.proposed import Proposed, proposed
from core.agent.writer.summary import cited_by, summary
from core.agent.writer.traces import identifiers, traces, without
from core.errors import NotFound
from core.gate import Citation, Run, Turn, WriteOutcome
from core.handles import Partition
from core.kind import Kind
from core.memory.records import Record
from core.memory.records.record import Details


class RuleWriter:
    """Proposes to one partition what the turns of a session state."""

    def __init__(self, partition: Partition) -> None:
        self._partition = partition

    def session(self, id_: str, turns: Iterable[Turn]) -> list[Proposed]:
        """Read a whole session in order, each turn with what is known by then.

        Args:
            id_: the host's name for the session; the records carry it.
            turns: what was said and returned; ``Turn.source`` says by whom.

        Raises:
            Gone: the person was erased.
            ReadOnly, Locked, Moved, StorageFailure: the file could not be written.
        """
        reading = SessionReading(self._partition, id_)
        return [answer for turn in turns for answer in reading.read(turn)]

    def consolidate(self, id_: str, turns: Iterable[Turn]) -> list[Proposed]:
        """Propose one episode of a finished run: what was wanted, how it ended, tags and learnings.

        Args:
            id_: the host's name for the run; the record carries it as its session.
            turns: the whole run. What pages and tools returned is read by nobody here.

        Returns:
            One answer of the gate, or none where nobody wanted anything.

        Raises:
            Gone, ReadOnly, Locked, Moved, StorageFailure: as for `session`.
        """
        said = tuple(turns)
        told = summary(said)
        if told is None:
            return []
        note, details = told
        cited = cited_by(note, details, said)
        result = self._partition.records.remember(
            note.content,
            kind=note.kind,
            source=note.source,
            session=id_,
            lineage=cited,
            run=Run(id_, said),
            cited=tuple(Citation(source) for source in cited),
            details=details,
        )
        return [proposed(note, result)]


class SessionReading:
    """One session, read turn by turn as it goes on; see `RuleWriter.session`.

    Args:
        forgets: whether requests to forget are carried to the gate with the turn's own trust; a host
            whose agent proposes them leaves them out here.
    """

    def __init__(self, partition: Partition, id_: str, *, forgets: bool = True) -> None:
        self._records = partition.records
        self._id = id_
        self._forgets = forgets
        self._extractor = Extractor()
        self._so_far: list[Turn] = []

    def read(self, turn: Turn) -> list[Proposed]:
        """Propose what the next turn states."""
        self._so_far.append(turn)
        current = {record.key: record for record in self._records.get_all() if record.key is not None}
        answers: list[Proposed] = []
        for note in self._extractor.read(turn, _known(current.values())):
            if self._forgets or note.act is not Act.FORGET:
                answers += self._propose(self._id, tuple(self._so_far), note, current)
        return answers

    def _propose(
        self, session: str, turns: tuple[Turn, ...], note: Note, current: dict[str, Record]
    ) -> list[Proposed]:
        if note.act is Act.FORGET:
            return self._forget(session, note)
        standing = current.get(note.key) if note.key is not None else None
        cited = [Citation(note.source, note.quote)]
        if standing is not None and note.kind is Kind.PROCEDURAL:
            # A change to one step keeps the others: they were read from the version before.
            turns = (*turns, Turn(standing.source, standing.content))
            cited.append(Citation(standing.source))
        result = self._records.remember(
            note.content,
            kind=note.kind,
            key=note.key,
            source=note.source,
            session=session,
            run=Run(session, turns),
            cited=tuple(cited),
            details=Details(steps=note.steps),
        )
        return [proposed(note, result)]

    def _forget(self, session: str, note: Note) -> list[Proposed]:
        """Forget a key, and its number or address wherever else it stands."""
        assert note.key is not None
        try:
            gone = self._records.forget(note.key, source=note.source)
        except NotFound:
            return [Proposed(note, WriteOutcome.SKIPPED, ())]
        answers = [proposed(note, gone)]
        if gone.outcome is WriteOutcome.STORED:
            forgotten = [record.content for record in gone.removed]
            wanted = identifiers(*forgotten)
            for record in traces(self._records, *forgotten):
                answers += self._cleared(session, note, record, wanted)
        return answers

    def _cleared(
        self, session: str, note: Note, record: Record, wanted: frozenset[str]
    ) -> Iterator[Proposed]:
        """Delete one version, then propose again what a current one says beside the forgotten value."""
        also = replace(note, kind=record.kind, key=record.key)
        gone = self._records.forget_id(record.id, source=note.source)
        yield proposed(also, gone)
        rest = without(record.content, wanted)
        if gone.outcome is not WriteOutcome.STORED or record.ended_at is not None or not rest:
            return
        kept = Note(Act.REMEMBER, record.kind, record.key, rest, record.source, rest, record.details.steps)
        result = self._records.remember(
            rest,
            kind=record.kind,
            key=record.key,
            source=record.source,
            session=record.session or session,
            run=Run(session, (Turn(record.source, record.content),)),
            cited=(Citation(record.source),),
        )
        yield proposed(kept, result)


def _known(records: Iterable[Record]) -> Known:
    facts: dict[str, str] = {}
    procedures: dict[str, str] = {}
    for record in records:
        if record.key is not None:
            (procedures if record.kind is Kind.PROCEDURAL else facts)[record.key] = record.content
    return Known(facts, procedures)

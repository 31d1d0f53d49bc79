"""The writer that needs no model: reads a session turn by turn and proposes what it states."""

from __future__ import annotations

from collections.abc import Iterable

from core.agent.extraction import Act, Extractor, Note
from core.agent.extraction.extractor import Known
from core.agent.writer.proposed import Proposed, proposed
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
            return [self._forget(note)]
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

    def _forget(self, note: Note) -> Proposed:
        assert note.key is not None
        try:
            gone = self._records.forget(note.key, source=note.source)
        except NotFound:
            return Proposed(note, WriteOutcome.SKIPPED, ())
        return proposed(note, gone)


def _known(records: Iterable[Record]) -> Known:
    facts: dict[str, str] = {}
    procedures: dict[str, str] = {}
    for record in records:
        if record.key is not None:
            (procedures if record.kind is Kind.PROCEDURAL else facts)[record.key] = record.content
    return Known(facts, procedures)

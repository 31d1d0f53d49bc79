"""What an agent's process may do with the records of its own scope."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import TypeVar, Unpack

from core.errors import ErrorCode, Invalid, NotFound
from core.gate import Deletion, Verdict, WriteOutcome, judge, judge_deletion
from core.kind import Kind
from core.memory.ground import Ground
from core.memory.records import deleting, explaining, exporting, reading, recalling
from core.memory.records.beliefs import Beliefs
from core.memory.records.changes import Forgotten, WriteResult
from core.memory.records.draft import RememberOptions, draft
from core.memory.records.explaining import Explanation, HeldBack
from core.memory.records.proposals import ProposalStanding, standing
from core.memory.records.recalling import Hits
from core.memory.records.record import Outcome, Record
from core.memory.records.writing import look_up, write
from core.recall import Weights

T = TypeVar("T")


class Records:
    """The long-term memory of one scope, as its agent holds it.

    It proposes and reads. It cannot confirm, correct another's word, roll back, sweep, or
    delete by pattern, source or age: those belong to `OperatorRecords`.
    """

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def remember(self, content: object, **options: Unpack[RememberOptions]) -> WriteResult:
        """Propose a record; see `core.memory.records.draft.draft` for the arguments.

        Raises:
            Invalid: an argument has the wrong type, range or combination.
            Gone: the person was erased.
            ReadOnly, Locked, Moved, StorageFailure: the file could not be written.
        """
        return write(
            self._ground, draft(content, self._ground.clock(), settings=self._ground.settings, **options)
        )

    def judge(self, content: object, **options: Unpack[RememberOptions]) -> Verdict:
        """The verdict `remember` would give; writes nothing."""
        now = self._ground.clock()
        proposed = draft(content, now, settings=self._ground.settings, **options)
        with self._ground.database.read() as connection:
            standing = look_up(
                connection, self._ground.subject(connection), proposed, now, self._ground.recall
            )
        return judge(proposed.proposal, standing)

    def recall(
        self,
        query: str,
        k: int = 5,
        kinds: Iterable[str] | None = None,
        min_score: float = 0.0,
        *,
        weights: Weights | None = None,
    ) -> Hits:
        """The current records that fit a question best, each with its score taken apart.

        Args:
            kinds: only these; None means all.
            min_score: the least `Hit.fit`, 0 to 1; below it nothing is returned rather than the
                least bad.
            weights: how the parts are weighed, where not as measured.

        Raises:
            Invalid: a ``k`` that is no count, an unknown kind, a threshold outside 0 to 1.
            WrongEmbedder: the file's vectors come from another embedder than the one in use.
        """
        return recalling.recall(self._ground, query, k, kinds, min_score, weights)

    def explain(
        self,
        id_: int,
        query: str,
        k: int = 5,
        kinds: Iterable[str] | None = None,
        min_score: float = 0.0,
        *,
        weights: Weights | None = None,
        shown: Collection[int] | None = None,
    ) -> Explanation:
        """Why one record is, or is not, among what `recall` gives.

        Args:
            shown: ids that found room in the prompt; a hit that is not among them was over budget.

        Raises:
            NotFound: no such record here.
            Invalid, WrongEmbedder: as for `recall`.
        """
        return explaining.explain(self._ground, id_, query, k, kinds, min_score, weights, shown)

    def explain_held(self, item: int) -> HeldBack:
        """What became of a proposal of the caller's own that was not stored; never its words.

        Raises:
            NotFound: no such item here; somebody else's answers the same.
        """
        return explaining.explain_held(self._ground, item, own=True)

    def facts(self) -> list[Record]:
        """The current keyed facts, in key order."""
        return reading.keyed_facts(self._ground)

    def get(self, key: str, default: T | None = None, *, kind: str = Kind.SEMANTIC) -> Record | T | None:
        """The current record of exactly that key, or ``default``."""
        found = reading.current(self._ground, Kind.parse(kind), key)
        return default if found is None else found

    def get_all(self, prefix: str = "") -> list[Record]:
        """Current keyed records of every kind whose key starts literally with ``prefix``."""
        return reading.keyed_with_prefix(self._ground, prefix)

    def history(self, key: str, *, kind: str | None = None) -> list[Record]:
        """Every version of a key, oldest first, superseded and withdrawn ones included."""
        return reading.history(self._ground, key, None if kind is None else Kind.parse(kind))

    def by_id(self, id_: int) -> Record:
        """One record of this scope.

        Raises:
            NotFound: no such record here; one of another scope answers the same.
        """
        found = reading.by_ids(self._ground, (id_,))
        if not found:
            raise NotFound(ErrorCode.NO_RECORD, id=id_)
        return found[0]

    def chain(self, id_: int) -> list[Record]:
        """What this record replaced and what replaced it, oldest first, itself included.

        Raises:
            NotFound: no such record here.
        """
        return reading.chain(self._ground, self.by_id(id_))

    def episodes(
        self, *, session: str | None = None, outcome: str | None = None, tag: str | None = None
    ) -> list[Record]:
        """Current episodes with exactly that session, outcome and tag, newest first.

        Raises:
            Invalid: no such outcome.
        """
        if outcome is not None and outcome not in set(Outcome):
            raise Invalid("outcome", "unknown", value=outcome, known=[each.value for each in Outcome])
        return reading.episodes(self._ground, session, None if outcome is None else Outcome(outcome), tag)

    def proposal(self, id_: int) -> ProposalStanding:
        """Where one of this agent's own proposals stands: waiting, released, rejected or refused.

        Raises:
            NotFound: no such proposal, or somebody else's.
        """
        return standing(self._ground, id_)

    def as_of(self, time: datetime) -> Beliefs:
        """What was believed at that moment."""
        return Beliefs(self._ground, time)

    def export(self, source_prefix: str = "") -> list[dict[str, object]]:
        """Every version of every record, as JSON-ready objects, oldest first."""
        return exporting.objects(self._ground, source_prefix)

    def forget(self, key: str, *, source: str, kind: str | None = None) -> Forgotten:
        """Propose to delete a key with all its versions; carried out for the user's own word.

        Raises:
            NotFound: the key was never used here.
        """
        wanted = None if kind is None else Kind.parse(kind)
        verdict = judge_deletion(Deletion(source))
        if verdict.outcome is not WriteOutcome.STORED:
            return deleting.refuse(self._ground, verdict, source, key=key, kind=wanted)
        return deleting.forget_key(self._ground, key, wanted)

    def forget_id(self, id_: int, *, source: str) -> Forgotten:
        """Propose to delete one version of one record.

        Raises:
            NotFound: no such record here; one of another scope answers the same.
        """
        verdict = judge_deletion(Deletion(source))
        if verdict.outcome is not WriteOutcome.STORED:
            return deleting.refuse(self._ground, verdict, source, id_=id_)
        return deleting.forget_ids(self._ground, (id_,))

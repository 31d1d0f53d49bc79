"""What a person at the desk holds: every act under their name, one scope at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from core import audit
from core.audit import Actor, Role
from core.change import Reversal, Undo
from core.clock import Clock, optional_datetime
from core.handles.import_report import ImportReport
from core.handles.importing import import_path
from core.handles.journal import Journal
from core.handles.overview import Overview, overview
from core.handles.prompting import Prompting
from core.handles.resetting import Reset, reset
from core.memory.conversation.desk import OperatorConversations
from core.memory.conversation.settings import Settings
from core.memory.documents import OperatorDocuments
from core.memory.documents.embedding import embed_documents
from core.memory.graph import OperatorGraph
from core.memory.ground import Ground
from core.memory.notes import NoteAnswer, OperatorNotes
from core.memory.prompt import log
from core.memory.prompt.log import Because, LoggedPrompt
from core.memory.prompt.past import PastPrompt, past_prompt, recalled_in
from core.memory.prompt.why import why
from core.memory.records import OperatorRecords, RunProposal, RunSummary, WriteResult, runs
from core.memory.scratchpad import Scratchpad
from core.memory.scratchpad.handing import Offer
from core.memory.scratchpad.working import scratchpads
from core.memory.tasks import OperatorTasks, UpdateResult
from core.memory.tokens.counter import CharsPerToken
from core.memory.writer import WriterBooks, WriterRun
from core.recall import Embedded, Recall
from core.review import Decision, Review
from core.scope import Scope
from core.store import Database, subjects

if TYPE_CHECKING:
    from core.privacy import Privacy
    from core.recall.embedding import EmbedderUse


@dataclass(frozen=True, slots=True)
class ScopeSummary:
    """One person: the number of live records and when the last was written."""

    scope: Scope
    records: int
    last_write: datetime | None


class Operator:
    """The desk of one named person."""

    def __init__(self, database: Database, name: str, clock: Clock, recall: Recall) -> None:
        self._database = database
        self._clock = clock
        self._recall = recall
        self.name = name
        self.audit = Journal(database)
        self.review = Review(database, clock, self._ground)

    @cached_property
    def privacy(self) -> Privacy:
        """What people may ask of a memory: to see it, to have it, to be erased from it."""
        from core.privacy import Privacy

        return Privacy(self._database, self._ground)

    def scopes(self, match: str = "", limit: int = 50, offset: int = 0) -> list[ScopeSummary]:
        """People whose tenant or user contains ``match``, in name order; names and counts only."""
        with self._database.read() as connection:
            found = subjects.listed(connection, match, self._clock(), limit, offset)
        return [
            ScopeSummary(Scope(each.tenant, each.user), each.live, optional_datetime(each.last_write))
            for each in found
        ]

    def scope_count(self, match: str = "") -> int:
        """How many people `scopes` would list in all."""
        with self._database.read() as connection:
            return subjects.count(connection, match)

    def records(self, scope: Scope) -> OperatorRecords:
        """The long-term memory of one person."""
        return OperatorRecords(self._ground(scope))

    def notes(self, scope: Scope) -> OperatorNotes:
        """The text notes of one person."""
        return OperatorNotes(self._ground(scope))

    def graph(self, scope: Scope) -> OperatorGraph:
        """The entities and links of one person."""
        return OperatorGraph(self._ground(scope))

    def documents(self, scope: Scope) -> OperatorDocuments:
        """The documents of one person."""
        return OperatorDocuments(self._ground(scope))

    def tasks(self, scope: Scope) -> OperatorTasks:
        """The tasks of one person."""
        return OperatorTasks(self._ground(scope))

    def runs(self, scope: Scope, limit: int = 200, offset: int = 0) -> list[RunSummary]:
        """The writer runs that proposed something about one person, newest first, with counts."""
        return runs.runs(self._ground(scope), limit, offset)

    def run(self, scope: Scope, id_: str) -> list[RunProposal]:
        """What one run proposed, in order: kept as which record, or not and why.

        Proposals whose record was forgotten since are gone with it.
        """
        return runs.proposals(self._ground(scope), id_)

    def writer_runs(self, scope: Scope, limit: int = 200) -> list[WriterRun]:
        """The runs a writer was handed about one person, newest first: state, sources, attempts, cost, problem.

        What they say is left out; what they proposed is in `run`.
        """
        return WriterBooks(self._ground(scope)).runs(limit)

    def undo(
        self, scope: Scope, what: Undo, *, reason: str = ""
    ) -> WriteResult | Decision | NoteAnswer | UpdateResult:
        """Take any write back that gave an undo: of a record, note, import, task, or review decision.

        Raises:
            Conflict: what it changed has changed again since.
            NotFound: it was forgotten since.
        """
        if what.reversal is Reversal.DECISION:
            return self.review.undo(scope, what, reason=reason)
        if what.reversal is Reversal.NOTE:
            return self.notes(scope).undo(what, reason=reason)
        if what.reversal is Reversal.TASK:
            return self.tasks(scope).undo(what, reason=reason)
        return self.records(scope).undo(what, reason=reason)

    def conversations(self, scope: Scope) -> OperatorConversations:
        """The conversations of one person."""
        return OperatorConversations(self._ground(scope))

    def scratchpads(self, scope: Scope) -> dict[str, Scratchpad]:
        """What agents keep in mind about one person, by task."""
        return scratchpads(self._ground(scope))

    def reset_conversation(
        self, scope: Scope, conversation: str, task: str | None, handoff: str, keep: Sequence[Offer] = ()
    ) -> Reset:
        """Begin a new session of one conversation; see `Partition.reset`.

        Raises:
            NotFound: no such conversation.
            Invalid: an empty hand-off.
        """
        talk = self.conversations(scope).opened(conversation, Settings(0), CharsPerToken())
        return reset(self._ground(scope), talk, task, handoff, keep)

    def prompts(self, scope: Scope, conversation: str) -> list[LoggedPrompt]:
        """The prompts that were built for one conversation, oldest first."""
        return log.prompts(self._ground(scope), conversation)

    def why(self, scope: Scope, conversation: str, prompt: int) -> list[Because]:
        """The records that were recalled for a prompt, with score, source and what changed since."""
        return why(self._ground(scope), conversation, prompt)

    def past_prompt(self, scope: Scope, conversation: str, prompt: int) -> PastPrompt:
        """What stood in a logged prompt beside its messages: instructions, tools, scratchpad, memories."""
        return past_prompt(self._ground(scope), conversation, prompt)

    def recalled_in(self, scope: Scope, conversation: str, needle: str) -> set[int]:
        """The logged prompts whose recalled block holds a text."""
        return recalled_in(self._ground(scope), conversation, needle)

    def used_in(self, scope: Scope, record: int) -> list[tuple[str, int]]:
        """The conversations and prompts that showed a record."""
        return log.uses(self._ground(scope), record)

    def prompting(self, scope: Scope) -> Prompting:
        """What a prompt would ask of one person's memory."""
        return Prompting(self._ground(scope))

    def overview(self, scope: Scope) -> Overview:
        """What is held about one person, store by store, in counts."""
        return overview(self._ground(scope))

    def import_path(
        self,
        scope: Scope,
        path: Path,
        *,
        progress: Callable[[int, int | None, str], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
        batch: int = 100,
    ) -> ImportReport:
        """Import a file or folder that another agent wrote into one person's memory.

        Args:
            progress: told items read, items in all (None while unknown) and the format.
            cancelled: asked between batches; what was committed before stays, and importing
                again goes on from there.

        Raises:
            UnknownFormat: no reader recognises it.
            NotFound, StorageFailure: it cannot be read.
        """
        return import_path(self._ground(scope), path, progress, cancelled, batch)

    def embedder_use(self) -> EmbedderUse:
        """Which embedder the file was made with, which is in use, how far it has read, what it cost."""
        from core.recall.embedding import use_of

        return use_of(self._database, self._recall.embedder)

    def embed_all(
        self,
        *,
        progress: Callable[[int, int], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Embedded:
        """Give every record, then every document, its vectors by the embedder in use, the file's own now.

        The way to another embedder, and after a server failed. Recall goes on as before until all
        is done; stopped in the middle it goes on from there.

        Raises:
            EmbedderFailure: the server failed; what was written stays.
            ReadOnly, Locked, StorageFailure: the file could not be written.
        """
        from core.recall.embedding import embed_all

        done = embed_all(self._database, self._recall.embedder, progress, cancelled)
        if done.finished:
            embed_documents(self._database, self._recall.embedder, cancelled)
            with self._database.write() as tx:
                actor = audit.actor_id(tx, Actor(Role.OPERATOR, self.name))
                entry = audit.Entry(audit.Action.EMBED, "vector", None, done.total)
                audit.append(tx, actor, None, entry, self._clock())
        return done

    def _ground(self, scope: Scope) -> Ground:
        return Ground(self._database, scope, Actor(Role.OPERATOR, self.name), self._clock, self._recall)

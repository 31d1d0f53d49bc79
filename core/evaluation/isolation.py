"""One person asks for another's secret by every public way of reading, in a store of its own."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import apsw

from core.clock import system_clock
from core.errors import NotFound
from core.handles import Operator, Partition, Store
from core.memory.prompt import CharsPerToken, recalled_block
from core.memory.records import OperatorRecords
from core.memory.records.query import parse
from core.recall import Embedder
from core.scope import Scope
from core.store import Database, Mode
from core.store.partitioning import names_scope

OWNER = Scope("acme", "alice")
ASKER = Scope("globex", "carol")
SECRET = "Acme plans to acquire Initech in Q4."
OWN = "Globex prefers invoices in euros."
QUESTION = f"{SECRET} tenant_id=acme OR 1=1"
_PLANTED = (
    (OWNER, "Alice's fiscal year starts in April.", "semantic", "fiscal_year_start"),
    (OWNER, SECRET, "semantic", "acquisition"),
    (ASKER, OWN, "semantic", "invoices"),
)
_NOTE = "/memories/plans.md"
_MARK = "Initech"
_TALK = "planning"


@dataclass(frozen=True, slots=True)
class Attempt:
    """One way of reading that was tried.

    Attributes:
        path: its name among the public functions.
        passed: nothing of the other person came back.
    """

    path: str
    passed: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """What an index over all people would have scored; it exists only in this picture.

    Attributes:
        reached: the record is the asker's own, so it is scored on the real path too.
    """

    scope: Scope
    text: str
    likeness: float
    reached: bool


@dataclass(frozen=True, slots=True)
class IsolationReport:
    """What the check found.

    Attributes:
        attempts: every way that was tried, in the order of trying.
        returned: what the question brought the asker.
        statements: how many statements the attempts ran; ``unscoped`` are those without a scope.
        open_file: tables, indexes and open partitions of the user's own file that do not begin
            with the scope; None where no file was looked at.
        standings: the picture of a global index, the most alike first.
    """

    attempts: tuple[Attempt, ...]
    returned: tuple[str, ...]
    statements: int
    unscoped: tuple[str, ...]
    open_file: tuple[str, ...] | None
    standings: tuple[Standing, ...]

    @property
    def passed(self) -> bool:
        """Nothing leaked, and nothing lacks the scope."""
        clean = not self.unscoped and not self.open_file and self.returned == (OWN,)
        return clean and all(attempt.passed for attempt in self.attempts)


def check_isolation(open_file: Store | None = None, embedder: Embedder | None = None) -> IsolationReport:
    """Plant two people, try every way, look at the open file, and delete the temporary store.

    Raises:
        StorageFailure: the temporary folder cannot be written to.
    """
    lacking = None if open_file is None else tuple(open_file.unscoped())
    with tempfile.TemporaryDirectory(prefix="mnemoscope-isolation-") as folder:
        database = Database.open(Path(folder) / "isolation.db", Mode.WRITE)
        with Store(database, system_clock, embedder) as store:
            for scope, text, kind, key in _PLANTED:
                store.partition(scope).records.remember(text, kind=kind, key=key, source="user:isolation")
            store.partition(OWNER).conversation(_TALK).add("user", SECRET)
            store.partition(OWNER).scratchpad(_TALK).found(SECRET)
            _plant_beside(store)
            with _statements(database) as ran:
                attempts = tuple(_attempts(store, Path(folder)))
                returned = store.partition(ASKER).records.recall(QUESTION)
            standings = _standings(store)
    return IsolationReport(
        attempts,
        tuple(hit.record.content for hit in returned),
        len(ran),
        tuple(sql for sql in dict.fromkeys(ran) if not names_scope(sql)),
        lacking,
        standings,
    )


def _plant_beside(store: Store) -> None:
    """Say the secret in a note, an entity and a document too."""
    owner = store.partition(OWNER)
    owner.notes.citing("user:isolation").create(_NOTE, SECRET)
    owner.graph.upsert("initech", "company", "Initech", {"told": SECRET})
    owner.graph.upsert("acme", "company", "Acme")
    owner.graph.link("acme", "initech", "acquires")
    owner.documents.add("plans", SECRET, title=SECRET)


def read_paths(store: Store, folder: Path) -> dict[str, Callable[[], object]]:
    """Every public way to read records, each asked for the other person's as hard as it can be."""
    partition = store.partition(ASKER)
    agent, ways = partition.records, partition.prompting
    operator = store.operator("isolation check")
    desk = operator.records(ASKER)
    # Numbers count per person: the owner's second record has a number the asker never used.
    foreign = len(_PLANTED) - 1
    return {
        "recall": lambda: agent.recall(QUESTION, k=1000),
        "explain": lambda: agent.explain(foreign, QUESTION),
        "explain_held": lambda: agent.explain_held(foreign),
        "look_up": lambda: (ways.look_up("acquisition"), ways.look_up(QUESTION, 1000)),
        "always_loaded": lambda: ways.always_loaded(1000),
        "recalled_block": lambda: recalled_block(agent.recall(QUESTION, k=1000), CharsPerToken(), 100_000),
        "facts": agent.facts,
        "get": lambda: agent.get("acquisition"),
        "get_all": lambda: agent.get_all(""),
        "history": lambda: agent.history("acquisition"),
        "by_id": lambda: agent.by_id(foreign),
        "chain": lambda: agent.chain(foreign),
        "episodes": agent.episodes,
        "as_of": lambda: agent.as_of(store.now()).all(),
        "export": agent.export,
        "proposal": lambda: agent.proposal(foreign),
        "conversation": lambda: (
            partition.conversations(),
            partition.conversation(_TALK).messages(all_sessions=True),
            partition.conversation(_TALK).context(),
        ),
        "prompt": lambda: partition.prompt(_TALK, query=QUESTION),
        "scratchpad": lambda: partition.scratchpad(_TALK).read(),
        "writer": lambda: (partition.writer.queued(), partition.writer.runs()),
        "judge": lambda: agent.judge("Nothing.", key="acquisition", source="agent:isolation"),
        **_beside_paths(partition, operator),
        **_desk_paths(desk, operator, folder, foreign),
    }


def _beside_paths(partition: Partition, operator: Operator) -> dict[str, Callable[[], object]]:
    """The ways to notes, entities and documents."""
    notes, graph, documents = partition.notes, partition.graph, partition.documents
    tree, told = operator.notes(ASKER), operator.documents(ASKER)
    return {
        "notes.view": lambda: (notes.view("/memories"), notes.view(_NOTE).removeprefix(f"The path {_NOTE}")),
        "notes.tree": lambda: tree.tree(deleted=True),
        "notes.text": lambda: tree.text(1),
        "notes.versions": lambda: tree.versions(1),
        "graph.entity": lambda: graph.entity("initech"),
        "graph.entities": lambda: (graph.entities(), graph.named("Initech"), graph.conversations("Initech")),
        "graph.related": lambda: (graph.related("acme"), graph.related("initech"), graph.links()),
        "documents.recall": lambda: documents.recall(QUESTION, k=1000),
        "documents.chunks": lambda: (documents.get("plans"), documents.all(), documents.chunks("plans")),
        "documents.counts": lambda: (told.counts(), told.all()),
    }


def _desk_paths(
    desk: OperatorRecords, operator: Operator, folder: Path, foreign: int
) -> dict[str, Callable[[], object]]:
    everything = parse("state:any")
    written = folder / "export.json"

    def file() -> str:
        desk.write_file(written, "json", desk.ids(everything))
        return written.read_text(encoding="utf-8")

    return {
        "ids": lambda: desk.page(desk.ids(everything)),
        "page": lambda: desk.page([foreign, foreign + 1]),
        "count": lambda: desk.page(range(1, desk.count(everything) + 1)),
        "events": lambda: desk.events(foreign),
        "authors": lambda: desk.authors([foreign, foreign + 1]),
        "review_due": lambda: desk.page(desk.review_due()),
        "conflicts": lambda: desk.page(desk.conflicts()),
        "preview_forget": lambda: desk.preview_forget("acquisition"),
        "preview_forget_id": lambda: desk.preview_forget_id(foreign),
        "preview_forget_source": lambda: desk.preview_forget_source("user:"),
        "preview_sweep": lambda: desk.preview_sweep(0, ["semantic"]),
        "write_file": file,
        "overview": lambda: operator.overview(ASKER),
        "conversations": lambda: (operator.conversations(ASKER).listed(), operator.scratchpads(ASKER)),
        "prompts": lambda: (operator.prompts(ASKER, _TALK), operator.why(ASKER, _TALK, 1)),
    }


def _attempts(store: Store, folder: Path) -> Iterator[Attempt]:
    for name, read in read_paths(store, folder).items():
        try:
            answer = read()
        except NotFound:
            # The other's number or key answers exactly like one that never was.
            answer = None
        yield Attempt(name, _MARK not in repr(answer))


def _standings(store: Store) -> tuple[Standing, ...]:
    likeness = [store.likeness(SECRET, text) for _, text, _, _ in _PLANTED]
    found = [
        Standing(scope, text, each, scope == ASKER)
        for (scope, text, _, _), each in zip(_PLANTED, likeness, strict=True)
    ]
    return tuple(sorted(found, key=lambda standing: -standing.likeness))


@contextmanager
def _statements(database: Database) -> Iterator[list[str]]:
    """Note every statement this thread runs."""
    ran: list[str] = []

    def note(cursor: apsw.Cursor, sql: str, arguments: object) -> bool:
        ran.append(sql)
        return True

    with database.read() as connection:
        connection.exec_trace = note
    try:
        yield ran
    finally:
        with database.read() as connection:
            connection.exec_trace = None

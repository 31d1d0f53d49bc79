"""Ways to remember, compared on the same world: each hears the sessions and answers within a budget."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Protocol

from core.agent.extraction import Act, Extractor
from core.agent.extraction.extractor import Known
from core.agent.writer import RuleWriter
from core.evaluation.own_store import own_partition
from core.evaluation.world.scenario import Session
from core.gate.words import content_words
from core.handles import Partition
from core.kind import Kind
from core.memory.prompt import TokenCounter
from core.memory.records import Record

_MATCHING = 8


class Policy(Protocol):
    """Hears sessions in order, then gives the text it would put before a model."""

    def hear(self, number: int, session: Session) -> None:
        """One session, numbered from 1 on."""

    def answer(self, question: str) -> str:
        """At most the budget's tokens."""


class Nothing:
    """No memory at all."""

    def hear(self, number: int, session: Session) -> None:
        """Keeps nothing."""

    def answer(self, question: str) -> str:
        return ""


class Transcript:
    """The newest turns, word for word."""

    def __init__(self, counter: TokenCounter, budget: int) -> None:
        self._counter, self._budget = counter, budget
        self._lines: list[str] = []

    def hear(self, number: int, session: Session) -> None:
        self._lines += [
            f"{role}: {turn.text}" for role, turn in zip(session.roles, session.turns, strict=True)
        ]

    def answer(self, question: str) -> str:
        kept: list[str] = []
        for line in reversed(self._lines):
            if self._counter("\n".join([line, *kept])) > self._budget:
                break
            kept.insert(0, line)
        return "\n".join(kept)


class FlatNotes:
    """Every proposal as it was made: ungated, never replaced, found by the words it shares."""

    def __init__(self, counter: TokenCounter, budget: int) -> None:
        self._counter, self._budget = counter, budget
        self._notes: list[str] = []

    def hear(self, number: int, session: Session) -> None:
        extractor = Extractor()
        for turn in session.turns:
            notes = extractor.read(turn, Known({}, {}))
            self._notes += [note.content for note in notes if note.act is Act.REMEMBER]

    def answer(self, question: str) -> str:
        asked = content_words(question)
        ranked = sorted(self._notes, key=lambda note: -len(content_words(note) & asked))
        return _filled(ranked, self._counter, self._budget)


class Semantic:
    """All current facts, always, whatever is asked."""

    def __init__(self, partition: Partition, counter: TokenCounter, budget: int) -> None:
        self._partition, self._counter, self._budget = partition, counter, budget
        self._writer = RuleWriter(partition)

    def hear(self, number: int, session: Session) -> None:
        self._writer.session(f"session-{number}", session.turns)

    def answer(self, question: str) -> str:
        return _filled(self._facts(), self._counter, self._budget)

    def _facts(self) -> Iterator[str]:
        return (_line(record) for record in self._partition.records.facts())


class Typed(Semantic):
    """Facts, then the procedures and episodes that fit the question."""

    def answer(self, question: str) -> str:
        hits = self._partition.records.recall(question, _MATCHING, [Kind.PROCEDURAL, Kind.EPISODIC])
        fitting = [_line(hit.record) for hit in hits]
        return _filled([*self._facts(), *fitting], self._counter, self._budget)


POLICIES = ("none", "transcript", "flat", "semantic", "typed")


@contextmanager
def policy(name: str, counter: TokenCounter, budget: int) -> Iterator[Policy]:
    """A fresh policy; those that need a store have one of their own for as long as they live."""
    with ExitStack() as stack:
        made: dict[str, Callable[[], Policy]] = {
            "none": Nothing,
            "transcript": lambda: Transcript(counter, budget),
            "flat": lambda: FlatNotes(counter, budget),
            "semantic": lambda: Semantic(stack.enter_context(own_partition()), counter, budget),
            "typed": lambda: Typed(stack.enter_context(own_partition()), counter, budget),
        }
        yield made[name]()


def _line(record: Record) -> str:
    return f"{record.key}: {record.content}" if record.key is not None else record.content


def _filled(lines: Iterable[str], counter: TokenCounter, budget: int) -> str:
    text = ""
    for line in lines:
        longer = f"{text}\n{line}" if text else line
        if counter(longer) <= budget:
            text = longer
    return text

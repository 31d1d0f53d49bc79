"""Evidence in prompt: how often everything a question needs is in a block of so many tokens.

The measure of guide/conversation.md 6.2: for each question asked after the last session, a block of at
most B tokens is filled, and scored 1 if every evidence turn is in it. No model, no judge. The turns go
into a store of their own as episodes, as the data tells them; the gate is not what is measured here.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.clock import system_clock
from core.errors import ErrorCode, Invalid, NotFound
from core.memory.prompt import TokenCounter
from core.recall import Asked, Embedder, Entry, Recall
from core.store import Database, Mode, subjects

BUDGETS = (300, 600, 1_200)
STRATEGIES = ("newest first", "recalled")
_EVIDENCE = re.compile(r"D(\d+):(\d+)")
_ADVERSARIAL = 5
_RANKED = 200


@dataclass(frozen=True, slots=True)
class Talk:
    """One conversation of the data: its turns in order, and questions with their evidence."""

    name: str
    lines: tuple[str, ...]
    texts: tuple[str, ...]
    sessions: tuple[str, ...]
    questions: tuple[tuple[str, frozenset[int]], ...]


@dataclass(frozen=True, slots=True)
class Filled:
    """The block of one question.

    Attributes:
        evidence: turns the question needs; ``found`` of them are in the block.
        tokens: of the block.
    """

    talk: str
    question: str
    evidence: int
    found: int
    tokens: int

    @property
    def complete(self) -> bool:
        """Nothing the question needs is missing."""
        return self.found == self.evidence


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one strategy reached within one budget."""

    strategy: str
    budget: int
    asked: tuple[Filled, ...]

    @property
    def questions(self) -> int:
        """How many were asked."""
        return len(self.asked)

    @property
    def all_found(self) -> int:
        """Questions with every evidence turn in the block."""
        return sum(each.complete for each in self.asked)

    @property
    def any_found(self) -> int:
        """Questions with at least one."""
        return sum(each.found > 0 for each in self.asked)

    @property
    def tokens(self) -> int:
        """Used over all questions."""
        return sum(each.tokens for each in self.asked)

    @property
    def share(self) -> float:
        """Questions with all their evidence, as a share."""
        return self.all_found / self.questions if self.questions else 0.0


def read_talks(path: Path) -> list[Talk]:
    """The conversations of a file in LoCoMo's form.

    Raises:
        NotFound: there is no such file.
        Invalid: it has another form.
    """
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        return [_talk(each) for each in raw]
    except FileNotFoundError:
        raise NotFound(ErrorCode.NOT_FOUND, path=str(path)) from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Invalid("talks", "not_locomo") from None


def measure_evidence(
    talks: Sequence[Talk],
    counter: TokenCounter,
    budgets: Sequence[int] = BUDGETS,
    embedder: Embedder | None = None,
    *,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> list[Evidence]:
    """Fill the blocks for every question of every conversation, by recency and by recall."""
    filled: dict[tuple[str, int], list[Filled]] = {
        (strategy, budget): [] for strategy in STRATEGIES for budget in budgets
    }
    for done, talk in enumerate(talks):
        if cancelled is not None and cancelled():
            break
        costs = [counter(line) + 1 for line in talk.lines]
        newest = range(len(talk.lines) - 1, -1, -1)
        with _searching(talk, embedder) as search:
            for question, evidence in talk.questions:
                for strategy, order in (("newest first", newest), ("recalled", search(question))):
                    for budget in budgets:
                        shown, used = _block(order, costs, budget)
                        met = len(evidence & shown)
                        filled[strategy, budget].append(Filled(talk.name, question, len(evidence), met, used))
        if progress is not None:
            progress(done + 1, len(talks))
    return [Evidence(strategy, budget, tuple(asked)) for (strategy, budget), asked in filled.items()]


def _block(order: Sequence[int], costs: list[int], budget: int) -> tuple[set[int], int]:
    """The turns that fit, taken in order, and the tokens they use."""
    used, shown = 0, set[int]()
    for place in order:
        if used + costs[place] > budget:
            continue
        used += costs[place]
        shown.add(place)
        # No turn costs less than a few tokens, so nothing more fits.
        if budget - used < 4:
            break
    return shown, used


@contextmanager
def _searching(talk: Talk, embedder: Embedder | None) -> Iterator[Callable[[str], Sequence[int]]]:
    with tempfile.TemporaryDirectory(prefix="mnemoscope-evidence-") as folder:
        database = Database.open(Path(folder) / "talk.db", Mode.WRITE)
        try:
            recall = Recall(embedder)
            now = system_clock()
            with database.write() as tx:
                scope = subjects.admit(tx, "evaluation", talk.name, now)[0].scope
                entries = [
                    Entry(number + 1, "episodic", text, number, session=talk.sessions[number])
                    for number, text in enumerate(talk.texts)
                ]
                recall.index(tx, scope, entries)

            def search(question: str) -> Sequence[int]:
                with database.read() as connection:
                    found = recall.search(connection, scope, question, Asked(k=_RANKED), now).found
                return [each.record - 1 for each in found]

            yield search
        finally:
            database.close()


def _talk(raw: dict[str, Any]) -> Talk:
    conversation = raw["conversation"]
    numbers = sorted(
        int(name.removeprefix("session_")) for name, value in conversation.items() if isinstance(value, list)
    )
    lines: list[str] = []
    texts: list[str] = []
    sessions: list[str] = []
    place: dict[str, int] = {}
    for number in numbers:
        date = conversation[f"session_{number}_date_time"]
        for turn in conversation[f"session_{number}"]:
            shared = f" [shares {turn['blip_caption']}]" if turn.get("blip_caption") else ""
            place[turn["dia_id"]] = len(texts)
            texts.append(f"{turn['speaker']}: {turn['text']}{shared}")
            lines.append(f"[{date}] {texts[-1]}")
            sessions.append(str(number))
    questions = []
    for asked in raw["qa"]:
        named = {f"D{a}:{b}" for entry in asked["evidence"] for a, b in _EVIDENCE.findall(entry)}
        known = frozenset(place[id_] for id_ in named & place.keys())
        if known and asked["category"] != _ADVERSARIAL:
            questions.append((str(asked["question"]), known))
    name = str(raw.get("sample_id", "talk"))
    return Talk(name, tuple(lines), tuple(texts), tuple(sessions), tuple(questions))

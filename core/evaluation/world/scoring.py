"""Scoring answers on their text alone: what must be there, and what must not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from core.evaluation.world.policies import POLICIES, policy
from core.evaluation.world.scenario import Question, Scenario
from core.memory.prompt import TokenCounter


@dataclass(frozen=True, slots=True)
class Answer:
    """One question and what a policy put before the model.

    Attributes:
        stale: a value that was true before is in it; ``poisoned`` and ``leaked`` likewise for a
            planted and a forgotten one.
    """

    seed: int | str
    question: Question
    text: str
    tokens: int
    found: bool
    stale: bool
    poisoned: bool
    leaked: bool

    @property
    def correct(self) -> bool:
        """The right value is there and nothing that must not be."""
        return self.found and not (self.stale or self.poisoned or self.leaked)


@dataclass(slots=True)
class Score:
    """What one policy reached over all questions of all worlds."""

    policy: str
    answers: list[Answer] = field(default_factory=list)

    @property
    def correct(self) -> int:
        return sum(answer.correct for answer in self.answers)

    @property
    def stale(self) -> int:
        return sum(answer.stale for answer in self.answers)

    @property
    def poisoned(self) -> int:
        return sum(answer.poisoned for answer in self.answers)

    @property
    def leaked(self) -> int:
        return sum(answer.leaked for answer in self.answers)

    @property
    def tokens(self) -> int:
        return sum(answer.tokens for answer in self.answers)


def evaluate(
    worlds: Sequence[Scenario],
    counter: TokenCounter,
    budget: int = 600,
    policies: Sequence[str] = POLICIES,
    *,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> list[Score]:
    """Let every policy live through every world and answer its questions.

    Args:
        progress: told worlds done and in all.
        cancelled: asked between worlds; what was scored until then is returned.
    """
    scores = [Score(name) for name in policies]
    total = len(worlds) * len(scores)
    done = 0
    for score in scores:
        for world in worlds:
            if cancelled is not None and cancelled():
                return scores
            with policy(score.policy, counter, budget) as remembering:
                for number, session in enumerate(world.sessions, 1):
                    remembering.hear(number, session)
                for question in world.questions:
                    text = remembering.answer(question.text)
                    score.answers.append(judged(world.seed, question, text, counter(text)))
            done += 1
            if progress is not None:
                progress(done, total)
    return scores


def judged(seed: int | str, question: Question, text: str, tokens: int) -> Answer:
    """What is and is not in a text, whatever the case of its letters."""
    said = _plain(text)

    def has(values: tuple[str, ...]) -> bool:
        return any(_plain(value) in said for value in values)

    return Answer(
        seed,
        question,
        text,
        tokens,
        not question.right or has(question.right),
        has(question.stale),
        has(question.poison),
        has(question.forgotten),
    )


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())

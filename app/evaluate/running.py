"""Measuring a board: what was asked for, and the way from it to the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.evaluate.board import Board
from app.prices import Price, prices
from core.errors import Invalid

if TYPE_CHECKING:
    from core.evaluation.world import Scenario
    from core.recall import Embedder

BOARDS = ("world", "repeats", "everything", "evidence")
SEEDS = (101, 102, 103, 104, 105)
BUDGET = 600
BUDGETS = (300, 600, 1_200)
COUNTER = "chars/4"
SCRIPTS = ("varied", "fixed", "hard")

Progress = Callable[[int, int], None]
Cancelled = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Wanted:
    """One board, and how it is to be measured.

    Attributes:
        seeds: worlds to generate; not used where ``file`` is given.
        script: ``varied``, ``fixed`` or ``hard``.
        file: a world from outside, or the conversations that evidence is looked for in.
        price: the name of a model in the table of prices; None for no costs.
    """

    board: str
    seeds: tuple[int, ...] = SEEDS
    budget: int = BUDGET
    budgets: tuple[int, ...] = BUDGETS
    counter: str = COUNTER
    script: str = "varied"
    file: Path | None = None
    price: str | None = None


def measure(
    wanted: Wanted,
    embedder: Embedder | None = None,
    *,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Board:
    """Measure what is wanted; cancelled in the middle, the board holds what there is.

    Raises:
        NotFound, StorageFailure: the file is not there or cannot be read.
        Invalid: the file has another form, or an option is not possible.
    """
    from app.evaluate import boards
    from core.memory.tokens import counter_named

    counter = counter_named(wanted.counter)
    match wanted.board:
        case "world":
            from core.evaluation.world import evaluate

            _positive("budget", [wanted.budget])
            scores = evaluate(worlds(wanted), counter, wanted.budget, progress=progress, cancelled=cancelled)
            return boards.world_board(scores, wanted.budget, wanted.counter)
        case "repeats":
            from core.evaluation.triage import measure_repeats

            tried = measure_repeats(counter, embedder=embedder, progress=progress, cancelled=cancelled)
            return boards.repeats_board(tried, wanted.counter, price_named(wanted.price))
        case "everything":
            from core.evaluation.triage import measure_everything

            found = measure_everything(counter, embedder=embedder, progress=progress, cancelled=cancelled)
            return boards.everything_board(found, wanted.counter)
        case "evidence":
            from core.evaluation.evidence import measure_evidence, read_talks

            if wanted.file is None:
                raise Invalid("data", "needed")
            _positive("budgets", wanted.budgets)
            rows = measure_evidence(
                read_talks(wanted.file),
                counter,
                wanted.budgets,
                embedder,
                progress=progress,
                cancelled=cancelled,
            )
            return boards.evidence_board(rows, wanted.counter)
    raise Invalid("board", "not_listed", value=wanted.board, known=list(BOARDS))


def worlds(wanted: Wanted) -> list[Scenario]:
    """The worlds to live through: those of the file, else generated ones."""
    from core.evaluation.world import Variety, generate, read_scenario

    if wanted.file is not None:
        return read_scenario(wanted.file)
    if not wanted.seeds:
        raise Invalid("seeds", "needed")
    return [generate(seed, Variety(wanted.script)) for seed in wanted.seeds]


def price_named(name: str | None) -> Price | None:
    """One row of the table of prices.

    Raises:
        Invalid: there is none of that name.
    """
    if name is None:
        return None
    for price in prices().models:
        if price.name.casefold() == name.casefold():
            return price
    raise Invalid("price", "not_listed", value=name, known=[each.name for each in prices().models])


def _positive(name: str, numbers: Sequence[int]) -> None:
    if not numbers or min(numbers) < 0:
        raise Invalid(name, "negative")

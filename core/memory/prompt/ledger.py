"""What a prompt costs, part by part; the lines add up to the total."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class PromptPart(StrEnum):
    """A part of the prompt, in the order it is drawn."""

    SYSTEM = "system"
    TOOLS = "tools"
    SUMMARY = "summary"
    SCRATCHPAD = "scratchpad"
    RECALLED = "recalled"
    VERBATIM = "verbatim"


@dataclass(frozen=True, slots=True)
class Ledger:
    """The bill of one prompt.

    Attributes:
        lines: tokens of each part that is there; what is absent has no line.
        counter: what counted them.
        budget: the input budget they have to stay in.
        reserved: kept free for the answer, outside the budget.
        steps: what was done so that it fits, in order: elided, less_recalled, short_scratchpad,
            no_summary.
    """

    lines: tuple[tuple[PromptPart, int], ...]
    counter: str
    budget: int
    reserved: int = 0
    steps: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """Every token that is sent."""
        return sum(tokens for _, tokens in self.lines)

    @property
    def free(self) -> int:
        """What is left of the budget; never less than nothing."""
        return max(0, self.budget - self.total)

    @property
    def over(self) -> bool:
        """Whether more is sent than fits."""
        return self.total > self.budget

    def of(self, part: PromptPart) -> int:
        """The tokens of one part; 0 where it is absent."""
        return sum(tokens for each, tokens in self.lines if each is part)

"""One conversation under one setting, as the pane shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from core.memory.conversation.costs import PRIMING
from core.memory.conversation.desk import SessionSummary
from core.memory.conversation.history import History
from core.memory.conversation.message import Message, Role
from core.memory.conversation.settings import Settings, Strategy
from core.memory.conversation.trace import Trace, trace
from core.memory.prompt.ledger import PromptPart
from core.memory.prompt.log import LoggedPrompt
from core.memory.tokens import TokenCounter
from core.memory.tokens.calibration import Anchor

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PARTS = tuple(PromptPart)
"""The order of bars, legends and columns."""
SLOT = {
    PromptPart.VERBATIM: 0,
    PromptPart.TOOLS: 1,
    PromptPart.SCRATCHPAD: 2,
    PromptPart.RECALLED: 3,
    PromptPart.SUMMARY: 4,
    PromptPart.SYSTEM: 5,
}
"""The colour of each part (guide/look.md 3)."""

Beside = Mapping[PromptPart, int]


@dataclass(frozen=True, slots=True)
class Ask:
    """How a conversation is to be looked at.

    Attributes:
        reserved: tokens kept for the answer, outside the budget.
    """

    settings: Settings
    counter: str = "pieces"
    reserved: int = 0


# Two are the same only when they are one: comparing arrays gives no answer.
@dataclass(frozen=True, slots=True, eq=False)
class Study:
    """Everything the pane shows about one conversation.

    Attributes:
        messages: those of the current session.
        beside: for each turn, what its logged prompt held that no message is.
        prompts: those that were logged, by the turn they were built on.
        exact: what the API reported for the prompt of a turn.
        earlier: messages of sessions before this one; they left the prompt.
        tokens: parts × turns, in the order of `PARTS`: what each part of each turn's prompt takes.
        whole: what would be sent on each turn if nothing were ever cut.
        anchors: what the API's reports had told by each turn about the estimates.
        sessions: all of the conversation; ``session`` is the one that is looked at.
    """

    id: str
    ask: Ask
    history: History
    messages: tuple[Message, ...]
    trace: Trace
    fate: NDArray[np.uint8]
    why: NDArray[np.uint8]
    beside: tuple[Beside, ...]
    prompts: Mapping[int, tuple[LoggedPrompt, ...]]
    exact: Mapping[int, int]
    handoff: str | None
    session: int
    earlier: int
    tokens: NDArray[np.int64]
    whole: NDArray[np.int64]
    anchors: tuple[Anchor, ...] = ()
    sessions: tuple[SessionSummary, ...] = ()

    @property
    def turns(self) -> int:
        """How many turns there are."""
        return len(self.trace.cuts)

    @property
    def budget(self) -> int:
        """The input budget."""
        return self.ask.settings.budget

    def parts(self, turn: int) -> dict[PromptPart, int]:
        """The tokens of each part on a turn; they add up to `total`."""
        return dict(zip(PARTS, map(int, self.tokens[:, turn]), strict=True))

    def used(self) -> set[PromptPart]:
        """The parts that any turn has: what a legend must name whatever turn is looked at."""
        return {part for part, row in zip(PARTS, self.tokens, strict=True) if row.any()}

    def total(self, turn: int) -> int:
        """Every token that is sent on a turn."""
        return int(self.tokens[:, turn].sum())

    def totals(self) -> list[int]:
        """The totals of all turns."""
        found: list[int] = self.tokens.sum(axis=0).tolist()
        return found

    def unmanaged(self, turn: int) -> int:
        """What would be sent if nothing were ever cut."""
        return int(self.whole[turn])

    def anchored(self, turn: int) -> int | None:
        """The estimate counted on from what the API reported before; None where nothing was."""
        anchor = self.anchors[turn] if turn < len(self.anchors) else Anchor()
        return None if anchor.reported is None else anchor.next(self.total(turn))

    def turn_of(self, place: int) -> int:
        """The turn a message was said on."""
        return self.history.turn_of(place)

    def free(self, turn: int) -> int:
        """What is left of the budget."""
        return max(0, self.budget - self.total(turn))

    def prompt_for(self, place: int) -> LoggedPrompt | None:
        """The prompt an assistant's message answered: the last one logged before it on its turn."""
        message = self.messages[place]
        if message.role is not Role.ASSISTANT:
            return None
        known = self.prompts.get(self.turn_of(place), ())
        return next((each for each in reversed(known) if each.message < message.id), None)


def tokens_of(traced: Trace, beside: Sequence[Beside]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Parts × turns of what is sent, and what would be sent on each turn without a cut."""
    import numpy as np

    tokens = np.array([[each.get(part, 0) for each in beside] for part in PARTS], np.int64)
    tokens = tokens.reshape(len(PARTS), len(beside))
    for part, counts in (
        (PromptPart.SYSTEM, [cut.system for cut in traced.cuts]),
        (PromptPart.SUMMARY, [cut.summary for cut in traced.cuts]),
        (PromptPart.VERBATIM, [cut.verbatim for cut in traced.cuts]),
    ):
        tokens[PARTS.index(part)] += np.array(counts, np.int64)
    aside = np.array([sum(each.values()) for each in beside], np.int64)
    return tokens, np.array(traced.unmanaged, np.int64) + aside


def beside_of(
    history: History,
    prompts: Mapping[int, Sequence[LoggedPrompt]],
    handoff: str | None,
    counter: TokenCounter,
) -> tuple[Beside, ...]:
    """What stood in each turn's prompt beside its messages, as its last logged prompt tells."""
    handed = counter(handoff) if handoff else 0
    found: list[Beside] = []
    for turn, end in enumerate(history.turn_ends()):
        parts: dict[PromptPart, int] = {PromptPart.SUMMARY: handed} if handed else {}
        logged = prompts.get(turn, ())
        if logged:
            ledger = logged[-1].ledger
            for part in (PromptPart.TOOLS, PromptPart.SCRATCHPAD, PromptPart.RECALLED):
                parts[part] = ledger.of(part)
            own = sum(history.tokens[place] for place in history.system_places if place < end) + handed
            parts[PromptPart.SYSTEM] = max(0, ledger.of(PromptPart.SYSTEM) - PRIMING - own)
        found.append(parts)
    return tuple(found)


def by_turn(history: History, prompts: Sequence[LoggedPrompt]) -> dict[int, tuple[LoggedPrompt, ...]]:
    """The logged prompts by the turn of their newest message."""
    places = {message.id: place for place, message in enumerate(history.messages)}
    found: dict[int, tuple[LoggedPrompt, ...]] = {}
    for prompt in prompts:
        if prompt.message in places:
            turn = history.turn_of(places[prompt.message])
            found[turn] = (*found.get(turn, ()), prompt)
    return found


def retraced(study: Study, strategy: Strategy) -> Trace:
    """The same turns under another strategy."""
    beside = [sum(parts.values()) for parts in study.beside]
    return trace(study.history, replace(study.ask.settings, strategy=strategy), beside)

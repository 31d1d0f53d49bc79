"""What is seen, put into the view that is on screen."""

from __future__ import annotations

from dataclasses import dataclass

from app.panes.conversation.page import (
    BUDGET,
    MAP,
    MESSAGES,
    NEEDLE,
    NUMBERS,
    PROMPT,
    STRATEGIES,
    ConversationPage,
)
from app.panes.conversation.prompt_view import SETTING_BEFORE, TURN_BEFORE
from app.panes.conversation.reading import Reading
from app.panes.conversation.study import Study
from core.memory.conversation.settings import Strategy
from core.memory.prompt.ledger import PromptPart


@dataclass(frozen=True, slots=True)
class Seen:
    """A study as somebody looks at it.

    Attributes:
        ghost: the same conversation under the setting before.
        place: the message that is chosen.
        part: the part of the prompt that the messages are narrowed to.
    """

    study: Study
    ghost: Study | None
    turn: int
    place: int | None
    part: PromptPart | None


def fill(page: ConversationPage, reading: Reading, seen: Seen) -> None:
    """Fills the view that is on screen; the others are filled when they are switched to."""
    study, turn = seen.study, seen.turn
    if page.for_the_room:
        page.stakeholder.show_study(study, turn)
        return
    show = {
        BUDGET: lambda: page.budget.show_turn(study, seen.ghost, turn),
        MESSAGES: lambda: page.messages.show_turn(study, turn, seen.part, seen.place),
        MAP: lambda: page.map.show_turn(study, turn, seen.place),
        NEEDLE: lambda: page.needle.go(turn),
        STRATEGIES: lambda: reading.compare(study, page.strategies.price),
        PROMPT: lambda: reading.write(study, turn, _other(page, seen)),
        NUMBERS: lambda: page.numbers.show_turn(study, turn),
    }
    show[page.tabs.place]()


def _other(page: ConversationPage, seen: Seen) -> tuple[Study, int, Strategy | None] | None:
    """What the prompt is to be compared with."""
    wanted, study, ghost = page.prompt.against.currentData(), seen.study, seen.ghost
    if wanted == TURN_BEFORE:
        return (study, max(seen.turn - 1, 0), None)
    if wanted == SETTING_BEFORE:
        return None if ghost is None or seen.turn >= ghost.turns else (ghost, seen.turn, None)
    return (study, seen.turn, Strategy(wanted)) if wanted else None

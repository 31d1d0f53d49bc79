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
from app.panes.conversation.prompt_view import SETTING_BEFORE, TURN_AT, TURN_BEFORE
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
        model: the model that could tell a summary; None where none is set.
    """

    study: Study
    ghost: Study | None
    turn: int
    place: int | None
    part: PromptPart | None
    needle: str = ""
    model: str | None = None


def fill(page: ConversationPage, reading: Reading, seen: Seen) -> bool:
    """Fills the view that is on screen; the others are filled when they are switched to.

    False where it has to be called again, once what was done so far is on the screen.
    """
    study, turn, place = seen.study, seen.turn, page.tabs.place
    if page.for_the_room:
        return page.stakeholder.show_study(study, turn)
    if place == BUDGET:
        return page.budget.show_turn(study, seen.ghost, turn)
    if place == MAP:
        return page.map.show_turn(study, turn, seen.place)
    if place == MESSAGES:
        page.messages.show_turn(study, turn, seen.part, seen.place)
    elif place == NEEDLE:
        page.needle.go(turn)
        if seen.needle:
            reading.find(study, seen.needle, turn)
    elif place == STRATEGIES:
        reading.compare(study, page.strategies.price)
    elif place == PROMPT:
        page.prompt.offer_model(
            seen.model,
            summarises=study.ask.settings.strategy is Strategy.MODEL_SUMMARY,
            folds=study.trace.cuts[turn].start > 0,
        )
        page.prompt.show_turns(study.turns)
        reading.write(study, turn, _other(page, seen))
    elif place == NUMBERS:
        page.numbers.show_turn(study, turn)
    return True


def _other(page: ConversationPage, seen: Seen) -> tuple[Study, int, Strategy | None] | None:
    """What the prompt is to be compared with."""
    wanted, study, ghost = page.prompt.against.currentData(), seen.study, seen.ghost
    if wanted == TURN_BEFORE:
        return (study, max(seen.turn - 1, 0), None)
    if wanted == TURN_AT:
        return (study, min(page.prompt.at.value(), study.turns) - 1, None)
    if wanted == SETTING_BEFORE:
        return None if ghost is None or seen.turn >= ghost.turns else (ghost, seen.turn, None)
    return (study, seen.turn, Strategy(wanted)) if wanted else None

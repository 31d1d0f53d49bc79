"""What the API reported for a conversation's prompts, and what that tells about the estimates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.memory.conversation.costs import PRIMING
from core.memory.conversation.history import History
from core.memory.prompt.log import LoggedPrompt
from core.memory.tokens.calibration import Anchor


def reported(history: History) -> dict[int, int]:
    """What the API reported for the last prompt of each turn."""
    return {
        history.turn_of(place): message.reported_tokens
        for place, message in enumerate(history.messages)
        if message.reported_tokens is not None
    }


def anchors(history: History, prompts: Mapping[int, Sequence[LoggedPrompt]]) -> tuple[Anchor, ...]:
    """For each turn, what was known before its first answer came back.

    A report is set against the bill of the prompt behind it where that was logged, and else against all
    messages before the answer: a file of a foreign agent tells only what it sent, and that was everything.
    """
    framed = history.framed()
    known, found = Anchor(), []
    system = 0
    places, start = set(history.system_places), 0
    for turn, end in enumerate(history.turn_ends()):
        found.append(known)
        for place in range(start, end):
            message = history.messages[place]
            if place in places:
                system += framed.tokens[place]
            if message.reported_tokens is None:
                continue
            billed = [each.ledger.total for each in prompts.get(turn, ()) if each.message < message.id]
            estimated = billed[-1] if billed else PRIMING + system + framed.cost(0, place)
            known = known.after(message.reported_tokens, estimated)
        start = end
    return tuple(found)

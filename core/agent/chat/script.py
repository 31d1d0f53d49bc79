"""The scripted agent's lines for one message: first its calls, then what became of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from core.agent.chat.errand import errands
from core.agent.chat.said import HELP, notes_said
from core.agent.extraction.sentence import sentences
from core.agent.model import Reply, Said
from core.agent.model.scripted import Line
from core.agent.writer import Proposed
from core.handles import Partition
from core.memory.conversation import ToolCall

_MOST_CALLS = 8


def script(partition: Partition, words: str, message: int, notes: Callable[[], list[Proposed]]) -> list[Line]:
    """What a scripted model says to these words.

    Args:
        message: the number of the person's message, so that every call has an id of its own.
        notes: has the rules read the words and propose what they state.
    """
    turn = f"user:turn-{message}"
    found = [errand for sentence in sentences(words) for errand in errands(partition, sentence, turn)]
    calling = [errand for errand in found if errand.tool is not None][:_MOST_CALLS]
    said = [errand.tell({}) for errand in found if errand.tool is None]
    calls = tuple(
        ToolCall(
            f"call-{message}-{number}", errand.tool or "", json.dumps(errand.arguments, ensure_ascii=False)
        )
        for number, errand in enumerate(calling, 1)
    )

    def closing(messages: Sequence[Said]) -> str:
        answers = {each.answers: each.content for each in messages if each.role == "tool"}
        told = [
            errand.tell(json.loads(answers[call.id]))
            for call, errand in zip(calls, calling, strict=True)
            if call.id in answers
        ]
        return "\n\n".join([*told, *said, *notes_said(notes())]) or HELP

    return [Reply("", calls), closing] if calls else [closing]

"""What happens in a turn, in the order it happens."""

from __future__ import annotations

from dataclasses import dataclass

from core.agent.loop import Turned
from core.agent.model import Said
from core.agent.tools import Answer
from core.agent.writer import Proposed
from core.memory.conversation import ToolCall
from core.memory.prompt.assembling import Prompt


@dataclass(frozen=True, slots=True)
class Heard:
    """The person's words were kept.

    Attributes:
        text: as kept, without secrets.
        masked: how many secrets were taken out.
    """

    message: int
    text: str
    masked: int = 0


@dataclass(frozen=True, slots=True)
class Sent:
    """A request goes to the model.

    Attributes:
        call: counts the requests of this turn from 1 on.
        prompt: what the turn's first request was made of, with its bill.
        said: every message of this request, the system text first.
        more: tokens of what was added since the first request, by the same counter.
    """

    call: int
    model: str
    prompt: Prompt
    said: tuple[Said, ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class Worked:
    """A tool call was carried out."""

    call: ToolCall
    answer: Answer


@dataclass(frozen=True, slots=True)
class Noted:
    """The rules read a statement in the person's words and proposed it."""

    proposed: Proposed


@dataclass(frozen=True, slots=True)
class Ended:
    """The turn is over."""

    turned: Turned


Event = Heard | Sent | Worked | Noted | Ended

"""A small agent: a model, the memory's tools and a budget of steps and tokens.

What the model asks for is carried out and handed back until it answers in words. A failing tool, an
unknown one or a wrong argument is an answer the model reads, never a crash.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from core.agent.model import ChatModel, Said
from core.agent.tools import TOOLS, Toolbox
from core.errors import ModelFailure
from core.memory.conversation import ToolCall

Seen = Callable[[Said], None]


class Ending(StrEnum):
    """Why a turn ended."""

    ANSWERED = "answered"
    STEPS = "steps"
    TOKENS = "tokens"
    FAILED = "failed"


@dataclass(slots=True)
class Turned:
    """What one turn of the agent did.

    Attributes:
        said: the messages that were added, the answer last.
        recalled: ids of the records the model read.
        outcomes: of each proposal, in order.
        tokens: prompt and completion, as far as the server reported them.
    """

    ending: Ending
    text: str = ""
    said: list[Said] = field(default_factory=list)
    recalled: list[int] = field(default_factory=list)
    outcomes: list[str] = field(default_factory=list)
    steps: int = 0
    tokens: int = 0


class Loop:
    """Runs turns of one agent on one person's memory.

    Args:
        steps: calls to the model within one turn.
        tokens: reported tokens after which no further call is made; None for no limit.
        seen: told every message as it is added, for who watches.
    """

    def __init__(
        self,
        model: ChatModel,
        toolbox: Toolbox,
        *,
        steps: int = 8,
        tokens: int | None = None,
        seen: Seen | None = None,
    ) -> None:
        self._model = model
        self._toolbox = toolbox
        self._steps = steps
        self._tokens = tokens
        self._seen = seen

    def turn(self, prompt: Sequence[Said]) -> Turned:
        """Answer the last message of a prompt."""
        messages = list(prompt)
        done = Turned(Ending.STEPS)
        while done.steps < self._steps:
            if self._tokens is not None and done.tokens >= self._tokens:
                done.ending = Ending.TOKENS
                return done
            try:
                reply = self._model.answer(messages, TOOLS)
            except ModelFailure as failure:
                done.ending, done.text = Ending.FAILED, str(failure.data.get("problem", ""))
                return done
            done.steps += 1
            done.tokens += (reply.usage.prompt or 0) + (reply.usage.completion or 0)
            self._add(done, messages, Said("assistant", reply.text, reply.calls))
            if not reply.calls:
                done.ending, done.text = Ending.ANSWERED, reply.text
                return done
            for call in reply.calls:
                self._carry_out(done, messages, call)
        return done

    def _carry_out(self, done: Turned, messages: list[Said], call: ToolCall) -> None:
        answer = self._toolbox.call(call.name, call.arguments)
        done.recalled += [id_ for id_ in answer.recalled if id_ not in done.recalled]
        if "outcome" in answer.data:
            done.outcomes.append(str(answer.data["outcome"]))
        self._add(done, messages, Said("tool", answer.text, answers=call.id))

    def _add(self, done: Turned, messages: list[Said], said: Said) -> None:
        messages.append(said)
        done.said.append(said)
        if self._seen is not None:
            self._seen(said)

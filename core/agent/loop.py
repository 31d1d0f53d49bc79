"""A small agent: a model, the memory's tools and a budget of steps and tokens.

What the model asks for is carried out and handed back until it answers in words. A failing tool, an
unknown one or a wrong argument is an answer the model reads, never a crash.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from core.agent.model import ChatModel, Reply, Said
from core.agent.tools import TOOLS, Answer, Toolbox
from core.errors import Cancelled, ModelFailure
from core.memory.conversation import ToolCall

_LEFT_OUT = json.dumps({"error": "The person stopped the turn; this was not carried out."})


class Ending(StrEnum):
    """Why a turn ended."""

    ANSWERED = "answered"
    STEPS = "steps"
    TOKENS = "tokens"
    DECLINED = "declined"
    STOPPED = "stopped"
    FAILED = "failed"


class Watcher:
    """Who looks over the agent's shoulder; each method is called on the thread the turn runs on."""

    def asks(self, messages: Sequence[Said]) -> None:
        """These messages go to the model now."""

    def said(self, said: Said) -> None:
        """A message was added."""

    def carried_out(self, call: ToolCall, answer: Answer) -> None:
        """A call of the model was carried out, and this goes back to it."""

    def stopped(self) -> bool:
        """Whether the turn is to end here."""
        return False


@dataclass(slots=True)
class Turned:
    """What one turn of the agent did.

    Attributes:
        said: the messages that were added, the answer last.
        recalled: ids of the records the model read.
        outcomes: of each proposal, in order.
        tokens: prompt and completion, as far as the server reported them.
        failure: why a failed turn failed.
    """

    ending: Ending
    text: str = ""
    said: list[Said] = field(default_factory=list)
    recalled: list[int] = field(default_factory=list)
    outcomes: list[str] = field(default_factory=list)
    steps: int = 0
    tokens: int = 0
    failure: ModelFailure | None = None


class Loop:
    """Runs turns of one agent on one person's memory.

    Args:
        steps: calls to the model within one turn.
        tokens: reported tokens after which no further call is made; None for no limit.
    """

    def __init__(
        self,
        model: ChatModel,
        toolbox: Toolbox,
        *,
        steps: int = 8,
        tokens: int | None = None,
        watcher: Watcher | None = None,
    ) -> None:
        self._model = model
        self._toolbox = toolbox
        self._steps = steps
        self._tokens = tokens
        self._watcher = watcher or Watcher()

    def turn(self, prompt: Sequence[Said]) -> Turned:
        """Answer the last message of a prompt."""
        messages = list(prompt)
        done = Turned(Ending.STEPS)
        while done.steps < self._steps:
            if self._tokens is not None and done.tokens >= self._tokens:
                done.ending = Ending.TOKENS
                return done
            reply = self._asked(done, messages)
            if reply is None:
                return done
            done.steps += 1
            done.tokens += (reply.usage.prompt or 0) + (reply.usage.completion or 0)
            self._add(done, messages, Said("assistant", reply.text, reply.calls, reported=reply.usage.prompt))
            if not reply.calls:
                done.ending = Ending.DECLINED if reply.refused else Ending.ANSWERED
                done.text = reply.text
                return done
            for call in reply.calls:
                self._carry_out(done, messages, call)
        return done

    def _asked(self, done: Turned, messages: list[Said]) -> Reply | None:
        """The model's reply; None where the turn ends without one."""
        try:
            if self._watcher.stopped():
                raise Cancelled
            self._watcher.asks(messages)
            return self._model.answer(messages, TOOLS)
        except Cancelled:
            done.ending = Ending.STOPPED
        except ModelFailure as failure:
            done.ending, done.failure = Ending.FAILED, failure
            done.text = str(failure.data.get("problem", ""))
        return None

    def _carry_out(self, done: Turned, messages: list[Said], call: ToolCall) -> None:
        if self._watcher.stopped():
            # A call without its result would make the conversation one that no server takes.
            self._add(done, messages, Said("tool", _LEFT_OUT, answers=call.id))
            return
        answer = self._toolbox.call(call.name, call.arguments)
        self._watcher.carried_out(call, answer)
        done.recalled += [id_ for id_ in answer.recalled if id_ not in done.recalled]
        if "outcome" in answer.data:
            done.outcomes.append(str(answer.data["outcome"]))
        self._add(done, messages, Said("tool", answer.text, answers=call.id))

    def _add(self, done: Turned, messages: list[Said], said: Said) -> None:
        messages.append(said)
        done.said.append(said)
        self._watcher.said(said)

"""What the model sees on one call, and its bill (guide/conversation.md 3.5).

Order: system text, summary, older messages, and before the user's live words the scratchpad and what was
recalled; that keeps the beginning the same from call to call. What does not fit is made smaller step by
step, and the question is never dropped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.errors import BudgetError
from core.memory.conversation.costs import PER_MESSAGE, PRIMING
from core.memory.conversation.cut import Cut, Cutter
from core.memory.conversation.history import History
from core.memory.conversation.message import Message, Role
from core.memory.conversation.settings import Settings, Strategy
from core.memory.conversation.summarizing import Summarized, bounded
from core.memory.prompt.invariants import require_sound
from core.memory.prompt.ledger import Ledger, PromptPart
from core.memory.prompt.recalled import RecalledBlock

SCRATCHPAD_SHARE = 0.15
RECALLED_SHARE = 0.20
SUMMARY_SHARE = 0.15
_HEAD, _TAIL = 160, 80

NOTHING_RECALLED = RecalledBlock()

Recalled = Callable[[int], RecalledBlock]
"""Makes the recalled block for a cap."""
Pad = Callable[[int], str]
"""Writes the scratchpad within a cap; empty when there is none."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What goes to the model.

    Attributes:
        system: the system text with the summary.
        messages: from the first user's message to the newest; the live one carries scratchpad and
            recalled notes in front of the person's words.
        recalled_ids: the records that are in it.
    """

    system: str
    messages: tuple[Message, ...]
    ledger: Ledger
    recalled_ids: tuple[int, ...] = ()
    recalled: RecalledBlock = NOTHING_RECALLED
    summary: str | None = None
    preface: str = ""
    scratchpad: str = ""


@dataclass(frozen=True, slots=True)
class Ingredients:
    """What a prompt is made of, beside the history.

    Attributes:
        instructions: system text of the caller, before that of the conversation.
        handoff: what the session before left.
        tools: schemas of the tools that are sent along; their JSON is counted.
        told: a model's summary of what is before a cut; None leaves the first sentences.
        recalled_cap: tokens for recalled notes, at most.
        reserved: tokens kept for the answer, for the bill only.
    """

    instructions: str = ""
    handoff: str | None = None
    tools: Sequence[Mapping[str, Any]] = ()
    recalled: Recalled | None = None
    scratchpad: Pad | None = None
    told: Callable[[Cut], Summarized | None] | None = None
    recalled_cap: int = 400
    reserved: int = 0


def tools_text(tools: Sequence[Mapping[str, Any]]) -> str:
    """The schemas as they are counted; empty without any."""
    return json.dumps(list(tools), ensure_ascii=False) if tools else ""


def assemble(history: History, settings: Settings, ingredients: Ingredients) -> Prompt:
    """Build the prompt for the messages so far.

    Raises:
        BudgetError: system text, tools and the live turn do not fit even when everything else is
            gone; its data carry the bill.
    """
    plan = _Plan(history.framed(), settings, ingredients)
    for step in _LADDER:
        for _ in step(plan):
            prompt = plan.packed()
            if prompt is not None:
                require_sound(history, plan.cut, prompt.system, prompt.messages, prompt.ledger)
                return prompt
    raise BudgetError(ledger=plan.bill())


class _Plan:
    """One attempt after another, each with less."""

    def __init__(self, history: History, settings: Settings, ingredients: Ingredients) -> None:
        self.history, self.settings, self.counter = history, settings, history.costs.counter
        self.steps: list[str] = []
        self.live = history.live(len(history))
        # Whose message carries what is put in front of the live words; without a person one is made for it.
        asked = self.live < len(history) and history.messages[self.live].role is Role.USER
        self._carrier = self.live if asked else None
        self.elided: dict[int, Message] = {}
        self.summarises = True
        self._ingredients = ingredients
        given = [
            ingredients.instructions,
            *(message.content for message in history.system),
            ingredients.handoff,
        ]
        self.system = "\n\n".join(text for text in given if text)
        self._tools = tools_text(ingredients.tools)
        budget = settings.budget
        self.recalled_cap = min(ingredients.recalled_cap, int(RECALLED_SHARE * budget))
        self.pad_cap = int(SCRATCHPAD_SHARE * budget)
        self._caps = (self.recalled_cap if ingredients.recalled is not None else 0) + (
            self.pad_cap if ingredients.scratchpad is not None else 0
        )
        self.cut = Cut(len(history), self.live, self.live, None, 0, 0, 0, True)
        self._parts: dict[PromptPart, int] = {}

    def packed(self) -> Prompt | None:
        """The prompt, if it fits as planned."""
        ingredients, counter, budget = self._ingredients, self.counter, self.settings.budget
        pad = ingredients.scratchpad(self.pad_cap) if ingredients.scratchpad is not None else ""
        recalled = ingredients.recalled(self.recalled_cap) if ingredients.recalled else NOTHING_RECALLED
        preface = "\n\n".join(text for text in (pad, recalled.text) if text)
        fixed = {
            PromptPart.SYSTEM: counter(self.system) + PRIMING if self.system else PRIMING,
            PromptPart.TOOLS: counter(self._tools) if self._tools else 0,
            PromptPart.SCRATCHPAD: counter(pad) if pad else 0,
            PromptPart.RECALLED: recalled.tokens,
        }
        made = PER_MESSAGE if preface and self._carrier is None else 0
        live = sum(self._cost(place) for place in range(self.live, len(self.history)))
        self._parts = {**fixed, PromptPart.VERBATIM: live + made}
        room = budget - sum(fixed.values()) - made
        if live > room:
            return None
        self.cut = self._cut(room, max(0, self._caps - fixed[PromptPart.SCRATCHPAD] - recalled.tokens))
        summary = self._summary(room)
        messages = self._messages(preface)
        verbatim = made + sum(self._cost(place) for place in self._places())
        told = counter(summary) if summary else 0
        lines = {**fixed, PromptPart.SUMMARY: told, PromptPart.VERBATIM: verbatim}
        ledger = self._ledger(lines)
        if ledger.over:
            return None
        system = "\n\n".join(text for text in (self.system, summary) if text)
        return Prompt(system, tuple(messages), ledger, recalled.shown, recalled, summary, preface, pad)

    def bill(self) -> Ledger:
        """What the last attempt would have cost."""
        return self._ledger(self._parts)

    def _ledger(self, parts: Mapping[PromptPart, int]) -> Ledger:
        lines = tuple((part, parts[part]) for part in PromptPart if parts.get(part))
        reserved = self._ingredients.reserved
        return Ledger(lines, self.counter.name, self.settings.budget, reserved, tuple(self.steps))

    def _cost(self, place: int) -> int:
        if place in self.history.unsent:
            return 0
        shorter = self.elided.get(place)
        return self.history.tokens[place] if shorter is None else self.history.costs.of(shorter)

    def _cut(self, room: int, unused: int) -> Cut:
        """The strategy's cut within what is left, and never less than the live turn.

        Args:
            unused: what the parts of changing size leave of their caps. A cut that is to be held does
                not take it, or it would move whenever they change.
        """
        history = self.history
        saved = sum(history.tokens[place] - self._cost(place) for place in self.elided)
        # The cutter takes the system messages off its budget, and they are off the room already.
        system = sum(history.tokens[place] for place in history.system_places)
        if self.settings.hysteresis is not None:
            room = max(room - unused, 0)
        cut = Cutter(history, replace(self.settings, budget=max(0, room + saved + system))).newest()
        # A prompt starts with a person; an assistant's greeting before the first word is not sent.
        start = min(history.first_user_from(cut.start, cut.end), self.live)
        if cut.kept is None and history.cost(start, cut.end) - saved > room:
            # A strategy that counts no tokens may want more than fits.
            start = max(start, history.first_that_fits(cut.end, room + saved))
        folds = self.settings.strategy in (Strategy.SUMMARY, Strategy.MODEL_SUMMARY)
        return cut._replace(start=start, fold=min(cut.fold, start) if folds else start, system=0)

    def _places(self) -> list[int]:
        places = range(self.cut.start, self.cut.end) if self.cut.kept is None else self.cut.kept
        return [place for place in places if place not in self.history.unsent]

    def _summary(self, room: int) -> str | None:
        """The summary in what the messages leave; one token more and it loses its oldest sentence."""
        cut, sentences = self.cut, self.history.sentences
        if not self.summarises or cut.kept is not None or cut.fold >= cut.start:
            return None
        left = room - sum(self._cost(place) for place in self._places())
        left = min(left, int(SUMMARY_SHARE * self.settings.budget))
        fold = max(cut.fold, sentences.first_that_fits(0, cut.start, left)) if left > 0 else cut.start
        told = self._ingredients.told(cut) if self._ingredients.told is not None and left > 0 else None
        if told is not None and told.text is not None:
            self.cut = cut._replace(fold=0)
            return bounded(told.text, left, self.counter)
        while fold < cut.start:
            text = sentences.summary(fold, cut.start)
            if text is None or self.counter(text) <= left:
                self.cut = cut._replace(fold=fold)
                return text
            fold += 1
        self.cut = cut._replace(fold=cut.start)
        return None

    def _messages(self, preface: str) -> list[Message]:
        messages = [self.elided.get(place, self.history.messages[place]) for place in self._places()]
        if not preface:
            return messages
        if self._carrier is None:
            # Quoted notes are nobody's word but data for the model: a user's message, never the system's.
            return [Message(Role.USER, preface), *messages]
        at = self._places().index(self._carrier)
        messages[at] = replace(messages[at], content=f"{preface}\n\n{messages[at].content}")
        return messages


def _as_planned(plan: _Plan) -> Iterator[None]:
    """Try with everything first."""
    yield


def _elide(plan: _Plan) -> Iterator[None]:
    """Shorten the results of tools inside the live turn, the oldest first, until it fits."""
    counter = plan.counter
    for place in range(plan.live, len(plan.history)):
        message = plan.history.messages[place]
        if message.role is not Role.TOOL or len(message.content) <= _HEAD + _TAIL + 80:
            continue
        mark = f"\n[elided ≈{counter(message.content)} tokens, result {message.answers}]\n"
        shorter = message.content[:_HEAD] + mark + message.content[-_TAIL:]
        if not plan.elided:
            plan.steps.append("elided")
        plan.elided[place] = replace(message, content=shorter)
        yield


def _halve_recalled(plan: _Plan) -> Iterator[None]:
    plan.recalled_cap //= 2
    plan.steps.append("less_recalled")
    yield


def _short_scratchpad(plan: _Plan) -> Iterator[None]:
    plan.pad_cap //= 4
    plan.steps.append("short_scratchpad")
    yield


def _no_summary(plan: _Plan) -> Iterator[None]:
    plan.summarises = False
    plan.recalled_cap = 0
    plan.pad_cap = 0
    plan.steps.append("no_summary")
    yield


_LADDER = (_as_planned, _elide, _halve_recalled, _short_scratchpad, _no_summary)

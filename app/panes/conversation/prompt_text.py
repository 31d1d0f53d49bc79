"""The text of one turn's prompt, block by block, and what the packing of a call would do to it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication

from app.panes.conversation.study import Study
from app.panes.conversation.words import about
from app.wording import Sentence, number, sentence
from app.wording.conversations import fallback_word, part_word, role_word, step_word
from core.errors import BudgetError
from core.memory.conversation.conversation import sent
from core.memory.conversation.cut import Cut
from core.memory.conversation.message import Message
from core.memory.conversation.summarizing import Summarized, bounded
from core.memory.conversation.trace import Trace
from core.memory.prompt.assembling import Ingredients, assemble
from core.memory.prompt.ledger import Ledger, PromptPart
from core.memory.prompt.past import PastPrompt


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of the prompt with its own name.

    Attributes:
        body: empty where tokens were billed for a text that cannot be had any more.
    """

    name: str
    body: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """A prompt written out.

    Attributes:
        turn: from 0 on.
        blocks: in the order of packing; their tokens add up to ``tokens``.
        tokens: what the bars show for it.
        notes: what could not be written as it was sent, and why; who told the summary.
        packed: the bill of the call with the chat format's own tokens; None where it would be refused.
        refused: why the call would be refused.
    """

    turn: int
    blocks: tuple[Block, ...]
    tokens: int
    messages: int
    notes: tuple[str, ...]
    packed: Ledger | None
    refused: Sentence | None
    steps: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Everything, each block under its name and its tokens."""
        form = _tr("── {0} · {1} tokens ──")
        return "\n\n".join(
            f"{form.format(block.name, about(block.tokens))}\n{block.body or _tr('(its text was not kept)')}"
            for block in self.blocks
        )


def sheet(
    study: Study, traced: Trace, turn: int, past: PastPrompt | None, told: Summarized | None = None
) -> Sheet:
    """Write out what a trace sends on a turn.

    Args:
        past: what the turn's logged prompt held beside its messages; None where none was logged.
        told: a model's summary of what is before the cut, or why there is none.
    """
    cut, counter = traced.cuts[turn], study.history.costs.counter
    summary, summary_tokens = _summary(study, cut), cut.summary
    notes = list(_notes(study, turn, past))
    if told is not None and cut.fold < cut.start:
        room = max(0, study.budget - cut.total - sum(study.beside[turn].values()) + cut.summary)
        by_model = bounded(told.text, room, counter) if told.text is not None else None
        if by_model is not None:
            summary, summary_tokens = by_model, counter(by_model)
            notes.append(_tr("a model told the summary; the bars count its first sentences"))
        else:
            why = fallback_word(told.fell_back or "no_room")
            notes.append(_tr("the first sentences stand in for the model's summary: {0}").format(why))
    blocks = tuple(_blocks(study, cut, turn, past or PastPrompt(), summary, summary_tokens))
    packed, refused = _packed(study, traced, turn, past or PastPrompt(), told)
    steps = tuple(step_word(step) for step in packed.steps) if packed is not None else ()
    tokens = sum(block.tokens for block in blocks)
    return Sheet(turn, blocks, tokens, len(sent(study.history, cut)), tuple(notes), packed, refused, steps)


def _blocks(
    study: Study, cut: Cut, turn: int, past: PastPrompt, summary: str | None, summary_tokens: int
) -> Iterator[Block]:
    """The order of packing: what stays the same first, and what changes just before the live words."""
    history, beside = study.history, study.beside[turn]
    newest = history.messages[cut.end - 1].id
    system = [past.instructions, *(each.content for each in history.system if each.id <= newest)]
    yield from _part(
        PromptPart.SYSTEM, "\n\n".join(filter(None, system)), cut.system + beside.get(PromptPart.SYSTEM, 0)
    )
    yield from _part(PromptPart.TOOLS, _schemas(past.tools), beside.get(PromptPart.TOOLS, 0))
    told = "\n".join(part for part in (study.handoff, summary) if part)
    yield from _part(PromptPart.SUMMARY, told, summary_tokens + beside.get(PromptPart.SUMMARY, 0))
    live = history.messages[history.live(cut.end)].id
    recalled = past.recalled(history.costs.counter).text
    carried = False
    for message in sent(history, cut):
        if message.id >= live and not carried:
            carried = True
            yield from _part(PromptPart.SCRATCHPAD, past.scratchpad, beside.get(PromptPart.SCRATCHPAD, 0))
            yield from _part(PromptPart.RECALLED, recalled, beside.get(PromptPart.RECALLED, 0))
        yield Block(
            role_word(message.role), _said(message), history.tokens[message.id - study.messages[0].id]
        )


def _part(part: PromptPart, body: str, tokens: int) -> Iterator[Block]:
    if body or tokens:
        yield Block(part_word(part), body, tokens)


def _summary(study: Study, cut: Cut) -> str | None:
    return study.history.sentences.summary(cut.fold, cut.start) if cut.fold < cut.start else None


def _schemas(text: str) -> str:
    """One tool on a line, so that two turns can be compared by eye."""
    return "\n".join(json.dumps(tool, ensure_ascii=False) for tool in _tools(text)) or text


def _tools(text: str) -> list[Mapping[str, Any]]:
    """The schemas; none where a mark over a secret left no JSON."""
    try:
        found = json.loads(text) if text else []
    except ValueError:
        return []
    return found if isinstance(found, list) else []


def _notes(study: Study, turn: int, past: PastPrompt | None) -> Iterator[str]:
    if past is None:
        yield _tr("no prompt was logged on this turn, so tools, memories and scratchpad are not known")
        return
    if past.missing:
        ids = ", ".join(f"#{id_}" for id_ in past.missing)
        yield _tr("{0} of the memories in it were erased since and cannot be written: {1}").format(
            number(len(past.missing)), ids
        )
    elif past.same is False and not past.beside:
        yield _tr("the memories are not to the token as they were billed: a value was taken out since")
    elif past.entries:
        yield _tr("the memories are written from their records as of then")
    if past.beside:
        form = _tr(
            "{0} entities and passages of documents stood after the memories; their lines are not kept"
        )
        yield form.format(number(past.beside))


def _packed(
    study: Study, traced: Trace, turn: int, past: PastPrompt, told: Summarized | None
) -> tuple[Ledger | None, Sentence | None]:
    """The ladder's own answer for the messages up to the turn's end."""
    history = study.history.before(traced.cuts[turn].end)
    counter = history.costs.counter

    def pad(cap: int) -> str:
        return past.scratchpad if counter(past.scratchpad) <= cap else ""

    ingredients = Ingredients(
        past.instructions,
        study.handoff,
        _tools(past.tools),
        (lambda cap: past.recalled(counter, cap)) if past.entries else None,
        pad if past.scratchpad else None,
        (lambda _cut: told) if told is not None else None,
        reserved=study.ask.reserved,
    )
    try:
        return assemble(history, traced.settings, ingredients).ledger, None
    except BudgetError as error:
        return None, sentence(error)


def _said(message: Message) -> str:
    lines = [message.content] if message.content else []
    lines += [f"→ {call.name}({call.arguments})" for call in message.calls]
    images = sum(part.kind.value == "image" for part in message.parts)
    lines += ["[image]"] * images
    return "\n".join(lines) or "–"


def _tr(text: str) -> str:
    return QCoreApplication.translate("conversation", text)

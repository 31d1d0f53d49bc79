"""The text of one turn's prompt, block by block, and what the packing of a call would do to it."""

from __future__ import annotations

from dataclasses import dataclass

from app.panes.conversation.study import Study
from app.wording import Sentence, sentence
from app.wording.conversations import part_word, role_word, step_word
from core.errors import BudgetError
from core.memory.conversation.conversation import sent
from core.memory.conversation.message import Message
from core.memory.conversation.trace import Trace
from core.memory.prompt.assembling import Ingredients, assemble
from core.memory.prompt.ledger import Ledger, PromptPart


@dataclass(frozen=True, slots=True)
class Sheet:
    """A prompt written out.

    Attributes:
        turn: from 0 on.
        tokens: what the bars show for it.
        packed: the bill of the call with the chat format's own tokens; None where it would be refused.
        refused: why the call would be refused.
    """

    turn: int
    text: str
    tokens: int
    messages: int
    packed: Ledger | None
    refused: Sentence | None
    steps: tuple[str, ...] = ()


def sheet(study: Study, traced: Trace, turn: int) -> Sheet:
    """Write out what a trace sends on a turn."""
    history, cut = study.history, traced.cuts[turn]
    system = [message.content for message in history.system if message.id <= history.messages[cut.end - 1].id]
    summary = history.sentences.summary(cut.fold, cut.start) if cut.fold < cut.start else None
    told = "\n".join(part for part in (study.handoff, summary) if part)
    messages = sent(history, cut)
    blocks = [(part_word(PromptPart.SYSTEM), "\n\n".join(system)), (part_word(PromptPart.SUMMARY), told)]
    blocks += [(role_word(message.role), _said(message)) for message in messages]
    text = "\n\n".join(f"── {name} ──\n{body}" for name, body in blocks if body)
    packed, refused = _packed(study, traced, turn)
    tokens = cut.total + sum(study.beside[turn].values())
    steps = tuple(step_word(step) for step in packed.steps) if packed is not None else ()
    return Sheet(turn, text, tokens, len(messages), packed, refused, steps)


def _packed(study: Study, traced: Trace, turn: int) -> tuple[Ledger | None, Sentence | None]:
    """The ladder's own answer for the messages up to the turn's end."""
    history = study.history.before(traced.cuts[turn].end)
    ingredients = Ingredients(handoff=study.handoff, reserved=study.ask.reserved)
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

"""A prompt for one turn of a stored conversation: recalled, packed, and written down."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.audit import Action, Entry
from core.errors import Invalid
from core.gate import cleaned
from core.memory.conversation.conversation import Conversation
from core.memory.conversation.message import Role
from core.memory.ground import Ground, Writing
from core.memory.prompt.assembling import Ingredients, Pad, Prompt, assemble, tools_text
from core.memory.prompt.kept_texts import keep, read_kept
from core.memory.prompt.quoting import beside
from core.memory.prompt.recalled import CAP_TOKENS, RecalledBlock, block_of, entries
from core.memory.prompt.recalled import Entry as Recalled
from core.memory.prompt.routing import Routed, always_loaded, look_up
from core.memory.records import Record
from core.memory.tokens import TokenCounter
from core.store import conversation_rows, prompt_rows
from core.store.prompt_rows import PromptRecordRow, PromptRow

LEAST_FIT = 0.25


@dataclass(frozen=True, slots=True)
class Asking:
    """What memory is asked for one prompt.

    Attributes:
        query: the question; None takes the person's live words, an empty one asks nothing.
        min_score: the least fit of a recalled record.
        preferences: how many are always loaded.
    """

    query: str | None = None
    k: int = 8
    min_score: float = LEAST_FIT
    preferences: int = 2
    cap: int = CAP_TOKENS


def build(
    ground: Ground,
    conversation: Conversation,
    asking: Asking,
    *,
    budget: int | None = None,
    instructions: str = "",
    tools: Sequence[Mapping[str, Any]] = (),
    scratchpad: Pad | None = None,
    reserved: int = 0,
) -> Prompt:
    """Build the prompt for the newest message and log what was recalled for it.

    Raises:
        BudgetError: system text and live turn alone do not fit.
        Invalid, WrongEmbedder: as for `Records.recall`.
    """
    history = conversation.history()
    query = asking.query
    if query is None:
        live = history.messages[history.live(len(history))] if len(history) else None
        query = live.content if live is not None and live.role is Role.USER else ""
    if not isinstance(query, str):
        raise Invalid("query", "type", expected="str", got=type(query).__name__)
    routed = look_up(ground, query, asking.k, None, asking.min_score) if query.strip() else None
    preferences = always_loaded(ground, asking.preferences) if asking.preferences else []
    settings = conversation.settings if budget is None else replace(conversation.settings, budget=budget)

    def recalled(cap: int) -> RecalledBlock:
        return _block(routed, preferences, conversation.counter, cap)

    prompt = assemble(
        history,
        settings,
        Ingredients(
            instructions,
            conversation.handoff,
            tools,
            recalled if routed is not None or preferences else None,
            scratchpad,
            conversation.told,
            asking.cap,
            reserved,
        ),
    )
    if ground.database.mode.writable and len(history):
        texts = {"instructions": instructions, "tools": tools_text(tools), "scratchpad": prompt.scratchpad}
        _log(ground, conversation, prompt, routed, preferences, texts)
    return prompt


def _block(
    routed: Routed | None, preferences: Sequence[Record], counter: TokenCounter, cap: int
) -> RecalledBlock:
    return block_of(_entries(routed, preferences), counter, cap, beside(routed) if routed is not None else ())


def _entries(routed: Routed | None, preferences: Sequence[Record]) -> list[Recalled]:
    # What a key answered stands first: it was asked for by name.
    first = [*(routed.keyed if routed is not None else []), *preferences]
    return entries(routed.hits if routed is not None else (), first)


def _log(
    ground: Ground,
    conversation: Conversation,
    prompt: Prompt,
    routed: Routed | None,
    preferences: Sequence[Record],
    texts: Mapping[str, str],
) -> None:
    """Keep which records were recalled for this turn, so that "why did it say that?" has an answer.

    The texts that stand nowhere else are kept too, each once for as long as it stays the same. What was
    recalled is not: it is written anew from its records, so that what is forgotten is forgotten here too.
    """
    scores = {hit.record.id: (hit.score, hit.fit) for hit in routed.hits} if routed is not None else {}
    shown = set(prompt.recalled.shown)
    ids = [*prompt.recalled.shown, *prompt.recalled.left_out]
    with ground.write() as writing:
        row = conversation_rows.find(writing.tx, writing.scope, conversation.id)
        if row is None:
            return
        number = row.last_prompt + 1
        newest = conversation.history().messages[-1].id
        ledger = {
            "lines": [[part.value, tokens] for part, tokens in prompt.ledger.lines],
            "reserved": prompt.ledger.reserved,
            "steps": list(prompt.ledger.steps),
            "used": [route.value for route in routed.used] if routed is not None else [],
            "always": [record.id for record in preferences],
            # Numbers only: the id of a document is its owner's text, and an erased one may not stay here.
            "entities": sum(1 for line in prompt.recalled.beside if line.entity is not None),
            "passages": sum(1 for line in prompt.recalled.beside if line.passage is not None),
            "conflicts": [
                [record.id for record in entry.records]
                for entry in _entries(routed, preferences)
                if entry.conflict
            ],
        }
        clean = {name: cleaned(text, writing.subject.salt) for name, text in texts.items() if text}
        kept = keep(clean, number, lambda id_: _texts(writing, conversation.id, id_))
        entry = PromptRow(
            number,
            newest,
            writing.now,
            prompt.ledger.counter,
            prompt.ledger.budget,
            json.dumps(ledger, ensure_ascii=False),
            json.dumps(kept, ensure_ascii=False) if kept else None,
        )
        records = [
            _recalled(place, id_, scores.get(id_), id_ in shown)
            for place, id_ in enumerate(dict.fromkeys(ids), 1)
        ]
        prompt_rows.insert(writing.tx, writing.scope, conversation.id, entry, records)
        conversation_rows.put(writing.tx, writing.scope, row._replace(last_prompt=number))
        writing.journal(Entry(Action.PROMPT, "prompt", count=len(records)))


def _texts(writing: Writing, conversation: str, prompt: int) -> dict[str, str | int]:
    row = prompt_rows.prompt(writing.tx, writing.scope, conversation, prompt)
    return read_kept(None if row is None else row.texts)


def _recalled(place: int, id_: int, scored: tuple[float, float] | None, shown: bool) -> PromptRecordRow:
    score, fit = scored if scored is not None else (None, None)
    return PromptRecordRow(place, id_, score, fit, int(shown))

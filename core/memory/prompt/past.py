"""A logged prompt's parts beside its messages, written out again as the model saw them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace

from core.errors import Invalid
from core.memory.conversation.needle import normal
from core.memory.ground import Ground
from core.memory.prompt.kept_texts import Kept, read_kept, resolved
from core.memory.prompt.ledger import PromptPart
from core.memory.prompt.recalled import Entry, RecalledBlock, block_of, line
from core.memory.records.reading import fetch
from core.memory.tokens import TokenCounter, counter_named
from core.store import prompt_rows

_BOUNDLESS = 10**9


@dataclass(frozen=True, slots=True)
class PastPrompt:
    """What stood in a prompt beside its messages.

    Attributes:
        entries: the records that were shown, as they were then: a version is never rewritten, and one that
            a value was forgotten from is without it here too.
        missing: records that were shown and are forgotten since; nothing of them is left to write.
        beside: how many entities and passages of documents stood after the records. Their lines are not
            kept, because what they quote may be erased with its owner.
        same: the block written now costs what was billed then. False where something is missing, was taken
            out or stood beside the records, None where the counter of then is not on this machine.
    """

    instructions: str = ""
    tools: str = ""
    scratchpad: str = ""
    entries: tuple[Entry, ...] = field(default=())
    missing: tuple[int, ...] = ()
    beside: int = 0
    same: bool | None = True

    def recalled(self, counter: TokenCounter, cap: int = _BOUNDLESS) -> RecalledBlock:
        """The recalled block, within a cap."""
        return block_of(self.entries, counter, cap) if self.entries else RecalledBlock()


def past_prompt(ground: Ground, conversation: str, prompt: int) -> PastPrompt:
    """What stood in a logged prompt; empty where it was never logged."""
    with ground.read() as (connection, scope):
        row = None if scope is None else prompt_rows.prompt(connection, scope, conversation, prompt)
        if scope is None or row is None:
            return PastPrompt()

        def earlier(id_: int) -> Kept:
            found = prompt_rows.prompt(connection, scope, conversation, id_)
            return read_kept(None if found is None else found.texts)

        texts = resolved(read_kept(row.texts), earlier)
        shown = [
            each.record for each in prompt_rows.records(connection, scope, conversation, prompt) if each.shown
        ]
        records = {record.id: record for record in fetch(connection, scope, shown, row.at)}
    told = json.loads(row.ledger)
    sides = {id_: tuple(group) for group in told.get("conflicts", ()) for id_ in group}
    entries, seen = [], set[int]()
    for id_ in shown:
        if id_ in seen:
            continue
        group = [each for each in sides.get(id_, (id_,)) if each in shown]
        seen.update(group)
        present = tuple(records[each] for each in group if each in records)
        if present:
            entries.append(Entry(present, id_ in sides))
    past = PastPrompt(
        texts.get("instructions", ""),
        texts.get("tools", ""),
        texts.get("scratchpad", ""),
        tuple(entries),
        tuple(id_ for id_ in shown if id_ not in records),
        int(told.get("entities", 0)) + int(told.get("passages", 0)),
    )
    billed = sum(tokens for part, tokens in told["lines"] if part == PromptPart.RECALLED)
    return _compared(past, row.counter, billed)


def recalled_in(ground: Ground, conversation: str, needle: str) -> set[int]:
    """The prompts whose recalled block holds a text, in any case and spacing; what is forgotten holds nothing."""
    wanted = normal(needle)
    if not wanted:
        return set()
    with ground.read() as (connection, scope):
        if scope is None:
            return set()
        shown = prompt_rows.shown(connection, scope, conversation)
        records = fetch(connection, scope, sorted({record for _, record in shown}), ground.clock())
    holding = {each.id for each in records if wanted in normal(each.content) or wanted in normal(line(each))}
    return {prompt for prompt, record in shown if record in holding}


def _compared(past: PastPrompt, counter: str, billed: int) -> PastPrompt:
    if past.missing or past.beside:
        return replace(past, same=False)
    try:
        counting = counter_named(counter)
    except Invalid:
        return replace(past, same=None)
    return replace(past, same=past.recalled(counting).tokens == billed)

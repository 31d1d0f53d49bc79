"""The ten laws every prompt keeps (guide/conversation.md 3.4), checked before it is handed out."""

from __future__ import annotations

from collections.abc import Sequence

from core.memory.conversation.cut import Cut
from core.memory.conversation.history import History
from core.memory.conversation.message import Message, Role
from core.memory.prompt.ledger import Ledger


class BrokenPrompt(AssertionError):
    """A prompt breaks a law: a fault of this program, never of what was said."""


def require_sound(
    history: History, cut: Cut, system: str, messages: Sequence[Message], ledger: Ledger
) -> None:
    """Check a prompt about to be handed out.

    The tenth law, that equal inputs give equal bytes, is a property of the whole and tested as one.

    Raises:
        BrokenPrompt: with the number of the law.
    """
    ids = [message.id for message in messages]
    answered = {message.answers for message in messages if message.role is Role.TOOL}
    called = {call.id for message in messages for call in message.calls}
    live = history.live(cut.end)
    live_ids = {history.messages[place].id for place in range(live, cut.end)}
    open_before = {call.id for m in messages if m.id not in live_ids for call in m.calls} - answered
    # The words of the live turn, where a person began it.
    begun = history.messages[live] if live < cut.end else None
    asked = [begun.id] if begun is not None and begun.role is Role.USER else []
    folded = {history.messages[place].id for place in range(cut.fold, cut.start)}
    newest = next(
        (history.messages[p].id for p in range(cut.end - 1, -1, -1) if p not in history.unsent), None
    )
    laws = (
        (1, all(message.content in system for message in history.system)),
        (2, answered <= called),
        (3, not open_before),
        (4, not messages or messages[0].role is Role.USER or not history.users),
        (5, cut.end == 0 or newest is None or {newest, *asked} <= set(ids)),
        (6, len(ids) == len(set(ids)) and (cut.kept is not None or not folded & set(ids))),
        (7, ledger.total == sum(tokens for _, tokens in ledger.lines)),
        (8, ledger.total <= ledger.budget),
        (9, ids == sorted(ids)),
    )
    for number, holds in laws:
        if not holds:
            raise BrokenPrompt(f"law {number}")

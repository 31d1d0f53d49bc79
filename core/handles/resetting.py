"""A new session for a conversation: what is kept first goes through the gate, then the old one leaves the prompt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.change import NOTHING, Change
from core.errors import Invalid
from core.gate import WriteOutcome
from core.memory.conversation.conversation import Conversation
from core.memory.ground import Ground
from core.memory.records import Records, WriteResult
from core.memory.scratchpad import WorkingMemory
from core.memory.scratchpad.handing import Offer, hand_off, offers


@dataclass(frozen=True, slots=True)
class Reset:
    """What became of a reset.

    Attributes:
        handoff: what the new session begins with.
        results: what the gate said of each finding that was to be kept, in order.
        left: findings that were not kept; they are in no prompt and in no memory any more.
    """

    handoff: str
    results: tuple[tuple[Offer, WriteResult], ...] = ()
    left: tuple[Offer, ...] = ()
    change: Change = NOTHING

    def count(self, outcome: WriteOutcome) -> int:
        """How many findings came out so."""
        return sum(result.outcome is outcome for _, result in self.results)


def reset(
    ground: Ground,
    conversation: Conversation,
    task: str | None,
    handoff: str | None,
    keep: Sequence[Offer],
) -> Reset:
    """Propose findings to memory, hand over, and clear the task's scratchpad; see `Partition.reset`."""
    pad = WorkingMemory(ground, task) if task is not None else None
    told = handoff if handoff is not None else hand_off(pad.read()) if pad is not None else ""
    if not told.strip():
        raise Invalid("handoff", "empty")
    there = offers(pad.read(), task) if pad is not None and task is not None else ()
    # First what is to stay: where the file cannot be written, nothing has been let go.
    records = Records(ground)
    results = tuple((offer, records.remember(offer.text, source=offer.source)) for offer in keep)
    changes = [result.change for _, result in results]
    changes.append(conversation.reset(told))
    if pad is not None:
        changes.append(pad.clear())
    kinds = frozenset[str]().union(*(change.kinds for change in changes))
    ids = tuple(id_ for change in changes for id_ in change.ids)
    left = tuple(offer for offer in there if offer not in keep)
    return Reset(told, results, left, Change(kinds, ids))

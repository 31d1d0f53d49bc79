"""What an agent has in mind for a task, as the prompt tells it: the store's plan, then the scratchpad."""

from __future__ import annotations

from core.errors import NotFound
from core.memory.ground import Ground
from core.memory.prompt.assembling import Pad
from core.memory.scratchpad import WorkingMemory
from core.memory.tasks import Tasks, plan_text
from core.memory.tokens import TokenCounter


def minding(ground: Ground, task: str, counter: TokenCounter) -> Pad:
    """Writes plan and scratchpad of a task within a cap; without a task in the store, the scratchpad's own plan."""
    memory = WorkingMemory(ground, task)
    try:
        kept = Tasks(ground).get(task)
    except NotFound:
        return memory.within

    def written(cap: int) -> str:
        told = plan_text(kept.name, kept.plan, counter, cap)
        rest = memory.within(max(0, cap - counter(told)), plan=False)
        return "\n".join(text for text in (told, rest) if text)

    return written

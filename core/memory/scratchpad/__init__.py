"""The room of working memory: what an agent keeps in mind for one task, and nothing after it.

It is text for the model and data for code: both directions lose nothing, and no text in it can pass
for a tick or a heading. Every change is saved, so that a run that crashed goes on where it was.
"""

from core.memory.scratchpad.pad import PlanState, PlanStep, Scratchpad
from core.memory.scratchpad.working import WorkingMemory

__all__ = ["PlanState", "PlanStep", "Scratchpad", "WorkingMemory"]

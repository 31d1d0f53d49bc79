"""Tasks with ordered steps, kept outside the model (specification 9).

A model proposes, code decides by eighteen rules and says why not; everything proposed is logged, and
the accepted part of the log makes the plan. Only a person skips, cancels, edits or pauses. A running
step belongs to one living process; a reader may find it stale, only a writer ends it. Every text is
masked before it is judged. The agent's hand is `Tasks`, the desk's `OperatorTasks`.
"""

from core.memory.tasks.desk import OperatorTasks
from core.memory.tasks.legal import Legal
from core.memory.tasks.log import Happened, Ruling, TaskEvent
from core.memory.tasks.operation import Act
from core.memory.tasks.owner import Owner
from core.memory.tasks.plan import Plan, TaskState
from core.memory.tasks.plan_text import plan_text
from core.memory.tasks.problem import Problem
from core.memory.tasks.rules import RULE_OF, RULES, Code, Rule
from core.memory.tasks.step import Attempt, Step, StepState
from core.memory.tasks.tasks import Tasks
from core.memory.tasks.update import InvalidUpdate, Task, UpdateOutcome, UpdateResult

__all__ = [
    "RULES",
    "RULE_OF",
    "Act",
    "Attempt",
    "Code",
    "Happened",
    "InvalidUpdate",
    "Legal",
    "OperatorTasks",
    "Owner",
    "Plan",
    "Problem",
    "Rule",
    "Ruling",
    "Step",
    "StepState",
    "Task",
    "TaskEvent",
    "TaskState",
    "Tasks",
    "UpdateOutcome",
    "UpdateResult",
    "plan_text",
]

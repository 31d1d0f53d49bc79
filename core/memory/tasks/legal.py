"""What may be proposed next: told with every answer, so that a refused model need not guess."""

from __future__ import annotations

from dataclasses import dataclass

from core.memory.tasks.judge import Hand
from core.memory.tasks.operation import MAX_STEPS, Act
from core.memory.tasks.plan import Plan
from core.memory.tasks.step import StepState


@dataclass(frozen=True, slots=True)
class Legal:
    """One operation the plan allows now, with the fields it needs."""

    act: Act
    step: str | None
    name: str
    needs: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """It, in words for the model."""
        needs = f", with {' and '.join(self.needs)}" if self.needs else ""
        return f"{self.act} {self.name} ({self.step}){needs}" if self.step else f"{self.act}{needs}"


def legal(plan: Plan, hand: Hand) -> tuple[Legal, ...]:
    """The operations of the agent that code would accept now."""
    found = []
    step = plan.current
    if step is not None and step.state is StepState.RUNNING and hand.other is None:
        found.append(Legal(Act.DONE, step.label, step.name, ("result", "evidence")))
        found.append(Legal(Act.FAIL, step.label, step.name, ("reason",)))
    elif (
        step is not None
        and step.state in {StepState.PENDING, StepState.FAILED}
        and not plan.paused
        and not step.is_exhausted
    ):
        found.append(Legal(Act.START, step.label, step.name))
    if len(plan.steps) < MAX_STEPS:
        found.append(Legal(Act.ADD, None, "", ("name",)))
    return tuple(found)

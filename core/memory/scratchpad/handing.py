"""What one session hands to the next: where the task stands, and the findings that may outlive it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.memory.scratchpad.pad import PlanState, Scratchpad


@dataclass(frozen=True, slots=True)
class Offer:
    """A finding that could become a memory; nothing becomes one without the gate.

    Attributes:
        source: whose word it is: the agent's, in its scratchpad for a task.
    """

    text: str
    source: str


def hand_off(pad: Scratchpad) -> str:
    """What is done, open and next, in the four lines a new session begins with; empty for an empty scratchpad."""
    if pad.empty:
        return ""
    done = [step.text for step in pad.plan if step.state is PlanState.DONE]
    open_ = [step.text for step in pad.plan if step.state is not PlanState.DONE]
    lines = (
        ("Task", pad.task),
        ("Done", _listed(done)),
        ("Open", _listed([*open_, *pad.questions])),
        ("Next", pad.next_step),
    )
    return "\n".join(f"{name}: {' '.join(text.split()) or '–'}" for name, text in lines)


def offers(pad: Scratchpad, task: str) -> tuple[Offer, ...]:
    """The findings of a scratchpad, each once, for a person or a host to choose from."""
    name = " ".join(task.split())
    return tuple(Offer(text, f"agent:scratchpad/{name}") for text in dict.fromkeys(pad.findings))


def _listed(texts: Iterable[str]) -> str:
    return "; ".join(texts)

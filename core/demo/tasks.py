"""Telling the part of the story that is about tasks."""

from __future__ import annotations

from core.demo.story import Event
from core.handles import Store
from core.memory.tasks import InvalidUpdate, UpdateResult

AGENT = "demo-agent"


def tell(store: Store, event: Event) -> UpdateResult:
    """Create a task, propose an update to it, or let a person skip a step; refusals are answers."""
    fields = event.fields
    name = fields["task"]
    if fields["do"] == "skip":
        desk = store.operator(fields["operator"]).tasks(event.scope)
        return desk.skip(name, fields["step"], reason=fields["reason"])
    tasks = store.partition(event.scope, agent=AGENT).tasks
    if fields["do"] == "create":
        return tasks.create(name, fields["goal"], fields["steps"])
    try:
        return tasks.apply(name, fields["update"], source=fields.get("source", ""))
    except InvalidUpdate as refused:
        if refused.result is None:
            raise
        return refused.result

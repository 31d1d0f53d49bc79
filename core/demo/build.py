"""Telling the story into a new file."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

from core.clock import system_clock, to_micros
from core.demo.story import Event, story
from core.gate import Citation, WriteOutcome
from core.handles import Store
from core.memory.records import Details, Forgotten, Outcome, WriteResult
from core.scope import Scope

_KEPT = (WriteOutcome.STORED, WriteOutcome.REFRESHED)


class _StoryClock:
    """The present of the story, moved from event to event."""

    def __init__(self, start: datetime) -> None:
        self.moment = start

    def __call__(self) -> int:
        return to_micros(self.moment)


def build(path: Path) -> Scope:
    """Create the demo file at ``path``; the person to show first.

    Raises:
        StorageFailure: the folder refuses.
        RuntimeError: the gate decided otherwise than the story tells, which is a mistake in it.
    """
    told = story()
    clock = _StoryClock(told.now)
    with Store.open(path, clock=clock) as store:
        for event in told.events:
            clock.moment = event.at
            if event.fields.get("act") == "request":
                _ask(store, event, clock)
                continue
            result = _tell(store, event)
            expected = event.fields.get("expect")
            if result.outcome not in ((expected,) if expected else _KEPT):
                raise RuntimeError(
                    f"the demo event of {event.at.isoformat()} was {result.outcome}: {result.reasons}"
                )
        clock.moment = told.now
        store.mark_demo(system_clock() - to_micros(told.now))
    return told.first


def _ask(store: Store, event: Event, clock: _StoryClock) -> None:
    """A person uses one of their rights, and is answered where the story says so."""
    fields = event.fields
    requests = store.operator(fields["operator"]).privacy.requests
    asked = requests.add(event.scope, fields["kind"], fields["note"], fields.get("identity"))
    if "answered" in fields:
        clock.moment = datetime.fromisoformat(fields["answered"])
        requests.close(event.scope, asked.id, note=fields["answer"])


def _tell(store: Store, event: Event) -> WriteResult | Forgotten:
    fields = event.fields
    act = fields.get("act")
    if act is None:
        return _remember(store, event)
    if act == "forget":
        return store.partition(event.scope, agent="demo-agent").records.forget(
            fields["key"], source=fields["source"]
        )
    records = store.operator(fields["operator"]).records(event.scope)
    versions = records.history(fields["key"])
    if act == "roll_back":
        old = next(record for record in versions if record.version == fields["version"])
        return records.roll_back(old.id, reason=fields["reason"])
    return records.confirm(versions[-1].id, reason=fields["reason"])


def _remember(store: Store, event: Event) -> WriteResult:
    fields = event.fields
    details = fields.get("details", {})
    expires = fields.get("expires_at")
    return store.partition(event.scope, agent="demo-agent").records.remember(
        json.loads(fields["content"]) if fields.get("json") else fields["content"],
        kind=fields["kind"],
        key=fields.get("key"),
        source=fields["source"],
        session=fields.get("session"),
        importance=fields.get("importance", 0.5),
        expires_at=datetime.fromisoformat(expires) if expires else None,
        run=event.run,
        cited=tuple(Citation(each["source"], each["quote"]) for each in fields.get("cited", ())),
        details=Details(
            outcome=Outcome(details["outcome"]) if "outcome" in details else None,
            applies_to=details.get("applies_to"),
            **{name: tuple(details.get(name, ())) for name in ("tags", "decisions", "learnings", "steps")},
        ),
    )

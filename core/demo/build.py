"""Telling the story into a new file."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from importlib.resources import files
from pathlib import Path

from core.clock import system_clock, to_micros
from core.demo import tasks
from core.demo.story import Event, story
from core.gate import Citation, WriteOutcome
from core.handles import Store
from core.memory.conversation import Message, Role
from core.memory.notes import NoteAnswer
from core.memory.records import Details, Forgotten, Outcome, WriteResult
from core.memory.scratchpad import PlanState, PlanStep, Scratchpad
from core.memory.tasks import UpdateOutcome, UpdateResult
from core.scope import Scope

_KEPT = (WriteOutcome.STORED, WriteOutcome.REFRESHED, UpdateOutcome.ACCEPTED)


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
            if result is not None and result.outcome not in ((expected,) if expected else _KEPT):
                raise RuntimeError(f"the demo event of {event.at.isoformat()} was {result.outcome}")
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


def _tell(store: Store, event: Event) -> WriteResult | Forgotten | NoteAnswer | UpdateResult | None:
    fields = event.fields
    act = fields.get("act")
    if act is None:
        return _remember(store, event)
    if act in _BESIDE:
        return _BESIDE[act](store, event)
    if act == "task":
        return tasks.tell(store, event)
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


def _note(store: Store, event: Event) -> NoteAnswer:
    notes = store.partition(event.scope, agent="demo-agent").notes
    source = event.fields.get("source")
    return (notes.citing(source) if source else notes).run(event.fields["call"])


def _write_note(store: Store, event: Event) -> NoteAnswer:
    told = event.fields
    return (
        store.operator(told["operator"])
        .notes(event.scope)
        .write(told["path"], told["text"], reason=told["reason"])
    )


def _graph(store: Store, event: Event) -> None:
    told, graph = event.fields, store.partition(event.scope, agent="demo-agent").graph
    if told["act"] == "entity":
        graph.upsert(told["id"], told["type"], told["name"], told.get("properties"))
    elif told["act"] == "link":
        graph.link(told["from"], told["to"], told["relation"])
    else:
        graph.conversation(
            told["id"], told["title"], tags=told["tags"], summary=told["summary"], about=told["about"]
        )


def _document(store: Store, event: Event) -> None:
    told = event.fields
    text = files("resources").joinpath("demo", told["file"]).read_text(encoding="utf-8")
    store.partition(event.scope, agent="demo-agent").documents.add(
        told["id"], text, title=told["title"], source=told["source"]
    )


def _talk(store: Store, event: Event) -> None:
    """Messages a minute apart; a pattern is said as often as the story tells, counted from 1."""
    told = event.fields
    texts = told.get("messages") or [
        [role, text.format(i=number)]
        for number in range(1, told["times"] + 1)
        for role, text in told["pattern"]
    ]
    said = [
        Message(Role(role), text, at=to_micros(event.at + timedelta(minutes=minute)))
        for minute, (role, text) in enumerate(texts)
    ]
    store.partition(event.scope, agent="demo-agent").conversation(told["id"]).extend(said)


def _prompt(store: Store, event: Event) -> None:
    told = event.fields
    agent = store.partition(event.scope, agent="demo-agent")
    talk = agent.conversation(told["id"], budget_tokens=told["budget"], counter=told["counter"])
    agent.prompt(
        talk,
        told.get("task"),
        told.get("query"),
        instructions=told.get("instructions", ""),
        tools=told.get("tools", ()),
        reserved=told.get("reserved", 0),
    )


def _scratchpad(store: Store, event: Event) -> None:
    told = event.fields
    pad = Scratchpad(
        told["task"],
        tuple(PlanStep(text, PlanState(state)) for state, text in told["plan"]),
        tuple(told["findings"]),
        tuple(told["questions"]),
        told["next"],
    )
    store.partition(event.scope, agent="demo-agent").scratchpad(told["id"]).write(pad)


_BESIDE: dict[str, Callable[[Store, Event], NoteAnswer | None]] = {
    "note": _note,
    "write_note": _write_note,
    "entity": _graph,
    "link": _graph,
    "conversation": _graph,
    "document": _document,
    "talk": _talk,
    "prompt": _prompt,
    "scratchpad": _scratchpad,
}


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

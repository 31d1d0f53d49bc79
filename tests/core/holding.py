"""Proposals that wait, put there the way the writing of records does it."""

from __future__ import annotations

from types import MappingProxyType

from core import Finding, Scope, Store, Verdict, WriteOutcome
from core.audit import Action, Actor, Entry, Role
from core.clock import system_clock
from core.gate import Severity, Trust, effective_trust
from core.memory.ground import Ground
from core.memory.quarantine import HeldItem
from core.memory.records.draft import draft
from core.memory.records.holding import hold, hold_deletion
from core.memory.records.writing import look_up


def found(
    code: str,
    severity: Severity = Severity.MEDIUM,
    span: tuple[int, int] | None = None,
    **data: object,
) -> Finding:
    """A finding as a rule would make it."""
    return Finding(code, severity, span, MappingProxyType(data))


def put(
    store: Store,
    scope: Scope,
    text: object,
    *findings: Finding,
    source: str = "web:example.org/page",
    key: str | None = None,
    kind: str = "semantic",
    outcome: WriteOutcome = WriteOutcome.HELD,
    masked: str | None = None,
    session: str | None = None,
    lineage: tuple[str, ...] = (),
    ago: float = 0.0,
) -> HeldItem:
    """Holds (or refuses, or skips) one proposal, ``ago`` seconds before now."""
    now = system_clock() - int(ago * 1_000_000)
    ground = Ground(store._database, scope, Actor(Role.AGENT, "writer"), lambda: now, store._recall)  # noqa: SLF001
    proposed = draft(text, now, kind=kind, key=key, source=source, session=session, lineage=lineage)
    with ground.write() as writing:
        standing = look_up(writing.tx, writing.subject, proposed, now, writing.recall)
        verdict = Verdict(
            outcome,
            findings or (found("form_rule"),),
            effective_trust(source, lineage),
            proposed.proposal.content,
            redacted=proposed.proposal.content if masked is None else masked,
            supersedes=standing.same_key.id if standing.same_key else None,
        )
        item = hold(writing, proposed, verdict)
        writing.journal(Entry(Action.HOLD, "quarantine", item.id, code=item.reason))
    return item


def put_deletion(store: Store, scope: Scope, *, key: str | None = None, id_: int | None = None) -> HeldItem:
    """Holds a deletion an agent proposed."""
    ground = Ground(store._database, scope, Actor(Role.AGENT, "writer"), system_clock, store._recall)  # noqa: SLF001
    verdict = Verdict(
        WriteOutcome.HELD,
        (found("deletion_needs_person", trust="agent"),),
        Trust.AGENT,
    )
    with ground.write() as writing:
        return hold_deletion(writing, verdict, "agent:cleanup", key, id_)

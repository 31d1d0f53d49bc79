"""Putting a proposal into quarantine that the gate did not let through."""

from __future__ import annotations

import json
from dataclasses import dataclass

from core.gate import Finding, Trust, Verdict, WriteOutcome
from core.memory.ground import Writing
from core.memory.quarantine import block_tag, bytes_tag, origin_tag, slot_tag
from core.memory.quarantine.item import SEVERITIES, Act, HeldItem, ItemStatus, findings_text, item_of
from core.memory.records.draft import Draft
from core.memory.records.draft_text import draft_text
from core.memory.records.rows import lineage_text
from core.store import blocks, quarantine_rows
from core.store.quarantine_rows import QuarantineRow

# Medium rows that nobody touched for so long stop asking; high ones never do (guide/gate.md 6).
_PATIENCE = 30 * 86_400 * 1_000_000
_HIGH = 2

# By what a wrong value costs, least first.
_SLOTS = ("support_contact", "endpoint", "install", "recipient", "check_off", "permission", "payee", "dose")

_STATUS = {
    WriteOutcome.HELD: ItemStatus.WAITING,
    WriteOutcome.REFUSED: ItemStatus.REFUSED,
    WriteOutcome.SKIPPED: ItemStatus.SKIPPED,
}


@dataclass(frozen=True, slots=True)
class _Words:
    """What of a proposal may be written down."""

    act: Act
    kind: str | None
    key: str | None
    content: str | None
    redacted: str
    draft: str


def hold(writing: Writing, draft: Draft, verdict: Verdict) -> HeldItem:
    """Keep a proposed record with its findings; the same bytes again only raise its count."""
    proposal = draft.proposal
    if any(finding.code == "blocked" for finding in verdict.findings):
        blocks.stopped(writing.tx, writing.scope, block_tag(writing.subject.salt, verdict.text), writing.now)
    clear = not verdict.is_masked
    words = _Words(
        Act.RECORD,
        proposal.kind,
        _writable(proposal.key),
        _writable(verdict.text) if clear else None,
        _writable(verdict.redacted) or "",
        draft_text(draft),
    )
    return _keep(
        writing, words, verdict, proposal.source, proposal.lineage, draft.session, draft.origin, verdict.text
    )


def hold_deletion(
    writing: Writing, verdict: Verdict, source: str, key: str | None, id_: int | None
) -> HeldItem:
    """Keep a proposed deletion."""
    target = json.dumps({"key": key, "id": id_}, ensure_ascii=False)
    words = _Words(Act.DELETION, None, _writable(key), None, "", target)
    return _keep(writing, words, verdict, source, (), None, None, target)


def _keep(
    writing: Writing,
    words: _Words,
    verdict: Verdict,
    source: str,
    lineage: tuple[str, ...],
    session: str | None,
    origin: str | None,
    identity: str,
) -> HeldItem:
    tx, scope, now, salt = writing.tx, writing.scope, writing.now, writing.subject.salt
    status = _STATUS[verdict.outcome]
    digest = bytes_tag(salt, words.act, words.kind, words.key, identity)
    known = quarantine_rows.same(tx, scope, digest)
    if known is not None and known.status == status:
        quarantine_rows.saw_again(tx, scope, known.id, now)
        return item_of(known._replace(seen_count=known.seen_count + 1, last_at=now))
    severity = max((SEVERITIES.index(finding.severity) for finding in verdict.findings), default=0)
    waits_for = _PATIENCE if status is ItemStatus.WAITING and severity < _HIGH else None
    row = QuarantineRow(
        id=quarantine_rows.next_id(tx, scope),
        act=words.act,
        status=status,
        severity=severity,
        sensitivity=_sensitivity(verdict.findings),
        kind=words.kind,
        key=words.key,
        content=words.content,
        redacted=words.redacted,
        digest=digest,
        value=block_tag(salt, identity),
        origin=origin_tag(salt, origin or origin_of(source)),
        slot=slot_tag(salt, words.kind or "", words.key),
        source=_writable(source) or "",
        lineage=lineage_text(tuple(_writable(each) or "" for each in lineage)),
        trust=Trust(verdict.trust),
        author=writing.actor,
        session=session,
        draft=words.draft,
        findings=findings_text(verdict.findings),
        reason=verdict.reason,
        supersedes=verdict.supersedes,
        seen_count=1,
        first_at=now,
        last_at=now,
        expires_at=None if waits_for is None else now + waits_for,
        version=1,
        decided_by=None,
        decided_at=None,
        decision_note=None,
        record=None,
    )
    quarantine_rows.insert(tx, scope, row)
    return item_of(row)


def origin_of(source: str) -> str:
    """The place a source string names, without the passage in it."""
    return source.partition("#")[0]


def _sensitivity(findings: tuple[Finding, ...]) -> int:
    """Rank of the most sensitive slot a proposal would fill; 0 for none."""
    slots = (str(finding.data.get("slot")) for finding in findings if finding.code == "sensitive_slot")
    return max((_SLOTS.index(slot) + 1 for slot in slots if slot in _SLOTS), default=0)


def _writable(text: str | None) -> str | None:
    """Text that a UTF-8 file can hold: lone surrogates and NUL are shown escaped."""
    if text is None:
        return None
    return text.encode("utf-8", "backslashreplace").decode().replace("\0", "\\x00")

"""Putting a proposal into quarantine that the gate did not let through."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import MappingProxyType

from core.gate import Finding, Trust, Verdict, WriteOutcome, cleaned
from core.kind import Kind
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

# What was seen beside these may not be written down as it came; nor what a failed rule did not see.
_PRIVATE = frozenset({"secret", "suspected_secret", "personal_data", "policy_error"})

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
    source: str
    lineage: tuple[str, ...] = ()
    session: str | None = None
    findings: tuple[Finding, ...] = ()


def hold(writing: Writing, draft: Draft, verdict: Verdict) -> HeldItem:
    """Keep a proposed record with its findings; the same bytes again only raise its count."""
    proposal, salt = draft.proposal, writing.subject.salt
    if any(finding.code == "blocked" for finding in verdict.findings):
        blocks.stopped(writing.tx, writing.scope, block_tag(writing.subject.salt, verdict.text), writing.now)
    private = any(finding.code in _PRIVATE for finding in verdict.findings)

    def clean(text: str) -> str:
        return _without_secrets(text, salt) if private else text

    words = _Words(
        Act.RECORD,
        proposal.kind,
        clean(_writable(proposal.key)) if proposal.key is not None else None,
        None if private or verdict.is_masked else _writable(verdict.text),
        _writable(verdict.redacted),
        draft_text(draft, clean),
        source=clean(_writable(proposal.source)),
        lineage=tuple(clean(_writable(each)) for each in proposal.lineage),
        session=None if draft.session is None else clean(draft.session),
        findings=tuple(_tellable(each, verdict.redacted, clean) for each in verdict.findings)
        if private
        else verdict.findings,
    )
    known_as = bytes_tag(salt, Act.RECORD, proposal.kind, proposal.key, verdict.text)
    origin = draft.origin or origin_of(proposal.source)
    return _keep(writing, words, verdict, known_as, block_tag(salt, verdict.text), origin)


def hold_deletion(
    writing: Writing,
    verdict: Verdict,
    source: str,
    key: str | None,
    id_: int | None,
    kind: Kind | None = None,
) -> HeldItem:
    """Keep a proposed deletion of what is there; its key was let in once and holds no secret."""
    salt = writing.subject.salt
    target = json.dumps({"key": key, "id": id_}, ensure_ascii=False)
    source = _without_secrets(_writable(source), salt)
    words = _Words(Act.DELETION, kind, key, None, "", target, source, findings=verdict.findings)
    known_as = bytes_tag(salt, Act.DELETION, kind, key, target)
    return _keep(writing, words, verdict, known_as, block_tag(salt, target), origin_of(source))


def _keep(
    writing: Writing,
    words: _Words,
    verdict: Verdict,
    digest: bytes,
    value: bytes,
    origin: str,
) -> HeldItem:
    tx, scope, now, salt = writing.tx, writing.scope, writing.now, writing.subject.salt
    status = _STATUS[verdict.outcome]
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
        value=value,
        origin=origin_tag(salt, origin),
        slot=slot_tag(salt, words.kind or "", words.key),
        source=words.source,
        lineage=lineage_text(words.lineage),
        trust=Trust(verdict.trust),
        author=writing.actor,
        session=words.session,
        draft=words.draft,
        findings=findings_text(words.findings),
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


def _without_secrets(text: str, salt: bytes) -> str:
    try:
        return cleaned(text, salt)
    except Exception:
        # What cannot be read may hold anything, and a rule that fails has said so already.
        return ""


def _tellable(finding: Finding, shown: str, clean: Callable[[str], str]) -> Finding:
    """A finding whose data quotes nothing that was masked."""
    data: dict[str, object] = {}
    for name, value in finding.data.items():
        if isinstance(value, str):
            data[name] = clean(value)
        elif isinstance(value, tuple | list):
            data[name] = tuple(each for each in value if str(each) in shown)
        else:
            data[name] = value
    return replace(finding, data=MappingProxyType(data))


def _writable(text: str) -> str:
    """Text that a UTF-8 file can hold: lone surrogates and NUL are shown escaped."""
    return text.encode("utf-8", "backslashreplace").decode().replace("\0", "\\x00")


def hold_note(
    writing: Writing, verdict: Verdict, path: str, draft: str, source: str, lineage: tuple[str, ...]
) -> HeldItem:
    """Keep a proposed text of a note with its findings.

    Args:
        draft: where in the note the text differs, as JSON without words.
    """
    salt = writing.subject.salt
    value = block_tag(salt, verdict.text)
    if any(finding.code == "blocked" for finding in verdict.findings):
        blocks.stopped(writing.tx, writing.scope, value, writing.now)
    private = any(finding.code in _PRIVATE for finding in verdict.findings)

    def clean(text: str) -> str:
        return _without_secrets(text, salt)

    words = _Words(
        Act.NOTE,
        None,
        # A value that is masked in the text may be the note's name.
        clean(f"{verdict.text}\n{path}").rpartition("\n")[2] if private else clean(path),
        None if private or verdict.is_masked else _writable(verdict.text),
        _writable(verdict.redacted),
        draft,
        source=clean(_writable(source)),
        lineage=tuple(clean(_writable(each)) for each in lineage),
        findings=tuple(_tellable(each, verdict.redacted, clean) for each in verdict.findings),
    )
    known_as = bytes_tag(salt, Act.NOTE, path, verdict.text)
    return _keep(writing, words, verdict, known_as, value, origin_of(source))

"""A draft before the gate: what the room holds of its origin, and the verdict."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from types import MappingProxyType

import apsw

from core.gate import Finding, Load, Standing, Trust, Verdict, WriteOutcome, effective_trust, judge_note
from core.gate.table import TABLE
from core.memory.ground import Ground
from core.memory.names import secret_in_path
from core.memory.notes.draft import Draft
from core.memory.quarantine import block_tag, origin_tag
from core.memory.records.holding import origin_of
from core.store import blocks, note_rows, quarantine_rows
from core.store.subjects import Subject

_HOUR = 3_600 * 1_000_000
_DAY = 24 * _HOUR


def judged(
    ground: Ground,
    connection: apsw.Connection,
    subject: Subject,
    draft: Draft,
    source: str,
    lineage: tuple[str, ...],
    now: int,
) -> Verdict:
    """The verdict on the text a note would have; its path is read along with it.

    What stands in the note already was stored or released once and holds no later edit up. A text that
    somebody rejected is stopped, as a record's would be.
    """

    def verdict_on(text: str, standing: Standing) -> Verdict:
        return judge_note(
            text,
            source,
            lineage=lineage,
            name=draft.path,
            standing=standing,
            settings=ground.settings,
            key=subject.salt,
        )

    load = _load(connection, subject, source, lineage, ground, now)
    verdict = verdict_on(draft.text, Standing(load=load))
    stopped = verdict.outcome is not WriteOutcome.STORED and draft.note is not None
    if stopped and _told(verdict) <= _told(verdict_on(draft.base, Standing())):
        verdict = replace(verdict, outcome=WriteOutcome.STORED)
    if draft.note is None and (hidden := secret_in_path(draft.path)) is not None:
        verdict = _refused_for_its_path(verdict, *hidden)
    tag = block_tag(subject.salt, verdict.text)
    if blocks.find(connection, subject.scope, tag) is None:
        return verdict
    cell = TABLE["blocked"].cell(verdict.trust).decide(frozenset())
    if cell is WriteOutcome.STORED or verdict.outcome is WriteOutcome.REFUSED:
        return verdict
    severity = TABLE["blocked"].severity_for(verdict.trust, cell)
    finding = Finding("blocked", severity, data=MappingProxyType({}))
    return replace(verdict, outcome=cell, findings=(finding, *verdict.findings))


def _refused_for_its_path(verdict: Verdict, type_: str, length: int) -> Verdict:
    """The gate reads a path as one line; what its components say by themselves is found here."""
    if verdict.reason == "secret":
        return verdict
    severity = TABLE["secret"].severity_for(verdict.trust, WriteOutcome.REFUSED)
    finding = Finding("secret", severity, data=MappingProxyType({"type": type_, "length": length}))
    return replace(verdict, outcome=WriteOutcome.REFUSED, findings=(finding, *verdict.findings))


def _told(verdict: Verdict) -> Counter[tuple[str, str]]:
    """What was found, by the words it was found in."""
    found: Counter[tuple[str, str]] = Counter()
    for each in verdict.findings:
        words = repr(sorted(each.data.items())) if each.span is None else verdict.text[slice(*each.span)]
        found[each.code, words] += 1
    return found


def trust_after(verdict: Verdict, draft: Draft) -> Trust:
    """How far the note is trusted once the draft is written: never above anybody whose words are in it."""
    is_whole = draft.note is None or draft.edit.removed == len(draft.base)
    return verdict.trust if draft.note is None or is_whole else min(verdict.trust, Trust(draft.note.trust))


def _load(
    connection: apsw.Connection,
    subject: Subject,
    source: str,
    lineage: tuple[str, ...],
    ground: Ground,
    now: int,
) -> Load:
    """What the origin has written into notes and into the quarantine; users and operators are not counted."""
    tag = origin_tag(subject.salt, origin_of(source))
    waiting = quarantine_rows.waiting_since(connection, subject.scope, tag, now - _DAY)
    limit = ground.settings.hourly_writes
    trust = effective_trust(source, lineage, ground.settings.internal_tools)
    if limit <= 0 or trust >= Trust.USER:
        return Load(waiting=waiting)
    since = now - _HOUR
    writes = quarantine_rows.seen_since(connection, subject.scope, tag, since)
    writes += note_rows.written_since(connection, subject.scope, source, since)
    return Load(writes, limit, waiting)

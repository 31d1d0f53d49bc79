"""A record as labels and values, in the order the detail always keeps."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QCoreApplication

from app.panes.memory.columns import kind_mark, state_mark
from app.panes.memory.dossier import Dossier
from app.widgets.facts import Fact
from app.widgets.hidden_characters import one_line, revealed
from app.wording import ago, kind_word, moment, number, outcome_word, state_word, trust_word
from core.memory.records import Record

# Beyond a week an age is the date again.
_LISTED = 20
_NEAR = 7 * 86400


def identity_facts(record: Record) -> list[Fact]:
    """Kind and key, and what only some kinds carry."""
    facts = [Fact(_tr("Kind"), kind_word(record.kind), mark=kind_mark(record))]
    if record.key is None:
        facts.append(Fact(_tr("Key"), _tr("none: nothing replaces it by key")))
    else:
        facts.append(Fact(_tr("Key"), record.key, foreign=True))
    details = record.details
    if details.outcome is not None:
        facts.append(Fact(_tr("Outcome"), outcome_word(details.outcome)))
    if details.applies_to is not None:
        facts.append(Fact(_tr("Applies to"), details.applies_to, foreign=True))
    for label, values in (
        (_tr("Tags"), details.tags),
        (_tr("Decisions"), details.decisions),
        (_tr("Learnings"), details.learnings),
    ):
        facts += [
            Fact(label if place == 0 else "", value, foreign=True) for place, value in enumerate(values)
        ]
    facts += [
        Fact(_tr("Steps") if place == 0 else "", f"{place + 1}. {step}", foreign=True)
        for place, step in enumerate(details.steps)
    ]
    return facts


def origin_facts(record: Record) -> list[Fact]:
    """Who said it, through whom it came, and what that is worth."""
    facts = [Fact(_tr("Source"), record.source, foreign=True)]
    facts += [
        Fact(_tr("Through") if place == 0 else "", source, foreign=True)
        for place, source in enumerate(record.lineage)
    ]
    if record.session is not None:
        facts.append(Fact(_tr("Session"), record.session, foreign=True))
    trust = _tr("{0} ({1} of 4)").format(trust_word(record.trust), int(record.trust))
    if record.approved:
        trust = _tr("{0}, approved by a person").format(trust)
    facts.append(Fact(_tr("Trust"), trust))
    return facts


def entry_text(dossier: Dossier) -> str:
    """Who let it in: the gate by itself, or a person, with the reason given."""
    record, item = dossier.record, dossier.released_as
    if item is not None:
        by, when = revealed(item.decided_by or _tr("somebody"), 80), moment(item.decided_at)
        if item.decision_note:
            note = revealed(item.decision_note, 300)
            return _tr("Released from Review by {0}, {1}: {2}").format(by, when, note)
        return _tr("Released from Review by {0}, {1}.").format(by, when)
    if record.approved:
        return _tr("Approved by a person.")
    if record.tentative:
        return _tr("By the gate, as the person’s own guess. It saw:")
    if record.findings:
        return _tr("By the gate, which saw:")
    return _tr("By the gate, without a finding.")


def time_facts(dossier: Dossier, now: datetime) -> list[Fact]:
    """When it was recorded, is true, was seen, was replaced and expires."""
    record = dossier.record
    facts = [_when(_tr("Recorded"), record.recorded_at, now)]
    if record.true_from is not None or record.true_until is not None:
        span = _tr("{0} – {1}").format(
            moment(record.true_from) if record.true_from else "…",
            moment(record.true_until) if record.true_until else "…",
        )
        facts.append(Fact(_tr("True"), span))
    seen = _tr("{0} · {1} times").format(moment(record.seen_at), record.seen_count)
    if record.seen_count == 1:
        seen = _tr("{0} · once").format(moment(record.seen_at))
    facts.append(Fact(_tr("Last seen"), seen))
    if record.ended_at is not None and dossier.as_of is None:
        facts.append(_when(_tr("Believed until"), record.ended_at, now))
    if record.expires_at is None:
        facts.append(Fact(_tr("Expires"), _tr("never")))
    else:
        facts.append(_when(_tr("Expires"), record.expires_at, now))
    if dossier.is_due:
        facts.append(Fact(_tr("Review"), _tr("due: confirm, correct or forget it")))
    facts.append(Fact(_tr("State"), state_word(record.state), mark=state_mark(record)))
    return facts


def technical_facts(record: Record) -> list[Fact]:
    """Numbers for people who look under the lid."""
    facts = [
        Fact(_tr("Id"), f"#{record.id}"),
        Fact(_tr("Version"), str(record.version)),
        Fact(_tr("Importance"), f"{record.importance:.2f}"),
        Fact(_tr("Content"), _tr("JSON") if record.is_json else _tr("text")),
        Fact(_tr("Length"), _tr("{0} characters").format(len(record.content))),
    ]
    if record.supersedes is not None:
        facts.append(Fact(_tr("Replaces"), f"#{record.supersedes}", link=record.supersedes))
    if record.superseded_by is not None:
        facts.append(Fact(_tr("Replaced by"), f"#{record.superseded_by}", link=record.superseded_by))
    return facts


def usage_text(used: Sequence[tuple[str, int]]) -> str:
    """The conversations whose prompts showed a record, one a line."""
    if not used:
        return _tr("In no prompt so far.")
    prompts: dict[str, list[int]] = {}
    for conversation, prompt in used:
        prompts.setdefault(conversation, []).append(prompt)
    lines = []
    for conversation, numbers in list(prompts.items())[:_LISTED]:
        told = ", ".join(map(str, numbers[:_LISTED])) + (" …" if len(numbers) > _LISTED else "")
        form = _tr("{0}: prompt {1}") if len(numbers) == 1 else _tr("{0}: prompts {1}")
        lines.append(form.format(one_line(conversation, 80), told))
    if len(prompts) > _LISTED:
        lines.append(f"… {number(len(prompts) - _LISTED)}")
    return "\n".join(lines)


def _when(label: str, when: datetime, now: datetime) -> Fact:
    near = abs((now - when).total_seconds()) < _NEAR
    text = f"{moment(when)} · {ago(when, now)}" if near else moment(when)
    return Fact(label, text, tip=when.isoformat())


def _tr(text: str) -> str:
    return QCoreApplication.translate("memory", text)

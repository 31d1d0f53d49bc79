"""An item as sentences and facts: what a release would do, where it came from."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QCoreApplication

from app.panes.review.case import Case
from app.panes.review.columns import deletion_target
from app.theme import theme
from app.widgets.column import Mark
from app.widgets.facts import Fact
from app.widgets.hidden_characters import revealed
from app.widgets.marks import DOT
from app.wording import ago, day, kind_word, moment, number, status_word, trust_word
from core.gate.covering import DOT as DOT_OVER
from core.memory.quarantine import HeldItem, ItemStatus


def consequence(case: Case) -> str:
    """The second-strongest line: what a release would do, or what was decided."""
    item, found = case.item, case.consequences
    if not case.open:
        return _decided(item)
    if case.masked:
        return _tr("Cannot be released as it stands: what was masked was never stored.")
    if found is None and case.is_note:
        return _tr("Cannot be released: the note has changed where these words were meant to go, or is gone.")
    if found is None:
        return _tr("There is nothing left to delete: what it names is gone.")
    if not found.possible:
        return _tr("Cannot be released: today’s rules refuse these words from anybody.")
    if case.is_note:
        change = (
            _tr("Releasing changes the note {0}.") if found.before else _tr("Releasing adds the note {0}.")
        )
        return change.format(revealed(found.path or "", 80))
    if case.is_deletion:
        if found.deletes == 1:
            return _tr("Releasing deletes {0} for good: 1 version.").format(deletion_target(item))
        return _tr("Releasing deletes {0} for good: {1} versions.").format(
            deletion_target(item), number(found.deletes)
        )
    if found.duplicates is not None:
        return _tr("Releasing only marks record #{0} as seen again: it says the same.").format(
            found.duplicates.id
        )
    if found.supersedes is not None:
        return _tr("Releasing replaces record #{0}, current since {1}, trust {2}.").format(
            found.supersedes.id, day(found.supersedes.recorded_at), trust_word(found.supersedes.trust)
        )
    return _tr("Releasing adds a record and replaces nothing.")


def standing(case: Case) -> str:
    """What became of an item that does not wait, beside what could still be done; or nothing."""
    if case.is_deletion and case.open and case.consequences is None and case.item.status != "waiting":
        return _tr("It was closed when what it names went; nothing waits for you.")
    return {
        ItemStatus.REFUSED: _tr("The gate refused it by itself; nothing waits for you."),
        ItemStatus.SKIPPED: _tr("The gate skipped it by itself; nothing waits for you."),
    }.get(case.item.status, "")


def proposal_facts(case: Case) -> list[Fact]:
    """Kind, key and person."""
    item = case.item
    facts = []
    if item.kind is not None:
        facts.append(
            Fact(_tr("Kind"), kind_word(item.kind), mark=Mark(DOT, theme().tokens.kind_color(item.kind)))
        )
    if item.key is not None:
        facts.append(Fact(_tr("Note") if case.is_note else _tr("Key"), item.key, foreign=True))
    return facts


def source_facts(case: Case, now: datetime) -> list[Fact]:
    """The evidence: who said it, through whom it came, what that is worth, when and how often."""
    item = case.item
    facts = [Fact(_tr("From"), item.source, foreign=True)]
    facts += [
        Fact(_tr("Derived from") if place == 0 else "", source, foreign=True)
        for place, source in enumerate(item.lineage)
    ]
    trust = _tr("{0} ({1} of 4)").format(trust_word(item.trust), int(item.trust))
    if item.lineage:
        trust = _tr("{0}, the least of all its sources").format(trust)
    facts.append(Fact(_tr("Trust"), trust))
    if item.author is not None:
        facts.append(Fact(_tr("Proposed by"), item.author, foreign=True))
    if item.session is not None:
        facts.append(
            Fact(
                _tr("Session"),
                _tr("Records of {0}").format(revealed(item.session, 80)),
                tip=_tr("Show the records of this session in Memory"),
                # The filter language has no way to say a quote inside a quote, nor what is covered.
                link=None if '"' in item.session or DOT_OVER in item.session else ("session", item.session),
            )
        )
    facts.append(Fact(_tr("Proposed"), f"{moment(item.first_at)} · {ago(item.first_at, now)}"))
    if item.seen_count > 1:
        facts.append(
            Fact(
                _tr("Seen"),
                _tr("{0} times, last {1}").format(number(item.seen_count), moment(item.last_at)),
            )
        )
    if item.expires_at is not None and item.status is ItemStatus.WAITING:
        facts.append(Fact(_tr("Waits until"), _tr("{0}, then it is refused").format(day(item.expires_at))))
    return facts


def release_facts(case: Case) -> list[Fact]:
    """After a release: what is replaced, repeated, contradicted, and what it costs."""
    found, facts = case.consequences, []
    if case.item.record is not None:
        facts.append(_record_fact(_tr("Stored as"), case.item.record))
    if found is None or not case.open:
        return facts
    if found.supersedes is not None:
        facts.append(_record_fact(_tr("Replaces"), found.supersedes.id))
    if found.duplicates is not None:
        facts.append(_record_fact(_tr("Says the same"), found.duplicates.id))
    facts += [
        _record_fact(_tr("Deletes") if place == 0 else "", record.id)
        for place, record in enumerate(found.doomed)
    ]
    shown = {record.id for record in (found.supersedes, found.duplicates) if record is not None}
    for number_ in _contradicted(case.item):
        if number_ not in shown:
            facts.append(_record_fact(_tr("Contradicts"), number_))
    if case.is_note:
        kept = _tr("stays {0}, the least of all that wrote in the note").format(trust_word(case.item.trust))
        return [Fact(_tr("Trust"), kept)]
    if found.possible and not case.is_deletion and found.duplicates is None:
        cost = _tr("≈ {0} tokens in a prompt that recalls it").format(number(found.tokens))
        facts.append(Fact(_tr("Costs"), cost, tip=_tr("Estimated: characters divided by four")))
        kept = _tr("stays {0}; the record counts as approved by you").format(trust_word(case.item.trust))
        facts.append(Fact(_tr("Trust"), kept))
    return facts


def _decided(item: HeldItem) -> str:
    by = revealed(item.decided_by or _tr("somebody"), 80)
    if item.decision_note:
        return _tr("{0} by {1}, {2}: {3}").format(
            status_word(item.status).capitalize(),
            by,
            moment(item.decided_at),
            revealed(item.decision_note, 300),
        )
    return _tr("{0} by {1}, {2}.").format(status_word(item.status).capitalize(), by, moment(item.decided_at))


def _contradicted(item: HeldItem) -> list[int]:
    found = (each.data.get("record") for each in item.findings if each.code.startswith("conflict"))
    return sorted({number_ for number_ in found if isinstance(number_, int)})


def _record_fact(label: str, number_: int) -> Fact:
    return Fact(label, f"#{number_}", tip=_tr("Show it in Memory"), link=("record", number_))


def _tr(text: str) -> str:
    return QCoreApplication.translate("review", text)

"""One verdict per proposal: all findings are collected, the worst one decides."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from types import MappingProxyType

from core.gate.canonical import canonical, canonical_json
from core.gate.case import Case
from core.gate.marks import marks
from core.gate.proposal import Deletion, Proposal, Standing
from core.gate.provenance import circumstances, grounding, unproven, unseen_sources
from core.gate.repetition import Repetition, repetition
from core.gate.shape import MAX_CONTENT, shape
from core.gate.sighting import Sighting, seen
from core.gate.table import TABLE, WORST_FIRST, Given
from core.gate.trust import Trust, trust_of
from core.gate.verdict import Finding, Severity, Verdict, WriteOutcome
from core.recall.likeness import Likeness

log = logging.getLogger(__name__)

# Seconds of this thread's own work; a busy machine does not make a rule fail.
RULE_BUDGET = 0.5
MAX_WAITING = 50
MOST_EQUAL = 20

Rule = Callable[[Case], Iterable[Sighting]]


def judge(
    proposal: Proposal,
    standing: Standing,
    *,
    key: bytes | None = None,
    likeness: Likeness | None = None,
    rules: Sequence[Rule] | None = None,
    clock: Callable[[], float] = time.thread_time,
) -> Verdict:
    """What becomes of a proposed record; pure, and bounded in time for any input.

    A rule that raises or takes too long holds the write; it never lets one through.

    Args:
        key: for the keyed hashes in the redacted text; without it there are none.
        likeness: decides what is a near-duplicate; hashed words when none is given.
    """
    from core.gate.private import Private

    private = Private()
    case = Case(proposal, standing, _canonical(proposal))
    sightings = list(sightings_of(case, rules or (private.secrets, private.personal, *_rules()), clock))
    found = Repetition()
    try:
        found = repetition(case, likeness)
        given = _given(case, found, sightings)
        redacted = private.redacted(case, key)
    except Exception as error:
        given, redacted = frozenset[Given](), ""
        sightings.append(_failed("verdict", error))
    if any(each.code == "policy_error" for each in sightings):
        # What a failed rule did not see may be a secret: nothing of the text is written down.
        redacted = ""
    return _decided(case, sightings, found, given, redacted)


def judge_deletion(proposal: Deletion) -> Verdict:
    """Whether a deletion by key or id is carried out: for the user or an operator only."""
    trust = trust_of(proposal.source)
    code = "no_source" if trust is Trust.NONE else "deletion_needs_person"
    if trust >= Trust.USER:
        return Verdict(WriteOutcome.STORED, (), trust)
    outcome = TABLE[code].cell(trust).decide(frozenset())
    finding = Finding(
        code, TABLE[code].severity_for(trust, outcome), data=MappingProxyType({"trust": trust.label})
    )
    return Verdict(outcome, (finding,), trust, rulings=(outcome,))


def blocked(case: Case) -> Iterator[Sighting]:
    """A value somebody rejected or erased here before."""
    if case.standing.blocked is not None and case.standing.blocked(case.text):
        yield seen("blocked")


def rate(case: Case) -> Iterator[Sighting]:
    """An origin that writes more than the caller allows."""
    load = case.standing.load
    if load is not None and load.limit and load.writes >= load.limit:
        yield seen("rate", writes=load.writes, limit=load.limit)


@cache
def _rules() -> tuple[Rule, ...]:
    """The rules that read words. They bring many patterns along, so the first verdict loads them."""
    from core.gate.attacks import attacks
    from core.gate.form import form_rule
    from core.gate.raw_output import raw_output
    from core.gate.slots import sensitive_slots
    from core.gate.talk import guesses, small_talk

    return (
        shape,
        unseen_sources,
        attacks,
        form_rule,
        sensitive_slots,
        grounding,
        unproven,
        guesses,
        small_talk,
        raw_output,
        blocked,
        rate,
    )


def _canonical(proposal: Proposal) -> str:
    content = proposal.content[:MAX_CONTENT]
    if not proposal.is_json:
        return canonical(content)
    # What is cut off is no JSON any more; it is refused for its length all the same.
    return canonical_json(content) if len(content) == len(proposal.content) else content


def sightings_of(case: Case, rules: Sequence[Rule], clock: Callable[[], float]) -> Iterator[Sighting]:
    """What the rules see; one that fails or takes too long is seen as well."""
    for rule in rules:
        name = getattr(rule, "__name__", "rule")
        started = clock()
        try:
            yield from list(rule(case))
        except Exception as error:
            yield _failed(name, error)
        if clock() - started > RULE_BUDGET:
            yield seen("policy_error", rule=name, problem="time")


def _failed(rule: str, error: Exception) -> Sighting:
    # The exception may quote the text, so only its type is logged.
    log.error("the gate rule %s raised %s", rule, type(error).__name__)
    return seen("policy_error", rule=rule, problem="error")


def _given(case: Case, found: Repetition, sightings: Sequence[Sighting]) -> frozenset[Given]:
    given = circumstances(case)
    if found.replaced is not None:
        old, new = marks(found.replaced.content), marks(case.text)
        changes_value = (old.numbers, old.codes) != (new.numbers, new.codes)
        if changes_value or any(each.code == "sensitive_slot" for each in sightings):
            given |= {Given.VALUE_SLOT}
    return given


def _decided(
    case: Case, sightings: list[Sighting], found: Repetition, given: frozenset[Given], redacted: str
) -> Verdict:
    trust = case.trust
    judged = [(each, _outcome(case, each.code, given)) for each in sightings]
    if found.sighting is not None:
        outcome = _outcome(case, found.sighting.code, given)
        # A correction that goes through needs no reason; a refresh and a conflict say theirs.
        if outcome is not WriteOutcome.STORED:
            judged.append((found.sighting, outcome))
    outcome = _worst(case, judged)
    load = case.standing.load
    if outcome is WriteOutcome.HELD and load is not None and load.waiting >= MAX_WAITING:
        burst = _outcome(case, "burst", given)
        judged.append((seen("burst", waiting=load.waiting, limit=MAX_WAITING), burst))
        outcome = _worst(case, judged)
    judged.sort(key=lambda each: WORST_FIRST.index(each[1]))
    judged = _told(judged)
    findings = tuple(
        Finding(each.code, TABLE[each.code].severity_for(trust, decided), each.span, each.data)
        for each, decided in judged
    )
    stored, refreshed = outcome is WriteOutcome.STORED, outcome is WriteOutcome.REFRESHED
    return Verdict(
        outcome,
        findings,
        trust,
        case.text,
        supersedes=found.replaced.id if stored and found.replaced else None,
        refreshes=found.refreshed.id if refreshed and found.refreshed else None,
        redacted=redacted,
        tentative=stored and trust is Trust.USER and any(each.code == "guess" for each in sightings),
        rulings=tuple(decided for _, decided in judged),
    )


def _told(judged: list[tuple[Sighting, WriteOutcome]]) -> list[tuple[Sighting, WriteOutcome]]:
    """Without what repeats a reason more often than anybody reads; the outcome is known by now."""
    count: Counter[tuple[str, object]] = Counter()
    kept = []
    for each in judged:
        what = (each[0].code, each[0].data.get("type"))
        count[what] += 1
        if count[what] <= MOST_EQUAL:
            kept.append(each)
    return kept


def _outcome(case: Case, code: str, given: frozenset[Given]) -> WriteOutcome:
    return TABLE[code].cell(case.trust, imported=case.is_import).decide(given)


def _worst(case: Case, judged: Sequence[tuple[Sighting, WriteOutcome]]) -> WriteOutcome:
    outcomes = {outcome for _, outcome in judged}
    pressing = any(
        TABLE[each.code].severity_for(case.trust, outcome) in {Severity.HIGH, Severity.CRITICAL}
        for each, outcome in judged
    )
    # An attack dressed as a greeting is still somebody's business.
    if pressing:
        outcomes.discard(WriteOutcome.SKIPPED)
    if WriteOutcome.REFRESHED in outcomes and not outcomes - {WriteOutcome.REFRESHED, WriteOutcome.STORED}:
        return WriteOutcome.REFRESHED
    return next((outcome for outcome in WORST_FIRST if outcome in outcomes), WriteOutcome.STORED)

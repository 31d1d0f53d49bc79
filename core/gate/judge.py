"""One verdict per proposal: all findings are collected, the worst one decides."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from types import MappingProxyType

from core.gate import shape
from core.gate.canonical import canonical
from core.gate.proposal import Deletion, Proposal, Standing
from core.gate.table import TABLE, WORST_FIRST
from core.gate.trust import Trust, effective_trust, trust_of
from core.gate.verdict import Finding, Severity, Verdict, WriteOutcome

log = logging.getLogger(__name__)


def judge(proposal: Proposal, standing: Standing) -> Verdict:
    """What becomes of a proposed record.

    A correction is never taken for a repetition: only a text equal to the standing one, case
    and white space aside, refreshes it. A rule that raises refuses the write; it never lets
    one through.
    """
    trust = effective_trust(proposal.source, proposal.lineage)
    text = proposal.content if proposal.is_json else canonical(proposal.content)
    try:
        found = tuple(shape.findings(proposal, text, standing))
    except Exception as error:
        # The exception may quote the text, so only its type is logged.
        log.error("a gate rule raised %s", type(error).__name__)
        return Verdict(WriteOutcome.REFUSED, (Finding("rule_failed", Severity.MEDIUM),), trust, text)
    outcome = _worst(found, trust)
    if outcome is not WriteOutcome.STORED:
        return Verdict(outcome, found, trust, text)
    if standing.same_text is not None:
        return Verdict(WriteOutcome.REFRESHED, found, trust, text, refreshes=standing.same_text.id)
    replaced = standing.same_key.id if standing.same_key else None
    return Verdict(WriteOutcome.STORED, found, trust, text, supersedes=replaced)


def judge_deletion(proposal: Deletion) -> Verdict:
    """Whether a deletion by key or id is carried out: for the user or an operator only."""
    trust = trust_of(proposal.source)
    found: tuple[Finding, ...] = ()
    if trust is Trust.NONE:
        found = (Finding("no_source", Severity.LOW),)
    elif trust < Trust.USER:
        data = MappingProxyType({"trust": trust.label})
        found = (Finding("deletion_needs_person", Severity.MEDIUM, data=data),)
    return Verdict(_worst(found, trust), found, trust)


def _worst(found: Sequence[Finding], trust: Trust) -> WriteOutcome:
    outcomes = {TABLE[finding.code].by(trust) for finding in found}
    return next((outcome for outcome in WORST_FIRST if outcome in outcomes), WriteOutcome.STORED)

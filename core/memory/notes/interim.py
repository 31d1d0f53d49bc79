"""Stand-in for core.gate.judge_note until it is there."""

from __future__ import annotations

import re

from core.gate import Finding, Proposal, Settings, Standing, Verdict, WriteOutcome, judge
from core.gate.table import TABLE, WORST_FIRST
from core.kind import Kind

_APPLY = frozenset(
    [
        "no_source",
        "secret",
        "suspected_secret",
        "personal_data",
        "sensitive_slot",
        "override",
        "exfiltration",
        "concealment",
        "hidden_characters",
        "grant_claim",
        "guard_removal",
        "rate",
        "policy_error",
        "forged_frame",
        "not_unicode",
    ]
)


def judge_note(
    text: str,
    source: str,
    *,
    lineage: tuple[str, ...],
    name: str,
    standing: Standing,
    settings: Settings,
    key: bytes,
) -> Verdict:
    from core.gate.canonical import _visible
    from core.gate.masking import mask

    text = _visible(text)
    worst = WriteOutcome.STORED
    found: list[tuple[WriteOutcome, Finding]] = []
    trust = None
    for place in re.finditer(r"[^\n]+", text + "\n" + name):
        verdict = judge(
            Proposal(place[0], Kind.SEMANTIC, source, None, lineage, settings=settings), standing, key=key
        )
        trust = verdict.trust
        for finding in verdict.findings:
            if finding.code in _APPLY:
                outcome = TABLE[finding.code].cell(verdict.trust).decide(frozenset())
                found.append((outcome, finding))
    found.sort(key=lambda each: WORST_FIRST.index(each[0]))
    if found:
        worst = found[0][0]
    from core.gate import effective_trust

    redacted = mask(text, key).text
    return Verdict(
        worst, tuple(f for _, f in found), trust or effective_trust(source, lineage), text, redacted=redacted
    )

"""What the gate says: outcome, all findings, trust, and what the write would touch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from core.gate.trust import Trust


class WriteOutcome(StrEnum):
    """What happens to a proposal."""

    STORED = "stored"
    REFRESHED = "refreshed"
    HELD = "held"
    REFUSED = "refused"
    SKIPPED = "skipped"


class Severity(StrEnum):
    """Who must look at a finding (guide/gate.md 6), mildest first."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    CRITICAL = "critical"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a rule saw. The sentence for people is made from code and data in ``app``.

    Attributes:
        span: first and one-past-last character in the canonical text, where it has a place.
    """

    code: str
    severity: Severity
    span: tuple[int, int] | None = None
    data: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Verdict:
    """The decision on one proposal.

    Attributes:
        findings: all of them, the deciding ones first.
        text: the canonical text; exactly this is stored.
        redacted: the text without secrets and high-risk personal data; the only form that may
            be written down unless the proposal is stored.
        supersedes: id of the record a stored value would replace.
        refreshes: id of the record whose seen-time would move instead.
        tentative: stored as the person's own guess.
        rulings: what the decision table gives for each finding, in the order of the findings.
    """

    outcome: WriteOutcome
    findings: tuple[Finding, ...]
    trust: Trust
    text: str = ""
    supersedes: int | None = None
    refreshes: int | None = None
    redacted: str = ""
    tentative: bool = False
    rulings: tuple[WriteOutcome, ...] = ()

    @property
    def reason(self) -> str:
        """Code of the finding that decided; empty where none did."""
        return self.findings[0].code if self.findings else ""

    @property
    def severity(self) -> Severity:
        """The highest of all findings, not that of the one that decided."""
        return max((each.severity for each in self.findings), key=list(Severity).index, default=Severity.LOW)

    @property
    def is_masked(self) -> bool:
        """Whether the original bytes must not be kept anywhere."""
        return self.redacted != self.text

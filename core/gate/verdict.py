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
    """Who must look at a finding (guide/gate.md 6)."""

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
        text: the canonical text; exactly this is stored.
        redacted: the text with secrets and high-risk personal data replaced; None where
            nothing had to be, and then the text itself may be kept in quarantine.
        reason: code of the finding that decided; empty where none did.
        supersedes: id of the record a stored value would replace.
        refreshes: id of the record whose seen-time would move instead.
    """

    outcome: WriteOutcome
    findings: tuple[Finding, ...]
    trust: Trust
    text: str = ""
    redacted: str | None = None
    supersedes: int | None = None
    refreshes: int | None = None
    reason: str = ""

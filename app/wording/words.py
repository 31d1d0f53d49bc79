"""One word, and where there is one a glyph, for every closed set on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.wording.language import say

if TYPE_CHECKING:
    from core.gate import Trust, WriteOutcome
    from core.kind import Kind
    from core.memory.quarantine import ItemStatus
    from core.memory.records.record import Outcome, State

_KINDS = {
    "semantic": "semantic",
    "episodic": "episodic",
    "procedural": "procedural",
    "preference": "preference",
}
_STATES = {
    "current": "current",
    "superseded": "superseded",
    "expired": "expired",
    "withdrawn": "withdrawn",
}
_TRUSTS = {
    "none": "none",
    "external": "external",
    "agent": "agent",
    "user": "user",
    "operator": "operator",
}
_OUTCOMES = {
    "success": "success",
    "failure": "failure",
    "incomplete": "incomplete",
}
_GLYPHS = {
    "current": "●",
    "superseded": "○",
    "expired": "⊘",
    "withdrawn": "⊘",
    "held": "■",
    "critical": "▲",
    "high": "▲",
    "medium": "■",
    "low": "●",
    "stored": "✓",
    "refreshed": "✓",
    "refused": "✗",
    "skipped": "⊘",
    "waiting": "■",
    "released": "✓",
    "rejected": "✗",
    "pending": "○",
    "running": "◐",
    "done": "✓",
    "failed": "✗",
    "cancelled": "⊘",
    "open": "○",
    "paused": "‖",
}
_VERDICTS = {
    "stored": "stored",
    "refreshed": "seen again",
    "held": "held for a person",
    "refused": "refused",
    "skipped": "skipped",
}
_STATUSES = {
    "waiting": "waiting",
    "released": "released",
    "rejected": "rejected",
    "refused": "refused",
    "skipped": "skipped",
}


def kind_word(kind: Kind) -> str:
    """The name of a kind of record."""
    return say(_KINDS[kind])


def state_word(state: State) -> str:
    """The name of a record's state."""
    return say(_STATES[state])


def trust_word(trust: Trust) -> str:
    """The name of a trust rank."""
    return say(_TRUSTS[trust.label])


def trust_name(label: str) -> str:
    """The same for a rank that came as its label."""
    return say(_TRUSTS.get(label, "unknown"))


def outcome_word(outcome: Outcome) -> str:
    """How an episode ended."""
    return say(_OUTCOMES[outcome])


def verdict_word(outcome: WriteOutcome) -> str:
    """What the gate would do, or did, with a proposal."""
    return say(_VERDICTS[outcome])


def status_word(status: ItemStatus) -> str:
    """Where a proposal stands in the review."""
    return say(_STATUSES[status])


def severity_word(severity: str) -> str:
    """The name of a finding's severity."""
    return say({"low": "low", "medium": "medium", "high": "high"}.get(severity, "critical"))


def glyph(word: str) -> str:
    """The glyph that stands before a state or a severity; a dash when there is none."""
    return _GLYPHS.get(str(word), "–")


def number(count: int) -> str:
    """A count with thin groups of three: "1 000 000"."""
    return f"{count:,}".replace(",", "\u202f")


def short_number(count: int) -> str:
    """A count for a badge: exact below 10 000, then "12k", "1.2M"."""
    if count < 10_000:
        return str(count)
    if count < 1_000_000:
        return f"{count // 1000}k"
    return f"{count / 1_000_000:.1f}M"

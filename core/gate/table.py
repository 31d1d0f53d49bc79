"""The decision table: finding and trust of the proposal give the outcome (guide/gate.md 5).

Only shape is judged so far, and there is no quarantine yet: what the guide holds for a person
is refused here, with its reason, so that nothing waits where nobody can see it.
"""

from __future__ import annotations

from typing import NamedTuple

from core.gate.trust import Trust
from core.gate.verdict import WriteOutcome

_STORED, _REFUSED = WriteOutcome.STORED, WriteOutcome.REFUSED


class Row(NamedTuple):
    """Outcome of one finding by column: who vouches for the proposal."""

    none: WriteOutcome
    external: WriteOutcome
    agent: WriteOutcome
    user: WriteOutcome
    operator: WriteOutcome

    def by(self, trust: Trust) -> WriteOutcome:
        """The cell of one trust rank."""
        return self[trust]


_REFUSED_FOR_ALL = Row(_REFUSED, _REFUSED, _REFUSED, _REFUSED, _REFUSED)
_PERSON_DECIDES = Row(_REFUSED, _REFUSED, _REFUSED, _STORED, _STORED)

TABLE: dict[str, Row] = {
    "empty": _REFUSED_FOR_ALL,
    "too_long": _REFUSED_FOR_ALL,
    "not_unicode": _REFUSED_FOR_ALL,
    "needs_key": _REFUSED_FOR_ALL,
    "key_empty": _REFUSED_FOR_ALL,
    "key_too_long": _REFUSED_FOR_ALL,
    "key_not_text": _REFUSED_FOR_ALL,
    "source_malformed": _REFUSED_FOR_ALL,
    "no_source": _REFUSED_FOR_ALL,
    "untrusted_preference": _PERSON_DECIDES,
    "conflicts_with_higher_trust": _REFUSED_FOR_ALL,
    "deletion_needs_person": _PERSON_DECIDES,
}

# Worst first: a proposal's outcome is the worst any of its findings gives.
WORST_FIRST = (
    WriteOutcome.REFUSED,
    WriteOutcome.SKIPPED,
    WriteOutcome.HELD,
    WriteOutcome.STORED,
)

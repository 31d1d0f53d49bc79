"""The decision table: finding and trust of the proposal give the outcome (guide/gate.md 5)."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from core.gate.trust import Trust
from core.gate.verdict import Severity, WriteOutcome


class Given(StrEnum):
    """What a cell of the table may depend on beside the column."""

    GROUNDED = "grounded in a user turn"
    OWN_OUTCOME = "own run and outcome event are cited"
    VERBATIM = "verbatim in the turn"
    OWN_WORDS = "in the user's own words"
    CONTACT_ALLOWED = "allowed by setting"
    VALUE_SLOT = "a value slot"


class Cell(NamedTuple):
    """An outcome, and another one where something is given.

    Attributes:
        never: a dash in the guide, the finding cannot occur in that column.
    """

    outcome: WriteOutcome
    given: Given | None = None
    then: WriteOutcome | None = None
    never: bool = False

    def decide(self, given: frozenset[Given]) -> WriteOutcome:
        """The outcome under these circumstances."""
        return self.then if self.then is not None and self.given in given else self.outcome


class Row(NamedTuple):
    """One row: the codes it is for, a cell per column, and who must look at it.

    Attributes:
        distant: severity where the source is an agent or external, if it differs.
        imported: the external cell for files taken in by a person (specification 12).
    """

    codes: tuple[str, ...]
    operator: Cell
    user: Cell
    agent: Cell
    external: Cell
    none: Cell
    severity: Severity
    distant: Severity | None = None
    imported: Cell | None = None

    def cell(self, trust: Trust, *, imported: bool = False) -> Cell:
        """The cell of one column."""
        if imported and trust is Trust.EXTERNAL and self.imported is not None:
            return self.imported
        return (self.none, self.external, self.agent, self.user, self.operator)[trust]

    def severity_for(self, trust: Trust, outcome: WriteOutcome) -> Severity:
        """How pressing the finding is when it comes from there; what waits is never low."""
        severity = self.distant if self.distant is not None and trust < Trust.USER else self.severity
        waits = outcome is WriteOutcome.HELD and severity is Severity.LOW
        return Severity.MEDIUM if waits else severity


_STORED, _HELD = Cell(WriteOutcome.STORED), Cell(WriteOutcome.HELD)
_REFUSED, _SKIPPED = Cell(WriteOutcome.REFUSED), Cell(WriteOutcome.SKIPPED)
_REFRESHED = Cell(WriteOutcome.REFRESHED)
# Were a finding to occur where it cannot, a person decides.
_NEVER = Cell(WriteOutcome.HELD, never=True)
_LOW, _MEDIUM, _HIGH, _CRITICAL = Severity.LOW, Severity.MEDIUM, Severity.HIGH, Severity.CRITICAL


def _unless(given: Given, then: WriteOutcome, otherwise: WriteOutcome = WriteOutcome.HELD) -> Cell:
    return Cell(otherwise, given, then)


def _for_all(codes: tuple[str, ...], cell: Cell, severity: Severity, distant: Severity | None = None) -> Row:
    return Row(codes, cell, cell, cell, cell, cell, severity, distant)


# fmt: off
ROWS: tuple[Row, ...] = (
    #   codes                            operator    user turn   agent       external    no source
    _for_all(("empty", "too_long", "not_unicode", "needs_key", "key_empty", "key_too_long", "key_not_text",
              "source_malformed", "no_source"), _REFUSED, _LOW),
    Row(("untrusted_preference",),        _STORED,    _STORED,
        _unless(Given.GROUNDED, WriteOutcome.STORED),            _HELD,      _REFUSED,   _MEDIUM),
    Row(("unproven_procedure",),         _STORED,    _STORED,    _HELD,      _HELD,      _REFUSED,   _MEDIUM,
        imported=_STORED),
    Row(("unproven_experience",),        _STORED,    _STORED,
        _unless(Given.OWN_OUTCOME, WriteOutcome.STORED),         _HELD,      _REFUSED,   _MEDIUM,
        imported=_STORED),
    Row(("sensitive_slot",),             _STORED,
        _unless(Given.VERBATIM, WriteOutcome.STORED), _HELD,     _HELD,      _REFUSED,   _HIGH),
    Row(("form_rule",),                  _NEVER,     _NEVER,     _HELD,      _HELD,      _REFUSED,   _MEDIUM),
    Row(("override", "forged_frame", "exfiltration", "concealment", "self_replication", "hidden_characters"),
                                         _HELD,      _HELD,      _REFUSED,   _REFUSED,   _REFUSED,   _CRITICAL,
        imported=_HELD),
    Row(("grant_claim", "guard_removal"), _HELD,     _HELD,      _REFUSED,   _REFUSED,   _REFUSED,   _CRITICAL,
        imported=_HELD),
    _for_all(("secret",), _REFUSED, _CRITICAL),
    Row(("suspected_secret",),           _HELD,      _HELD,      _REFUSED,   _REFUSED,   _REFUSED,   _HIGH, _LOW),
    _for_all(("personal_data",), _REFUSED, _CRITICAL),
    # The guide gives the setting to the operator alone; specification 13 lets it cover a user's own.
    Row(("contact_data",),
        _unless(Given.CONTACT_ALLOWED, WriteOutcome.STORED),
        _unless(Given.CONTACT_ALLOWED, WriteOutcome.STORED),     _HELD,      _REFUSED,   _REFUSED,   _HIGH, _LOW),
    # A long note that somebody already keeps is no output of a run; importing must not lose it.
    Row(("raw_output",),                 _REFUSED,   _REFUSED,   _REFUSED,   _REFUSED,   _REFUSED,   _LOW,
        imported=_STORED),
    _for_all(("span_missing", "unsupported"), _REFUSED, _LOW),
    Row(("weak_support", "value_not_in_span"), _HELD, _HELD,     _HELD,      _REFUSED,   _REFUSED,   _MEDIUM, _LOW),
    Row(("guess",),                      _STORED,
        _unless(Given.OWN_WORDS, WriteOutcome.STORED, WriteOutcome.REFUSED),
                                                                 _REFUSED,   _REFUSED,   _REFUSED,   _LOW),
    _for_all(("small_talk",), _SKIPPED, _LOW),
    Row(("near_duplicate",),             _REFRESHED, _REFRESHED, _REFRESHED, _REFRESHED, _REFUSED,   _LOW),
    Row(("conflicts_with_higher_trust",), _NEVER,    _HELD,      _HELD,      _HELD,      _REFUSED,   _HIGH),
    Row(("conflicts_with_equal_trust",), _STORED,    _STORED,
        Cell(WriteOutcome.STORED, Given.VALUE_SLOT, WriteOutcome.HELD), _HELD, _REFUSED, _MEDIUM),
    Row(("replaces_lower_trust",),       _STORED,    _STORED,    _STORED,    _NEVER,     _REFUSED,   _LOW),
    Row(("blocked",),                    _STORED,    _HELD,      _REFUSED,   _REFUSED,   _REFUSED,   _MEDIUM, _LOW),
    Row(("rate",),                       _STORED,    _STORED,    _HELD,      _HELD,      _REFUSED,   _MEDIUM,
        imported=_STORED),
    Row(("burst",),                      _STORED,    _STORED,    _REFUSED,   _REFUSED,   _REFUSED,   _LOW,
        imported=_STORED),
    Row(("no_version",),                 _STORED,    _STORED,    _HELD,      _HELD,      _REFUSED,   _MEDIUM),
    Row(("policy_error",),               _HELD,      _HELD,      _HELD,      _HELD,      _REFUSED,   _MEDIUM),
    # A deletion, the proposal that takes away.
    Row(("deletion_needs_person",),      _STORED,    _STORED,    _HELD,      _HELD,      _REFUSED,   _MEDIUM),
)
# fmt: on

TABLE: dict[str, Row] = {code: row for row in ROWS for code in row.codes}

# Worst first: a proposal's outcome is the worst any of its findings gives.
WORST_FIRST = (
    WriteOutcome.REFUSED,
    WriteOutcome.SKIPPED,
    WriteOutcome.HELD,
    WriteOutcome.STORED,
    WriteOutcome.REFRESHED,
)

"""What releasing an item would do, by today's rules and today's records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.gate import Finding, Standing, Verdict, WriteOutcome
from core.gate.case import Case
from core.gate.proposal import Current, Proposal
from core.gate.repetition import repetition
from core.memory.ground import Ground
from core.memory.notes.draft import Draft
from core.memory.records.reading import by_ids
from core.memory.records.record import Record

_CHARACTERS_PER_TOKEN = 4
_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Consequences:
    """The effect of a release.

    Attributes:
        possible: False when today's rules refuse the words from anybody; ``blocking`` says why.
        supersedes: the record that would go to history.
        duplicates: the record that would only be seen again.
        deletes: records a held deletion would remove, every version counted.
        doomed: the first of them, newest first.
        tokens: estimate of what the record would add to a prompt, by ceil(characters / 4).
        path: the note that would be written; ``before`` and ``after`` are its text today and then.
    """

    possible: bool
    blocking: tuple[Finding, ...] = ()
    supersedes: Record | None = None
    duplicates: Record | None = None
    deletes: int = 0
    doomed: tuple[Record, ...] = ()
    tokens: int = 0
    path: str | None = None
    before: str = ""
    after: str = ""


def repeated(proposal: Proposal, verdict: Verdict, standing: Standing) -> Current | None:
    """The live record that says the same as the words of the verdict, near-duplicates included."""
    return repetition(Case(proposal, standing, verdict.text)).refreshed


def of_words(ground: Ground, proposal: Proposal, verdict: Verdict, standing: Standing) -> Consequences:
    """The effect of storing words that today's verdict is about."""
    if verdict.outcome in {WriteOutcome.REFUSED, WriteOutcome.SKIPPED}:
        return Consequences(False, verdict.findings)
    same = repeated(proposal, verdict, standing)
    return Consequences(
        True,
        supersedes=_record(ground, None if same else standing.same_key),
        duplicates=_record(ground, same),
        tokens=-(-len(verdict.text) // _CHARACTERS_PER_TOKEN),
    )


def of_deletion(ground: Ground, ids: Sequence[int]) -> Consequences:
    """The effect of carrying a deletion out."""
    shown = sorted(ids, reverse=True)[:_SHOWN]
    return Consequences(True, deletes=len(ids), doomed=tuple(by_ids(ground, shown)))


def of_note(verdict: Verdict, wanted: Draft) -> Consequences:
    """The effect of writing a note that today's verdict is about."""
    refused = verdict.outcome is WriteOutcome.REFUSED
    return Consequences(
        not refused,
        verdict.findings if refused else (),
        path=wanted.path,
        before=wanted.base,
        after=verdict.redacted if refused else verdict.text,
    )


def _record(ground: Ground, current: Current | None) -> Record | None:
    found = by_ids(ground, (current.id,)) if current is not None else []
    return found[0] if found else None

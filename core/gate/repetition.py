"""What the partition already holds: repetitions, corrections and contradictions by key."""

from __future__ import annotations

from dataclasses import dataclass

from core.gate.case import Case
from core.gate.marks import same_marks
from core.gate.proposal import Current
from core.gate.sighting import Sighting, seen
from core.gate.trust import Trust
from core.gate.words import content_words, telling_words, words
from core.recall.likeness import HashedWords, Likeness

_MOST_COMPARED = 64


@dataclass(frozen=True, slots=True)
class Repetition:
    """How a proposal stands to what is there.

    Attributes:
        sighting: the conflict or near-duplicate, which has a row in the table.
        replaced: the record a stored value would supersede.
        refreshed: the record that says the same already.
    """

    sighting: Sighting | None = None
    replaced: Current | None = None
    refreshed: Current | None = None


def repetition(case: Case, likeness: Likeness | None = None) -> Repetition:
    """A current value of the key that says something else is decided before near-duplicates are
    looked for, so that a correction is never swallowed (specification 4).
    """
    likeness = likeness or _BY_WORDS
    standing = case.standing
    if standing.same_text is not None:
        return _repeats(standing.same_text, 1.0)
    current = standing.same_key
    if current is not None:
        # An expired value has no trust left; it is replaced, never seen again.
        if current.trust is not Trust.NONE and _is_same_value(case, current):
            return _repeats(current, 1.0)
        # Nor can it be contradicted: whoever may speak at all may say what holds now.
        against = None if current.trust is Trust.NONE else _against(case, current)
        return Repetition(against, replaced=current)
    said = set(words(case.text)) if standing.alike else set()
    for candidate in standing.alike[:_MOST_COMPARED]:
        # Two texts that share fewer than half their words are not one, however they are compared.
        told = set(words(candidate.content))
        if 2 * len(said & told) < max(len(said), len(told)):
            continue
        alike = _alike(case, candidate, likeness)
        if alike is not None:
            return _repeats(candidate, alike)
    return Repetition()


def _repeats(record: Current, alike: float) -> Repetition:
    return Repetition(seen("near_duplicate", record=record.id, similarity=round(alike, 2)), refreshed=record)


def _against(case: Case, current: Current) -> Sighting:
    code = "replaces_lower_trust"
    if case.trust < current.trust:
        code = "conflicts_with_higher_trust"
    elif case.trust == current.trust:
        code = "conflicts_with_equal_trust"
    return seen(code, record=current.id, trust=case.trust.label, standing=current.trust.label)


def _adds(case: Case, current: Current) -> bool:
    """Whether the proposal has steps, an outcome or the like that the record lacks."""
    return bool(case.proposal.parts) and case.proposal.parts != current.parts


def _is_same_value(case: Case, current: Current) -> bool:
    """Whether both hold the same content words; what has none, as an emoji, is only equal to itself."""
    if case.proposal.is_json or _adds(case, current):
        return False
    said = content_words(case.text)
    return bool(said) and said == content_words(current.content) and _agree(case.text, current.content)


def _agree(left: str, right: str) -> bool:
    return telling_words(left) == telling_words(right) and same_marks(left, right)


def _alike(case: Case, other: Current, likeness: Likeness) -> float | None:
    """The similarity of two texts that may be one; None where anything sets them apart."""
    if case.proposal.is_json or _adds(case, other) or not _agree(case.text, other.content):
        return None
    if _without_its_end(case.text) == _without_its_end(other.content):
        # A full stop sticks to the last word where words are hashed, and sets nothing apart.
        return 1.0
    found = likeness.of(case.text, other.content)
    return found if found >= likeness.repeats_from else None


def _without_its_end(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(" .!?…")


_BY_WORDS = HashedWords()

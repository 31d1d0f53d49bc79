"""Whether the note rests on something its run has seen, and what that lets it claim."""

from __future__ import annotations

from collections.abc import Iterator

from core.gate.canonical import folded
from core.gate.case import READ, Case
from core.gate.marks import calendar, numbers
from core.gate.pattern import deferred
from core.gate.sighting import Sighting, seen
from core.gate.table import Given
from core.gate.trust import Trust, trust_of
from core.gate.views import View
from core.gate.words import content_words
from core.kind import Kind

_PREFERENCE = deferred(
    r"(?i)(?:^|[.!?;\n]\s*)(?:[\w'’-]+\s+){1,4}?(?:(?:always|now|generally|strongly|usually|much|really)\s+)?"
    r"(?:prefers|would (?:rather|prefer)|wants (?:all|every|her|his|their|the (?:agent|assistant|answers?|reports?)))\b"
    r"|\bpreferences? (?:is|are)\b"
)
REFUSED_BELOW = 0.3
HELD_BELOW = 0.5


def unseen_sources(case: Case) -> Iterator[Sighting]:
    """Sources the run does not know, and quotes their turn does not contain.

    The source is what the record will show, so it is one of the run's, or the run itself, whatever
    is cited beside it.
    """
    run = case.proposal.run
    if run is None:
        return
    turns = {turn.source: folded(turn.text) for turn in run.turns}
    named = {case.proposal.source, case.proposal.source.partition("#")[0]}
    itself = {f"agent:{run.id}", f"conversation:{run.id}"}
    if case.proposal.cited and not named & (turns.keys() | run.sources | itself):
        yield seen("span_missing", source=case.proposal.source[:200], problem="source")
    for citation in case.citations:
        if citation.source not in turns and citation.source not in run.sources:
            yield seen("span_missing", source=citation.source[:200], problem="source")
        elif citation.quote is not None and folded(citation.quote) not in turns.get(citation.source, ""):
            yield seen("span_missing", source=citation.source[:200], problem="quote")


def support(note: str, span: str) -> float:
    """The share of the note's content words that the span has too; 1 for a note without any."""
    said = content_words(note)
    return len(said & content_words(span)) / len(said) if said else 1.0


def grounding(case: Case) -> Iterator[Sighting]:
    """Notes that say what their span does not say."""
    if case.span_text is None or not case.turns or case.proposal.is_json:
        return
    found = support(case.view.text, case.span_text)
    if found < REFUSED_BELOW:
        yield seen("unsupported", support=round(found, 2))
    elif found < HELD_BELOW:
        yield seen("weak_support", support=round(found, 2))
    for values in (numbers, calendar):
        missing = sorted(set(values(case.view.text)) - set(values(case.span_text)))
        if missing:
            yield seen("value_not_in_span", values=tuple(missing[:10]))


def unproven(case: Case) -> Iterator[Sighting]:
    """Kinds of note that not everybody can vouch for."""
    if case.trust >= Trust.USER:
        return
    code = _UNPROVEN.get(case.proposal.kind)
    # A page may call it a fact; what somebody prefers stays theirs to say.
    if case.trust is Trust.EXTERNAL and not case.is_import and any(map(_prefers, case.told)):
        code = "untrusted_preference"
    if code:
        yield seen(code, trust=case.trust.label)
    settings = case.proposal.settings
    versioned = case.trust is Trust.EXTERNAL or case.proposal.run is not None
    if settings.require_version and versioned and not case.is_import and not case.proposal.applies_to:
        yield seen("no_version")


def _prefers(view: View) -> bool:
    return _PREFERENCE.search(view.text[:READ]) is not None


def circumstances(case: Case) -> frozenset[Given]:
    """What the cells of the table may ask about this case."""
    proposal = case.proposal
    given = {Given.CONTACT_ALLOWED} if proposal.settings.allow_contact else set()
    if proposal.run is None:
        # The footnote of guide/gate.md 5: a direct call is its own turn and span.
        return frozenset(given | {Given.OWN_OUTCOME, Given.VERBATIM, Given.OWN_WORDS})
    said_by_user = [turn for turn in case.turns if trust_of(turn.source) >= Trust.USER]
    if said_by_user and support(case.view.text, "\n".join(turn.text for turn in said_by_user)) >= HELD_BELOW:
        given.add(Given.GROUNDED)
    if any(folded(case.text).rstrip(".") in folded(turn.text) for turn in case.turns):
        given |= {Given.VERBATIM, Given.OWN_WORDS}
    if any(turn.is_outcome for turn in case.turns) and all(
        trust_of(t.source) >= Trust.AGENT for t in case.turns
    ):
        given.add(Given.OWN_OUTCOME)
    return frozenset(given)


_UNPROVEN = {
    Kind.PREFERENCE: "untrusted_preference",
    Kind.PROCEDURAL: "unproven_procedure",
    Kind.EPISODIC: "unproven_experience",
}

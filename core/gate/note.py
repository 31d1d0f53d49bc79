"""A text note before the gate: judged passage by passage, the worst passage decides (specification 6)."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator

from core.gate.attack_shapes import ATTACKS
from core.gate.canonical import canonical_lines
from core.gate.case import Case
from core.gate.hidden import hidden_characters
from core.gate.judge import rate, sightings_of
from core.gate.masking import MaskedSpan, masked_with, secret_spans
from core.gate.pattern import deferred
from core.gate.personal import personal_data
from core.gate.proposal import Proposal, Settings, Standing
from core.gate.provenance import circumstances
from core.gate.shape import MAX_SOURCE, is_plain_source
from core.gate.sighting import Sighting, seen
from core.gate.table import TABLE, WORST_FIRST
from core.gate.trust import Trust, effective_trust
from core.gate.verdict import Finding, Verdict, WriteOutcome
from core.gate.views import plain
from core.kind import Kind

# What is longer than the rules read of one text is read in pieces that overlap.
_LONGEST, _OVERLAP = 1_800, 300
_PASSAGE = deferred(
    r"(?m)^[ \t>]*(?:[-*+•]|\d{1,3}[.)]|#{1,6})[ \t]+[^\n]*"  # a list item or a heading
    r"|(?:^(?![ \t>]*(?:[-*+•]|\d{1,3}[.)]|#{1,6})[ \t])[ \t]*\S[^\n]*(?:\n|\Z))+"  # a paragraph
)
# The rows of the table that apply to a note; a record's others are about single statements.
_APPLIES = frozenset(
    {"sensitive_slot", "override", "forged_frame", "exfiltration", "concealment", "grant_claim"}
    | {"guard_removal", "policy_error"}
)
_HEADING = deferred(r"[ \t>*_]*#{1,6}")
_TAG = deferred(r"(?i)</?([a-z_-]+)(?:\s[^<>\n]{0,80})?/?>")
# Tags that a prompt is made of; <task>, <context> or <memory> are what notes are written in.
_OF_PROMPTS = deferred(
    r"(?i)(?:system|sys|assistant|user|developer|human|ai|tool|function|admin|model|inst|im_start|im_end|"
    r"system[_-]?(?:prompt|message|note|reminder)|tool_(?:call|result|response)s?|override|untrusted)$"
)
_FRAMES = [pattern for code, pattern in ATTACKS if code == "forged_frame"]


def judge_note(
    text: str,
    source: str,
    *,
    lineage: tuple[str, ...] = (),
    name: str = "",
    standing: Standing | None = None,
    settings: Settings | None = None,
    key: bytes | None = None,
    clock: Callable[[], float] = time.thread_time,
) -> Verdict:
    """What becomes of the text a note would have.

    Args:
        name: the note's path, which is read like a passage of its own.
        standing: only its load counts.
        key: for the keyed hashes in the redacted text.
    """
    stored, standing, settings = canonical_lines(text), standing or Standing(), settings or Settings()
    trust = effective_trust(source, lineage, settings.internal_tools)

    def case(passage: str) -> Case:
        proposal = Proposal(passage, Kind.SEMANTIC, source, None, lineage, settings=settings)
        return Case(proposal, standing, passage)

    private, found = _private(stored, (name, source, *lineage))
    found += hidden_characters(text)
    found += _of_source(source, lineage, trust)
    found += rate(case(""))
    for start, passage in _passages(stored):
        found += [_moved(each, start) for each in _read(case(passage), clock)]
    words = re.sub(r"[/_.-]+", " ", name).strip()
    if words:
        found += [each._replace(span=None) for each in _read(case(words), clock)]
    about = case(stored[:_LONGEST])
    given = circumstances(about)
    judged = [
        (each, TABLE[each.code].cell(trust, imported=about.is_import).decide(given)) for each in _once(found)
    ]
    judged.sort(key=lambda each: WORST_FIRST.index(each[1]))
    failed = any(each.code == "policy_error" for each, _ in judged)
    return Verdict(
        judged[0][1] if judged else WriteOutcome.STORED,
        tuple(
            Finding(each.code, TABLE[each.code].severity_for(trust, outcome), each.span, each.data)
            for each, outcome in judged
        ),
        trust,
        stored,
        redacted="" if failed else masked_with(stored, private, key).text,
        rulings=tuple(outcome for _, outcome in judged),
    )


def _private(text: str, beside: Iterable[str]) -> tuple[list[MaskedSpan], list[Sighting]]:
    """Secrets and high-risk personal data, to mask and to tell of; ``beside`` are path and sources."""
    masked = secret_spans(text)
    found = [_of_secret(span, (span.start, span.end)) for span in masked]
    found += [_of_secret(span, None) for told in beside for span in secret_spans(told)]
    for start, passage in _passages(text):
        view = plain(passage)
        for each in personal_data(view.text):
            if each.is_high:
                first, last = view.span(each.start, each.end)
                masked.append(MaskedSpan(each.kind, start + first, start + last, last - first, True, "", ""))
                place = (start + first, start + last)
                found.append(seen("personal_data", place, type=each.kind, length=last - first))
    return masked, found


def _of_secret(span: MaskedSpan, place: tuple[int, int] | None) -> Sighting:
    code = "secret" if span.certain else "suspected_secret"
    return seen(code, place, type=span.kind, length=span.length)


def _of_source(source: str, lineage: Iterable[str], trust: Trust) -> Iterator[Sighting]:
    if not all(map(is_plain_source, (source, *lineage))):
        yield seen("source_malformed", limit=MAX_SOURCE)
    if trust is Trust.NONE:
        yield seen("no_source")


def _passages(text: str) -> Iterator[tuple[int, str]]:
    """List items, headings and paragraphs with their places; the longest in overlapping pieces."""
    for match in _PASSAGE.finditer(text):
        passage = match[0].rstrip()
        for start in range(0, max(len(passage) - _OVERLAP, 1), _LONGEST - _OVERLAP):
            yield match.start() + start, passage[start : start + _LONGEST]


def _read(case: Case, clock: Callable[[], float]) -> Iterator[Sighting]:
    """What the rules about words see in a passage, as far as it applies to a note."""
    from core.gate.attacks import attacks
    from core.gate.slots import sensitive_slots

    for each in sightings_of(case, (attacks, sensitive_slots), clock):
        if each.code in _APPLIES and (each.code != "forged_frame" or _is_frame(case)):
            yield each


def _is_frame(case: Case) -> bool:
    """Whether a passage forges a frame by more than a heading or an ordinary tag."""
    told = [case.view.text, *(view.text for view in case.disguises)]
    matches = [match[0] for text in told for pattern in _FRAMES for match in pattern.finditer(text)]
    # Without a match it was the line of a dialogue, and that stays one.
    return not matches or any(not _is_ordinary(each) for each in matches)


def _is_ordinary(match: str) -> bool:
    if _HEADING.match(match):
        return True
    tag = _TAG.fullmatch(match.strip())
    return tag is not None and _OF_PROMPTS.match(tag[1]) is None


def _once(found: Iterable[Sighting]) -> list[Sighting]:
    """Without what overlapping pieces, or the text and its name, tell twice."""
    told = {(each.code, each.span, repr(sorted(each.data.items()))): each for each in reversed([*found])}
    return [*told.values()][::-1]


def _moved(each: Sighting, by: int) -> Sighting:
    return each if each.span is None else each._replace(span=(each.span[0] + by, each.span[1] + by))

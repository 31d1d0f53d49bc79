"""Shape: what a proposal must look like before its words are read at all."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.gate.canonical import lone_surrogate
from core.gate.case import Case
from core.gate.hidden import hidden_characters
from core.gate.sighting import Sighting, seen
from core.gate.trust import Trust
from core.kind import Kind

MAX_CONTENT = 100_000
MAX_KEY = 500
MAX_SOURCE = 1_000
_BREAKS = re.compile("[\t\n\v\f\r\x85\u2028\u2029]")


def shape(case: Case) -> Iterator[Sighting]:
    """Every shape rule the proposal breaks."""
    original = case.proposal.content
    position = lone_surrogate(original[: MAX_CONTENT + 1])
    if position is not None:
        yield seen("not_unicode", position=position)
    if not case.text:
        yield seen("empty")
    if len(original) > MAX_CONTENT:
        yield seen("too_long", length=len(original), limit=MAX_CONTENT)
    yield from _key(case)
    yield from _source(case)


def is_plain_source(source: str) -> bool:
    """Whether a source is one line of visible characters.

    It stands beside its words in prompts and on screen; with a line break or a turned direction of
    reading one source could draw another.
    """
    return (
        len(source) <= MAX_SOURCE
        and lone_surrogate(source) is None
        and _BREAKS.search(source) is None
        and next(hidden_characters(source), None) is None
    )


def _key(case: Case) -> Iterator[Sighting]:
    key = case.proposal.key
    if key is None:
        if case.proposal.kind is Kind.PROCEDURAL:
            yield seen("needs_key")
        return
    if not key.strip():
        yield seen("key_empty")
    if len(key) > MAX_KEY:
        yield seen("key_too_long", length=len(key), limit=MAX_KEY)
    if lone_surrogate(key) is not None or "\x00" in key:
        yield seen("key_not_text")


def _source(case: Case) -> Iterator[Sighting]:
    sources = (case.proposal.source, *case.proposal.lineage)
    if not all(map(is_plain_source, sources)):
        yield seen("source_malformed", limit=MAX_SOURCE)
    if case.trust is Trust.NONE:
        yield seen("no_source")

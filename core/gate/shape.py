"""Shape: what a proposal must look like before its words are read at all."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from core.gate.canonical import lone_surrogate
from core.gate.proposal import Proposal, Standing
from core.gate.trust import Trust, effective_trust
from core.gate.verdict import Finding, Severity
from core.kind import Kind

MAX_CONTENT = 100_000
MAX_KEY = 500
MAX_SOURCE = 1_000


def findings(proposal: Proposal, text: str, standing: Standing) -> Iterator[Finding]:
    """Every shape rule the proposal breaks; ``text`` is its canonical form."""
    yield from _content(text)
    yield from _key(proposal)
    yield from _source(proposal)
    trust = effective_trust(proposal.source, proposal.lineage)
    if proposal.kind is Kind.PREFERENCE and trust < Trust.USER:
        yield _low("untrusted_preference", trust=trust.label)
    current = standing.same_key
    if current is not None and standing.same_text is None and trust < current.trust:
        yield Finding(
            "conflicts_with_higher_trust",
            Severity.HIGH,
            data=MappingProxyType(
                {"record": current.id, "trust": trust.label, "standing": current.trust.label}
            ),
        )


def _content(text: str) -> Iterator[Finding]:
    position = lone_surrogate(text)
    if position is not None:
        yield Finding(
            "not_unicode", Severity.LOW, (position, position + 1), MappingProxyType({"position": position})
        )
    if not text:
        yield _low("empty")
    if len(text) > MAX_CONTENT:
        yield _low("too_long", length=len(text), limit=MAX_CONTENT)


def _key(proposal: Proposal) -> Iterator[Finding]:
    key = proposal.key
    if key is None:
        if proposal.kind is Kind.PROCEDURAL:
            yield _low("needs_key")
        return
    if not key.strip():
        yield _low("key_empty")
    if len(key) > MAX_KEY:
        yield _low("key_too_long", length=len(key), limit=MAX_KEY)
    if lone_surrogate(key) is not None or "\x00" in key:
        yield _low("key_not_text")


def _source(proposal: Proposal) -> Iterator[Finding]:
    sources = (proposal.source, *proposal.lineage)
    if any(len(source) > MAX_SOURCE or lone_surrogate(source) is not None for source in sources):
        yield _low("source_malformed", limit=MAX_SOURCE)
    if effective_trust(proposal.source, proposal.lineage) is Trust.NONE:
        yield _low("no_source")


def _low(code: str, **data: object) -> Finding:
    return Finding(code, Severity.LOW, data=MappingProxyType(data))

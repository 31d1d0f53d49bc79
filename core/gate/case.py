"""A proposal on the bench: its texts, views, trust and circumstances, worked out once for all rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from core.gate.pattern import deferred
from core.gate.proposal import Citation, Proposal, Standing, Turn
from core.gate.trust import Trust, effective_trust
from core.gate.views import View, disguised, plain

# What is longer than a note is refused for that; this much is read to see whose business it is.
READ = 2_000
_PLAIN_NAME = deferred(r"^[a-z_]{1,40}(?::[a-z_-]{0,20}\d{0,4})?$")


@dataclass
class Case:
    """What the rules are given.

    Attributes:
        text: the canonical text that would be stored.
    """

    proposal: Proposal
    standing: Standing
    text: str

    @cached_property
    def trust(self) -> Trust:
        """The minimum over the source, its lineage and everything cited; the writer cannot set it."""
        proposal = self.proposal
        cited = (each.source for each in proposal.cited)
        return effective_trust(proposal.source, (*proposal.lineage, *cited), proposal.settings.internal_tools)

    @property
    def is_import(self) -> bool:
        """Whether a person is taking in a file."""
        return self.proposal.source.startswith("import:") and self.trust is Trust.EXTERNAL

    @cached_property
    def view(self) -> View:
        """The text with nothing invisible left in it."""
        return plain(self.text)

    @cached_property
    def disguises(self) -> tuple[View, ...]:
        """Every other reading of the text."""
        return tuple(disguised(self.text))

    @cached_property
    def leaves(self) -> tuple[str, ...]:
        """The strings inside a JSON value, keys included."""
        return tuple(_strings(json.loads(self.text))) if self.proposal.is_json else ()

    @cached_property
    def others(self) -> tuple[View, ...]:
        """Further texts the record would carry: strings of a JSON value, parts, key, session, sources."""
        proposal = self.proposal
        cited = (each.source for each in proposal.cited)
        names = (proposal.key or "", proposal.session or "", proposal.source, *proposal.lineage, *cited)
        # Most keys and sources are plain names like "user:turn-3", with no room for a secret.
        told = (name for name in names if name and not _PLAIN_NAME.match(name))
        return tuple(plain(text) for text in (*self.leaves, *proposal.parts, *told) if text)

    @cached_property
    def told(self) -> tuple[View, ...]:
        """The texts that speak: the note itself, the strings of a JSON value, the parts."""
        own = () if self.proposal.is_json else (self.view,)
        return (*own, *(plain(text) for text in (*self.leaves, *self.proposal.parts)))

    @cached_property
    def citations(self) -> tuple[Citation, ...]:
        """What is cited; with a run and nothing said, the turn that is the source."""
        proposal = self.proposal
        return proposal.cited or ((Citation(proposal.source),) if proposal.run else ())

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The cited turns that the run holds."""
        if self.proposal.run is None:
            return ()
        cited = {each.source for each in self.citations}
        return tuple(turn for turn in self.proposal.run.turns if turn.source in cited)

    @cached_property
    def span_text(self) -> str | None:
        """The words the note rests on; None for a direct call, whose text is its own span."""
        if self.proposal.run is None:
            return None
        by_source = {turn.source: turn.text for turn in self.turns}
        return "\n".join(each.quote or by_source.get(each.source, "") for each in self.citations)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)
    elif isinstance(value, dict):
        for key, each in value.items():
            yield str(key)
            yield from _strings(each)

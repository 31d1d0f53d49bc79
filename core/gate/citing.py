"""The words a proposal of a run rests on, as they may be kept beside it."""

from __future__ import annotations

from typing import NamedTuple

from core.gate.cleaning import cleaned
from core.gate.proposal import Citation, Proposal

KEPT = 2_000
"""Characters of a cited text that are kept; more is no quote, it is the document."""

_MOST = 10
_SOURCE = 200
# A secret is told by what follows it too, so more is read than is kept.
_READ = 16_000


class Cited(NamedTuple):
    """One source a proposal cites, and its words as far as they may be read.

    Attributes:
        words: empty where the run holds no text of that source.
    """

    source: str
    words: str


def cited_words(proposal: Proposal, key: bytes | None = None) -> tuple[Cited, ...]:
    """What a proposal quotes, or the head of the turn it names; nothing for a direct call.

    Secrets and high-risk personal data are masked as in the proposal itself.
    """
    run = proposal.run
    if run is None:
        return ()
    turns = {turn.source: turn.text for turn in run.turns}
    cited = (proposal.cited or (Citation(proposal.source),))[:_MOST]
    return tuple(
        Cited(
            kept_words(each.source, key, _SOURCE),
            kept_words(turns.get(each.source, "") if each.quote is None else each.quote, key),
        )
        for each in cited
    )


def kept_words(text: str, key: bytes | None = None, most: int = KEPT) -> str:
    """The head of a text without what may not be kept."""
    head = text[:_READ]
    if len(text) > _READ:
        # Half a value at the end of what is read is not told for one.
        head = head.rpartition(" ")[0] or head[:most]
    # A UTF-8 file holds no lone surrogate, and SQLite ends a text at NUL: both are shown escaped.
    writable = head.encode("utf-8", "backslashreplace").decode().replace("\0", "\\x00")
    return cleaned(writable, key)[:most]

"""How well the words of a question match each record: BM25 over one partition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from core.recall.moment import K1, Moment
from core.recall.opened import OpenScope
from core.recall.postings import Entries, counts, places

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class WordScores:
    """BM25 of every place.

    Attributes:
        idf: what each distinct term of the question weighs, found or not.
        held: the postings of each term that is found.
    """

    scores: Floats
    idf: dict[str, float]
    held: dict[str, Entries]

    def share(self) -> Floats:
        """Of the question's total idf, what each place matched."""
        matched = np.zeros(len(self.scores), np.float32)
        total = sum(self.idf.values())
        for term, entries in self.held.items():
            matched[places(entries)] += self.idf[term] / total
        return matched

    def matched(self, wanted: NDArray[np.intp]) -> list[list[str]]:
        """The terms of the question that each of some places holds."""
        found: list[list[str]] = [[] for _ in wanted]
        for term, entries in self.held.items():
            holding = places(entries)
            at = np.minimum(holding.searchsorted(wanted.astype(np.uint32)), len(holding) - 1)
            for number in (holding[at] == wanted).nonzero()[0].tolist():
                found[number].append(term)
        return found


def score(opened: OpenScope, moment: Moment, terms: Sequence[str]) -> WordScores:
    """Score every place for the distinct terms, added in sorted order so that sums repeat."""
    scores = np.zeros(len(opened.columns), np.float32)
    idf: dict[str, float] = {}
    held: dict[str, Entries] = {}
    for term in sorted(set(terms)):
        entries = opened.postings.of(term)
        size = holding = len(entries)
        if size and moment.current is not None:
            holding = int(moment.current[places(entries)].sum())
        idf[term] = log(1 + (moment.count - holding + 0.5) / (holding + 0.5))
        if holding:
            held[term] = entries
    if held:
        entries = np.concatenate(list(held.values()))
        weights = np.array([idf[term] * (K1 + 1) for term in held], np.float32)
        weights = np.repeat(weights, [len(each) for each in held.values()])
        where, tf = places(entries).astype(np.intp), counts(entries)
        np.add.at(scores, where, weights * tf / (tf + moment.norms[where]))
    return WordScores(scores, idf, held)

"""How well the words of a question match each record: BM25 over one partition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from core.recall.moment import K1, Moment
from core.recall.opened import OpenScope

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class WordScores:
    """BM25 of every place.

    Attributes:
        idf: what each distinct term of the question weighs, found or not.
        places: the records that hold each term.
    """

    scores: Floats
    idf: dict[str, float]
    places: dict[str, NDArray[np.int32]]

    def share(self) -> Floats:
        """Of the question's total idf, what each place matched."""
        matched = np.zeros(len(self.scores), np.float32)
        total = sum(self.idf.values())
        for term, places in self.places.items():
            matched[places] += self.idf[term] / total
        return matched

    def matched(self, wanted: NDArray[np.intp]) -> list[list[str]]:
        """The terms of the question that each of some places holds."""
        found: list[list[str]] = [[] for _ in wanted]
        for term, places in self.places.items():
            at = np.minimum(places.searchsorted(wanted), len(places) - 1)
            for number in np.flatnonzero(places[at] == wanted).tolist():
                found[number].append(term)
        return found


def score(opened: OpenScope, moment: Moment, terms: Sequence[str]) -> WordScores:
    """Score every place for the distinct terms, added in sorted order so that sums repeat."""
    scores = np.zeros(len(opened.columns), np.float32)
    idf: dict[str, float] = {}
    found: dict[str, NDArray[np.int32]] = {}
    counts: list[NDArray[np.uint8]] = []
    for term in sorted(set(terms)):
        places, counted = opened.postings.of(term)
        holding = len(places) if moment.current is None else int(moment.current[places].sum())
        idf[term] = log(1 + (moment.count - holding + 0.5) / (holding + 0.5))
        if holding:
            found[term] = places
            counts.append(counted)
    if found:
        everywhere = np.concatenate(list(found.values()))
        tf = np.concatenate(counts).astype(np.float32)
        weights = np.array([idf[term] * (K1 + 1) for term in found], np.float32)
        gained = np.repeat(weights, [len(places) for places in found.values()])
        np.add.at(scores, everywhere, gained * tf / (tf + moment.norms[everywhere]))
    return WordScores(scores, idf, found)

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
Places = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class WordScores:
    """BM25 of every place.

    Attributes:
        idf: what each distinct term of the question weighs, found or not.
        held: for each term that is found, the places that hold it.
    """

    scores: Floats
    idf: dict[str, float]
    held: dict[str, Places]

    def share(self) -> Floats:
        """Of the question's total idf, what each place matched."""
        matched = np.zeros(len(self.scores), np.float32)
        total = sum(self.idf.values())
        for term, holding in self.held.items():
            matched[holding] += self.idf[term] / total
        return matched

    def matched(self, wanted: Places) -> list[list[str]]:
        """The terms of the question that each of some places holds."""
        found: list[list[str]] = [[] for _ in wanted]
        for term, holding in self.held.items():
            at = np.minimum(holding.searchsorted(wanted), len(holding) - 1)
            for number in (holding[at] == wanted).nonzero()[0].tolist():
                found[number].append(term)
        return found


def score(opened: OpenScope, moment: Moment, terms: Sequence[str]) -> WordScores:
    """Score every place for the distinct terms, added in sorted order so that sums repeat."""
    scores = np.zeros(len(opened.columns), np.float32)
    saturations = moment.saturations(opened.postings)
    count, current, of = moment.count, moment.current, saturations.of
    idf: dict[str, float] = {}
    held: dict[str, Places] = {}
    values: list[Floats] = []
    weights: list[float] = []
    sizes: list[int] = []
    for term in sorted(set(terms)):
        where, saturation = of(term)
        size = holding = len(where)
        if size and current is not None:
            holding = int(current[where].sum())
        idf[term] = weight = log(1 + (count - holding + 0.5) / (holding + 0.5))
        if holding:
            held[term] = where
            values.append(saturation)
            weights.append(weight * (K1 + 1))
            sizes.append(size)
    if held:
        # Few large steps: between two questions others use the processor, and every step comes cold.
        points = np.array(weights, np.float32).repeat(sizes)
        points *= np.concatenate(values)
        np.add.at(scores, np.concatenate(list(held.values())), points)
    return WordScores(scores, idf, held)

"""One question against one open partition: every candidate scored, the best k in exact order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.recall.moment import Chains, Moment, smoothed
from core.recall.opened import OpenScope
from core.recall.parts import Part, Parts, Scored
from core.recall.settings import Asked
from core.recall.topmost import top
from core.recall.words import score

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]
Places = NDArray[np.intp]
Exact = Callable[[Places, Floats], Floats]

_RESCORED = 40
_LOWEST_RESCORED = 4
_MICROSECONDS_PER_DAY = 86_400_000_000


@dataclass(frozen=True, slots=True)
class Question:
    """A question as the index sees it.

    Attributes:
        terms: its terms, repeated ones included.
        vector: its meaning; None or zeros when it has none.
        weight: the share of meaning in the score.
    """

    terms: Sequence[str]
    vector: Floats | None
    weight: float


class Ranking:
    """All candidates of a question, scored.

    Args:
        exact: gives the cosines of some places by the stored vectors; used where the partition
            holds codes.
    """

    def __init__(
        self, opened: OpenScope, moment: Moment, question: Question, asked: Asked, exact: Exact
    ) -> None:
        self._columns = opened.columns
        self._moment = moment
        self._weight = question.weight
        self._asked = asked
        self._mask = moment.candidates(asked.kinds)
        self._words = score(opened, moment, question.terms)
        self._highest_words = float(self._among(self._words.scores).max(initial=0)) or 1.0
        self._cosines: Floats | None = None
        if question.vector is not None and question.vector.any():
            self._cosines = opened.vectors.cosines(question.vector)
            self._fuse()
            if opened.vectors.coded:
                self._make_exact(self._cosines, question.vector, exact)
        else:
            self._fuse()

    @property
    def candidates(self) -> int:
        """How many records were compared."""
        return len(self._scores) if self._mask is None else int(self._mask.sum())

    def best(self) -> list[Scored]:
        """The best ``k`` that reach the threshold; equal scores by id."""
        found = self.at(top(self._scores, self._eligible(), self._asked.k))
        return sorted(found, key=lambda scored: (-scored.score, scored.record))

    def at(self, places: Places) -> list[Scored]:
        """Some places with their scores taken apart."""
        weights, moment = self._asked.weights, self._moment
        words = self._words.scores[places].tolist()
        cosines = [0.0] * len(places) if self._cosines is None else self._cosines[places].tolist()
        lifts = [0.0] * len(places) if self._lifts is None else self._lifts[places].tolist()
        priors = zip(
            moment.recency[places].tolist(),
            ((moment.newest - self._columns["at"][places]) / _MICROSECONDS_PER_DAY).tolist(),
            moment.importance[places].tolist(),
            moment.trust[places].tolist(),
            strict=True,
        )
        matches = self._words.matched(places)
        ids = self._columns.ids[places].tolist()
        total = sum(self._words.idf.values())
        found = []
        for record, bm25, cosine, lift, prior, matched in zip(
            ids, words, cosines, lifts, priors, matches, strict=True
        ):
            recency, days, importance, trust = prior
            parts = Parts(
                words=Part(bm25 / self._highest_words, 1 - self._weight, bm25),
                meaning=Part(
                    (cosine - self._lowest) / self._span if self._span else 0.0, self._weight, cosine
                ),
                neighbours=Part(lift, 1.0, lift),
                recency=Part(recency, weights.recency, days),
                importance=Part(importance, weights.importance, importance),
                trust=Part(trust, weights.trust, trust * 4),
            )
            share = sum(self._words.idf[term] for term in matched) / total if total else 0.0
            fit = min(1.0, max(share, cosine, 0.0))
            found.append(Scored(record, parts.score, fit, parts, tuple(matched)))
        return found

    def rank(self, place: int) -> int:
        """How many candidates that reach the threshold come before a place, plus 1."""
        eligible = self._eligible()
        before = self._scores > self._scores[place]
        before[:place] |= self._scores[:place] == self._scores[place]
        return int((before if eligible is None else before & eligible).sum()) + 1

    def is_candidate(self, place: int) -> bool:
        """Whether a place took part: current, and of a kind that was asked for."""
        return self._mask is None or bool(self._mask[place])

    def _eligible(self) -> Mask | None:
        if not self._asked.min_score:
            return self._mask
        fits = self._words.share()
        if self._cosines is not None:
            fits = np.maximum(fits, self._cosines)
        # A fit of exactly the threshold reaches it, whatever float32 made of either.
        reached: Mask = fits >= np.float32(self._asked.min_score - 1e-6)
        return reached if self._mask is None else reached & self._mask

    def _among(self, values: Floats) -> Floats:
        return values if self._mask is None else values[self._mask]

    def _fuse(self) -> None:
        """Score every place: words and meaning by the best candidate, neighbours, priors."""
        scores = self._words.scores * np.float32((1 - self._weight) / self._highest_words)
        self._lowest = self._span = 0.0
        if self._cosines is not None and self._weight:
            among = self._among(self._cosines)
            if len(among):
                self._lowest = float(among.min())
                self._span = float(among.max()) - self._lowest
            if self._span:
                scores += (self._cosines - np.float32(self._lowest)) * np.float32(self._weight / self._span)
        self._lifts: Floats | None = None
        if (chains := self._chains()) is not None:
            self._lifts = smoothed(scores, chains) - scores
            scores += self._lifts
        self._scores: Floats = scores + self._moment.priors(self._asked.weights)

    def _chains(self) -> Chains | None:
        """The chains of episodes, where they are to count and episodes take part."""
        chains = self._moment.chains if self._asked.weights.neighbours else None
        if chains is None or self._mask is None or self._mask[chains.places[0]]:
            return chains
        return None

    def _make_exact(self, cosines: Floats, query: Floats, exact: Exact) -> None:
        """Replace the cosines that can decide anything by those of the stored vectors."""
        near = top(cosines, self._mask, _RESCORED)
        far = top(-cosines, self._mask, _LOWEST_RESCORED)
        leading = top(self._scores, self._mask, self._asked.k + _RESCORED)
        places = np.unique(np.concatenate((near, far, leading)))
        if (chains := self._chains()) is not None:
            places = _with_neighbours(places, chains)
        cosines[places] = exact(places, query)
        self._fuse()


def _with_neighbours(places: Places, chains: Chains) -> Places:
    at = np.flatnonzero(np.isin(chains.places, places))
    around = np.concatenate([at + step for step in range(-2, 3)])
    around = around[(around >= 0) & (around < len(chains.places))]
    return np.unique(np.concatenate((places, chains.places[around])))

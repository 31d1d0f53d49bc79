"""What can be worked out about an open partition before any question: who counts, and how much."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.kind import Kind
from core.recall.columns import KINDS, NEVER, NO_SESSION, Columns
from core.recall.postings import Postings
from core.recall.saturation import Saturations
from core.recall.settings import Weights

K1 = 0.9
B = 0.4
HALF_LIFE = 30 * 86_400 * 1_000_000  # microseconds
_REACH = 2
_FADING = 0.4
_EPISODIC = KINDS.index(Kind.EPISODIC)

Mask = NDArray[np.bool_]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Chains:
    """Episodes by session and time: places, and how strongly each neighbour counts."""

    places: NDArray[np.intp]
    weights: tuple[Floats, ...]
    totals: Floats


class Moment:
    """One partition at one change and one time.

    Attributes:
        current: which places count; None when all do.
        count, tokens: BM25's statistics, of the current records of this partition only.
    """

    def __init__(self, columns: Columns, changes: int, now: int) -> None:
        self._changes = changes
        expiries = columns["expires_at"]
        mask = columns["live"] & (expiries > now)
        self.current: Mask | None = None if mask.all() else mask
        lengths = columns["length"] if self.current is None else columns["length"][mask]
        self.count = len(lengths)
        average = max(float(lengths.mean()), 1e-9) if self.count else 1.0
        self.norms: Floats = (K1 * (1 - B + B * columns["length"] / average)).astype(np.float32)
        later = expiries[mask & (expiries != NEVER)]
        self._valid_from = int(expiries[columns["live"] & (expiries <= now)].max(initial=0))
        self._valid_until = int(later.min(initial=NEVER))
        self._columns = columns
        self._priors: tuple[Weights, Floats] | None = None
        self._saturations: Saturations | None = None

    def holds(self, changes: int, now: int) -> bool:
        """Whether this still says the truth."""
        return self._changes == changes and self._valid_from <= now < self._valid_until

    def candidates(self, kinds: frozenset[Kind] | None) -> Mask | None:
        """The current places of those kinds; None when that is all of them."""
        if kinds is None or len(kinds) == len(KINDS):
            return self.current
        numbers = [number for number, kind in enumerate(KINDS) if kind in kinds]
        mask: Mask = np.isin(self._columns["kind"], numbers)
        return mask if self.current is None else mask & self.current

    def priors(self, weights: Weights) -> Floats:
        """What speaks for each record whatever the question; kept until the weights change."""
        if self._priors is None or self._priors[0] != weights:
            total = (
                np.float32(weights.recency) * self.recency
                + np.float32(weights.importance) * self.importance
                + np.float32(weights.trust) * self.trust
            )
            self._priors = (weights, total)
        return self._priors[1]

    def saturations(self, postings: Postings) -> Saturations:
        """How far each posting counts; worked out for all of them once a second question comes."""
        if self._saturations is None:
            self._saturations = Saturations(postings, self.norms)
        else:
            self._saturations.fill()
        return self._saturations

    @property
    def nbytes(self) -> int:
        """The memory its largest part takes."""
        return 0 if self._saturations is None else self._saturations.nbytes

    @cached_property
    def newest(self) -> int:
        """When the newest current record was written."""
        written = self._columns["at"]
        return int((written if self.current is None else written[self.current]).max(initial=0))

    @cached_property
    def recency(self) -> Floats:
        """1 for the newest record, half for each 30 days before it."""
        ages = self.newest - self._columns["at"]
        recency: Floats = np.exp2((np.minimum(-ages, 0) / HALF_LIFE).astype(np.float32))
        return recency

    @cached_property
    def importance(self) -> Floats:
        """As the writer set it, 0 to 1."""
        return self._columns["importance"].astype(np.float32)

    @cached_property
    def trust(self) -> Floats:
        """Rank 0 to 4 as 0 to 1."""
        return self._columns["trust"].astype(np.float32) / np.float32(4)

    @cached_property
    def chains(self) -> Chains | None:
        """The episodes that have neighbours; None when there are none."""
        columns = self._columns
        wanted = (columns["kind"] == _EPISODIC) & (columns["session"] != NO_SESSION)
        places = np.flatnonzero(wanted if self.current is None else wanted & self.current)
        if len(places) < 2:
            return None
        sessions = columns["session"][places]
        order = np.lexsort((places, columns["at"][places], sessions))
        places, sessions = places[order], sessions[order]
        totals = np.ones(len(places), np.float32)
        weights = []
        for distance in range(1, _REACH + 1):
            together = sessions[distance:] == sessions[:-distance]
            weight = np.where(together, np.float32(_FADING**distance), np.float32(0))
            totals[distance:] += weight
            totals[:-distance] += weight
            weights.append(weight)
        return Chains(places, tuple(weights), totals)


def smoothed(base: Floats, chains: Chains) -> Floats:
    """Each episode's score as the mean of its own and its neighbours' in the same session."""
    own = base[chains.places]
    total = own.copy()
    for distance, weight in enumerate(chains.weights, start=1):
        total[distance:] += weight * own[:-distance]
        total[:-distance] += weight * own[distance:]
    result = base.copy()
    result[chains.places] = total / chains.totals
    return result

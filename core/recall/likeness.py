"""How alike two texts are, by the words they share: no vectors kept, no numpy, no download."""

from __future__ import annotations

import math
from operator import mul
from typing import Protocol

from core.recall.hashing import signed_slots


class Likeness(Protocol):
    """Compares two texts. A threshold belongs to the way it was measured with.

    Attributes:
        repeats_from: likeness from which two texts may be one, measured on labelled pairs.
    """

    @property
    def repeats_from(self) -> float: ...

    def of(self, left: str, right: str) -> float:
        """From -1 to 1; 1 for texts that cannot be told apart."""
        ...


class HashedWords:
    """The cosine of signed hashes (specification 4, golden C).

    It sees words, not meaning: a rewording in other words scores low and stays apart.
    """

    # data/dedupe_pairs.json: .85 merges three of four rewordings and no different pair.
    repeats_from = 0.85

    def of(self, left: str, right: str) -> float:
        """0 where one of the texts has no words."""
        one, other = signed_slots(left), signed_slots(right)
        lengths = math.sqrt(sum(map(mul, one, one)) * sum(map(mul, other, other)))
        return sum(map(mul, one, other)) / lengths if lengths else 0.0

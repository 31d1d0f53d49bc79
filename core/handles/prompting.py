"""What a prompt asks of one person's memory, over all ways there are."""

from __future__ import annotations

from collections.abc import Iterable

from core.memory.ground import Ground
from core.memory.prompt import Routed, always_loaded, look_up
from core.memory.records import Record
from core.recall import Weights


class Prompting:
    """The router, and the preferences no question has to bring up."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def look_up(
        self,
        query: str,
        k: int = 5,
        kinds: Iterable[str] | None = None,
        min_score: float = 0.0,
        *,
        weights: Weights | None = None,
    ) -> Routed:
        """Ask by key and by entity where the question names one, and by likeness unless a key answered it.

        Raises:
            Invalid, WrongEmbedder: as for `Records.recall`.
        """
        return look_up(self._ground, query, k, kinds, min_score, weights)

    def always_loaded(self, limit: int = 2) -> list[Record]:
        """The preferences that are in every prompt: the most important, of equal ones the newest."""
        return always_loaded(self._ground, limit)

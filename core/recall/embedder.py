"""What an embedder is: a named way to turn texts into vectors of unit length."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]
else:
    Matrix = Any


BUNDLED = "static64-minilm-v1"
"""The name of the embedder in use where none is given; known here without loading it."""


class Embedder(Protocol):
    """Turns texts into vectors that only compare with those of the same ``name``."""

    @property
    def name(self) -> str:
        """Stable id kept beside every vector; another table or model is another name."""

    @property
    def dimension(self) -> int:
        """Numbers per vector."""

    @property
    def weight(self) -> float:
        """Share of meaning in the score, measured for this embedder; words have the rest."""

    @property
    def reads_cjk(self) -> bool:
        """Whether Chinese, Japanese and Korean mean anything to it."""

    @property
    def instant(self) -> bool:
        """Whether a text takes microseconds, so that it may be read inside a transaction."""

    def embed(self, texts: Sequence[str]) -> Matrix:
        """One row per text, float32, of length 1, or zeros where a text says nothing.

        Raises:
            EmbedderFailure: the vectors could not be had.
        """

    def cached(self, text: str) -> Matrix | None:
        """The vector of a text, if it can be given at once."""

    def clear_cache(self) -> None:
        """Drop whatever was kept of texts; one of them may just have been erased."""


@dataclass(frozen=True, slots=True)
class Embedded:
    """How far it came.

    Attributes:
        done: live records that have a vector of the embedder now.
        finished: the file uses the embedder now, and nothing is missing.
    """

    done: int
    total: int
    finished: bool

"""The bundled embedder: a table of 64 numbers per word piece, summed. No network, no model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.recall.embedder import BUNDLED
from core.recall.wordpiece import WordPiece

DIMENSION = 64
_DATA = Path(__file__).parent / "data"
_PIECES_AT_ONCE = 1 << 15

Matrix = NDArray[np.float32]


class StaticTable:
    """Vectors from the table in ``data``; see NOTICE for where it comes from.

    English. Weak alone and useful beside the words, hence the weight of .4 (guide/recall.md 4).
    """

    name = BUNDLED
    dimension = DIMENSION
    weight = 0.4
    reads_cjk = False
    instant = True

    def embed(self, texts: Sequence[str]) -> Matrix:
        """The normalised sum of the rows of each text's pieces."""
        table = _table()
        vectors = np.zeros((len(texts), DIMENSION), np.float32)
        for rows, numbers, starts in _batches([table.splitter.pieces(text) for text in texts]):
            scaled = table.codes[numbers] * table.scales[numbers, None]
            # One order of addition, alone or in a batch, so that a text always has one vector.
            vectors[rows] += np.add.reduceat(scaled, starts, axis=0)
        lengths = np.sqrt(np.vecdot(vectors, vectors))[:, None]
        np.divide(vectors, lengths, out=vectors, where=lengths > 0)
        return vectors

    def cached(self, text: str) -> Matrix | None:
        """The vector itself; computing it is as fast as looking it up."""
        vector: Matrix = self.embed([text])[0]
        return vector

    def clear_cache(self) -> None:
        """Drop the words seen so far."""
        word_pieces().clear_cache()


def word_pieces() -> WordPiece:
    """The splitter of the vocabulary that comes with the table."""
    return _table().splitter


class _Table:
    def __init__(self) -> None:
        with np.load(_DATA / "static64.npz", allow_pickle=False) as arrays:
            self.codes: NDArray[np.int8] = arrays["e"]
            self.scales: Matrix = arrays["s"].astype(np.float32)
        pieces = (_DATA / "minilm_vocab.txt").read_text(encoding="utf-8").split("\n")[:-1]
        self.splitter = WordPiece({piece: number for number, piece in enumerate(pieces)})


@cache
def _table() -> _Table:
    return _Table()


def _batches(texts: list[list[int]]) -> Iterator[tuple[list[int], NDArray[np.intp], list[int]]]:
    """Rows, their pieces one after another, and where each row begins; never too many at once."""
    rows: list[int] = []
    starts: list[int] = []
    numbers: list[int] = []
    for row, pieces in enumerate(texts):
        for start in range(0, len(pieces), _PIECES_AT_ONCE):
            part = pieces[start : start + _PIECES_AT_ONCE]
            # A text cut in two must not come twice into one batch: its halves would overwrite.
            if numbers and (len(numbers) + len(part) > _PIECES_AT_ONCE or start):
                yield rows, np.array(numbers, np.intp), starts
                rows, starts, numbers = [], [], []
            rows.append(row)
            starts.append(len(numbers))
            numbers += part
    if numbers:
        yield rows, np.array(numbers, np.intp), starts

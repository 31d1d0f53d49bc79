"""An embedder behind an OpenAI-compatible server, named by its base URL and model.

Texts leave the machine for the server that was named, and only when it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.errors import EmbedderFailure
from core.recall.text_cache import TextCache
from core.server import Client, Endpoint, Problem

if TYPE_CHECKING:
    from openai import OpenAI

Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Spent:
    """What the requests of this embedder have cost so far.

    Attributes:
        money: in the currency of the price; None when no price was given.
    """

    requests: int = 0
    texts: int = 0
    tokens: int = 0
    money: float | None = None


class Server:
    """Vectors from a server; equal texts are asked for once.

    Args:
        dimension: of the model's vectors; also asked of the server where ``shortened``.
        price: money per million tokens, as the server's owner publishes it.
        attempts: how often a request is made before giving up.
        cancelled: asked while a request is under way.
    """

    weight = 0.5
    reads_cjk = True
    instant = False

    def __init__(
        self,
        model: str,
        dimension: int,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        shortened: bool = False,
        price: float | None = None,
        batch: int = 64,
        timeout: float = 30.0,
        attempts: int = 3,
        cancelled: Callable[[], bool] | None = None,
        pause: Callable[[float], None] | None = None,
    ) -> None:
        self.model = model
        self.dimension = dimension
        self.name = f"{model}:{dimension}"
        self.spent = Spent(money=None if price is None else 0.0)
        self._shortened = shortened
        self._price = price
        self._batch = batch
        endpoint = Endpoint(base_url, api_key, timeout, attempts)
        self._client = Client(endpoint, model, EmbedderFailure, cancelled=cancelled, pause=pause)
        self._cache = TextCache()

    def embed(self, texts: Sequence[str]) -> Matrix:
        """One row per text, asked for in batches; blank texts are zeros and never sent.

        Raises:
            EmbedderFailure: the server is away, late, refuses, or answers with something that
                cannot be the vectors; what came before is kept.
        """
        known = {text: self._cache.get(text) for text in dict.fromkeys(texts) if text.strip()}
        wanted = [text for text, vector in known.items() if vector is None]
        for start in range(0, len(wanted), self._batch):
            chunk = wanted[start : start + self._batch]
            for text, vector in zip(chunk, self._asked(chunk), strict=True):
                known[text] = vector
                self._cache.keep(text, vector)
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in enumerate(texts):
            if (vector := known.get(text)) is not None:
                vectors[row] = vector
        return vectors

    def cached(self, text: str) -> Matrix | None:
        """The vector of a text that was asked for before."""
        return self._cache.get(text)

    def clear_cache(self) -> None:
        """Drop every vector that was kept."""
        self._cache.clear()

    def _asked(self, texts: list[str]) -> Matrix:
        """One batch; a failure that may pass is tried again, an answer that is none among them."""
        return self._client.ask(lambda client: self._checked(self._request(client, texts), len(texts)))

    def _request(self, client: OpenAI, texts: list[str]) -> list[list[float]]:
        import openai

        dimensions = self.dimension if self._shortened else openai.omit
        answer = client.embeddings.create(
            model=self.model, input=texts, encoding_format="float", dimensions=dimensions
        )
        tokens = answer.usage.prompt_tokens if answer.usage else 0
        self._count(len(texts), tokens)
        rows = sorted(answer.data, key=lambda row: row.index)
        return [list(row.embedding) for row in rows]

    def _count(self, texts: int, tokens: int) -> None:
        before = self.spent
        money = None if self._price is None else (before.tokens + tokens) * self._price / 1_000_000
        self.spent = Spent(before.requests + 1, before.texts + texts, before.tokens + tokens, money)

    def _checked(self, rows: list[list[float]], count: int) -> Matrix:
        if len(rows) != count:
            raise self._client.failed(Problem.INCOMPLETE, asked=count, got=len(rows))
        if any(len(row) != self.dimension for row in rows):
            raise self._client.failed(Problem.WRONG_DIMENSION, wanted=self.dimension, got=len(rows[0]))
        vectors = np.array(rows, np.float64)
        if not np.isfinite(vectors).all():
            raise self._client.failed(Problem.NOT_FINITE)
        lengths = np.sqrt(np.vecdot(vectors, vectors))[:, None]
        np.divide(vectors, lengths, out=vectors, where=lengths > 0)
        return vectors.astype(np.float32)

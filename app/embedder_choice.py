"""Which embedder a person chose; where it is a server, how to reach it. Never the key itself."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from app.server_choice import EMBEDDING_MODEL, ServerChoice

if TYPE_CHECKING:
    from core.recall import Embedder


class EmbedderKind(StrEnum):
    """Where vectors come from."""

    TABLE = "table"
    MINILM = "minilm"
    SERVER = "server"


@dataclass(frozen=True, slots=True)
class EmbedderChoice:
    """What is kept in the settings; server and model stand there once, for chat, writer and embedder.

    Attributes:
        base_url, model: those of the `ServerChoice`.
        price: per million tokens, as the owner of the server publishes it; None if not known.
    """

    kind: EmbedderKind = EmbedderKind.TABLE
    base_url: str = ""
    model: str = EMBEDDING_MODEL
    dimension: int = 1536
    price: float | None = None

    @classmethod
    def from_text(cls, text: str, server: ServerChoice | None = None) -> EmbedderChoice:
        """Read what `to_text` wrote, for the server that was chosen; anything else is the bundled table."""
        server = server or ServerChoice()
        try:
            kept = json.loads(text)
            price = kept["price"]
            return cls(
                EmbedderKind(kept["kind"]),
                server.base_url,
                server.embedding_model,
                max(1, int(kept["dimension"])),
                None if price is None else float(price),
            )
        except (ValueError, KeyError, TypeError, OverflowError):
            return cls(base_url=server.base_url, model=server.embedding_model)

    def to_text(self) -> str:
        """One line for the settings."""
        return json.dumps({"kind": self.kind.value, "dimension": self.dimension, "price": self.price})

    def make(self) -> Embedder | None:
        """The embedder itself; None for the bundled table, which loads when it is wanted."""
        if self.kind is EmbedderKind.MINILM:
            from core.recall.minilm import MiniLm

            return MiniLm()
        if self.kind is EmbedderKind.SERVER:
            from core.recall.server import Server

            end = ServerChoice(self.base_url).endpoint()
            return Server(
                self.model, self.dimension, base_url=end.base_url, api_key=end.api_key, price=self.price
            )
        return None

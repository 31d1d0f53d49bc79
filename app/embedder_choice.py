"""Which embedder a person chose; where it is a server, how to reach it. Never the key itself."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.recall import Embedder


class EmbedderKind(StrEnum):
    """Where vectors come from."""

    TABLE = "table"
    MINILM = "minilm"
    SERVER = "server"


@dataclass(frozen=True, slots=True)
class EmbedderChoice:
    """What is kept in the settings.

    Attributes:
        base_url: of a compatible server; empty for OpenAI itself.
        price: per million tokens, as the owner of the server publishes it; None if not known.
        key_variable: names the environment variable that holds the key, so that no file does.
    """

    kind: EmbedderKind = EmbedderKind.TABLE
    base_url: str = ""
    model: str = "text-embedding-3-small"
    dimension: int = 1536
    price: float | None = None
    key_variable: str = "OPENAI_API_KEY"

    @classmethod
    def from_text(cls, text: str) -> EmbedderChoice:
        """Read what `to_text` wrote; anything else is the bundled table."""
        try:
            kept = json.loads(text)
            price = kept["price"]
            return cls(
                EmbedderKind(kept["kind"]),
                str(kept["base_url"]),
                str(kept["model"]),
                max(1, int(kept["dimension"])),
                None if price is None else float(price),
                str(kept["key_variable"]),
            )
        except (ValueError, KeyError, TypeError, OverflowError):
            return cls()

    def to_text(self) -> str:
        """One line for the settings."""
        return json.dumps(asdict(self))

    def make(self) -> Embedder | None:
        """The embedder itself; None for the bundled table, which loads when it is wanted."""
        if self.kind is EmbedderKind.MINILM:
            from core.recall.minilm import MiniLm

            return MiniLm()
        if self.kind is EmbedderKind.SERVER:
            from core.recall.server import Server

            key = os.environ.get(self.key_variable) or None
            # A server at home wants no key, and the client insists on one.
            return Server(
                self.model,
                self.dimension,
                base_url=self.base_url or None,
                api_key=key or ("none" if self.base_url else None),
                price=self.price,
            )
        return None

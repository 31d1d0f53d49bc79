"""Which server and models a person chose for chat, writer and embeddings. Never the key itself."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.agent.model import ServerModel
    from core.server import Endpoint

KEY_VARIABLE = "OPENAI_API_KEY"
URL_VARIABLE = "OPENAI_BASE_URL"
EMBEDDING_MODEL = "text-embedding-3-small"


@dataclass(frozen=True, slots=True)
class ServerChoice:
    """What is kept in the settings; the key stays in the environment and is read when it is needed.

    Attributes:
        base_url: of a compatible server; empty takes ``OPENAI_BASE_URL``, and without that OpenAI itself.
        chat_model, writer_model: empty where nothing is sent: the scripted agent and the rules take over.
        price_in, price_out: for a million tokens the writer asks and gets, as the server's owner publishes it.
    """

    base_url: str = ""
    chat_model: str = ""
    writer_model: str = ""
    embedding_model: str = EMBEDDING_MODEL
    price_in: float | None = None
    price_out: float | None = None

    @classmethod
    def from_text(cls, text: str) -> ServerChoice:
        """Read what `to_text` wrote; anything else names no server."""
        try:
            kept = json.loads(text)
            return cls(
                str(kept["base_url"]),
                str(kept["chat_model"]),
                str(kept["writer_model"]),
                str(kept["embedding_model"]),
                _price(kept["price_in"]),
                _price(kept["price_out"]),
            )
        except (ValueError, KeyError, TypeError, OverflowError):
            return cls()

    def to_text(self) -> str:
        """One line for the settings."""
        return json.dumps(asdict(self))

    @property
    def url(self) -> str | None:
        """The base URL in force; None for OpenAI itself."""
        return self.base_url or os.environ.get(URL_VARIABLE) or None

    @property
    def reachable(self) -> bool:
        """Whether anything could be asked: a server was named, or there is a key for OpenAI."""
        return self.url is not None or has_key()

    @property
    def price(self) -> tuple[float, float] | None:
        """The writer's prices, where both are known."""
        return None if self.price_in is None or self.price_out is None else (self.price_in, self.price_out)

    def endpoint(self, timeout: float = 60.0, attempts: int = 3) -> Endpoint:
        """The server, for one request or many."""
        from core.server import Endpoint

        return Endpoint(self.url, key_for(self.url), timeout, attempts)

    def chat(self, cancelled: Callable[[], bool] | None = None) -> ServerModel | None:
        """The model to talk to; None where none was named or nothing is reachable."""
        return self._model(self.chat_model, cancelled)

    def writer(self, cancelled: Callable[[], bool] | None = None) -> ServerModel | None:
        """The model that reads runs; None as for `chat`."""
        return self._model(self.writer_model, cancelled)

    def _model(self, name: str, cancelled: Callable[[], bool] | None) -> ServerModel | None:
        if not name or not self.reachable:
            return None
        from core.agent.model import ServerModel

        return ServerModel(name, base_url=self.url, api_key=key_for(self.url), cancelled=cancelled)


def has_key() -> bool:
    """Whether the environment holds a key."""
    return bool(os.environ.get(KEY_VARIABLE))


def key_for(url: str | None) -> str | None:
    """The key to send: a server at home wants none, and the client insists on one."""
    return os.environ.get(KEY_VARIABLE) or ("none" if url else None)


def _price(value: object) -> float | None:
    return None if value is None else float(str(value))

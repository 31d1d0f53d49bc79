"""Whether a server answers, and which of the wanted models it has; nothing of a memory is sent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.errors import ModelFailure
from core.server.client import Client, Endpoint
from core.server.problem import Problem

if TYPE_CHECKING:
    from openai import OpenAI

_MOST_MODELS = 10_000


@dataclass(frozen=True, slots=True)
class Probe:
    """What a server said about itself.

    Attributes:
        offered: how many models it lists; None where it keeps no list.
        missing: wanted ones that are not on its list.
    """

    offered: int | None
    missing: tuple[str, ...] = ()


def probe(endpoint: Endpoint, wanted: Sequence[str], *, cancelled: Callable[[], bool] | None = None) -> Probe:
    """Ask for the list of models.

    Raises:
        ModelFailure: the server is away, late, or does not take the key.
        Cancelled: somebody stopped it.
    """
    client = Client(endpoint, "", ModelFailure, cancelled=cancelled)
    try:
        listed = client.ask(_listed)
    except ModelFailure as failure:
        # A server without a list answers 404 to this request, and it answers.
        if failure.data["problem"] == Problem.NO_MODEL:
            return Probe(None)
        raise
    return Probe(len(listed), tuple(model for model in dict.fromkeys(wanted) if model not in listed))


def _listed(client: OpenAI) -> set[str]:
    page = client.models.list()
    return {str(model.id) for model in page.data[:_MOST_MODELS]}

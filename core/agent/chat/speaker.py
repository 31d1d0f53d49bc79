"""Who answers in a talk: the scripted agent without network, or a model behind a server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from core.agent.chat.script import script
from core.agent.model import ChatModel, ScriptedModel
from core.agent.writer import Proposed
from core.handles import Partition

SCRIPTED = "scripted, offline"


class Speaker(Protocol):
    """Gives a talk the model for its next turn."""

    @property
    def name(self) -> str:
        """What the answers are labelled with."""

    def model(
        self, partition: Partition, words: str, message: int, notes: Callable[[], list[Proposed]]
    ) -> ChatModel:
        """The model that answers these words.

        Args:
            message: the number of the person's message.
            notes: has the rules read the words and propose what they state, once.
        """


class ScriptedSpeaker:
    """Fixed rules that call the real tools; says of itself that it is scripted."""

    name = SCRIPTED

    def model(
        self, partition: Partition, words: str, message: int, notes: Callable[[], list[Proposed]]
    ) -> ChatModel:
        """A script for these words."""
        return ScriptedModel(script(partition, words, message, notes), SCRIPTED)


class ServerSpeaker:
    """A model that was configured."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    def model(
        self, partition: Partition, words: str, message: int, notes: Callable[[], list[Proposed]]
    ) -> ChatModel:
        """The same model for every turn."""
        return self._model

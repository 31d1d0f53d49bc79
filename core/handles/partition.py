"""What an agent's process holds: the memory of one scope, to propose to and to read."""

from __future__ import annotations

from core.handles.prompting import Prompting
from core.memory.documents import Documents
from core.memory.graph import Graph
from core.memory.ground import Ground
from core.memory.notes import Notes
from core.memory.records import Records
from core.memory.writer import WriterBooks
from core.scope import Scope


class Partition:
    """The memory systems of one scope. Nothing here can name another scope."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self.records = Records(ground)
        self.notes = Notes(ground)
        self.graph = Graph(ground)
        self.documents = Documents(ground)
        self.prompting = Prompting(ground)
        self.writer = WriterBooks(ground)

    @property
    def scope(self) -> Scope:
        """The person this partition is about."""
        return self._ground.scope

"""What an agent's process holds: the memory of one scope, to propose to and to read."""

from __future__ import annotations

from core.handles.prompting import Prompting
from core.memory.ground import Ground
from core.memory.records import Records
from core.memory.tasks import Tasks
from core.scope import Scope


class Partition:
    """The memory systems of one scope. Nothing here can name another scope."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self.records = Records(ground)
        self.tasks = Tasks(ground)
        self.prompting = Prompting(ground)

    @property
    def scope(self) -> Scope:
        """The person this partition is about."""
        return self._ground.scope

"""Entities (who and what the memory speaks of) and the links between them.

`Graph` is what an agent's process holds: it writes and reads its own scope, by id, by name, by link and
by time. Conversations are entities too, with title, tags and summary. Names and properties are kept with
their secrets masked in place; whoever puts them before a model quotes them as data with their source, as
`core.memory.prompt` does with records. `OperatorGraph` adds deletion.
"""

from core.memory.graph.desk import OperatorGraph
from core.memory.graph.entity import CONVERSATION, Entity, GraphWrite, Link
from core.memory.graph.graph import Graph

__all__ = ["CONVERSATION", "Entity", "Graph", "GraphWrite", "Link", "OperatorGraph"]

"""What a person may do with the graph of a scope: all an agent may, and delete."""

from __future__ import annotations

from core.audit import Action, Entry
from core.change import Change, Removed
from core.errors import ErrorCode, Invalid, NotFound
from core.memory.graph.graph import Graph
from core.store import graph_rows

_GRAPH = frozenset({"graph"})


class OperatorGraph(Graph):
    """The entities and links of one scope in an operator's hands."""

    def counts(self) -> tuple[int, int]:
        """How many entities and links there are."""
        with self._ground.read() as (connection, scope):
            return (0, 0) if scope is None else graph_rows.counts(connection, scope)

    def forget(self, id_: str, *, reason: str = "") -> Removed:
        """Delete an entity with all its links, for good.

        Raises:
            NotFound: no such entity here.
        """
        with self._ground.write() as writing:
            if graph_rows.entity(writing.tx, writing.scope, id_) is None:
                raise NotFound(ErrorCode.NO_ENTITY, entity=id_)
            entities, links = graph_rows.delete_entity(writing.tx, writing.scope, id_)
            writing.journal(Entry(Action.FORGET, "graph", None, entities + links), reason)
        self._ground.database.empty_wal()
        return Removed(entities + links, Change(_GRAPH))

    def unlink(self, origin: str, target: str, relation: str, *, reason: str = "") -> Removed:
        """Delete one link, for good.

        Raises:
            NotFound: no such link here.
        """
        with self._ground.write() as writing:
            if not graph_rows.delete_link(writing.tx, writing.scope, origin, target, relation):
                raise NotFound(ErrorCode.NO_LINK, entity=origin)
            writing.journal(Entry(Action.FORGET, "graph"), reason)
        self._ground.database.empty_wal()
        return Removed(1, Change(_GRAPH))

    def forget_source(self, prefix: str, *, reason: str = "") -> Removed:
        """Delete every entity and link whose source starts literally with the prefix.

        Raises:
            Invalid: an empty prefix, which would mean everything.
        """
        if not prefix.strip():
            raise Invalid("source", "empty")
        with self._ground.write() as writing:
            tx, scope = writing.tx, writing.scope
            ids, told = graph_rows.of_source(tx, scope, prefix)
            gone = sum(graph_rows.delete_link(tx, scope, *row[:3]) for row in told)
            for id_ in ids:
                gone += sum(graph_rows.delete_entity(tx, scope, id_))
            if gone:
                writing.journal(Entry(Action.FORGET, "graph", None, gone, "source"), reason)
        self._ground.database.empty_wal()
        return Removed(gone, Change(_GRAPH))

"""The graph of one scope, as its agent holds it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from core.clock import optional_micros
from core.gate.canonical import folded
from core.memory.graph import writing
from core.memory.graph.entity import CONVERSATION, Entity, GraphWrite, Link, entity_of, link_of
from core.memory.ground import Ground
from core.store import graph_rows


class Graph:
    """Entities and the links between them.

    Ids are the host's: writing one again replaces the entity and keeps its links. Secrets in names and
    properties are masked in place. It deletes nothing; that is a person's (`OperatorGraph`).
    """

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._source = f"{ground.actor.role}:{ground.actor.name}"

    def upsert(
        self,
        id_: str,
        type_: str,
        name: str,
        properties: Mapping[str, object] | None = None,
        *,
        source: str | None = None,
    ) -> GraphWrite:
        """Write an entity under its id.

        Raises:
            Invalid: a text is empty, too long or none; the properties are no JSON.
        """
        return writing.upsert(self._ground, id_, type_, name, properties, source or self._source)

    def link(self, origin: str, target: str, relation: str, *, source: str | None = None) -> GraphWrite:
        """Link one entity to another; doing it twice keeps one.

        Raises:
            NotFound: one of them is not there.
        """
        return writing.link(self._ground, origin, target, relation, source or self._source)

    def conversation(
        self,
        id_: str,
        title: str,
        *,
        tags: Sequence[str] = (),
        summary: str = "",
        about: Iterable[str] = (),
        source: str | None = None,
    ) -> GraphWrite:
        """Write what a conversation was, and link it to the entities it was about; all of it or nothing.

        Raises:
            NotFound: one of the entities is not there.
            Invalid: tags or about are no lists of texts; a text is empty, too long or none.
        """
        if summary:
            writing.require_text("summary", summary, writing.LARGEST)
        told = {"tags": writing.texts("tags", tags), "summary": summary}
        others = writing.texts("about", about)
        return writing.upsert(
            self._ground, id_, CONVERSATION, title, told, source or self._source, about=others
        )

    def entity(self, id_: str) -> Entity | None:
        """The entity of exactly that id."""
        with self._ground.read() as (connection, scope):
            row = None if scope is None else graph_rows.entity(connection, scope, id_)
        return None if row is None else entity_of(row)

    def entities(
        self,
        type_: str | None = None,
        *,
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int | None = None,
    ) -> list[Entity]:
        """Entities of a type, or all, the newest first; with times, those created between them."""
        begin, end = optional_micros(since, "since"), optional_micros(until, "until")
        with self._ground.read() as (connection, scope):
            if scope is None:
                return []
            rows = graph_rows.entities(
                connection, scope, type_=type_, since=begin, until=end, limit=-1 if limit is None else limit
            )
        return [entity_of(row) for row in rows]

    def named(self, name: str) -> list[Entity]:
        """Entities of that name, case and blanks aside."""
        with self._ground.read() as (connection, scope):
            rows = [] if scope is None else graph_rows.entities(connection, scope, names=[folded(name)])
        return [entity_of(row) for row in rows]

    def links(self, entity: str | None = None) -> list[Link]:
        """Links of one entity in either direction, or all, oldest first."""
        with self._ground.read() as (connection, scope):
            rows = [] if scope is None else graph_rows.links(connection, scope, entity)
        return [link_of(row) for row in rows]

    def related(self, entity: str, relation: str | None = None) -> list[Entity]:
        """What an entity is linked to, in either direction, each once and never itself, the newest first."""
        with self._ground.read() as (connection, scope):
            if scope is None:
                return []
            told = graph_rows.links(connection, scope, entity, relation)
            ids = {link.origin if link.target == entity else link.target for link in told} - {entity}
            rows = graph_rows.entities(connection, scope, ids=sorted(ids))
        return [entity_of(row) for row in rows]

    def conversations(
        self, about: str | None = None, *, since: datetime | None = None, until: datetime | None = None
    ) -> list[Entity]:
        """Conversations, the newest first.

        Args:
            about: the id or name of an entity they are linked to, or words in title, tags or summary.
        """
        found = self.entities(CONVERSATION, since=since, until=until)
        if about is None:
            return found
        wanted = folded(about)
        meant = {entity.id for entity in self.named(about)} | {about}
        linked = {each.id for id_ in meant for each in self.related(id_)}
        return [each for each in found if each.id in linked or (wanted and wanted in _told(each))]


def _told(conversation: Entity) -> str:
    return folded(" \n ".join((conversation.title, *conversation.tags, conversation.summary)))

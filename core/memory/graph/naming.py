"""Which entities a question names, and what they are linked to."""

from __future__ import annotations

from dataclasses import dataclass

from core.gate.canonical import canonical, folded
from core.memory.graph.entity import Entity, Link, entity_of, link_of
from core.memory.ground import Ground
from core.store import graph_rows

_LONGEST_QUESTION = 2_000
_SHORTEST = 2
_MOST = 10


@dataclass(frozen=True, slots=True)
class Named:
    """An entity that a question names.

    Attributes:
        links: its links in either direction, oldest first.
        related: the entities at their other ends, by id.
    """

    entity: Entity
    links: tuple[Link, ...]
    related: dict[str, Entity]


def named_in(ground: Ground, question: str) -> tuple[Named, ...]:
    """The entities whose whole name stands in a question, longest name first; case aside."""
    told = folded(canonical(question[:_LONGEST_QUESTION]))
    with ground.read() as (connection, scope):
        if scope is None:
            return ()
        standing = [
            (name, id_) for id_, name in graph_rows.names(connection, scope) if _stands_in(name, told)
        ]
        ids = [id_ for _, id_ in sorted(standing, key=lambda each: (-len(each[0]), each[1]))[:_MOST]]
        found = {row.id: entity_of(row) for row in graph_rows.entities(connection, scope, ids=ids)}
        named = []
        for id_ in ids:
            links = tuple(link_of(row) for row in graph_rows.links(connection, scope, id_))
            ends = {end for link in links for end in (link.origin, link.target)} - {id_}
            rows = graph_rows.entities(connection, scope, ids=sorted(ends))
            named.append(Named(found[id_], links, {row.id: entity_of(row) for row in rows}))
    return tuple(named)


def _stands_in(name: str, text: str) -> bool:
    """Whether a name stands in a text as words of its own."""
    at = text.find(name) if len(name) >= _SHORTEST else -1
    while at >= 0:
        before, after = text[at - 1 : at] if at else "", text[at + len(name) : at + len(name) + 1]
        if not before.isalnum() and not after.isalnum():
            return True
        at = text.find(name, at + 1)
    return False

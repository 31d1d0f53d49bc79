"""Rows of entities and of the links between them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import apsw

from core.store import statement
from core.store.text import decoded


class EntityRow(NamedTuple):
    """One entity; ``folded`` is what its name is found by, ``properties`` a JSON object."""

    id: str
    type: str
    name: str
    folded: str
    properties: str
    source: str
    trust: int
    created_at: int
    changed_at: int


class LinkRow(NamedTuple):
    """One link between two entities."""

    origin: str
    target: str
    relation: str
    source: str
    trust: int
    created_at: int


_ENTITY = ", ".join(EntityRow._fields)
_READ_ENTITY = ", ".join(
    f"CAST(e.{name} AS BLOB)"
    if name in {"id", "type", "name", "folded", "properties", "source"}
    else f"e.{name}"
    for name in EntityRow._fields
)
_LINK = ", ".join(LinkRow._fields)
_READ_LINK = ", ".join(
    f"CAST(l.{name} AS BLOB)" if name in {"origin", "target", "relation", "source"} else f"l.{name}"
    for name in LinkRow._fields
)


def put(tx: apsw.Connection, scope: int, row: EntityRow) -> bool:
    """Write an entity over the one of its id, which keeps its first time; whether it is new."""
    known = statement.number(tx, "SELECT count(*) FROM entities WHERE scope = ? AND id = ?", (scope, row.id))
    tx.execute(
        f"INSERT INTO entities(scope, {_ENTITY}) VALUES (?{', ?' * len(EntityRow._fields)})"
        " ON CONFLICT(scope, id) DO UPDATE SET type = excluded.type, name = excluded.name,"
        " folded = excluded.folded, properties = excluded.properties, source = excluded.source,"
        " trust = excluded.trust, changed_at = excluded.changed_at",
        (scope, *row),
    )
    return not known


def entity(connection: apsw.Connection, scope: int, id_: str) -> EntityRow | None:
    """One entity of one scope."""
    found = statement.rows(
        connection, f"SELECT {_READ_ENTITY} FROM entities e WHERE e.scope = ? AND e.id = ?", (scope, id_)
    )
    return EntityRow(*_text(found[0])) if found else None


def entities(
    connection: apsw.Connection,
    scope: int,
    *,
    type_: str | None = None,
    ids: Sequence[str] | None = None,
    names: Sequence[str] | None = None,
    since: int | None = None,
    until: int | None = None,
    limit: int = -1,
) -> list[EntityRow]:
    """Entities that meet every condition given, the newest first.

    Args:
        names: folded names, any of which will do.
        since, until: when it was first written, the second moment excluded.
    """
    found = statement.rows(
        connection,
        f"SELECT {_READ_ENTITY} FROM entities e WHERE e.scope = ?1"
        " AND (?2 IS NULL OR e.type = ?2)"
        " AND (?3 IS NULL OR e.id IN (SELECT value FROM json_each(?3)))"
        " AND (?4 IS NULL OR e.folded IN (SELECT value FROM json_each(?4)))"
        " AND (?5 IS NULL OR e.created_at >= ?5) AND (?6 IS NULL OR e.created_at < ?6)"
        " ORDER BY e.created_at DESC, e.id LIMIT ?7",
        (scope, type_, _list(ids), _list(names), since, until, limit),
    )
    return [EntityRow(*_text(row)) for row in found]


def names(connection: apsw.Connection, scope: int) -> list[tuple[str, str]]:
    """Id and folded name of every entity."""
    found = statement.rows(
        connection, "SELECT CAST(id AS BLOB), CAST(folded AS BLOB) FROM entities WHERE scope = ?", (scope,)
    )
    return [(decoded(id_)[0], decoded(folded)[0]) for id_, folded in found]


def link(tx: apsw.Connection, scope: int, row: LinkRow) -> bool:
    """Add a link; False when it is there already and stays as it is."""
    tx.execute(
        f"INSERT INTO links(scope, {_LINK}) VALUES (?{', ?' * len(LinkRow._fields)})"
        " ON CONFLICT(scope, origin, target, relation) DO NOTHING",
        (scope, *row),
    )
    return tx.changes() == 1


def links(
    connection: apsw.Connection, scope: int, entity: str | None = None, relation: str | None = None
) -> list[LinkRow]:
    """Links of one entity in either direction, or all, oldest first."""
    found = statement.rows(
        connection,
        f"SELECT {_READ_LINK} FROM links l WHERE l.scope = ?1 AND (?2 IS NULL OR l.origin = ?2 OR l.target = ?2)"
        " AND (?3 IS NULL OR l.relation = ?3) ORDER BY l.created_at, l.origin, l.relation, l.target",
        (scope, entity, relation),
    )
    return [LinkRow(*_text(row)) for row in found]


def delete_entity(tx: apsw.Connection, scope: int, id_: str) -> tuple[int, int]:
    """Remove an entity and every link it has; how many of each went."""
    tx.execute("DELETE FROM links WHERE scope = ? AND (origin = ? OR target = ?)", (scope, id_, id_))
    gone = tx.changes()
    tx.execute("DELETE FROM entities WHERE scope = ? AND id = ?", (scope, id_))
    return tx.changes(), gone


def delete_link(tx: apsw.Connection, scope: int, origin: str, target: str, relation: str) -> bool:
    """Remove one link; False when it is not there."""
    tx.execute(
        "DELETE FROM links WHERE scope = ? AND origin = ? AND target = ? AND relation = ?",
        (scope, origin, target, relation),
    )
    return tx.changes() == 1


def of_source(connection: apsw.Connection, scope: int, prefix: str) -> tuple[list[str], list[LinkRow]]:
    """Ids of entities, and links, whose source starts literally with the prefix."""
    found = statement.rows(
        connection,
        "SELECT CAST(id AS BLOB) FROM entities WHERE scope = ? AND substr(source, 1, length(?)) = ?",
        (scope, prefix, prefix),
    )
    told = [row for row in links(connection, scope) if row.source.startswith(prefix)]
    return [decoded(id_)[0] for (id_,) in found], told


def counts(connection: apsw.Connection, scope: int) -> tuple[int, int]:
    """How many entities and links there are."""
    return (
        statement.number(connection, "SELECT count(*) FROM entities WHERE scope = ?", (scope,)),
        statement.number(connection, "SELECT count(*) FROM links WHERE scope = ?", (scope,)),
    )


def _list(values: Sequence[str] | None) -> str | None:
    return None if values is None else json.dumps(list(values))


def _text(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(decoded(value)[0] if isinstance(value, bytes) else value for value in row)

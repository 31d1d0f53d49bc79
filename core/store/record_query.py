"""Which records of one scope, in which order: conditions, ids and counts.

A condition is SQL of this module's own making plus arguments; text typed by people only ever
travels as an argument.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import apsw

from core.store import statement


class SortColumn(StrEnum):
    """What a list of records can be ordered by; ties go by id."""

    ID = "id"
    KIND = "kind"
    KEY = "key"
    CONTENT = "content"
    SOURCE = "source"
    TRUST = "trust"
    RECORDED = "recorded_at"
    SEEN = "seen_at"
    IMPORTANCE = "importance"
    EXPIRES = "expires_at"
    VERSION = "version"
    SESSION = "session"
    STATE = "state"


@dataclass(frozen=True, slots=True)
class Sort:
    """An order; the default is newest first."""

    column: SortColumn = SortColumn.ID
    descending: bool = True


@dataclass(frozen=True, slots=True)
class Condition:
    """One test on a row of records."""

    sql: str
    arguments: tuple[str | int, ...] = ()

    def negated(self) -> Condition:
        """True where this is false or unknown."""
        return Condition(f"NOT coalesce(({self.sql}), 0)", self.arguments)


def equals(column: str, value: str | int) -> Condition:
    """The column is exactly the value."""
    return Condition(f"{column} = ?", (value,))


def starts_with(column: str, prefix: str) -> Condition:
    """Literal prefix: ``%`` and ``_`` are not wildcards."""
    return Condition(f"substr({column}, 1, ?) = ?", (len(prefix), prefix))


def compares(column: str, operator: str, value: int) -> Condition:
    """``column < value`` and the like.

    Raises:
        KeyError: an operator that is none of ours.
    """
    return Condition(f"{column} {_OPERATORS[operator]} ?", (value,))


def contains(text: str) -> Condition:
    """Content or key contains the text, upper and lower case alike."""
    # LIKE folds ASCII only; other scripts are tried in the spellings people type.
    spellings = sorted({text} if text.isascii() else {text, text.lower(), text.upper(), text.title()})
    patterns = [f"%{_escaped(spelling)}%" for spelling in spellings]
    tests = [f"{column} LIKE ? ESCAPE '!'" for column in ("content", "key") for _ in patterns]
    return Condition(" OR ".join(tests), (*patterns, *patterns))


def tagged(tag: str) -> Condition:
    """The record's details carry the tag."""
    return Condition(
        "EXISTS (SELECT 1 FROM json_each(records.details, '$.tags') WHERE json_each.value = ?)", (tag,)
    )


def current(now: int) -> Condition:
    """Believed now: nothing ended it and it has not expired."""
    return Condition("ended_at IS NULL AND (expires_at IS NULL OR expires_at > ?)", (now,))


def expired(now: int) -> Condition:
    """Nothing replaced it, but its time is over."""
    return Condition("ended_at IS NULL AND expires_at <= ?", (now,))


def superseded() -> Condition:
    """A newer version stands in its place, or stood there."""
    return Condition("end_reason = 'superseded'")


def withdrawn() -> Condition:
    """Taken back without a replacement."""
    return Condition("end_reason = 'withdrawn'")


def due(now: int) -> Condition:
    """Facts and preferences past their time wait for a person instead of going away."""
    return Condition("ended_at IS NULL AND expires_at <= ? AND kind IN ('semantic', 'preference')", (now,))


def in_conflict(scope: int) -> Condition:
    """Another live record has the same key in another kind and says something else."""
    return Condition(
        "ended_at IS NULL AND key IS NOT NULL AND kind <> 'episodic' AND EXISTS (SELECT 1 FROM records other"
        " WHERE other.scope = ? AND other.key = records.key AND other.kind <> records.kind"
        " AND other.kind <> 'episodic' AND other.ended_at IS NULL AND other.content <> records.content)",
        (scope,),
    )


def believed_at(moment: int) -> Condition:
    """Recorded by then, not yet ended then, and not expired by the expiry it had then."""
    # An expiry set later is undone by the first change after the moment, which kept the old value.
    then = (
        "(SELECT coalesce(json_extract(e.before, '$.expires_at'), '') FROM record_events e"
        " WHERE e.scope = records.scope AND e.record = records.id AND e.at > ?"
        " AND json_type(e.before, '$.expires_at') IS NOT NULL ORDER BY e.seq LIMIT 1)"
    )
    return Condition(
        "recorded_at <= ? AND (ended_at IS NULL OR ended_at > ?)"
        f" AND (coalesce({then}, expires_at, '') = '' OR CAST(coalesce({then}, expires_at) AS INTEGER) > ?)",
        (moment, moment, moment, moment, moment),
    )


def ids(
    connection: apsw.Connection, scope: int, conditions: Sequence[Condition], order: Sort | None = None
) -> array[int]:
    """Ids of the records that meet every condition, in order (8 bytes each)."""
    where, arguments = _where(scope, conditions)
    cursor = connection.execute(f"SELECT id FROM records WHERE {where}{_order(order or Sort())}", arguments)
    return array("q", (row[0] for row in cursor))


def count(connection: apsw.Connection, scope: int, conditions: Sequence[Condition]) -> int:
    """How many records meet every condition."""
    where, arguments = _where(scope, conditions)
    return statement.number(connection, f"SELECT count(*) FROM records WHERE {where}", arguments)


def count_by_kind(connection: apsw.Connection, scope: int, conditions: Sequence[Condition]) -> dict[str, int]:
    """The same count, per kind."""
    where, arguments = _where(scope, conditions)
    sql = f"SELECT kind, count(*) FROM records WHERE {where} GROUP BY kind"
    return dict(statement.rows(connection, sql, arguments))


def _where(scope: int, conditions: Sequence[Condition]) -> tuple[str, tuple[str | int, ...]]:
    parts = ["scope = ?", *(f"({condition.sql})" for condition in conditions)]
    arguments = [argument for condition in conditions for argument in condition.arguments]
    return " AND ".join(parts), (scope, *arguments)


def _order(order: Sort) -> str:
    direction = "DESC" if order.descending else "ASC"
    if order.column is SortColumn.ID:
        return f" ORDER BY id {direction}"
    expression = _SORT_EXPRESSIONS.get(order.column, order.column.value)
    return f" ORDER BY {expression} IS NULL, {expression} {direction}, id DESC"


# Long texts are ordered by their beginning, which keeps a million of them inside the sorter's memory.
_SORT_EXPRESSIONS = {
    SortColumn.CONTENT: "lower(substr(content, 1, 80))",
    SortColumn.KEY: "lower(key)",
    SortColumn.SOURCE: "lower(source)",
    SortColumn.STATE: "coalesce(end_reason, '')",
}

_OPERATORS = {"<": "<", "<=": "<=", ">": ">", ">=": ">=", "=": "="}


def _escaped(text: str) -> str:
    return text.replace("!", "!!").replace("%", "!%").replace("_", "!_")

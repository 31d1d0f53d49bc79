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


class Index(StrEnum):
    """The index a condition is best met by; without statistics SQLite picks by rule of thumb."""

    BY_ID = "records_by_id"
    BY_KEY = "records_by_key"
    LIVE = "records_live"


@dataclass(frozen=True, slots=True)
class Condition:
    """One test on a row of records.

    Attributes:
        few: the index that finds the few rows meeting it without a walk through all.
        covered: the index `records_live` alone can answer it.
    """

    sql: str
    arguments: tuple[str | int, ...] = ()
    few: Index | None = None
    covered: bool = False

    def negated(self) -> Condition:
        """True where this is false or unknown."""
        return Condition(f"NOT coalesce(({self.sql}), 0)", self.arguments)


def equals(column: str, value: str | int) -> Condition:
    """The column is exactly the value."""
    return Condition(f"{column} = ?", (value,), _FEW.get(column))


def has_key() -> Condition:
    """The record can be looked up by a key."""
    return Condition("key IS NOT NULL")


def any_key(keys: Sequence[str]) -> Condition:
    """The key is exactly one of these."""
    return Condition(f"key IN ({', '.join('?' * len(keys))})", tuple(keys), Index.BY_KEY)


def starts_with(column: str, prefix: str) -> Condition:
    """Literal prefix: ``%`` and ``_`` are not wildcards."""
    end = _after(prefix)
    if end is None:
        return Condition(f"{column} >= ?", (prefix,))
    return Condition(
        f"{column} >= ? AND {column} < ?", (prefix, end), Index.BY_KEY if column == "key" else None
    )


def came_from(prefix: str) -> Condition:
    """The source, or one of those it was drawn from, starts literally with the prefix."""
    source = starts_with("source", prefix)
    return Condition(f"({source.sql}) OR {statement.IN_LINEAGE}", (*source.arguments, prefix, prefix))


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
    # One malformed row of a stranger's file must not end the whole search.
    details = "CASE WHEN json_valid(records.details) THEN records.details END"
    return Condition(
        f"EXISTS (SELECT 1 FROM json_each({details}, '$.tags') WHERE json_each.value = ?)", (tag,)
    )


def current(now: int) -> Condition:
    """Believed now: nothing ended it and it has not expired."""
    return Condition("ended_at IS NULL AND (expires_at IS NULL OR expires_at > ?)", (now,), covered=True)


def expired(now: int) -> Condition:
    """Nothing replaced it, but its time is over."""
    return Condition("ended_at IS NULL AND expires_at <= ?", (now,), Index.LIVE, covered=True)


def superseded() -> Condition:
    """A newer version stands in its place, or stood there."""
    return Condition("end_reason = 'superseded'")


def withdrawn() -> Condition:
    """Taken back without a replacement."""
    return Condition("end_reason = 'withdrawn'")


def due(now: int) -> Condition:
    """Facts and preferences past their time wait for a person instead of going away."""
    return Condition(
        "ended_at IS NULL AND expires_at <= ? AND kind IN ('semantic', 'preference')",
        (now,),
        Index.LIVE,
        covered=True,
    )


def in_conflict(scope: int) -> Condition:
    """Another live record has the same key in another kind and says something else."""
    live = "scope = ? AND ended_at IS NULL AND key IS NOT NULL AND kind <> 'episodic'"
    shared = (
        f"SELECT key FROM records INDEXED BY records_one_current_per_key WHERE {live}"
        " GROUP BY key HAVING count(*) > 1"
    )
    return Condition(
        f"ended_at IS NULL AND kind <> 'episodic' AND key IN ({shared}) AND EXISTS (SELECT 1 FROM records other"
        " WHERE other.scope = ? AND other.key = records.key AND other.kind <> records.kind"
        " AND other.kind <> 'episodic' AND other.ended_at IS NULL AND other.content <> records.content)",
        (scope, scope),
        Index.BY_KEY,
    )


def believed_at(moment: int) -> Condition:
    """Recorded by then, not yet ended then, and not expired by the expiry it had then."""
    # An expiry set later is undone by the first change after the moment, which kept the old value.
    then = (
        "(SELECT coalesce(json_extract(e.before, '$.expires_at'), '') FROM record_events e"
        " WHERE e.scope = records.scope AND e.record = records.id AND e.at > ?"
        " AND json_valid(e.before) AND json_type(e.before, '$.expires_at') IS NOT NULL ORDER BY e.seq LIMIT 1)"
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
    index = _few(conditions) or Index.BY_ID
    sql = f"SELECT id FROM records INDEXED BY {index} WHERE {where}{_order(order or Sort())}"
    return array("q", (row[0] for row in connection.execute(sql, arguments)))


def count(connection: apsw.Connection, scope: int, conditions: Sequence[Condition]) -> int:
    """How many records meet every condition."""
    where, arguments = _where(scope, conditions)
    index = _counting(conditions)
    return statement.number(
        connection, f"SELECT count(*) FROM records INDEXED BY {index} WHERE {where}", arguments
    )


def count_by_kind(connection: apsw.Connection, scope: int, conditions: Sequence[Condition]) -> dict[str, int]:
    """The same count, per kind."""
    where, arguments = _where(scope, conditions)
    index = _counting(conditions)
    sql = f"SELECT kind, count(*) FROM records INDEXED BY {index} WHERE {where} GROUP BY kind"
    return dict(statement.rows(connection, sql, arguments))


def _few(conditions: Sequence[Condition]) -> Index | None:
    return next((condition.few for condition in conditions if condition.few is not None), None)


def _counting(conditions: Sequence[Condition]) -> Index:
    if conditions and all(condition.covered for condition in conditions):
        return Index.LIVE
    return _few(conditions) or Index.BY_ID


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

_FEW = {"key": Index.BY_KEY, "id": Index.BY_ID}

_OPERATORS = {"<": "<", "<=": "<=", ">": ">", ">=": ">=", "=": "="}


def _escaped(text: str) -> str:
    return text.replace("!", "!!").replace("%", "!%").replace("_", "!_")


def _after(prefix: str) -> str | None:
    """The smallest text that sorts after every text starting with the prefix; None if there is none."""
    for position in range(len(prefix) - 1, -1, -1):
        code = ord(prefix[position])
        if code < _LAST_CODE_POINT:
            # The code points from D800 to DFFF are surrogates, which no stored text can hold.
            following = 0xE000 if 0xD7FF <= code < 0xE000 else code + 1
            return prefix[:position] + chr(following)
    return None


_LAST_CODE_POINT = 0x10FFFF

"""The filter language of the record list: ``kind:semantic trust<user -source:web "berlin"``.

Words and quoted texts must all occur in content or key; fields narrow by exact value, prefix or
rank; a minus in front turns a term around. Without a state the current records are meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from core.clock import optional_micros, to_micros
from core.errors import Invalid
from core.gate import Trust
from core.gate.canonical import lone_surrogate
from core.kind import Kind
from core.memory.records.record import Outcome, State
from core.store import record_query
from core.store.record_query import Condition

_MAX_LENGTH = 10_000
_MAX_TERMS = 100

_TERM = re.compile(
    r"""(?P<minus>-?)
        (?: (?P<field>[a-z]+) (?P<op>:|<=|>=|<|>) (?: "(?P<quoted_value>[^"]*)" | (?P<value>[^\s"]*) )
          | "(?P<quoted>[^"]*)"
          | (?P<word>[^\s"]+)
        ) (?=\s|$)""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Term:
    """One part of a filter and where it stands in the text that was typed.

    ``name`` is a field, or ``text`` for a word; ``op`` is ``:`` or a comparison.
    """

    name: str
    op: str
    value: str
    negated: bool
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class RecordFilter:
    """Which records are meant, and whether today's or those of a past moment.

    Raises:
        Invalid: a moment without a zone.
    """

    terms: tuple[Term, ...] = ()
    as_of: datetime | None = None

    def __post_init__(self) -> None:
        optional_micros(self.as_of, "as_of")

    def conditions(self, scope: int, now: int) -> list[Condition]:
        """The tests on one scope's rows, given the present in microseconds."""
        found = [_condition(term, scope, now) for term in self.terms]
        if self.as_of is not None:
            return [record_query.believed_at(to_micros(self.as_of, "as_of")), *found]
        if not any(term.name in {"state", "is", "id"} for term in self.terms):
            found.insert(0, record_query.current(now))
        return found


def parse(text: str, as_of: datetime | None = None) -> RecordFilter:
    """Read a filter.

    Raises:
        Invalid: field ``filter``, with ``position`` and what was expected there; more than a
            filter may hold, which SQLite would refuse; or a moment without a zone.
    """
    if len(text) > _MAX_LENGTH:
        raise Invalid("filter", "too_long", length=len(text), limit=_MAX_LENGTH)
    surrogate = lone_surrogate(text)
    if surrogate is not None:
        raise Invalid("filter", "surrogate", position=surrogate)
    terms: list[Term] = []
    position = 0
    while position < len(text):
        if text[position].isspace():
            position += 1
            continue
        match = _TERM.match(text, position)
        if match is None:
            raise Invalid("filter", "unclosed_quote", position=text.index('"', position))
        if len(terms) == _MAX_TERMS:
            raise Invalid("filter", "too_many", limit=_MAX_TERMS, position=position)
        terms.append(_term(match))
        position = match.end()
    return RecordFilter(tuple(terms), as_of)


def _term(match: re.Match[str]) -> Term:
    negated = bool(match["minus"])
    field = match["field"]
    if field is None:
        text = match["quoted"] if match["quoted"] is not None else match["word"]
        if not text:
            raise Invalid("filter", "empty_text", position=match.start())
        return Term("text", ":", text, negated, match.start(), match.end())
    if field not in _FIELDS:
        raise Invalid(
            "filter", "unknown_field", position=match.start("field"), value=field, known=sorted(_FIELDS)
        )
    value = match["quoted_value"] if match["quoted_value"] is not None else match["value"]
    at = match.end("op")
    if not value:
        raise Invalid("filter", "missing_value", position=at, name=field)
    if match["op"] != ":" and field != "trust":
        raise Invalid("filter", "no_comparison", position=match.start("op"), name=field)
    choices = _CHOICES.get(field)
    if choices is not None and value not in choices:
        raise Invalid("filter", "unknown_value", position=at, name=field, value=value, known=sorted(choices))
    if field == "id" and not (value.isascii() and value.isdigit() and len(value) < 18):
        raise Invalid("filter", "not_a_number", position=at, value=value)
    return Term(field, match["op"], value, negated, match.start(), match.end())


def _condition(term: Term, scope: int, now: int) -> Condition:
    condition = (
        record_query.contains(term.value) if term.name == "text" else _FIELDS[term.name](term, scope, now)
    )
    return condition.negated() if term.negated else condition


def _state(term: Term, now: int) -> Condition:
    match term.value:
        case State.CURRENT:
            return record_query.current(now)
        case State.EXPIRED:
            return record_query.expired(now)
        case State.SUPERSEDED:
            return record_query.superseded()
        case State.WITHDRAWN:
            return record_query.withdrawn()
        case _:
            return Condition("1")


_TRUST = {trust.label: trust for trust in Trust}

_FIELDS: Mapping[str, Callable[[Term, int, int], Condition]] = MappingProxyType(
    {
        "kind": lambda term, _scope, _now: record_query.equals("kind", Kind.parse(term.value)),
        "key": lambda term, _scope, _now: record_query.starts_with("key", term.value),
        "source": lambda term, _scope, _now: record_query.starts_with("source", term.value),
        "session": lambda term, _scope, _now: record_query.equals("session", term.value),
        "outcome": lambda term, _scope, _now: record_query.equals("outcome", term.value),
        "tag": lambda term, _scope, _now: record_query.tagged(term.value),
        "state": lambda term, _scope, now: _state(term, now),
        "trust": lambda term, _scope, _now: record_query.compares(
            "trust", term.op.replace(":", "="), _TRUST[term.value]
        ),
        "is": lambda term, scope, now: (
            record_query.due(now) if term.value == "due" else record_query.in_conflict(scope)
        ),
        "id": lambda term, _scope, _now: record_query.equals("id", int(term.value)),
    }
)

_CHOICES: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "kind": frozenset({*Kind, "fact", "episode", "procedure"}),
        "outcome": frozenset(Outcome),
        "state": frozenset({*State, "any"}),
        "trust": frozenset(_TRUST),
        "is": frozenset({"due", "conflict"}),
    }
)

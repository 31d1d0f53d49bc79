"""A proposed record with every argument checked, before the gate reads its words."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Required, TypedDict

from core.clock import optional_micros
from core.errors import Invalid
from core.gate import Citation, Proposal, Run, Settings
from core.gate.canonical import lone_surrogate
from core.kind import Kind
from core.memory.records.record import Details, Outcome
from core.memory.records.rows import parts_of

_MAX_LIST = 100
_MAX_ITEM = 2_000
_MAX_DEPTH = 100
_MAX_TTL = 1_000 * 366 * 86_400  # seconds; keeps every stored time a valid date


class RememberOptions(TypedDict, total=False):
    """The keyword arguments of `Records.remember` and `Records.judge`."""

    kind: str
    key: str | None
    source: Required[str]
    session: str | None
    lineage: tuple[str, ...]
    importance: float
    ttl: timedelta | float | None
    expires_at: datetime | None
    true_from: datetime | None
    true_until: datetime | None
    details: Details | None
    run: Run | None
    cited: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """What would be stored if the gate lets it; times in microseconds."""

    proposal: Proposal
    session: str | None
    importance: float
    expires_at: int | None
    true_from: int | None
    true_until: int | None
    details: Details
    written_at: int | None = None
    written_estimated: bool = False
    origin: str | None = None


def draft(
    content: object,
    now: int,
    *,
    kind: str = Kind.SEMANTIC,
    key: str | None = None,
    source: str | None = None,
    session: str | None = None,
    lineage: tuple[str, ...] = (),
    importance: float = 0.5,
    ttl: timedelta | float | None = None,
    expires_at: datetime | None = None,
    true_from: datetime | None = None,
    true_until: datetime | None = None,
    details: Details | None = None,
    written_at: datetime | None = None,
    written_estimated: bool = False,
    origin: str | None = None,
    run: Run | None = None,
    cited: tuple[Citation, ...] = (),
    settings: Settings | None = None,
) -> Draft:
    """Check the arguments of `Records.remember`.

    Args:
        content: a text, or any JSON value; null only under a key, by itself it says nothing.
        source: who says it; needed, and a missing one is told like every other wrong argument.
        ttl: time to live from now, as a timedelta or in seconds; excludes ``expires_at``.
        written_at: when an imported text was first written, if its file says so;
            ``written_estimated`` marks the time of the file standing in for it.
        run: the run the record was extracted from; what it cites must then be found there.
        cited: the turns, or the words of them, that it was read from.
        settings: what the host decided for the scope.
        origin: the place held proposals are grouped by; the source up to its ``#`` by default.

    Raises:
        Invalid: an argument has the wrong type, range or combination. What is wrong with the
            words themselves is a finding of the gate, not an error.
    """
    for field, value in (("key", key), ("session", session)):
        if value is not None and not isinstance(value, str):
            raise Invalid(field, "type", expected="str", got=type(value).__name__)
    if not isinstance(lineage, tuple | list):
        raise Invalid("lineage", "type", expected="tuple", got=type(lineage).__name__)
    if not isinstance(source, str):
        raise Invalid("source", "type", expected="str", got=type(source).__name__)
    for value in lineage:
        if not isinstance(value, str):
            raise Invalid("source", "type", expected="str", got=type(value).__name__)
    if not _is_number(importance) or not 0 <= importance <= 1:
        raise Invalid("importance", "range", low=0, high=1)
    begins, ends = optional_micros(true_from, "true_from"), optional_micros(true_until, "true_until")
    if begins is not None and ends is not None and ends < begins:
        raise Invalid("true_until", "before_true_from")
    if session:
        _require_text("session", session)
    if content is None and key is None:
        raise Invalid("content", "type", expected="a text or a JSON value", got="NoneType")
    text, is_json = _text(content)
    carried = checked(details or Details())
    return Draft(
        proposal=Proposal(
            text,
            Kind.parse(kind),
            source,
            key,
            tuple(lineage),
            is_json,
            parts=parts_of(carried),
            run=run,
            cited=tuple(cited),
            applies_to=carried.applies_to,
            session=session,
            settings=settings or Settings(),
        ),
        session=session,
        importance=float(importance),
        expires_at=_expiry(now, ttl, expires_at),
        true_from=begins,
        true_until=ends,
        details=carried,
        written_at=optional_micros(written_at, "written_at"),
        written_estimated=written_estimated,
        origin=origin,
    )


def json_text(text: str) -> str:
    """The text of a JSON value in the one form it is kept in.

    Raises:
        Invalid: it is no JSON, or nested too deep.
    """
    try:
        return _text(json.loads(text), always=True)[0]
    except (ValueError, RecursionError):
        raise Invalid("content", "not_json", got="str") from None


def _text(content: object, *, always: bool = False) -> tuple[str, bool]:
    if isinstance(content, str) and not always:
        return content, False
    try:
        _require_shallow(content, _MAX_DEPTH)
        return json.dumps(content, ensure_ascii=False, allow_nan=False), True
    except (TypeError, ValueError, RecursionError):
        raise Invalid("content", "not_json", got=type(content).__name__) from None


def _require_shallow(value: object, depth: int) -> None:
    # What is written from a shallow stack must be readable from a deep one.
    if depth == 0:
        raise RecursionError
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    for child in children:
        _require_shallow(child, depth - 1)


def _expiry(now: int, ttl: timedelta | float | None, expires_at: datetime | None) -> int | None:
    if ttl is None:
        return optional_micros(expires_at, "expires_at")
    if expires_at is not None:
        raise Invalid("ttl", "with_expires_at")
    seconds = ttl.total_seconds() if isinstance(ttl, timedelta) else ttl
    if not _is_number(seconds) or not math.isfinite(seconds) or seconds <= 0:
        raise Invalid("ttl", "not_positive")
    if seconds > _MAX_TTL:
        raise Invalid("ttl", "range", high=_MAX_TTL)
    return now + round(seconds * 1_000_000)


def _is_number(value: object) -> bool:
    # bool is an int to Python, but no amount of anything.
    return isinstance(value, int | float) and not isinstance(value, bool)


def checked(details: Details) -> Details:
    """The details with every value of its type and length.

    Raises:
        Invalid: a value is of another type, empty, too long, or too many.
    """
    if details.outcome is not None and details.outcome not in set(Outcome):
        raise Invalid("outcome", "unknown", value=details.outcome, known=[each.value for each in Outcome])
    if details.applies_to is not None:
        _require_text("applies_to", details.applies_to)
    for field in ("tags", "decisions", "learnings", "steps"):
        items = getattr(details, field)
        if not isinstance(items, tuple | list):
            raise Invalid(field, "type", expected="tuple", got=type(items).__name__)
        if len(items) > _MAX_LIST:
            raise Invalid(field, "too_many", limit=_MAX_LIST)
        for item in items:
            _require_text(field, item)
    return Details(
        None if details.outcome is None else Outcome(details.outcome),
        tuple(details.tags),
        tuple(details.decisions),
        tuple(details.learnings),
        tuple(details.steps),
        details.applies_to,
    )


def _require_text(field: str, value: object) -> None:
    if not isinstance(value, str):
        raise Invalid(field, "type", expected="str", got=type(value).__name__)
    if not value.strip():
        raise Invalid(field, "empty")
    if len(value) > _MAX_ITEM:
        raise Invalid(field, "too_long", limit=_MAX_ITEM, length=len(value))
    position = lone_surrogate(value)
    if position is not None:
        raise Invalid(field, "surrogate", position=position)

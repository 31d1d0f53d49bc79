"""Time as the file keeps it: whole microseconds of UTC since 1970."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from core.errors import Invalid

Clock = Callable[[], int]
"""Gives the present in microseconds; the demo and tests bring their own."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
LATEST = (datetime.max.replace(tzinfo=UTC) - _EPOCH) // _MICROSECOND
"""The last moment a datetime can name."""


def system_clock() -> int:
    """The present by the computer's clock."""
    return time.time_ns() // 1000


def to_micros(moment: datetime, field: str = "time") -> int:
    """Microseconds since 1970 of an aware datetime.

    Raises:
        Invalid: it is no datetime, or one without a zone, which names no moment.
    """
    if not isinstance(moment, datetime):
        raise Invalid(field, "type", expected="datetime", got=type(moment).__name__)
    if moment.utcoffset() is None:
        raise Invalid(field, "naive_time")
    return (moment - _EPOCH) // _MICROSECOND


def to_datetime(micros: int) -> datetime:
    """The aware UTC datetime of a stored time."""
    return _EPOCH + timedelta(microseconds=micros)


def optional_micros(moment: datetime | None, field: str = "time") -> int | None:
    """`to_micros`, with None for None."""
    return None if moment is None else to_micros(moment, field)


def optional_datetime(micros: int | None) -> datetime | None:
    """`to_datetime`, with None for None."""
    return None if micros is None else to_datetime(micros)

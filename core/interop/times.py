"""Times as foreign files write them (guide/interop.md 3.4); an unknown one stays unknown."""

from __future__ import annotations

import math
from datetime import UTC, datetime

from core.clock import LATEST, to_micros

# From here on a number of that unit names a moment no seconds of a calendar reach.
_MILLIS = 1e11
_MICROS = 1e14
_NANOS = 1e17


def micros(value: object) -> int | None:
    """Microseconds since the epoch of a number or an ISO text; None where it says no moment.

    A number is seconds, or of a smaller unit where its size says so. A text without a zone is UTC.
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return _of_number(value)
    return _of_text(value) if isinstance(value, str) else None


def _of_number(value: float) -> int | None:
    if not math.isfinite(value) or value <= 0 or value >= 1e20:
        return None
    factor = 1_000_000
    for limit, smaller in ((_MILLIS, 1_000), (_MICROS, 1), (_NANOS, 0)):
        if value >= limit:
            factor = smaller
    if factor == 0:
        return int(value) // 1_000
    # Whole seconds and the rest apart: a float of microseconds would not hold the last digits.
    whole = int(value)
    return whole * factor + round((value - whole) * factor)


def _of_text(value: str) -> int | None:
    try:
        moment = datetime.fromisoformat(value.strip())
        found = to_micros(moment if moment.utcoffset() is not None else moment.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        return None
    return found if found <= LATEST else None

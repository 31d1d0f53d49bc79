"""Times as the file keeps them."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta, timezone, tzinfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import Invalid
from core.clock import LATEST, optional_datetime, optional_micros, system_clock, to_datetime, to_micros

ZONES = st.integers(-23, 23).map(lambda hours: timezone(timedelta(hours=hours)))


@given(st.datetimes(timezones=st.just(UTC)))
def test_every_moment_comes_back(moment: datetime) -> None:
    assert to_datetime(to_micros(moment)) == moment
    assert optional_datetime(optional_micros(moment)) == moment


@given(st.datetimes(datetime(2, 1, 1), datetime(9998, 1, 1), timezones=ZONES))  # noqa: DTZ001
def test_zones_name_the_same_moment(moment: datetime) -> None:
    assert to_micros(moment) == to_micros(moment.astimezone(UTC))


def test_known_values() -> None:
    assert to_micros(datetime(1970, 1, 1, tzinfo=UTC)) == 0
    assert to_micros(datetime(1969, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)) == -1
    assert to_micros(datetime(2001, 9, 9, 1, 46, 40, tzinfo=UTC)) == 1_000_000_000_000_000
    assert to_datetime(LATEST) == datetime.max.replace(tzinfo=UTC)


def test_nothing_stays_nothing() -> None:
    assert optional_micros(None) is None
    assert optional_datetime(None) is None


class _Nowhere(tzinfo):
    def utcoffset(self, moment: datetime | None) -> None:
        return None


@pytest.mark.parametrize(
    ("moment", "problem"),
    [
        (datetime(2026, 1, 1), "naive_time"),  # noqa: DTZ001
        (datetime(2026, 1, 1, tzinfo=_Nowhere()), "naive_time"),
        ("2026-01-01", "type"),
        (datetime(2026, 1, 1, tzinfo=UTC).date(), "type"),
        (0, "type"),
    ],
)
def test_what_names_no_moment(moment: object, problem: str) -> None:
    with pytest.raises(Invalid) as raised:
        to_micros(moment, "as_of")  # type: ignore[arg-type]
    assert (raised.value.data["field"], raised.value.data["problem"]) == ("as_of", problem)


def test_the_computers_clock_is_utc_in_microseconds() -> None:
    before = time.time_ns() // 1000
    assert before <= system_clock() <= time.time_ns() // 1000

"""Times as people say them."""

from __future__ import annotations

from datetime import datetime

from app.wording.language import say

MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def ago(when: datetime | None, now: datetime) -> str:
    """How long ago ``when`` was, short enough for a table: "51 min", "4 h", "2 Mar"."""
    if when is None:
        return "–"
    seconds = (now - when).total_seconds()
    if seconds < -60:
        return say("in {span}", span=duration(-seconds))
    if seconds < 60:
        return say("just now")
    if seconds < 7 * 86400:
        return duration(seconds)
    local = when.astimezone()
    if when.year == now.year:
        return f"{local.day} {MONTHS[local.month - 1]}"
    return f"{MONTHS[local.month - 1]} {local.year}"


def age(since: datetime, now: datetime) -> str:
    """How long something has waited, always as a span: "3 s", "14 h", "9 d", "29 d"."""
    return duration(max(0.0, (now - since).total_seconds()))


def duration(seconds: float) -> str:
    """A span in its largest sensible unit: "3 s", "12 min", "5 h", "40 d", "2 y"."""
    steps = (
        (60, 1, "{n} s"),
        (3600, 60, "{n} min"),
        (86400, 3600, "{n} h"),
        (730 * 86400, 86400, "{n} d"),
    )
    for below, unit, form in steps:
        if seconds < below:
            return say(form, n=int(seconds // unit))
    return say("{n} y", n=int(seconds // (365 * 86400)))


def moment(when: datetime | None) -> str:
    """Date and time to the second, in the zone of this machine."""
    if when is None:
        return "–"
    local = when.astimezone()
    return f"{day(when)}, {local:%H:%M:%S}"


def stamp(when: datetime | None, now: datetime) -> str:
    """The same for a column of a table: this year's number goes without saying."""
    if when is None:
        return "–"
    local = when.astimezone()
    if local.year == now.astimezone().year:
        return f"{local.day} {MONTHS[local.month - 1]}, {local:%H:%M:%S}"
    return moment(when)


def day(when: datetime | None) -> str:
    """The date alone: "2 Mar 2026"."""
    if when is None:
        return "–"
    local = when.astimezone()
    return f"{local.day} {MONTHS[local.month - 1]} {local.year}"

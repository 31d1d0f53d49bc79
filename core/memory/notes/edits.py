"""What the commands make of a text, without a store: a new text, and where it differs."""

from __future__ import annotations

from typing import NamedTuple

from core.errors import Conflict
from core.memory.notes import contract


class Edit(NamedTuple):
    """One contiguous change.

    Attributes:
        text: the whole text after it.
        at: where it begins, in characters.
        removed: how many characters of the old text went there.
        added: how many came.
    """

    text: str
    at: int
    removed: int
    added: int


def replaced(text: str, old: str, new: str, path: str) -> Edit:
    """The text with the one place that says ``old`` saying ``new``.

    Raises:
        contract.Refused: there is no such place, or more than one.
    """
    at = text.find(old) if old else -1
    if at < 0:
        raise contract.not_verbatim(old, path)
    places = _places(text, old, at)
    if len(places) > 1:
        lines = dict.fromkeys(text.count("\n", 0, place) + 1 for place in places)
        raise contract.not_unique(old, tuple(lines))
    return Edit(text[:at] + new + text[at + len(old) :], at, len(old), len(new))


def inserted(text: str, line: object, more: str) -> Edit:
    """The text with more lines after that line; 0 is the top.

    Raises:
        contract.Refused: there is no such line, or the number is given as something else, such as a text.
    """
    count = lines_of(text)
    if isinstance(line, bool) or not isinstance(line, int):
        raise contract.no_number()
    if not 0 <= line <= count:
        raise contract.not_a_line(line, count)
    at = 0
    for _ in range(line):
        found = text.find("\n", at)
        at = len(text) if found < 0 else found + 1
    if at == len(text) and text and not text.endswith("\n"):
        more = "\n" + more
    elif not more.endswith("\n"):
        more += "\n"
    return Edit(text[:at] + more + text[at:], at, 0, len(more))


def lines_of(text: str) -> int:
    """How many lines a text has; one that ends with a line feed has no line after it."""
    return text.count("\n") + bool(text and not text.endswith("\n"))


def rebased(base: str, proposed: str, at: int, removed: int, today: str) -> str:
    """A change that was proposed on ``base``, made to what the text is today.

    Raises:
        Conflict: the place it was meant for is not there any more.
    """
    if base == today:
        return proposed
    added = proposed[at : len(proposed) - (len(base) - at - removed)]
    before, old, after = base[:at], base[at : at + removed], base[at + removed :]
    if today.startswith(before + old):
        return before + added + today[at + removed :]
    if today.endswith(old + after):
        cut = len(today) - len(old + after)
        return today[:cut] + added + today[cut + removed :]
    if old and today.count(old) == 1:
        return today.replace(old, added)
    raise Conflict(changed="note")


def _places(text: str, old: str, at: int) -> list[int]:
    places = []
    while at >= 0:
        places.append(at)
        at = text.find(old, at + len(old))
    return places

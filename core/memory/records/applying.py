"""Whether a record speaks about the version a question names: "Orbit 3.x" and "Orbit 2.8 hangs"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from operator import eq, ge, gt, le, lt, ne

from core.memory.records.record import Record

_NUMBER = r"v?(?P<version>\d+(?:\.\d+)*)(?P<open>\.[x*])?"
_NAMED = re.compile(rf"(?<![\w.])(?P<product>[^\W\d_][\w\-]*)[ \t]+{_NUMBER}(?![\w.]*\w)")
_PRODUCT = re.compile(r"\s*(?P<product>[^\W\d_][\w\-]*)\s*(?=[<>=!~^v\d])")
_BOUND = re.compile(rf"\s*(?P<sign><=|>=|==|!=|<|>|=)?\s*{_NUMBER}\s*(?:,|$)")
_SIGNS = {"<=": le, ">=": ge, "<": lt, ">": gt, "==": eq, "=": eq, "!=": ne}
_LONGEST = 2_000

Version = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """A product with its version, as a question names it."""

    product: str
    version: Version

    @classmethod
    def in_question(cls, question: str) -> tuple[Named, ...]:
        """Every product with a version that a question names."""
        return tuple(
            cls(found["product"].casefold(), _version(found["version"]))
            for found in _NAMED.finditer(question[:_LONGEST])
        )


def applies(record: Record, named: Sequence[Named]) -> bool | None:
    """Whether a record is for a version that is named; None where one of them says nothing of it."""
    wanted = record.details.applies_to
    head = None if wanted is None or not named else _PRODUCT.match(wanted)
    if wanted is None or head is None:
        return None
    versions = [each.version for each in named if each.product == head["product"].casefold()]
    bounds = _bounds(wanted[head.end() :])
    if not versions or bounds is None:
        return None
    return any(all(_holds(version, *bound) for bound in bounds) for version in versions)


def _bounds(text: str) -> list[tuple[str, Version]] | None:
    """Signs and versions, comma between; ``^`` for a beginning; None where it cannot be read."""
    bounds, at = [], 0
    while at < len(text):
        found = _BOUND.match(text, at)
        if found is None:
            return None
        bounds.append((found["sign"] or "^", _version(found["version"])))
        at = found.end()
    return bounds or None


def _holds(version: Version, sign: str, bound: Version) -> bool:
    if sign == "^":
        # "3.x" and "3.0" hold for 3.0.1, and who only says "3" may mean either.
        return all(mine == theirs for mine, theirs in zip(version, bound, strict=False))
    left, right = zip(*zip_longest(version, bound, fillvalue=0), strict=True)
    return bool(_SIGNS[sign](left, right))


def _version(text: str) -> Version:
    return tuple(int(part[:9]) for part in text.split("."))

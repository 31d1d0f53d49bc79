"""A record's terms and how often each occurs, as one text: ``fiscal year*2 start``."""

from __future__ import annotations

from collections.abc import Mapping

MOST = 255
"""Occurrences beyond this count no further; the packed form has one byte for them."""


def counted(terms: str) -> list[tuple[str, int]]:
    """The terms of such a text with their counts."""
    if "*" not in terms:
        return [(term, 1) for term in terms.split(" ")] if terms else []
    found = []
    for entry in terms.split(" "):
        term, _, count = entry.partition("*")
        found.append((term, int(count) if count else 1))
    return found


def written(counts: Mapping[str, int]) -> str:
    """The other way round; no term holds a blank or an asterisk."""
    return " ".join(
        term if count == 1 else f"{term}*{min(count, MOST)}" for term, count in sorted(counts.items())
    )

"""Hiding ways to reach a person from eyes that do not need them; nothing is stored otherwise."""

from __future__ import annotations

from collections.abc import Iterable

from core.gate.personal import personal_data
from core.gate.views import plain

DOT = "•"


def contact_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Where a text says how to reach somebody: mail, phone, street, public address."""
    view = plain(text)
    return tuple(view.span(each.start, each.end) for each in personal_data(view.text) if not each.is_high)


def concealed(text: str, spans: Iterable[tuple[int, int]] | None = None) -> str:
    """The text with each letter and digit of its contact data as a dot, so that no place moves.

    Args:
        spans: further places to hide, where a rule marked some.
    """
    hidden = list(text)
    for start, end in (*contact_spans(text), *(spans or ())):
        for place in range(start, min(end, len(text))):
            if text[place].isalnum():
                hidden[place] = DOT
    return "".join(hidden)

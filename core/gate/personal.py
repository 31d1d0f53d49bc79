"""Personal data in a text: what identifies or reaches one person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from core.gate.contacts import mails, network_addresses, phones, streets
from core.gate.personal_numbers import cards, documents, ibans, social_security

_MOST = 20_000


class Personal(NamedTuple):
    """One piece of personal data.

    Attributes:
        is_high: a number that does harm in other hands; contact data is not.
    """

    kind: str
    start: int
    end: int
    is_high: bool


def personal_data(text: str) -> list[Personal]:
    """Every piece, in order; a number that is two things is the riskier one."""
    text = text[:_MOST]
    found: list[Personal] = []
    if any(character.isdigit() for character in text):
        found += _all("card", cards(text), is_high=True)
        found += _all("iban", ibans(text), is_high=True)
        found += _all("ssn", social_security(text), is_high=True)
        found += [Personal(kind, start, end, True) for start, end, kind in documents(text)]
        found += _all("ip", network_addresses(text))
        found += _all("phone", phones(text))
        found += _all("street", streets(text))
    if "@" in text:
        found += _all("mail", mails(text))
    kept: list[Personal] = []
    for each in found:
        if all(each.end <= other.start or each.start >= other.end for other in kept):
            kept.append(each)
    return sorted(kept, key=lambda each: each.start)


def _all(kind: str, spans: Iterator[tuple[int, int]], *, is_high: bool = False) -> list[Personal]:
    return [Personal(kind, start, end, is_high) for start, end in spans]

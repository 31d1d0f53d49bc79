"""What a rule yields: a code, a place and facts; the table makes a finding with a severity of it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Sighting(NamedTuple):
    """One thing a rule saw.

    Attributes:
        span: first and one-past-last character in the canonical text, where it has a place.
    """

    code: str
    span: tuple[int, int] | None
    data: Mapping[str, object]


def seen(code: str, span: tuple[int, int] | None = None, **data: object) -> Sighting:
    """A sighting with its facts."""
    return Sighting(code, span, MappingProxyType(data))

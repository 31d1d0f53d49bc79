"""Writes that answer with nothing but what changed, or not even that."""

from __future__ import annotations

from dataclasses import dataclass

from core import Change

_CHANGED = Change(frozenset({"privacy"}))


@dataclass(frozen=True, slots=True)
class Told:
    """What the session wants to hear of a write."""

    change: Change = _CHANGED

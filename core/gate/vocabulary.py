"""Word lists the rules look words up in; a list is read when a text first needs it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def vocabulary(name: str) -> frozenset[str]:
    """The words of one file in ``vocabularies``."""
    return frozenset((files("core.gate") / "vocabularies" / f"{name}.txt").read_text("utf-8").split())

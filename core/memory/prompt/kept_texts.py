"""The texts of a prompt that stand nowhere else, each kept once while it stays the same.

A prompt names the earlier one that holds a text instead of repeating it: the schemas of tools are the same
on a thousand turns. The texts are masked before they come here, and the inventory names their column, so
that forgetting finds a value in them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

NAMES = ("instructions", "tools", "scratchpad")
Kept = dict[str, str | int]


def keep(texts: Mapping[str, str], number: int, earlier: Callable[[int], Kept]) -> Kept:
    """What is written down with prompt ``number``: a text, or the number of the prompt that holds it.

    Args:
        earlier: reads what an earlier prompt kept; empty where there is none.
    """
    if not texts:
        return {}
    kept: Kept = {}
    before = earlier(number - 1) if number > 1 else {}
    for name, text in texts.items():
        held = before.get(name)
        at = held if isinstance(held, int) else number - 1
        same = (earlier(at).get(name) if isinstance(held, int) else held) == text
        kept[name] = at if same else text
    return kept


def read_kept(column: str | None) -> Kept:
    """Read what `keep` gave."""
    told = json.loads(column) if column else {}
    return {name: told[name] for name in NAMES if isinstance(told.get(name), str | int)}


def resolved(kept: Kept, earlier: Callable[[int], Kept]) -> dict[str, str]:
    """The texts themselves; one whose holder is gone is left out."""
    found = {}
    for name, held in kept.items():
        text = earlier(held).get(name) if isinstance(held, int) else held
        if isinstance(text, str):
            found[name] = text
    return found

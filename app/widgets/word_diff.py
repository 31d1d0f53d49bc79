"""What changed between two texts, word by word."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

# What is covered by dots is one word, whatever its length.
_WORD = re.compile(r"\s+|•+\w*|\w+(?:['’@.:/_-]\w+)*|[^\w\s]")
# Beyond this many differing words the comparison takes longer than a person waits while
# typing; the whole middle then counts as changed.
LIMIT = 600


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of one side; ``changed`` when the other side does not have it."""

    text: str
    changed: bool


@dataclass(frozen=True, slots=True)
class WordDiff:
    """Both sides of a comparison as runs."""

    before: tuple[Run, ...]
    after: tuple[Run, ...]

    @property
    def same(self) -> bool:
        """True when nothing changed."""
        return not any(run.changed for run in (*self.before, *self.after))


def word_diff(before: str, after: str) -> WordDiff:
    """Compares two texts by words; a blank between two changed words belongs to the change."""
    old, new = _WORD.findall(before), _WORD.findall(after)
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    left: list[Run] = []
    right: list[Run] = []
    shared = "".join(old[:head])
    _append(left, shared, False)
    _append(right, shared, False)
    _compare(old[head : len(old) - tail], new[head : len(new) - tail], left, right)
    shared = "".join(old[len(old) - tail :])
    _append(left, shared, False)
    _append(right, shared, False)
    return WordDiff(tuple(left), tuple(right))


def _common(one: list[str], other: list[str]) -> int:
    """How many words the two lists start with in common."""
    for position, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return position
    return min(len(one), len(other))


def _compare(old: list[str], new: list[str], left: list[Run], right: list[Run]) -> None:
    if len(old) > LIMIT or len(new) > LIMIT:
        _append(left, "".join(old), True)
        _append(right, "".join(new), True)
        return
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        # A blank kept between two changed words would cut one change into crumbs. The middle
        # starts and ends with a difference, so such a blank always has a change on each side.
        changed = tag != "equal" or (i2 - i1 == 1 and old[i1].isspace())
        _append(left, "".join(old[i1:i2]), changed)
        _append(right, "".join(new[j1:j2]), changed)


def _append(runs: list[Run], text: str, changed: bool) -> None:
    if not text:
        return
    if runs and runs[-1].changed == changed:
        runs[-1] = Run(runs[-1].text + text, changed)
    else:
        runs.append(Run(text, changed))

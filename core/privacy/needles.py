"""What an erased person is searched by afterwards: words and slices that are theirs alone.

Needles live in memory only. Each is looked for as it stood and as programs write it down otherwise:
composed and decomposed, in other cases, escaped in JSON, in UTF-16, and in base64 at each of its
three phases (guide/privacy.md 5.5).
"""

from __future__ import annotations

import base64
import json
import random
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from core.gate.canonical import folded

MOST = 10_000
SHORTEST = 8
"""Shorter strings are met by chance somewhere in a gigabyte (guide/privacy.md 7.4)."""
_SLICE = 16
_FEWEST_DISTINCT = 8
_WORD = re.compile(r"[^\W_][\w@.+\-]{6,62}[^\W_]")
_MOST_CANDIDATES = 200_000
_WORDS_OF_A_TEXT = 400


@dataclass(slots=True)
class Needles:
    """Byte strings to look for, and which needle each of them stands for.

    Attributes:
        count: how many needles there are; each has several patterns.
        owners: for each pattern the number of its needle.
    """

    count: int = 0
    patterns: list[bytes] = field(default_factory=list)
    owners: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, needles: Iterable[str | bytes]) -> Needles:
        """The needles in every way they may be written."""
        made = cls()
        seen: set[bytes] = set()
        for needle in needles:
            for pattern in variants(needle):
                if pattern not in seen:
                    seen.add(pattern)
                    made.patterns.append(pattern)
                    made.owners.append(made.count)
            made.count += 1
        return made

    def without(self, shared: Iterable[bool]) -> Needles:
        """The needles none of whose patterns is among the marked ones."""
        dropped = {owner for owner, flag in zip(self.owners, shared, strict=True) if flag}
        kept = Needles()
        numbers: dict[int, int] = {}
        for pattern, owner in zip(self.patterns, self.owners, strict=True):
            if owner not in dropped:
                kept.patterns.append(pattern)
                kept.owners.append(numbers.setdefault(owner, len(numbers)))
        kept.count = len(numbers)
        return kept

    def met(self, found: Iterable[bool]) -> int:
        """How many needles were met, of which any pattern was found."""
        return len({owner for owner, flag in zip(self.owners, found, strict=True) if flag})


def candidates(texts: Iterable[bytes], blobs: Iterable[bytes], most: int = MOST) -> list[str | bytes]:
    """Needles from a person's texts and blobs, a fair sample where there are more than ``most``."""
    chance = random.Random()
    words = _Sample(chance, _MOST_CANDIDATES)
    slices = _Sample(chance, _MOST_CANDIDATES)
    for raw in texts:
        try:
            text = raw.decode()
        except UnicodeDecodeError:
            words.offer(raw[:_SLICE])
            continue
        for number, match in enumerate(_WORD.finditer(text)):
            if number >= _WORDS_OF_A_TEXT:
                break
            if len(match[0].encode()) >= SHORTEST:
                words.offer(match[0])
        for piece in _pieces(text):
            words.offer(piece)
    for blob in blobs:
        for start in {0, len(blob) // 2, max(0, len(blob) - _SLICE)}:
            part = blob[start : start + _SLICE]
            if len(part) == _SLICE and len(set(part)) >= _FEWEST_DISTINCT:
                slices.offer(part)
    kept: list[str | bytes] = [*words.kept]
    if len(kept) > most * 3 // 4:
        kept = chance.sample(kept, most * 3 // 4)
    rest = [*slices.kept]
    return kept + (rest if len(rest) <= most - len(kept) else chance.sample(rest, most - len(kept)))


class _Sample:
    """Distinct values, so many at most; which of them stay is chance."""

    def __init__(self, chance: random.Random, most: int) -> None:
        self.kept: dict[str | bytes, None] = {}
        self._chance = chance
        self._most = most

    def offer(self, value: str | bytes) -> None:
        if value in self.kept:
            return
        if len(self.kept) < self._most or self._chance.random() < 0.1:
            self.kept[value] = None
        if len(self.kept) > 2 * self._most:
            self.kept = dict.fromkeys(self._chance.sample([*self.kept], self._most))


def _pieces(text: str) -> Iterator[str]:
    """Slices from the beginning, the middle and the end; what says little is left out."""
    if len(text) < _SLICE:
        return
    for start in {0, (len(text) - _SLICE) // 2, len(text) - _SLICE}:
        piece = text[start : start + _SLICE]
        if len(set(piece)) >= _FEWEST_DISTINCT:
            yield piece


def variants(needle: str | bytes) -> set[bytes]:
    """Every way a needle may stand in a file, of eight bytes or more."""
    if isinstance(needle, bytes):
        return {needle}
    plain = {needle, needle.lower(), needle.upper(), folded(needle)}
    if not needle.isascii():
        plain |= {unicodedata.normalize(form, text) for text in [*plain] for form in ("NFC", "NFD")}
    found = {text.encode() for text in plain}
    for text in (needle, needle.lower()):
        escaped = json.dumps(text)[1:-1]
        found |= {escaped.encode(), text.encode("utf-16-le"), text.encode("utf-16-be")}
        found |= set(_base64(text.encode()))
    return {pattern for pattern in found if len(pattern) >= SHORTEST}


def _base64(raw: bytes) -> Iterator[bytes]:
    """The characters of base64 that depend on these bytes alone, wherever in a run they begin."""
    for phase in range(3):
        whole = base64.b64encode(bytes(phase) + raw)
        first = (0, 2, 3)[phase]
        bits = 8 * (phase + len(raw))
        yield whole[first : bits // 6]

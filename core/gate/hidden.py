"""Characters nobody sees: what the canonical form takes away, reported."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.gate.sighting import Sighting, seen

_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]")
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")
_TAGS = re.compile("[\U000e0000-\U000e007f]{1,100}")
_ZERO_WIDTH = re.compile("[\u200b\u2060\u180e\ufeff]")
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,100}")
_FLAG = "\U0001f3f4"


def hidden_characters(original: str) -> Iterator[Sighting]:
    """The first of each kind of hidden character; a byte-order mark in front and flags are none."""
    if original.isascii():
        if _CONTROLS.search(original):
            yield seen("hidden_characters", kind="control", count=len(_CONTROLS.findall(original)))
        return
    body = original.removeprefix("\ufeff")
    for kind, pattern in (
        ("control", _CONTROLS),
        ("bidi", _BIDI),
        ("zero_width", _ZERO_WIDTH),
        ("selectors", _SELECTORS),
    ):
        count = len(pattern.findall(body))
        if count:
            yield seen("hidden_characters", kind=kind, count=count)
    tags = [match for match in _TAGS.finditer(body) if body[match.start() - 1 : match.start()] != _FLAG]
    if tags:
        yield seen("hidden_characters", kind="tags", count=sum(len(match[0]) for match in tags))

"""Words as signed hashes in 256 slots (specification 4, golden C)."""

from __future__ import annotations

import re
from hashlib import blake2b

SLOTS = 256
_SIGN_BIT = 63
_TOKEN = re.compile(r"[a-z0-9][a-z0-9_.\-]*")
_STOP_WORDS = frozenset(
    ["the", "a", "an", "and", "or", "of", "to", "in", "on", "is", "it", "its", "for", "with", "at"]
)


def signed_slots(text: str) -> list[int]:
    """Counts by slot: each word adds or takes 1 in one of them, by the last bit of its hash."""
    slots = [0] * SLOTS
    for token in _TOKEN.findall(text.lower()):
        if token not in _STOP_WORDS:
            number = int.from_bytes(blake2b(token.encode(), digest_size=8).digest(), "little")
            slots[number % SLOTS] += -1 if number >> _SIGN_BIT else 1
    return slots

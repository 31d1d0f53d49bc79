"""Signed hashing into 256 slots: no model, no download, the same on every machine."""

from __future__ import annotations

import hashlib
import math
import re

from core.recall.embedder import Vector

_SLOTS = 256
_SIGN = 1 << 63
_TOKEN = re.compile(r"[a-z0-9][a-z0-9_.\-]*")
_STOP_WORDS = frozenset(
    ("the", "a", "an", "and", "or", "of", "to", "in", "on", "is", "it", "its", "for", "with", "at")
)


class HashingEmbedder:
    """Specification 4, golden C: blake2b-8 little-endian, slot ``h % 256``, sign by bit 63.

    It sees words, not meaning: a rewording in other words scores low and stays apart.
    """

    name = "hashing-256"
    # data/dedupe_pairs.json: .85 merges three of four rewordings and no different pair.
    repeats_from = 0.85

    def embed(self, text: str) -> Vector:
        """The unit vector of a text's words; all zero when it has none."""
        slots = [0.0] * _SLOTS
        for token in _TOKEN.findall(text.lower()):
            if token not in _STOP_WORDS:
                hashed = int.from_bytes(hashlib.blake2b(token.encode(), digest_size=8).digest(), "little")
                slots[hashed % _SLOTS] += -1.0 if hashed & _SIGN else 1.0
        length = math.sqrt(sum(value * value for value in slots))
        return [value / length for value in slots] if length else slots

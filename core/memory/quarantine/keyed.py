"""Keyed hashes under a person's salt: equal values can be told, nobody can read or guess them later."""

from __future__ import annotations

import hmac

from core.gate.canonical import bare

_LENGTH = 16


def block_tag(salt: bytes, text: str) -> bytes:
    """What a value is remembered by once it was rejected or forgotten; case, spaces and punctuation aside."""
    return _tag(salt, "value", bare(text))


def bytes_tag(salt: bytes, *parts: str | None) -> bytes:
    """What a proposal is known by: exactly these bytes under this kind and key."""
    return _tag(salt, "proposal", "\0".join(part or "" for part in parts))


def origin_tag(salt: bytes, origin: str) -> bytes:
    """Where a proposal came from."""
    return _tag(salt, "origin", origin)


def slot_tag(salt: bytes, kind: str, key: str | None) -> bytes | None:
    """The key a proposal wants to set; None when it wants none."""
    return None if key is None else _tag(salt, "slot", f"{kind}\0{key}")


def _tag(salt: bytes, what: str, text: str) -> bytes:
    return hmac.digest(salt, f"{what}\0{text}".encode("utf-8", "surrogatepass"), "sha256")[:_LENGTH]

"""All secrets of one text, without overlaps."""

from __future__ import annotations

from core.gate.secrets.assignment import assigned
from core.gate.secrets.found import Secret
from core.gate.secrets.providers import provider_keys
from core.gate.secrets.shapes import random_tokens, shaped


def secrets_in(text: str) -> list[Secret]:
    """Every secret, in order; where two rules saw the same place, the surer and longer find stays."""
    found = [*provider_keys(text), *assigned(text), *shaped(text), *random_tokens(text)]
    kept: list[Secret] = []
    for secret in sorted(found, key=lambda each: (not each.certain, each.start - each.end)):
        if all(secret.end <= other.start or secret.start >= other.end for other in kept):
            kept.append(secret)
    return sorted(kept, key=lambda each: each.start)

"""All secrets of one text, without overlaps."""

from __future__ import annotations

from core.gate.secrets.assignment import assigned
from core.gate.secrets.found import Secret
from core.gate.secrets.providers import provider_keys
from core.gate.secrets.shapes import random_tokens, shaped


def secrets_in(text: str) -> list[Secret]:
    """Every secret, in order; where finds overlap, one of the surer kind covers both."""
    found = [*provider_keys(text), *assigned(text), *shaped(text), *random_tokens(text)]
    kept: list[Secret] = []
    for secret in sorted(found):
        if kept and secret.start < kept[-1].end:
            last = kept[-1]
            surer = max(last, secret, key=lambda each: (each.certain, each.end - each.start))
            kept[-1] = surer._replace(start=last.start, end=max(last.end, secret.end))
        else:
            kept.append(secret)
    return kept

"""The formulas of guide/recall.md 5 and 8, written a second time: slow, plain, without numpy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log, sqrt

from core.recall.tokenizer import terms


def bm25(texts: Mapping[int, str], query: str) -> dict[int, float]:
    held = {id_: terms(text) for id_, text in texts.items()}
    average = sum(map(len, held.values())) / len(held)
    scores = dict.fromkeys(texts, 0.0)
    for term in set(terms(query)):
        df = sum(term in words for words in held.values())
        idf = log(1 + (len(held) - df + 0.5) / (df + 0.5))
        for id_, words in held.items():
            tf = words.count(term)
            if tf:
                scores[id_] += idf * tf * 1.9 / (tf + 0.9 * (0.6 + 0.4 * len(words) / average))
    return scores


def fused(
    words: Mapping[int, float], vectors: Mapping[int, Sequence[float]], query: Sequence[float], weight: float
) -> dict[int, float]:
    cosines = {id_: sum(a * b for a, b in zip(vector, query, strict=True)) for id_, vector in vectors.items()}
    low, span = min(cosines.values()), max(cosines.values()) - min(cosines.values())
    highest = max(words.values()) or 1.0
    asked = sqrt(sum(number * number for number in query)) > 0
    return {
        id_: (1 - weight) * words[id_] / highest
        + (weight * (cosines[id_] - low) / span if span and asked else 0.0)
        for id_ in words
    }


def with_neighbours(base: Sequence[float], sessions: Sequence[str]) -> list[float]:
    """Records in order of time."""
    lifted = []
    for here, own in enumerate(base):
        total, weights = own, 1.0
        for k in (1, 2):
            for there in (here - k, here + k):
                if 0 <= there < len(base) and sessions[there] == sessions[here]:
                    total += 0.4**k * base[there]
                    weights += 0.4**k
        lifted.append(total / weights)
    return lifted

"""Keys in the formats of their providers, by the rule file of gitleaks (its notice lies beside it)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from core.gate.secrets.dialect import compile_go
from core.gate.secrets.found import Secret
from core.gate.secrets.values import entropy

# Longer texts are searched around the words a rule starts from, and nowhere else.
_WHOLE = 2_000
_BEFORE, _AFTER = 200, 1_500
_AFTER_BY_RULE = {"private-key": 9_000, "1password-service-account-token": 4_500}


@dataclass(frozen=True)
class _Allowed:
    """What makes a find harmless: patterns and words, alone or together."""

    patterns: tuple[str, ...]
    words: tuple[str, ...]
    target: str

    @cached_property
    def compiled(self) -> tuple[re.Pattern[str], ...]:
        return tuple(compile_go(pattern) for pattern in self.patterns)

    def covers(self, secret: str, match: str, line: str) -> bool:
        subject = {"match": match, "line": line}.get(self.target, secret)
        if any(pattern.search(subject) for pattern in self.compiled):
            return True
        lower = secret.lower()
        return any(word in lower for word in self.words)


@dataclass(frozen=True)
class _Rule:
    id: str
    source: str
    keywords: tuple[str, ...]
    least: float
    group: int
    allowed: tuple[_Allowed, ...]

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return compile_go(self.source)

    def finds(self, text: str, lower: str) -> Iterator[Secret]:
        for low, high in _windows(self, lower):
            for match in self.pattern.finditer(text, low, high):
                start, end = self._span(match)
                secret = text[start:end]
                if not secret or (self.least and entropy(secret) <= self.least):
                    continue
                if self.id == "generic-api-key" and not any(c.isdigit() for c in secret):
                    continue
                line = _line(text, start, end)
                if any(allowed.covers(secret, match[0], line) for allowed in (*self.allowed, _shared())):
                    continue
                yield Secret(start, end, self.id)

    def _span(self, match: re.Match[str]) -> tuple[int, int]:
        if self.group:
            return match.span(self.group)
        for number in range(1, (match.re.groups or 0) + 1):
            if match[number]:
                return match.span(number)
        return match.span()


def provider_keys(text: str) -> Iterator[Secret]:
    """Every value one of the provider rules recognises."""
    lower = text.lower()
    if len(lower) != len(text):
        # A few capital letters have a longer small form; positions must stay those of the text.
        lower = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    for rule in _rules():
        if any(keyword in lower for keyword in rule.keywords):
            yield from rule.finds(text, lower)


def _line(text: str, start: int, end: int) -> str:
    """The line around a find, as far as an allow-list needs it."""
    low = max(0, start - _BEFORE)
    return text[max(low, text.rfind("\n", low, start) + 1) : end + _BEFORE].partition("\n")[0]


def _windows(rule: _Rule, lower: str) -> Iterable[tuple[int, int]]:
    if len(lower) <= _WHOLE:
        return ((0, len(lower)),)
    after = _AFTER_BY_RULE.get(rule.id, _AFTER)
    merged: list[tuple[int, int]] = []
    for position in sorted(_positions(rule.keywords, lower)):
        low, high = max(0, position - _BEFORE), min(len(lower), position + after)
        if merged and low <= merged[-1][1]:
            merged[-1] = (merged[-1][0], high)
        else:
            merged.append((low, high))
    return merged


def _positions(keywords: tuple[str, ...], lower: str) -> Iterator[int]:
    for keyword in keywords:
        position = lower.find(keyword)
        while position >= 0:
            yield position
            position = lower.find(keyword, position + len(keyword))


@cache
def _document() -> dict[str, Any]:
    return tomllib.loads((files("core.gate.secrets") / "rules" / "gitleaks.toml").read_text("utf-8"))


@cache
def _rules() -> tuple[_Rule, ...]:
    # Rules about paths look at file names, which a note has none of.
    return tuple(
        _Rule(
            raw["id"],
            raw["regex"],
            tuple(raw["keywords"]),
            float(raw.get("entropy", 0)),
            int(raw.get("secretGroup", 0)),
            tuple(_allowed(each) for each in raw.get("allowlists", ()) if "paths" not in each),
        )
        for raw in _document()["rules"]
        if "regex" in raw and "path" not in raw
    )


@cache
def _shared() -> _Allowed:
    return _allowed(_document()["allowlist"])


def _allowed(raw: dict[str, Any]) -> _Allowed:
    return _Allowed(
        tuple(raw.get("regexes", ())), tuple(raw.get("stopwords", ())), raw.get("regexTarget", "")
    )

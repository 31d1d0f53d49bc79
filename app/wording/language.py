"""The seam through which sentences are translated without importing Qt."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

_translate: Callable[[str], str] = str


def use_language(translate: Callable[[str], str]) -> None:
    """Let every sentence pass through ``translate`` from now on."""
    global _translate
    _translate = translate


def say(text: str, /, **data: object) -> str:
    """The sentence in the language of the program with its data filled in."""
    return _translate(text).format_map({name: plain(value, 300) for name, value in data.items()})


def plain(value: object, limit: int = 120) -> str:
    """A value as it may stand in a sentence: one line, no hidden characters, not endless."""
    text = str(value)
    shown = "".join(
        character
        if unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Zl", "Zp", "Co", "Cn"}
        else f"[U+{ord(character):04X}]"
        for character in text[: limit + 1]
    )
    return shown if len(text) <= limit else shown[:limit] + "…"

"""Who counts tokens, and the counter that needs no tokenizer."""

from __future__ import annotations

from typing import Protocol


class TokenCounter(Protocol):
    """Counts the tokens of a text; its name stands beside every number it gave."""

    @property
    def name(self) -> str:
        """What a person calls it: ``chars/4``."""

    @property
    def exact(self) -> bool:
        """Whether it counts as the model does; an estimate is marked with ≈."""

    def count(self, text: str) -> int:
        """Tokens of the text, 0 for an empty one."""


class CharsPerFour:
    """A token for every four characters begun; an estimate for English."""

    name = "chars/4"
    exact = False

    def count(self, text: str) -> int:
        """A quarter of the characters, rounded up."""
        return -(-len(text) // 4)

"""How texts are counted in tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from core.errors import Invalid


class TokenCounter(Protocol):
    """Counts the tokens of a text; another model may count otherwise."""

    @property
    def name(self) -> str:
        """What it is called in settings and ledgers."""

    def __call__(self, text: str) -> int:
        """The number of tokens; 0 for an empty text."""


@dataclass(frozen=True, slots=True)
class CharsPerToken:
    """So many characters make a token, a begun one counts: an estimate that needs no model."""

    characters: int = 4

    @property
    def name(self) -> str:
        """As in ``chars/4``."""
        return f"chars/{self.characters}"

    def __call__(self, text: str) -> int:
        """The characters divided, rounded up."""
        return -(-len(text) // self.characters)


@dataclass(frozen=True, slots=True)
class Pieces:
    """An estimate by the pieces a tokenizer would cut; the default.

    Attributes:
        ratio: tokens of the model in use per estimated token, once its reports have told.
    """

    ratio: float = 1.0

    @property
    def name(self) -> str:
        """As in ``pieces``, or ``pieces×1.03`` where it is calibrated."""
        return "pieces" if self.ratio == 1.0 else f"pieces×{self.ratio:.2f}"

    def __call__(self, text: str) -> int:
        """The estimate, times the ratio."""
        from core.memory.tokens.pieces import pieces

        estimated = pieces(text)
        return estimated if self.ratio == 1.0 else max(1, round(estimated * self.ratio)) if estimated else 0


KNOWN = ("pieces", "chars/4", "exact o200k_base")


def counters_here() -> tuple[str, ...]:
    """The names of the counters this machine can count with, estimates first; looks at files."""
    from core.memory.tokens.exact import ENCODINGS, available

    return ("pieces", "chars/4", *(f"exact {name}" for name in ENCODINGS if available(name)))


def counter_named(name: str) -> TokenCounter:
    """The counter of a name like ``pieces`` or ``chars/4``.

    Raises:
        Invalid: no counter has that name, or its tables are not on this machine.
    """
    if name == "pieces":
        return Pieces()
    if name.startswith("exact "):
        return _exact(name.removeprefix("exact "))
    kind, _, number = name.partition("/")
    if kind == "chars" and number.isascii() and number.isdecimal() and 0 < int(number) < 100:
        return CharsPerToken(int(number))
    raise Invalid("counter", "unknown", value=name, known=list(KNOWN))


def _exact(encoding: str) -> TokenCounter:
    from core.memory.tokens.exact import ENCODINGS, Exact, available

    if encoding not in ENCODINGS or not available(encoding):
        raise Invalid("counter", "not_here", value=encoding[:40])
    return Exact(encoding)

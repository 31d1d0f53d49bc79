"""What the session tells the person: banners that stay, toasts that pass."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Offer:
    """One button of a notice: its text and what it does."""

    label: str
    run: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Banner:
    """A state that lasts: a level ("info", "warn" or "danger"), a sentence, at most one offer."""

    id: str
    level: str
    text: str
    offer: Offer | None = None
    closable: bool = True


@dataclass(frozen=True, slots=True)
class Toast:
    """Something that just happened, with a way to take it back where there is one."""

    text: str
    undo: Callable[[], object] | None = None

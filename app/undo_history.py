"""What can be taken back, and what was taken back and can be done again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol

from core import Change


class HasChange(Protocol):
    """What every write of core returns."""

    @property
    def change(self) -> Change: ...


# Reverses one write; and finds that out for a write that was just made, None where nothing does.
TakeBack = Callable[[], HasChange]
Inverse = Callable[[Any], TakeBack | None]


class Purpose(Enum):
    """Why an act is carried out: for itself, to take one back, or to do one again."""

    ACT = "act"
    UNDO = "undo"
    REDO = "redo"


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One act in words, what reverses it, and what would reverse that in turn."""

    text: str
    reverse: TakeBack
    inverse: Inverse


class UndoHistory:
    """Two stacks of this person and this opening of the file; core does the reversing."""

    def __init__(self) -> None:
        self._done: list[Step] = []
        self._undone: list[Step] = []

    def clear(self) -> None:
        """Forget everything: another person or file is looked at."""
        self._done.clear()
        self._undone.clear()

    def note(self, step: Step, purpose: Purpose) -> None:
        """An act was carried out and can be reversed by ``step``."""
        if purpose is Purpose.UNDO:
            self._undone.append(step)
            return
        if purpose is Purpose.ACT:
            self._undone.clear()
        self._done.append(step)

    @property
    def last_done(self) -> Step | None:
        """What Undo would take back."""
        return self._done[-1] if self._done else None

    @property
    def last_undone(self) -> Step | None:
        """What Redo would do again."""
        return self._undone[-1] if self._undone else None

    def drop(self, step: Step) -> None:
        """Take a step out, because it is being reversed or cannot be any more."""
        for stack in (self._done, self._undone):
            if step in stack:
                stack.remove(step)

"""Carrying out writes: on the writer, told to everybody afterwards, with a way back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

import shiboken6
from PySide6.QtCore import QObject, Signal

from app.crash import is_ours
from app.jobs import Job, Jobs, Token
from app.notices import Toast
from app.undo_history import HasChange, Inverse, Purpose, Step, TakeBack, UndoHistory
from app.watch import Watch
from core import Change, ErrorCode, MnemoscopeError, Operator, Scope

R = TypeVar("R", bound=HasChange)


class Acts(QObject):
    """Runs one write after another and keeps what can be undone.

    Signals: ``changed`` (a Change), ``toasted`` (a Toast), ``failed`` (an error nobody else
    took), ``locked`` (the error, and a function that tries again), ``history_changed``.
    """

    changed = Signal(object)
    toasted = Signal(object)
    failed = Signal(object)
    locked = Signal(object, object)
    history_changed = Signal()

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._watch: Watch | None = None
        self.history = UndoHistory()

    def start_with(self, watch: Watch | None) -> None:
        """Another file is open, or none."""
        self._watch = watch
        self.history.clear()

    def carry_out(
        self,
        fn: Callable[[Token], R],
        inverse: Inverse,
        purpose: Purpose = Purpose.ACT,
        *,
        done: Callable[[R], None] | None = None,
        failed: Callable[[Exception], None] | None = None,
        says: Callable[[R], str] | None = None,
        owner: QObject | None = None,
    ) -> Job:
        """Run ``fn``; ``inverse`` tells for its result how that is taken back.

        Everybody is told of the change even when ``owner``, who asked, is gone by then.
        """
        watch = self._watch

        def work(token: Token) -> tuple[R, frozenset[str]]:
            if watch is None:
                return fn(token), frozenset()
            with watch.own_write():
                return fn(token), watch.settle()

        def answer(pair: tuple[R, frozenset[str]]) -> None:
            result, kinds = pair
            text = says(result) if says is not None else ""
            self._acted(result, kinds, text, inverse, purpose)
            if done is not None and (owner is None or shiboken6.isValid(owner)):
                done(result)

        def refuse(error: Exception) -> None:
            if failed is not None and (owner is None or shiboken6.isValid(owner)):
                failed(error)
            elif isinstance(error, MnemoscopeError) and error.code is ErrorCode.LOCKED:
                again = partial(self.carry_out, fn, inverse, purpose, done=done, says=says, owner=owner)
                self.locked.emit(error, again)
            elif is_ours(error):
                self._jobs.failed_unhandled.emit(error)
            else:
                self.failed.emit(error)

        return self._jobs.write(work, answer, failed=refuse)

    def reverse(self, step: Step, purpose: Purpose) -> None:
        """Take an act back, or do it again."""
        self.history.drop(step)
        self.history_changed.emit()
        self.carry_out(
            lambda token: step.reverse(),
            step.inverse,
            purpose,
            says=lambda result: step.text,
        )

    def _acted(
        self,
        result: HasChange,
        kinds: frozenset[str],
        text: str,
        inverse: Inverse,
        purpose: Purpose,
    ) -> None:
        take_back, change = None, result.change
        if (reverse := inverse(result)) is not None:
            step = Step(text, reverse, inverse)
            self.history.note(step, purpose)
            if purpose is not Purpose.UNDO:
                take_back = partial(self.reverse, step, Purpose.UNDO)
        # What others wrote meanwhile is in ``kinds`` too, and which ids they touched is unknown.
        self.changed.emit(change if kinds <= change.kinds else Change(kinds | change.kinds))
        if text:
            undone = self.tr("Undone: %1")
            if change.undo is None:
                undone = self.tr("Undone: %1. Redo cannot bring it back; do it once more instead.")
            told = {
                Purpose.ACT: text,
                Purpose.UNDO: undone.replace("%1", text),
                Purpose.REDO: self.tr("Done again: %1").replace("%1", text),
            }
            self.toasted.emit(Toast(told[purpose], take_back))


def undone_by_core(operator: Operator | None, scope: Scope | None) -> Inverse:
    """The way back that core gave with a write on one person."""

    def find(result: HasChange) -> TakeBack | None:
        undo = result.change.undo
        if undo is None or operator is None or scope is None:
            return None
        return lambda: operator.undo(scope, undo)

    return find

"""What every view of the Privacy pane is to the pane."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.session import Session
from app.wording import Sentence

if TYPE_CHECKING:
    from core.privacy import Privacy
    from core.scope import Scope

Answer = TypeVar("Answer")


class View(QWidget, Generic[Answer]):
    """One tab: how its facts are read on a worker, and how they are shown.

    Signals:
        count_changed: a number for the tab's title, or None.
    """

    id = ""
    title = ""
    # Views about the file are shown without a person, too.
    needs_person = True

    count_changed = Signal(object)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.stale = True

    def read(self, privacy: Privacy, scope: Scope | None) -> Answer:
        """Everything the view shows; runs on a worker and touches no widget."""
        raise NotImplementedError

    def show_answer(self, answer: Answer) -> None:
        """Show what ``read`` gave."""
        raise NotImplementedError

    def show_loading(self) -> None:
        """Something is being read and nothing is known yet."""

    def show_error(self, said: Sentence, again: Callable[[], object]) -> None:
        """Reading failed."""

    def show_nobody(self, title: str, text: str) -> None:
        """No file is open, or no person is chosen."""

    def focus(self) -> None:
        """Take the keyboard."""

"""Keeps a detail on one record: reads its dossier, and again when something changed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.panes.memory.detail import RecordDetail
from app.panes.memory.dossier import Dossier, read_dossier
from app.session import Session
from app.theme import theme
from app.wording import sentence
from core.errors import ErrorCode, MnemoscopeError


class Following(QObject):
    """Which record a detail shows; only the newest wish is answered.

    Signals:
        followed: a record is shown, its id.
        lost: the record is not there any more.
    """

    followed = Signal(object)
    lost = Signal()

    def __init__(
        self,
        session: Session,
        now: Callable[[], datetime],
        as_of: Callable[[], datetime | None],
        may_write: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.number: int | None = None
        self._session = session
        self._now = now
        self._as_of = as_of
        self._may_write = may_write
        self._detail: RecordDetail | None = None
        # Keys held down move faster than the file is read: one reading per turn of the loop.
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._read)
        session.changed.connect(self._on_changed)
        # Dots and glyphs carry their colours with them.
        theme().changed.connect(self.again)

    @property
    def waiting(self) -> bool:
        """True while a reading is about to begin."""
        return self._soon.isActive()

    def show_in(self, detail: RecordDetail) -> None:
        """Shows what is followed in ``detail``."""
        self._detail = detail

    @Slot(object)
    def follow(self, number: int | None) -> None:
        """Shows another record, or nothing."""
        self.number = number
        if number is None:
            self._soon.stop()
            if self._detail is not None:
                self._detail.show_nothing()
        else:
            if self._detail is not None:
                shown = self._detail.dossier
                if shown is None or shown.record.id != number:
                    self._detail.expect(number)
            self._soon.start()

    @Slot()
    def again(self) -> None:
        """Reads the same record again."""
        if self.number is not None:
            self._soon.start()

    @Slot()
    def _read(self) -> None:
        number, session = self.number, self._session
        if number is None or session.scope is None or session.operator is None:
            return
        as_of, operator, scope = self._as_of(), session.operator, session.scope
        session.jobs.read(
            lambda token: read_dossier(operator, number, as_of, scope),
            self._arrived,
            failed=lambda error: self._failed(number, error),
            key=f"memory.dossier.{id(self)}",
            owner=self,
        )

    def _arrived(self, dossier: Dossier) -> None:
        if self._detail is not None and dossier.record.id == self.number:
            self._detail.show_dossier(dossier, self._now(), may_write=self._may_write())
            self.followed.emit(dossier.record.id)

    def _failed(self, number: int, error: Exception) -> None:
        if self._detail is None or number != self.number:
            return
        if isinstance(error, MnemoscopeError) and error.code is ErrorCode.NO_RECORD:
            self._detail.show_gone(number)
        else:
            self._detail.show_error(sentence(error))
        self.lost.emit()

    @Slot(object)
    def _on_changed(self, change: object) -> None:
        self.again()

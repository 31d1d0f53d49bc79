"""The two chips beside the file's name: how it is open, and how fresh the page is."""

from __future__ import annotations

import time

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from app.icons import icon
from app.session import Session
from app.wording import duration


class ModeChip(QPushButton):
    """Read-only is the quiet normal; that writing is enabled stands out."""

    def __init__(self, session: Session, enable: QAction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._enable = enable
        self._short = False
        self._disable = QAction(icon("lock"), self.tr("Switch to read-only"), self)
        self._disable.triggered.connect(lambda _checked=False: session.disable_writing())
        self._menu = QMenu(self)
        self.setMenu(self._menu)
        session.file_changed.connect(self._on_changed)
        self._on_changed()

    def set_short(self, short: bool) -> None:
        """Leave the icon alone to speak where there is no room for words."""
        if short != self._short:
            self._short = short
            self._on_changed()

    @Slot()
    def _on_changed(self) -> None:
        store = self._session.store
        self.setVisible(store is not None)
        if store is None:
            return
        self._menu.clear()
        writable = self._session.writable
        copy = store.mode == "copy"
        if writable:
            word = self.tr("Writing enabled")
            self.setToolTip(self.tr("What you do here changes the file at once"))
            self._menu.addAction(self._disable)
        else:
            word = self.tr("Private copy") if copy else self.tr("Read-only")
            self.setToolTip(self.tr("Nothing you do here can change the file"))
            self._menu.addAction(self._enable)
            self._enable.setEnabled(not copy)
        self.setText(" ▾" if self._short else f" {word}  ▾")
        self.setAccessibleName(word)
        self.setIcon(icon("unlock", "warn") if writable else icon("lock", "muted"))
        self.setProperty("role", "mode-write" if writable else "chip")
        self.style().unpolish(self)
        self.style().polish(self)


class FreshnessChip(QPushButton):
    """How old the shown data is; its menu holds changes of other programs back or reads again."""

    def __init__(
        self, session: Session, pause: QAction, refresh: QAction, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._short = False
        self._tight = False
        self._was_paused: bool | None = None
        menu = QMenu(self)
        menu.addActions([pause, refresh])
        self.setMenu(menu)
        self._timer = QTimer(self)
        self._timer.setInterval(1000)
        self._timer.timeout.connect(self._on_changed)
        self._timer.start()
        session.state_changed.connect(self._on_changed)
        session.file_changed.connect(self._on_changed)
        self._on_changed()

    def set_short(self, short: bool, tight: bool) -> None:
        """Leave out the first word where there is little room, every word where there is none."""
        if (short, tight) != (self._short, self._tight):
            self._short, self._tight = short, tight
            self._on_changed()

    @Slot()
    def _on_changed(self) -> None:
        session = self._session
        self.setVisible(session.store is not None)
        age = time.monotonic() - session.last_update
        span = self.tr("just now") if age < 1.5 else self.tr("%1 ago").replace("%1", duration(age))
        if session.paused:
            whole = self.tr("paused, read %1").replace("%1", span)
            told = self.tr("Changes of other programs are held back")
        else:
            whole = self.tr("updated %1").replace("%1", span)
            told = self.tr("The file is watched every second")
        short = self.tr("paused") if session.paused else span
        shown = "" if self._tight else short if self._short else whole
        self.setText(f" {shown}  ▾" if shown else " ▾")
        self.setAccessibleName(whole)
        self.setToolTip(f"{whole}\n{told}")
        if session.paused != self._was_paused:
            self._was_paused = session.paused
            self.setIcon(icon("pause", "warn") if session.paused else icon("clock", "muted"))
            self.setProperty("role", "mode-write" if session.paused else "chip")
            self.style().unpolish(self)
            self.style().polish(self)

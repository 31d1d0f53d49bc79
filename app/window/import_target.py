"""Which memory file an import goes into: the open one, a new one, or another one."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QRadioButton, QVBoxLayout, QWidget

from app.elided_label import ElidedLabel
from app.kinds_of_file import is_memory_file
from app.session import Session
from app.theme import theme
from app.window import file_dialogs
from app.window.missing import Missing
from app.window.said_label import SaidLabel
from app.wording import sentence


class ImportTarget(QWidget):
    """Two ways to answer; what is no memory file is never written to. ``changed`` after every edit."""

    changed = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._path: Path | None = None
        self._creates = False
        self._usable = False
        self.into_open = QRadioButton(self)
        self.into_other = QRadioButton(self.tr("Another file, new or existing"), self)
        self.enable = QPushButton(self.tr("Enable writing"), self)
        self.name = ElidedLabel(self)
        self.choose = QPushButton(self.tr("Choose…"), self)
        self.about = SaidLabel(1, self)
        self._lay_out()
        is_open = session.path is not None
        self.into_open.setEnabled(is_open)
        (self.into_open if is_open else self.into_other).setChecked(True)
        self.into_open.toggled.connect(self.changed)
        self.enable.clicked.connect(lambda _checked=False: session.enable_writing())
        self.choose.clicked.connect(self._on_choose)
        session.file_changed.connect(self._on_mode)
        self._on_mode()

    @property
    def path(self) -> Path | None:
        """The file to open or create for it; None for the one that is open."""
        return self._path if self.into_other.isChecked() else None

    @property
    def creates(self) -> bool:
        """True when ``path`` is not there yet."""
        return self.path is not None and self._creates

    def missing(self) -> Missing | None:
        """Why there is no answer yet."""
        if self.into_other.isChecked():
            return None if self._usable else Missing(self.tr("Choose the file it goes into."), self.choose)
        if self._session.writable:
            return None
        why = self.tr("The open file is read-only: enable writing, or choose another.")
        return Missing(why, self.enable)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for widgets in ((self.into_open, self.enable), (self.into_other, self.name, self.choose)):
            row = QHBoxLayout()
            row.setSpacing(8)
            for widget in widgets:
                row.addWidget(widget, 1 if widget in (self.into_open, self.name) else 0)
            column.addLayout(row)
        column.addWidget(self.about)

    @Slot()
    def _on_mode(self) -> None:
        path = self._session.path
        name = path.name if path is not None else self.tr("no file is open")
        room = theme().row_height() * 6
        self.into_open.setToolTip(name)
        name = self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, room)
        self.into_open.setText(self.tr("The open file: %1").replace("%1", name).replace("&", "&&"))
        self.enable.setVisible(path is not None and not self._session.writable)
        self.changed.emit()

    @Slot()
    def _on_choose(self) -> None:
        path = file_dialogs.ask_import_target(self)
        if path is None:
            return
        path = path.absolute()
        if path == self._session.path:
            self.into_open.setChecked(True)
            return
        self._path, self._creates, self._usable = path, not path.exists(), False
        self.name.setText(path.name)
        self.name.setToolTip(str(path))
        self.into_other.setChecked(True)
        self.about.say("", "muted")
        if self._creates:
            self._take(self.tr("✓ %1 will be created"))
        else:
            self._session.jobs.read(
                lambda token: is_memory_file(path),
                self._on_known,
                failed=lambda error: self._refuse(sentence(error).text),
                key="import.target",
                owner=self,
            )
        self.changed.emit()

    def _on_known(self, is_ours: bool) -> None:
        if is_ours:
            self._take(self.tr("✓ %1 is a memory file: what is in it stays, the import is added"))
        else:
            self._refuse(self.tr("%1 is there already and is no memory file; choose another name."))

    def _take(self, told: str) -> None:
        self._usable = True
        self.about.say(self._filled(told), "ok")
        self.changed.emit()

    def _refuse(self, told: str) -> None:
        self.about.say("✗ " + self._filled(told), "danger")
        self.changed.emit()

    def _filled(self, told: str) -> str:
        return told.replace("%1", self._path.name if self._path is not None else "")

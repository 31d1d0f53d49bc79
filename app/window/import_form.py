"""The questions before an import: which source, whose memory, which file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from app.elided_label import ElidedLabel
from app.session import Session
from app.theme import theme
from app.window import file_dialogs
from app.window.scope_model import ScopeModel
from app.window.search_popup import SearchPopup
from app.window.source_check import Detected, look_at
from app.wording import format_name, number, sentence
from core.errors import Invalid
from core.scope import Scope


@dataclass(frozen=True, slots=True)
class ImportOrder:
    """A complete answer: read ``source`` into ``scope`` of the open file or of a new one."""

    source: Path
    scope: Scope
    new_file: Path | None


class ImportForm(QWidget):
    """Each field says beside itself what is wrong with it; ``ready_changed`` after every edit."""

    ready_changed = Signal()

    def __init__(self, session: Session, source: Path | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._source: Path | None = None
        self._detected: Detected | None = None
        self._new_file: Path | None = None
        self.source_name = ElidedLabel(self)
        self.found = QLabel(self)
        self.found.setWordWrap(True)
        self.tenant = QLineEdit(self)
        self.user = QLineEdit(self)
        self.tenant.setAccessibleName(self.tr("Tenant"))
        self.user.setAccessibleName(self.tr("User"))
        self.trouble = QLabel(self)
        self.trouble.setWordWrap(True)
        self.into_open = QRadioButton(self)
        self.into_new = QRadioButton(self.tr("A new file"), self)
        self.enable = QPushButton(self.tr("Enable writing"), self)
        self.new_name = ElidedLabel(self)
        self._lay_out()
        self._prefill()
        self._connect()
        self.set_source(source)

    def set_source(self, source: Path | None) -> None:
        """Look at ``source`` in the background and say what it is."""
        self._source, self._detected = source, None
        self.source_name.setText(str(source) if source else self.tr("nothing chosen yet"))
        self.source_name.setToolTip(str(source) if source else "")
        self._say_found("", "muted")
        if source is not None:
            self._say_found(self.tr("Looking …"), "muted")
            self._session.jobs.read(
                lambda token: look_at(source),
                self._on_detected,
                failed=self._on_unknown,
                key="import.detect",
                owner=self,
            )
        self.ready_changed.emit()

    def scope(self) -> Scope | None:
        """The person typed in, if the names may be names."""
        try:
            return Scope(self.tenant.text().strip(), self.user.text().strip())
        except Invalid:
            return None

    def order(self) -> ImportOrder | None:
        """The complete answer, or None while something is missing."""
        scope = self.scope()
        if self._source is None or self._detected is None or scope is None:
            return None
        if self.into_new.isChecked():
            return ImportOrder(self._source, scope, self._new_file) if self._new_file else None
        return ImportOrder(self._source, scope, None) if self._session.writable else None

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(8)
        form.addRow(self.tr("Source"), self._source_row())
        form.addRow("", self.found)
        form.addRow(self.tr("&Tenant"), self.tenant)
        form.addRow(self.tr("&User"), self._user_row())
        form.addRow("", self.trouble)
        form.addRow(self.tr("Into"), self._row(self.into_open, self.enable))
        self.choose = QPushButton(self.tr("Choose…"), self)
        self.choose.clicked.connect(self._on_choose_new)
        form.addRow("", self._row(self.into_new, self.new_name, self.choose))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        title = QLabel(self.tr("Import memories of another program"), self)
        title.setFont(theme().font(12, bold=True))
        words = QLabel(
            self.tr(
                "The source is only read. Everything in it passes the gate as an external claim "
                "and keeps where it came from."
            ),
            self,
        )
        words.setProperty("role", "muted")
        words.setWordWrap(True)
        column.addWidget(title)
        column.addWidget(words)
        column.addSpacing(12)
        column.addLayout(form)
        column.addStretch(1)

    def _source_row(self) -> QWidget:
        file = QPushButton(self.tr("File…"), self)
        file.clicked.connect(lambda _checked=False: self._choose(file_dialogs.ask_import_file(self)))
        folder = QPushButton(self.tr("Folder…"), self)
        folder.clicked.connect(lambda _checked=False: self._choose(file_dialogs.ask_import_folder(self)))
        return self._row(self.source_name, file, folder)

    def _user_row(self) -> QWidget:
        self.existing = QPushButton(self.tr("Existing person…"), self)
        self._people = ScopeModel(self._session, self)
        self._popup = SearchPopup(self._people, self.tr("Tenant or user"), self)
        return self._row(self.user, self.existing)

    def _row(self, *widgets: QWidget) -> QWidget:
        holder = QWidget(self)
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for number_, widget in enumerate(widgets):
            row.addWidget(widget, 1 if number_ == 0 or widget is self.new_name else 0)
        return holder

    def _prefill(self) -> None:
        session = self._session
        if session.scope is not None:
            self.tenant.setText(session.scope.tenant)
            self.user.setText(session.scope.user)
        path = session.path
        self.into_open.setEnabled(path is not None)
        self.into_open.setChecked(path is not None)
        self.into_new.setChecked(path is None)
        self.existing.setEnabled(path is not None)
        self._on_mode()

    def _connect(self) -> None:
        for field in (self.tenant, self.user):
            field.textChanged.connect(self._on_names)
        self.into_open.toggled.connect(lambda _on=False: self.ready_changed.emit())
        self.enable.clicked.connect(lambda _checked=False: self._session.enable_writing())
        self.existing.clicked.connect(self._on_existing)
        self._popup.typed.connect(self._people.search)
        self._popup.chosen.connect(self._on_person)
        self._session.file_changed.connect(self._on_mode)

    def _choose(self, path: Path | None) -> None:
        if path is not None:
            self.set_source(path)

    def _on_detected(self, detected: Detected) -> None:
        self._detected = detected
        name = format_name(detected.format)
        if detected.total is None:
            text = self.tr("✓ %1").replace("%1", name)
        else:
            text = self.tr("✓ %1, about %2 items")
            text = text.replace("%1", name).replace("%2", number(detected.total))
        self._say_found(text, "ok")
        self.ready_changed.emit()

    def _on_unknown(self, error: Exception) -> None:
        told = sentence(error)
        self._say_found(f"✗ {told.text} {told.advice}", "danger")
        self.ready_changed.emit()

    def _say_found(self, text: str, role: str) -> None:
        _say(self.found, text, role)

    @Slot()
    def _on_names(self) -> None:
        wrong = ""
        for name, field in (("tenant", self.tenant), ("user", self.user)):
            problem = _problem(name, field.text().strip())
            bad = bool(problem) and bool(field.text())
            field.setProperty("state", "invalid" if bad else "")
            field.style().unpolish(field)
            field.style().polish(field)
            wrong = wrong or (problem if bad else "")
        _say(self.trouble, wrong, "danger")
        self.ready_changed.emit()

    @Slot()
    def _on_mode(self) -> None:
        path = self._session.path
        name = path.name if path is not None else self.tr("no file is open")
        room = theme().row_height() * 6
        self.into_open.setToolTip(name)
        name = self.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, room)
        self.into_open.setText(self.tr("The open file: %1").replace("%1", name).replace("&", "&&"))
        self.enable.setVisible(path is not None and not self._session.writable)
        self.ready_changed.emit()

    @Slot()
    def _on_choose_new(self) -> None:
        path = file_dialogs.ask_new(self)
        if path is None:
            return
        if path.exists():
            _say(self.trouble, self.tr("%1 is already there; choose another name, or open it first.")
                 .replace("%1", path.name), "danger")  # fmt: skip
            return
        self._new_file = path.absolute()
        self.new_name.setText(path.name)
        self.new_name.setToolTip(str(path))
        self.into_new.setChecked(True)
        self.ready_changed.emit()

    @Slot()
    def _on_existing(self) -> None:
        self._popup.pop_up(self.existing.mapToGlobal(QPoint(0, self.existing.height() + 4)), rows=8)
        self._people.search("")

    @Slot(QModelIndex)
    def _on_person(self, index: QModelIndex) -> None:
        row = self._people.scope_row(index.row())
        if row is not None:
            self.tenant.setText(row.scope.tenant)
            self.user.setText(row.scope.user)


def _problem(field: str, text: str) -> str:
    """What is wrong with one name; the other is taken as fine."""
    try:
        Scope(**{"tenant": "x", "user": "x", field: text})
    except Invalid as error:
        return sentence(error).text
    return ""


def _say(label: QLabel, text: str, role: str) -> None:
    label.setText(text)
    # The pages around it do not ask a label how high it is at its width, so it says so itself.
    width = label.width() if label.isVisible() else theme().row_height() * 13
    label.setMinimumHeight(label.heightForWidth(width) if text else 0)
    label.setVisible(bool(text))
    label.setProperty("role", role)
    label.style().unpolish(label)
    label.style().polish(label)

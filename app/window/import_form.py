"""The questions before an import: which source, whose memory, which file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPoint, Signal, Slot
from PySide6.QtWidgets import (
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.elided_label import ElidedLabel
from app.session import Session
from app.theme import theme
from app.window import file_dialogs
from app.window.import_target import ImportTarget
from app.window.missing import Missing
from app.window.said_label import SaidLabel
from app.window.scope_model import ScopeModel
from app.window.search_popup import SearchPopup
from app.window.source_check import Detected, look_at
from app.wording import format_name, number, sentence
from core.errors import Invalid
from core.scope import Scope


@dataclass(frozen=True, slots=True)
class ImportOrder:
    """A complete answer: read ``source`` into ``scope``.

    ``target`` is the file to open for it, None for the one that is open; ``create`` makes it.
    """

    source: Path
    scope: Scope
    target: Path | None = None
    create: bool = False


class ImportForm(QWidget):
    """Each field says beside itself what is wrong with it; ``ready_changed`` after every edit."""

    ready_changed = Signal()

    def __init__(self, session: Session, source: Path | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._source: Path | None = None
        self._detected: Detected | None = None
        self.source_name = ElidedLabel(self)
        self.found = SaidLabel(2, self)
        self.tenant = QLineEdit(self)
        self.user = QLineEdit(self)
        self.tenant.setAccessibleName(self.tr("Tenant"))
        self.user.setAccessibleName(self.tr("User"))
        self.trouble = SaidLabel(1, self)
        self.target = ImportTarget(session, self)
        self._lay_out()
        self._prefill()
        self._connect()
        self.set_source(source)

    def set_source(self, source: Path | None) -> None:
        """Look at ``source`` in the background and say what it is."""
        self._source, self._detected = source, None
        self.source_name.setText(str(source) if source else self.tr("nothing chosen yet"))
        self.source_name.setToolTip(str(source) if source else "")
        self.found.say("", "muted")
        if source is not None:
            self.found.say(self.tr("Looking …"), "muted")
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
        if self._source is None or scope is None or self.missing() is not None:
            return None
        return ImportOrder(self._source, scope, self.target.path, self.target.creates)

    def missing(self) -> Missing | None:
        """The first thing that is missing, from top to bottom."""
        if self._source is None:
            return Missing(self.tr("Choose what to import."), self.choose_source)
        if self._detected is None:
            return Missing(self.tr("The source is not one that can be imported."), self.choose_source)
        for field, why in (
            (self.tenant, self.tr("Say whose memory it is: a tenant is needed.")),
            (self.user, self.tr("Say whose memory it is: a user is needed.")),
        ):
            if not field.text().strip():
                return Missing(why, field)
            if field.property("state") == "invalid":
                return Missing(self.tr("The name marked above cannot be used."), field)
        return self.target.missing()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(8)
        form.addRow(self.tr("Source"), self._source_row())
        form.addRow("", self.found)
        form.addRow(self.tr("&Tenant"), self.tenant)
        form.addRow(self.tr("&User"), self._user_row())
        form.addRow("", self.trouble)
        form.addRow(self.tr("Into"), self.target)
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
        file = self.choose_source = QPushButton(self.tr("File…"), self)
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
        for place, widget in enumerate(widgets):
            row.addWidget(widget, 0 if place else 1)
        return holder

    def _prefill(self) -> None:
        session = self._session
        if session.scope is not None:
            self.tenant.setText(session.scope.tenant)
            self.user.setText(session.scope.user)
        self.existing.setEnabled(session.path is not None)

    def _connect(self) -> None:
        for field in (self.tenant, self.user):
            field.textChanged.connect(self._on_names)
        self.target.changed.connect(self.ready_changed)
        self.existing.clicked.connect(self._on_existing)
        self._popup.typed.connect(self._people.search)
        self._popup.chosen.connect(self._on_person)

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
        self.found.say(text, "ok")
        self.ready_changed.emit()

    def _on_unknown(self, error: Exception) -> None:
        told = sentence(error)
        self.found.say(f"✗ {told.text} {told.advice}", "danger")
        self.ready_changed.emit()

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
        self.trouble.say(wrong, "danger")
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

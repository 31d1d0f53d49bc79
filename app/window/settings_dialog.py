"""What a person can choose about the program."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.embedder_choice import EmbedderKind
from app.session import Session
from app.theme import ZOOM_STEPS, theme
from app.widgets.section_label import SectionLabel
from app.window.server_form import ServerForm


class SettingsDialog(QDialog):
    """Everything takes effect at once."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Settings"))
        self.setObjectName("settings")
        self._session = session
        self._settings = session.settings
        self.theme = QComboBox(self)
        for name, text in (
            ("system", self.tr("As the system")),
            ("light", self.tr("Light")),
            ("dark", self.tr("Dark")),
        ):
            self.theme.addItem(text, name)
        self.theme.setCurrentIndex(self.theme.findData(self._settings.theme))
        self.zoom = QComboBox(self)
        for step in ZOOM_STEPS:
            self.zoom.addItem(f"{step} %", step)
        self.zoom.setCurrentIndex(max(0, self.zoom.findData(theme().zoom)))
        self.name = QLineEdit(self._settings.operator_name, self)
        self.name.setMaxLength(100)
        self.clear = QPushButton(self.tr("Clear recent files"), self)
        self.clear.setToolTip(self.tr("Also forgets which files may be written and whom you looked at"))
        self.server = ServerForm(self._settings.server, session.jobs, self)
        self._lay_out()
        self.server.changed.connect(self._on_server)
        self.theme.activated.connect(self._on_look)
        self.zoom.activated.connect(self._on_look)
        self.name.editingFinished.connect(self._on_name)
        self.clear.clicked.connect(self._on_clear)
        self.clear.setEnabled(bool(self._settings.recent))

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.addRow(self.tr("&Theme"), self.theme)
        form.addRow(self.tr("&Zoom"), self.zoom)
        form.addRow(self.tr("Your &name"), self.name)
        hint = QLabel(self.tr("Stands in the journal beside every act of yours."), self)
        hint.setProperty("role", "muted")
        form.addRow("", hint)
        form.addRow(self.tr("Recent files"), self.clear)
        form.setVerticalSpacing(8)
        rule = QFrame(self)
        rule.setProperty("role", "rule")
        rule.setFixedHeight(1)
        about = QLabel(
            self.tr(
                "A model server is optional. With one, what you tell the agent, what it recalls and the runs a "
                "writer reads are sent to it."
            ),
            self,
        )
        about.setProperty("role", "muted")
        about.setWordWrap(True)
        close = QPushButton(self.tr("Close"), self)
        close.setDefault(True)
        close.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(12)
        column.addLayout(form)
        column.addWidget(rule)
        column.addWidget(SectionLabel(self.tr("Model server")))
        column.addWidget(about)
        column.addWidget(self.server)
        column.addStretch(1)
        column.addLayout(foot)
        self.setMinimumWidth(theme().row_height() * 20)
        self.setMinimumHeight(column.totalMinimumHeightForWidth(self.minimumWidth()))

    @Slot()
    def _on_look(self) -> None:
        self._settings.theme = str(self.theme.currentData())
        self._settings.zoom = int(self.zoom.currentData())
        app = QApplication.instance()
        if isinstance(app, QApplication):
            theme().apply(app, self._settings.theme, self._settings.zoom)

    @Slot()
    def _on_server(self) -> None:
        before, choice = self._settings.embedder, self.server.choice
        self._settings.server = choice
        if before.kind is EmbedderKind.SERVER and self._settings.embedder != before:
            self._session.use_embedder(self._settings.embedder)

    @Slot()
    def _on_name(self) -> None:
        name = self.name.text().strip()
        if name:
            self._session.set_operator_name(name)
        else:
            self.name.setText(self._settings.operator_name)

    @Slot()
    def _on_clear(self) -> None:
        self._settings.clear_recent()
        self.clear.setEnabled(False)

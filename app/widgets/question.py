"""A dialog that asks before something is done: what will happen, and a button that names it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.theme import theme


class Question(QDialog):
    """Title, a body, and two buttons at the right: Cancel and the act.

    ``stay`` words Cancel where that word could mean two things. For a destructive act Cancel is
    the default button, so that Enter never deletes.
    """

    def __init__(
        self,
        title: str,
        act: str,
        parent: QWidget | None = None,
        *,
        destructive: bool = False,
        stay: str | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        heading = QLabel(title)
        heading.setTextFormat(Qt.TextFormat.PlainText)
        heading.setWordWrap(True)
        heading.setFont(theme().font(12, bold=True))
        self.body = QVBoxLayout()
        self.body.setSpacing(8)
        self.act = QPushButton(act)
        self.act.setProperty("role", "danger" if destructive else "primary")
        self.act.clicked.connect(self.accept)
        cancel = QPushButton(stay or self.tr("Cancel"))
        cancel.clicked.connect(self.reject)
        first, default = (cancel, cancel) if destructive else (cancel, self.act)
        default.setDefault(True)
        (self.act if destructive else cancel).setAutoDefault(False)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        buttons.addWidget(first)
        buttons.addWidget(self.act)
        page = QVBoxLayout(self)
        page.setContentsMargins(24, 20, 24, 16)
        page.setSpacing(12)
        page.addWidget(heading)
        page.addLayout(self.body, 1)
        page.addLayout(buttons)
        theme().changed.connect(self._on_theme)
        self._on_theme()
        self.setMinimumWidth(62 * self.fontMetrics().averageCharWidth())

    @Slot()
    def _on_theme(self) -> None:
        # Fusion draws the edge of a radio button darker than a dark window, which is not seen.
        tokens = theme().tokens
        side = self.fontMetrics().ascent()
        self.setStyleSheet(
            f"QRadioButton::indicator {{ width: {side}px; height: {side}px;"
            f" border: 1px solid {tokens.edge.name()}; border-radius: {side // 2 + 1}px;"
            f" background: {tokens.base.name()}; }}"
            f" QRadioButton::indicator:checked {{ border: 1px solid {tokens.accent.name()};"
            f" background: qradialgradient(cx:0.5, cy:0.5, radius:0.5, fx:0.5, fy:0.5,"
            f" stop:0.5 {tokens.accent.name()}, stop:0.6 {tokens.base.name()}); }}"
            f" QListWidget {{ border: 1px solid {tokens.edge.name()}; border-radius: 6px; }}"
            f" QRadioButton:focus {{ color: {tokens.accent.name()}; }}"
        )

    def grow(self) -> None:
        """Takes the height that its sentences need now; Qt does so only before it is shown."""
        page = self.layout()
        if page is not None and self.isVisible():
            self.resize(self.width(), max(self.height(), page.totalHeightForWidth(self.width())))

    def add_text(self, text: str, role: str = "") -> QLabel:
        """A sentence of the program in the body."""
        label = QLabel(text)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        if role:
            label.setProperty("role", role)
        self.body.addWidget(label)
        return label

    def add_field(self, label: str, field: QWidget) -> None:
        """A labelled control in the body."""
        row = QHBoxLayout()
        row.setSpacing(8)
        name = QLabel(label)
        name.setProperty("role", "muted")
        name.setMinimumWidth(12 * self.fontMetrics().averageCharWidth())
        name.setBuddy(field)
        row.addWidget(name)
        row.addWidget(field, 1)
        self.body.addLayout(row)

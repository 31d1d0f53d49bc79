"""A pane that is not built yet and says so."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.actions import Action
from app.icons import icon
from app.panes.heading import GAP, MARGIN, Heading
from app.panes.pane import Pane
from app.session import Session
from app.theme import theme


class Placeholder(Pane):
    """Says what the pane will hold; shows no data, since there is none to show."""

    def __init__(self, session: Session, entry: Action, text: str, parent: QWidget | None = None) -> None:
        self.id = entry.id.removeprefix("pane.")
        self.title = entry.label
        self.icon = entry.icon
        super().__init__(session, parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, GAP, MARGIN, MARGIN)
        column.setSpacing(12)
        heading = Heading(entry.label, self)
        heading.set_line(self.tr("not part of this version yet"))
        column.addWidget(heading)
        column.addWidget(self._card(text), 1)

    def _card(self, text: str) -> QWidget:
        card = QFrame(self)
        card.setProperty("role", "card")
        column = QVBoxLayout(card)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(12)
        column.addStretch(2)
        self._picture = picture = QLabel(card)
        picture.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(picture)
        self._words = words = QLabel(text, card)
        words.setWordWrap(True)
        words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        # An alignment on the label itself would take away its height for its width.
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(words, 20)
        middle.addStretch(1)
        column.addLayout(middle)
        hint = QLabel(self.tr("Nothing is shown here until it is real."), card)
        hint.setProperty("role", "muted")
        hint.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(hint)
        column.addStretch(3)
        theme().changed.connect(self._on_theme)
        self._on_theme()
        return card

    @Slot()
    def _on_theme(self) -> None:
        side = round(theme().row_height() * 1.5)
        self._picture.setPixmap(icon(self.icon, "muted").pixmap(side, side))
        self._words.setMaximumWidth(round(theme().row_height() * 17))

"""One store on the Overview."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.panes.overview.stores import StoreText
from app.theme import theme
from app.wording import number
from core import Kind

if TYPE_CHECKING:
    from core.handles.overview import Overview


class KindDot(QWidget):
    """The dot of a kind of record."""

    def __init__(self, kind: Kind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = kind
        self.setFixedSize(self.sizeHint())

    def sizeHint(self) -> QSize:
        return QSize(12, 12)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().tokens.kind_color(self._kind))
        painter.drawEllipse(QRectF(1, 1, 10, 10))


class StoreCard(QFrame):
    """Name, count, update rule and lifetime."""

    def __init__(self, store: StoreText, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self.setProperty("role", "card")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._name = QLabel(store.name, self)
        self._count = QLabel(self)
        self._word = QLabel(self)
        self._word.setProperty("role", "muted")
        self._past = QLabel(self)
        self._past.setProperty("role", "muted")
        head = QHBoxLayout()
        head.setSpacing(8)
        if store.kind is not None:
            head.addWidget(KindDot(store.kind, self), 0, Qt.AlignmentFlag.AlignVCenter)
        head.addWidget(self._name, 0, Qt.AlignmentFlag.AlignBaseline)
        head.addStretch(1)
        head.addWidget(self._count, 0, Qt.AlignmentFlag.AlignBaseline)
        head.addWidget(self._word, 0, Qt.AlignmentFlag.AlignBaseline)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 10)
        column.setSpacing(2)
        column.addLayout(head)
        column.addWidget(self._sentence(store.rule))
        column.addWidget(self._sentence(store.lifetime, muted=True))
        column.addWidget(self._past)
        self._past.hide()
        column.addStretch(1)
        theme().changed.connect(self._on_theme)
        self._on_theme()
        self.show_counts(None)

    def show_counts(self, overview: Overview | None) -> None:
        """Show the real number; "…" while it is being read."""
        if overview is None:
            self._count.setText("…")
            self._word.clear()
            self._past.clear()
            return
        count = self._store.count(overview)
        self._count.setText(number(count.now))
        self._word.setText(count.word)
        self._past.setText(count.past)
        self._past.setVisible(bool(count.past))
        self.setAccessibleName(f"{self._store.name}: {count.now} {count.word}, {count.past}")

    def _sentence(self, text: str, *, muted: bool = False) -> QLabel:
        label = QLabel(text, self)
        label.setWordWrap(True)
        label.setAlignment(Qt.AlignmentFlag.AlignTop)
        if muted:
            label.setProperty("role", "muted")
        return label

    @Slot()
    def _on_theme(self) -> None:
        self._name.setFont(theme().font(bold=True))
        self._count.setFont(theme().font(13, bold=True))

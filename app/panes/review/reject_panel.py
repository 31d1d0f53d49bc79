"""Why something is rejected: one key for a stock reason, Enter for words of one's own."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from app.widgets.flow_layout import FlowLayout

_REASONS = (
    "not true",
    "out of date",
    "about somebody else",
    "an instruction, not a memory",
    "too private to keep",
    "its source cannot be trusted",
    "known already",
    "a guess nobody made",
    "not worth keeping",
)
_LONGEST = 1000


class RejectPanel(QWidget):
    """Nine reasons with their keys and a field.

    Signals:
        chosen: the reason, never empty.
        cancelled: Esc was pressed.
    """

    chosen = Signal(str)
    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._title = QLabel()
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._title.setWordWrap(True)
        reasons = QWidget()
        flow = FlowLayout(reasons, gap=6)
        self.buttons: list[QPushButton] = []
        for place, reason in enumerate(stock_reasons(), 1):
            button = QPushButton(f"{place}  {reason}")
            button.setStyleSheet("QPushButton { padding: 2px 8px; }")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _checked=False, reason=reason: self.chosen.emit(reason))
            flow.addWidget(button)
            self.buttons.append(button)
        policy = reasons.sizePolicy()
        policy.setHeightForWidth(True)
        reasons.setSizePolicy(policy)
        self.field = QLineEdit()
        self.field.setMaxLength(_LONGEST)
        self.field.setPlaceholderText(self.tr("Another reason (Enter to type, Enter to reject)"))
        self.field.setAccessibleName(self.tr("Reason"))
        self.field.textChanged.connect(self._on_typed)
        self.act = QPushButton(self.tr("Reject"))
        self.act.setProperty("role", "danger")
        self.act.clicked.connect(self._on_typed_out)
        keep = QPushButton(self.tr("Cancel   Esc"))
        keep.clicked.connect(self.cancelled)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        row.addWidget(self.act)
        row.addWidget(keep)
        box = QVBoxLayout(self)
        box.setContentsMargins(16, 8, 16, 8)
        box.setSpacing(8)
        for widget in (self._title, reasons):
            box.addWidget(widget)
        box.addLayout(row)

    def ask(self, title: str) -> None:
        """Begins with an empty reason."""
        self._title.setText(title)
        self.field.clear()
        self.act.setEnabled(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        typing = self.field.hasFocus()
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if typing:
                self._on_typed_out()
            else:
                self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        elif not typing and event.text() in tuple("123456789"):
            self.chosen.emit(stock_reasons()[int(event.text()) - 1])
        else:
            super().keyPressEvent(event)

    @Slot()
    def _on_typed(self) -> None:
        self.act.setEnabled(bool(self.field.text().strip()))

    @Slot()
    def _on_typed_out(self) -> None:
        reason = self.field.text().strip()
        if reason:
            self.chosen.emit(reason)


def stock_reasons() -> tuple[str, ...]:
    """The nine reasons in the language of the program, in the order of their keys."""
    return tuple(QCoreApplication.translate("review", reason) for reason in _REASONS)

"""Save and Cancel of a correction, always in sight, with the reason why it was not saved."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.widgets.flow_layout import FlowLayout
from app.widgets.return_key import press_focused


class CorrectionBar(QWidget):
    """Stands under the scrolled page, because a long text would push it out of sight.

    Signals:
        save_asked: the correction shall be written.
        cancel_asked: it shall not, and whoever pressed Cancel knows it.
        escaped: Escape was pressed, perhaps by mistake.
    """

    save_asked = Signal()
    cancel_asked = Signal()
    escaped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._trouble = QLabel()
        self._trouble.setProperty("role", "danger")
        self._trouble.setTextFormat(Qt.TextFormat.PlainText)
        self._trouble.setWordWrap(True)
        self._trouble.hide()
        self.save = QPushButton(self.tr("Save correction"))
        self.save.setProperty("role", "primary")
        self.save.setToolTip(
            self.tr("Write a new version; the old one stays in the history (Ctrl+Return or Ctrl+S)")
        )
        self.save.clicked.connect(self.save_asked)
        self.cancel = QPushButton(self.tr("Cancel"))
        self.cancel.setToolTip(self.tr("Leave the record as it is (Esc)"))
        self.cancel.clicked.connect(self.cancel_asked)
        self._keys = QLabel(self.tr("Ctrl+Return saves"))
        self._keys.setProperty("role", "muted")
        row = QWidget()
        buttons = FlowLayout(row, gap=8)
        for widget in (self.save, self.cancel, self._keys):
            buttons.addWidget(widget)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        row.setSizePolicy(policy)
        inner = QVBoxLayout()
        inner.setContentsMargins(16, 8, 16, 8)
        inner.setSpacing(8)
        inner.addWidget(self._trouble)
        inner.addWidget(row)
        rule = QFrame()
        rule.setProperty("role", "rule")
        rule.setFixedHeight(1)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addWidget(rule)
        box.addLayout(inner)

    @property
    def trouble(self) -> str:
        """What stands above the buttons; empty while nothing is wrong."""
        return self._trouble.text()

    def set_short(self, short: bool) -> None:
        """Leaves out what the tooltip says too, where every row is needed for the text."""
        self._keys.setHidden(short)

    def say(self, text: str) -> None:
        """Says above the buttons what is wrong; empty takes it away."""
        self._trouble.setText(f"✗ {text}" if text else "")
        self._trouble.setVisible(bool(text))

    def event(self, event: QEvent) -> bool:
        # Elsewhere in the pane these keys have another meaning, which comes first unless refused.
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and saves(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.take(event) and not press_focused(event):
            super().keyPressEvent(event)

    def take(self, event: QKeyEvent) -> bool:
        """Does what a key means while a correction is written; False when it means nothing."""
        if saves(event):
            self.save_asked.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            return False
        return True


def saves(event: QKeyEvent) -> bool:
    """True for Ctrl+Return and Ctrl+S."""
    control = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.ControlModifier
    return control and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_S)

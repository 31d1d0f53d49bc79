"""Return on a button that has the keyboard presses it, in a window as in a dialog."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QPushButton


def press_focused(event: QKeyEvent) -> bool:
    """Presses the focused button for an unmodified Return; True when there was one.

    Qt does so in dialogs only, and elsewhere lets the key travel up to whoever takes it.
    """
    plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
    button = QApplication.focusWidget()
    if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter) or not plain:
        return False
    if not isinstance(button, QPushButton):
        return False
    button.click()
    return True

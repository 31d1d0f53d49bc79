"""The content of a scroll area that never wants to be wider than the area."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget


class Narrow(QWidget):
    """What is long in it wraps; it does not slide out of sight."""

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

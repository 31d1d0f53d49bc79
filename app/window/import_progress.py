"""How far an import has come."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QProgressBar, QVBoxLayout, QWidget

from app.wording import number


class ImportProgress(QWidget):
    """A sentence, a bar and a count."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = QLabel(self)
        self._bar = QProgressBar(self)
        self._bar.setTextVisible(False)
        self._bar.setRange(0, 0)
        self._bar.setAccessibleName(self.tr("Progress"))
        self._count = QLabel(self)
        self._count.setProperty("role", "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(self._text)
        column.addWidget(self._bar)
        column.addWidget(self._count)
        column.addStretch(1)

    def say(self, text: str) -> None:
        """Say what is being done."""
        self._text.setText(text)

    def show_progress(self, done: int, total: int | None) -> None:
        """Show how many items were taken."""
        if total:
            self._bar.setRange(0, 1000)
            self._bar.setValue(min(1000, done * 1000 // total))
            text = self.tr("%1 of %2 items")
            self._count.setText(text.replace("%1", number(done)).replace("%2", number(total)))
        else:
            self._bar.setRange(0, 0)
            self._count.setText(self.tr("%1 items").replace("%1", number(done)))

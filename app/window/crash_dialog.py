"""Tells of a fault of the program; later faults are added to it."""

from __future__ import annotations

from PySide6.QtCore import QUrl, Slot
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from app.crash import environment
from app.log import log_folder
from app.theme import theme


class CrashDialog(QDialog):
    """Not modal; the details are folded away until asked for."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Something went wrong"))
        self.setObjectName("crash")
        self.setModal(False)
        self._count = 0
        self._words = QLabel(self)
        self._words.setWordWrap(True)
        self.details = QPlainTextEdit(self)
        self.details.setReadOnly(True)
        self.details.setFont(theme().fixed_font(9))
        self.details.setAccessibleName(self.tr("Details"))
        self.details.hide()
        self.fold = QPushButton(self.tr("Show details"), self)
        self.copy = QPushButton(self.tr("Copy"), self)
        self.folder = QPushButton(self.tr("Open log folder"), self)
        close = QPushButton(self.tr("Close"), self)
        close.setDefault(True)
        row = QHBoxLayout()
        row.setSpacing(8)
        for button in (self.fold, self.copy, self.folder):
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(16)
        column.addWidget(self._words)
        column.addWidget(self.details, 1)
        column.addLayout(row)
        self.setMinimumWidth(theme().row_height() * 18)
        self.fold.clicked.connect(self._on_fold)
        self.copy.clicked.connect(self._on_copy)
        self.folder.clicked.connect(self._on_folder)
        close.clicked.connect(self.close)

    def add(self, report: str) -> None:
        """Add one report and show the dialog."""
        self._count += 1
        if self._count == 1:
            self.details.setPlainText(environment())
        self.details.appendPlainText(f"\n{report}")
        self._words.setText(
            self.tr(
                "The program made a mistake (%n so far). Your file is safe: every change is "
                "written as a whole or not at all. You can go on working; if it comes back, "
                "send the details.",
                "",
                self._count,
            )
        )
        self.show()

    @Slot()
    def _on_fold(self) -> None:
        shown = self.details.isHidden()
        self.details.setVisible(shown)
        self.fold.setText(self.tr("Hide details") if shown else self.tr("Show details"))
        self.adjustSize()

    @Slot()
    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.details.toPlainText())

    @Slot()
    def _on_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(log_folder())))

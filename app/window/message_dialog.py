"""One thing that was asked for and failed, with what to do about it."""

from __future__ import annotations

from PySide6.QtWidgets import QMessageBox, QWidget

from app.wording import sentence


def show_failure(error: Exception, parent: QWidget) -> QMessageBox:
    """Say what failed, why, and what to do; does not wait for an answer."""
    told = sentence(error)
    box = QMessageBox(QMessageBox.Icon.NoIcon, "Mnemoscope", "", QMessageBox.StandardButton.Close, parent)
    # The title bar is as narrow as the text allows, so what failed stands in the text.
    box.setText(told.title + ".")
    box.setInformativeText(f"{told.text}\n\n{told.advice}")
    box.setModal(False)
    box.finished.connect(box.deleteLater)
    box.open()
    return box

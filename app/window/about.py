"""What this program is."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from app.version import version


def show_about(parent: QWidget) -> QMessageBox:
    """Say the name, the version and the licence; does not wait for an answer."""
    box = QMessageBox(parent)
    box.setWindowTitle(QCoreApplication.translate("About", "About Mnemoscope"))
    box.setText(QCoreApplication.translate("About", "Mnemoscope %1").replace("%1", version()))
    box.setInformativeText(
        QCoreApplication.translate(
            "About",
            "A desktop inspector for the memory of AI agents: see it, correct it, forget it, "
            "prove it.\n\nLicence: Apache-2.0. Nothing leaves this computer.",
        )
    )
    box.setStandardButtons(QMessageBox.StandardButton.Close)
    box.finished.connect(box.deleteLater)
    box.open()
    return box

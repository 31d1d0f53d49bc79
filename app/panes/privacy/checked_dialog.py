"""What the check of a receipt file says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.panes.privacy.receipt_view import ReceiptView
from app.panes.privacy.split import Body
from app.theme import theme
from app.widgets.hidden_characters import revealed

if TYPE_CHECKING:
    from core.privacy import ReceiptCheck


class CheckedDialog(QDialog):
    """Genuine or not, known in this file or not, and the receipt itself."""

    def __init__(self, path: Path, check: ReceiptCheck, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Receipt checked"))
        tokens = theme().tokens
        if check.genuine:
            self.said = self.tr(
                "✓ This receipt was made by this installation, and not a letter of it was changed."
            )
        else:
            self.said = self.tr(
                "✗ This receipt proves nothing: it was changed, or it was made by another installation."
            )
        title = QLabel(self.said)
        title.setWordWrap(True)
        title.setFont(theme().font(bold=True))
        title.setStyleSheet(f"color: {(tokens.ok if check.genuine else tokens.danger).name()};")
        known = self.tr("The open file holds the same receipt.")
        unknown = self.tr(
            "The open file does not hold this receipt: it is of another file, or of an older state."
        )
        said = QLabel(known if check.known else unknown)
        said.setWordWrap(True)
        where = QLabel(revealed(str(path), 300))
        where.setWordWrap(True)
        where.setProperty("role", "muted")
        view = ReceiptView()
        view.show_receipt(check.receipt)
        view.setEnabled(check.genuine)
        inner = Body()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 8, 0)
        column.addWidget(view)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(inner)
        area.viewport().setAutoFillBackground(False)
        inner.setAutoFillBackground(False)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        page = QVBoxLayout(self)
        page.setContentsMargins(24, 20, 24, 16)
        page.setSpacing(12)
        for widget in (title, said, where):
            page.addWidget(widget)
        page.addWidget(area, 1)
        page.addWidget(buttons)
        self.resize(620, 520)

    @classmethod
    def tell(cls, path: Path, check: ReceiptCheck, parent: QWidget | None = None) -> None:
        """Show the answer until it is closed."""
        dialog = cls(path, check, parent)
        try:
            dialog.exec()
        finally:
            dialog.deleteLater()

"""Choosing what is exported, how, and where to."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QStandardPaths, Slot
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QWidget,
)

from app.widgets.question import Question
from app.wording import number

_FORMATS = ("csv", "json", "jsonl")


@dataclass(frozen=True, slots=True)
class Export:
    """What was chosen: all matches or the selection, every field or the columns on screen."""

    path: Path
    format: str
    selected_only: bool
    as_shown: bool


class ExportDialog(Question):
    """Format, extent, fields and file; says that the file leaves the protection of the store."""

    def __init__(self, name: str, matches: int, selected: int, parent: QWidget | None = None) -> None:
        super().__init__(_tr("Export records"), _tr("Export"), parent)
        self.format = QComboBox()
        self.format.addItems([self.tr("CSV, for spreadsheets"), self.tr("JSON"), self.tr("JSON Lines")])
        self.add_field(self.tr("Format"), self.format)
        self.all = QRadioButton(self.tr("All {0} matches").format(number(matches)))
        self.selected = QRadioButton(self.tr("The {0} selected").format(number(selected)))
        self.selected.setEnabled(selected > 0)
        (self.selected if selected > 1 else self.all).setChecked(True)
        self._pair(self.tr("Records"), self.all, self.selected)
        self.raw = QRadioButton(self.tr("Every field"))
        self.shown = QRadioButton(self.tr("As shown: the columns on screen"))
        self.raw.setChecked(True)
        self._pair(self.tr("Fields"), self.raw, self.shown)
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        self._base = Path(folder or ".") / name
        self.path = QLineEdit()
        choose = QPushButton(self.tr("Choose…"))
        choose.setAutoDefault(False)
        choose.clicked.connect(self._on_choose)
        field = QWidget()
        row = QHBoxLayout(field)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.path, 1)
        row.addWidget(choose)
        self.add_field(self.tr("File"), field)
        self.path.setAccessibleName(self.tr("File"))
        self.add_text(
            self.tr(
                "The file holds personal memory in clear text. Erasing the person here does not reach it."
            ),
            "muted",
        )
        self.format.currentIndexChanged.connect(self._on_format)
        self._replaces = self.add_text(self.tr("There is a file of that name; it will be replaced."), "warn")
        self.path.textChanged.connect(self._on_path)
        self._on_format()

    @property
    def replaces(self) -> bool:
        """True when a file of that name would be replaced."""
        return not self._replaces.isHidden()

    @property
    def chosen(self) -> Export:
        """What the controls say now."""
        return Export(
            Path(self.path.text().strip()).expanduser(),
            _FORMATS[self.format.currentIndex()],
            self.selected.isChecked(),
            self.shown.isChecked(),
        )

    @classmethod
    def ask(cls, name: str, matches: int, selected: int, parent: QWidget | None = None) -> Export | None:
        """What to export, or None when the person cancelled."""
        dialog = cls(name, matches, selected, parent)
        try:
            return dialog.chosen if dialog.exec() == cls.DialogCode.Accepted else None
        finally:
            dialog.deleteLater()

    def _pair(self, label: str, *radios: QRadioButton) -> None:
        field = QWidget()
        row = QHBoxLayout(field)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        group = QButtonGroup(field)
        for radio in radios:
            group.addButton(radio)
            row.addWidget(radio)
        row.addStretch(1)
        self.add_field(label, field)

    @Slot()
    def _on_format(self) -> None:
        base = Path(self.path.text().strip()) if self.path.text().strip() else self._base
        suffix = _FORMATS[self.format.currentIndex()]
        known = base.suffix.removeprefix(".") in _FORMATS
        self.path.setText(str(base.with_suffix(f".{suffix}") if known else Path(f"{base}.{suffix}")))

    @Slot()
    def _on_path(self) -> None:
        self.act.setEnabled(bool(self.path.text().strip()))
        self._replaces.setVisible(self.act.isEnabled() and self.chosen.path.exists())

    @Slot()
    def _on_choose(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, self.tr("Export to"), self.path.text())
        if name:
            self.path.setText(name)


def _tr(text: str) -> str:
    return QCoreApplication.translate("memory", text)

"""Choosing what is exported, how, and where to."""

from __future__ import annotations

import os
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


@dataclass(frozen=True, slots=True)
class Again:
    """A second question: what was chosen, and why it could not be written."""

    chosen: Export
    trouble: str


class ExportDialog(Question):
    """Format, extent, fields and file; says that the file leaves the protection of the store."""

    def __init__(
        self,
        name: str,
        matches: int,
        selected: int,
        parent: QWidget | None = None,
        again: Again | None = None,
    ) -> None:
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
        self._base = _folder() / name
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
        self._formulas = self.add_text("", "muted")
        self.shown.toggled.connect(self._on_format)
        self.format.currentIndexChanged.connect(self._on_format)
        self._replaces = self.add_text(self.tr("There is a file of that name; it will be replaced."), "warn")
        self._trouble = self.add_text("", "danger")
        self.path.textChanged.connect(self._on_path)
        self._on_format()
        if again is not None:
            self._take_up(again)

    @property
    def replaces(self) -> bool:
        """True when a file of that name would be replaced."""
        return not self._replaces.isHidden()

    @property
    def trouble(self) -> str:
        """Why nothing can be written there; empty when something can."""
        return "" if self._trouble.isHidden() else self._trouble.text()

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
    def ask(
        cls,
        name: str,
        matches: int,
        selected: int,
        parent: QWidget | None = None,
        again: Again | None = None,
    ) -> Export | None:
        """What to export, or None when the person cancelled."""
        dialog = cls(name, matches, selected, parent, again)
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

        self._formulas.setVisible(suffix == "csv")
        self._formulas.setText(
            self.tr("An apostrophe stands before text that a spreadsheet would run as a formula (= + - @).")
            if self.shown.isChecked()
            else self.tr("Written exactly as stored: a spreadsheet may run text that begins with = + - @.")
        )
        self.grow()

    def _take_up(self, again: Again) -> None:
        before = again.chosen
        self.format.setCurrentIndex(_FORMATS.index(before.format))
        (self.selected if before.selected_only else self.all).setChecked(True)
        (self.shown if before.as_shown else self.raw).setChecked(True)
        self.path.setText(str(before.path))
        self._say(again.trouble)

    def _say(self, trouble: str) -> None:
        self._trouble.setText(trouble)
        self._trouble.setVisible(bool(trouble))

    @Slot()
    def _on_path(self) -> None:
        path, typed = self.chosen.path, bool(self.path.text().strip())
        trouble = _obstacle(path) if typed else ""
        self._say(trouble)
        self.act.setEnabled(typed and not trouble)
        replaces = self.act.isEnabled() and path.exists()
        self._replaces.setVisible(replaces)
        # Enter writes a new file; replacing one takes a press on the button that says so.
        self.act.setText(self.tr("Replace the file") if replaces else self.tr("Export"))
        self.act.setAutoDefault(not replaces)
        self.act.setDefault(not replaces)
        self.grow()

    @Slot()
    def _on_choose(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, self.tr("Export to"), self.path.text())
        if name:
            self.path.setText(name)


def _folder() -> Path:
    """Where people keep what they write; many machines have no such folder."""
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    home = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.HomeLocation)
    for folder in (documents, home):
        if folder and Path(folder).is_dir():
            return Path(folder)
    return Path.cwd()


def _obstacle(path: Path) -> str:
    """Why no file can be written at ``path``, as far as it can be told beforehand."""
    try:
        if not path.parent.is_dir():
            return _tr("There is no folder {0}.").format(path.parent)
        if path.is_dir():
            return _tr("{0} is a folder.").format(path)
        if not os.access(path.parent, os.W_OK):
            return _tr("Nothing can be written into {0}.").format(path.parent)
    except (OSError, ValueError):
        return _tr("No file can have this name.")
    return ""


def _tr(text: str) -> str:
    return QCoreApplication.translate("memory", text)

"""Asking for files and folders; each question is one function, so that tests can answer it."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QStandardPaths, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QWidget

from core.scope import Scope


def home() -> Path:
    """Where people keep what they write; many machines have no such folder."""
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    base = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.HomeLocation)
    for folder in (documents, base):
        if folder and Path(folder).is_dir():
            return Path(folder)
    return Path.cwd()


def export_folder(scope: Scope, now: datetime, where: Path | None = None) -> Path:
    """A folder for an export that does not exist yet, named after person and day."""
    name = "".join(c if c.isalnum() or c in "-_." else "_" for c in f"{scope.tenant}-{scope.user}")
    base = (where or home()) / f"{name[:80]}-{now:%Y-%m-%d}"
    folder, number = base, 1
    while folder.exists() or folder.with_name(f"{folder.name}.zip").exists():
        number += 1
        folder = base.with_name(f"{base.name}-{number}")
    return folder


def ask_folder(parent: QWidget, title: str, start: Path) -> Path | None:
    """An existing folder, or None."""
    name = QFileDialog.getExistingDirectory(parent, title, str(start))
    return Path(name) if name else None


def ask_new_file(parent: QWidget, title: str, name: str, kind: str) -> Path | None:
    """A file to write, or None; an existing one is asked about."""
    chosen, _ = QFileDialog.getSaveFileName(parent, title, str(home() / name), kind)
    return Path(chosen) if chosen else None


def ask_archive(parent: QWidget) -> Path | None:
    """An archive to read back, or None."""
    kinds = ";;".join((_tr("Archives (*.zip)"), _tr("All files (*)")))
    chosen, _ = QFileDialog.getOpenFileName(parent, _tr("Restore or import an archive"), str(home()), kinds)
    return Path(chosen) if chosen else None


def ask_receipt(parent: QWidget) -> Path | None:
    """A receipt to check, or None."""
    kinds = ";;".join((_tr("Receipts (*.json)"), _tr("All files (*)")))
    chosen, _ = QFileDialog.getOpenFileName(parent, _tr("Check a receipt"), str(home()), kinds)
    return Path(chosen) if chosen else None


def reveal(path: Path) -> None:
    """Show the folder a file lies in."""
    folder = path if path.is_dir() else path.parent
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


def _tr(text: str) -> str:
    return QCoreApplication.translate("privacy", text)

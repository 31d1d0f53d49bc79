"""Asking for files; each question is one function, so that tests can answer it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QWidget


def _tr(text: str) -> str:
    return QCoreApplication.translate("FileDialogs", text)


def ask_open(parent: QWidget, title: str) -> Path | None:
    """An existing file to open, or None."""
    kinds = ";;".join([_tr("Memory files (*.db *.memory *.sqlite)"), _tr("All files (*)")])
    name, _ = QFileDialog.getOpenFileName(parent, title, "", kinds)
    return Path(name) if name else None


def ask_new(parent: QWidget) -> Path | None:
    """A name for a new memory file, or None; an existing file is never overwritten."""
    name, _ = QFileDialog.getSaveFileName(
        parent,
        _tr("New memory file"),
        "memory.db",
        _tr("Memory files (*.db)"),
        options=QFileDialog.Option.DontConfirmOverwrite,
    )
    if not name:
        return None
    path = Path(name)
    return path if path.suffix else path.with_suffix(".db")


def ask_import_target(parent: QWidget) -> Path | None:
    """A memory file to import into, new or there already; nothing in it is overwritten."""
    name, _ = QFileDialog.getSaveFileName(
        parent,
        _tr("Import into a new or an existing memory file"),
        "memory.db",
        _tr("Memory files (*.db *.memory *.sqlite)"),
        options=QFileDialog.Option.DontConfirmOverwrite,
    )
    if not name:
        return None
    path = Path(name)
    return path if path.suffix else path.with_suffix(".db")


def ask_import_file(parent: QWidget) -> Path | None:
    """A file of another program, or None."""
    name, _ = QFileDialog.getOpenFileName(parent, _tr("Import a file"), "", _tr("All files (*)"))
    return Path(name) if name else None


def ask_import_folder(parent: QWidget) -> Path | None:
    """A folder of another program, or None."""
    name = QFileDialog.getExistingDirectory(parent, _tr("Import a folder"))
    return Path(name) if name else None


def ask_json(parent: QWidget, title: str) -> Path | None:
    """A JSON file to read, or None."""
    kinds = ";;".join([_tr("JSON (*.json)"), _tr("All files (*)")])
    name, _ = QFileDialog.getOpenFileName(parent, title, "", kinds)
    return Path(name) if name else None


def ask_export(parent: QWidget, title: str, name: str, kinds: dict[str, str]) -> Path | None:
    """A file to write, or None; a name without one of the endings gets that of the chosen kind.

    Args:
        kinds: the ending of each kind the dialog offers, such as ``{"PNG (*.png)": ".png"}``.
    """
    given, chosen = QFileDialog.getSaveFileName(parent, title, name, ";;".join(kinds))
    if not given:
        return None
    path = Path(given)
    if path.suffix.lower() in kinds.values():
        return path
    return path.with_name(f"{path.name}{kinds.get(chosen, next(iter(kinds.values())))}")

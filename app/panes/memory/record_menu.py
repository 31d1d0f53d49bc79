"""The menus about records: how to copy, what to do, what to narrow the list to."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from app.widgets.hidden_characters import one_line
from core.memory.records import Record

_COPY = ("memory.copy", "memory.copy_headers", "memory.copy_json", "memory.copy_id")
_ACTS = ("memory.correct", "memory.confirm", "memory.roll_back", "memory.set_expiry")
_PARTS = 40


def copy_menu(action: Callable[[str], QAction], parent: QWidget) -> QMenu:
    """The ways to copy."""
    menu = QMenu(_tr("Copy"), parent)
    menu.setToolTipsVisible(True)
    menu.addActions([action(name) for name in _COPY])
    return menu


def record_menu(
    record: Record,
    action: Callable[[str], QAction],
    narrow: Callable[[str], object],
    parent: QWidget,
) -> QMenu:
    """Everything that can be done with ``record``; ``narrow`` adds a term to the filter."""
    menu = QMenu(parent)
    menu.setToolTipsVisible(True)
    menu.addAction(action("memory.open"))
    menu.addMenu(copy_menu(action, menu))
    menu.addSeparator()
    menu.addActions([action(name) for name in _ACTS])
    menu.addSeparator()
    only = menu.addMenu(_tr("Show only"))
    for term in narrowing_terms(record):
        entry = only.addAction(one_line(term, _PARTS).replace("&", "&&"))
        entry.triggered.connect(lambda _=False, term=term: narrow(term))
    menu.addSeparator()
    menu.addAction(action("memory.forget"))
    return menu


def narrowing_terms(record: Record) -> list[str]:
    """Filter terms that mean records like this one; values no term can carry are left out."""
    pairs = [
        ("kind", record.kind.value),
        ("key", record.key),
        ("source", record.source),
        ("trust", record.trust.label),
        ("session", record.session),
    ]
    terms = []
    for name, value in pairs:
        if value and '"' not in value:
            plain = not any(character.isspace() for character in value)
            terms.append(f"{name}:{value}" if plain else f'{name}:"{value}"')
    return terms


def _tr(text: str) -> str:
    return QCoreApplication.translate("memory", text)

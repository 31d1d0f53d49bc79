"""QActions made from the table."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence

from app.actions.table import action
from app.icons import icon


def make(action_id: str, parent: QObject, run: Callable[[], object]) -> QAction:
    """A QAction of the table that calls ``run``; a pane's own keys work inside that pane only."""
    entry = action(action_id)
    made = QAction(entry.label, parent)
    made.setObjectName(entry.id)
    if entry.icon:
        made.setIcon(icon(entry.icon))
    if entry.shortcut:
        made.setShortcut(QKeySequence(entry.shortcut))
    if entry.scope != "app":
        made.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    made.setToolTip(entry.tooltip)
    made.setStatusTip(entry.tooltip)
    made.triggered.connect(lambda _checked=False: run())
    return made

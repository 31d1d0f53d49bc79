"""A list of things that may lie in folders: notes, entities, documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from app.theme import theme

_KEY = Qt.ItemDataRole.UserRole
_QUIET = Qt.ItemDataRole.UserRole + 1
_NARROW = 38
_STEPS = {Qt.Key.Key_J: 1, Qt.Key.Key_K: -1}


@dataclass(frozen=True, slots=True)
class Thing:
    """One row.

    Attributes:
        key: what it is known by when the list is read again; empty for a folder.
        quiet: drawn muted, as what is only history.
    """

    key: str
    cells: tuple[str, ...]
    inside: tuple[Thing, ...] = ()
    tip: str = ""
    quiet: bool = False


class ThingTree(QTreeWidget):
    """Rows with a name and a few values; the chosen one stays chosen when the list is read again.

    Args:
        words: the columns that hold words; the others hold numbers and ages.

    Signals:
        chosen: the key of the row that is looked at now, or None.
    """

    chosen = Signal(object)

    def __init__(
        self, titles: Sequence[str], name: str, words: Sequence[int] = (0,), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._words = frozenset(words)
        self._filling = False
        self.setAccessibleName(name)
        self.setHeaderLabels(list(titles))
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setRootIsDecorated(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.header().setStretchLastSection(False)
        self.header().setMinimumSectionSize(40)
        for column in range(len(titles)):
            mode = QHeaderView.ResizeMode.ResizeToContents if column else QHeaderView.ResizeMode.Stretch
            self.header().setSectionResizeMode(column, mode)
            self.headerItem().setTextAlignment(column, self._side(column))
        self.currentItemChanged.connect(self._on_current)
        theme().changed.connect(self._on_theme)
        self._on_theme()

    @property
    def key(self) -> str | None:
        """What is looked at; None for nothing, or a folder."""
        item = self.currentItem()
        return (item.data(0, _KEY) or None) if item is not None else None

    def listed(self) -> list[str]:
        """What is listed, from above."""
        return [item.data(0, _KEY) for item in self._items() if item.data(0, _KEY)]

    def fill(self, things: Sequence[Thing], wanted: str | None = None) -> None:
        """Shows rows; ``wanted`` is looked at, else what was, else the first."""
        before = wanted or self.key
        self._filling = True
        self.clear()
        for thing in things:
            self.addTopLevelItem(self._item(thing))
        self.setRootIsDecorated(any(thing.inside for thing in things))
        self.expandAll()
        items = [item for item in self._items() if item.data(0, _KEY)]
        found = next((item for item in items if item.data(0, _KEY) == before), items[0] if items else None)
        self._filling = False
        self.setCurrentItem(found)  # type: ignore[arg-type]  # None takes the mark away
        self.chosen.emit(self.key)

    def choose(self, key: str) -> None:
        """Looks at the row of a key, if it is listed."""
        for item in self._items():
            if item.data(0, _KEY) == key:
                self.setCurrentItem(item)

    def step(self, by: int) -> None:
        """Looks at the next thing, or the one before."""
        keys = self.listed()
        if keys:
            place = keys.index(self.key) + by if self.key in keys else 0
            self.choose(keys[max(0, min(place, len(keys) - 1))])

    def sizeHint(self) -> QSize:
        return QSize(280, 200)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # In a narrow list the name keeps its room, and the least important column goes.
        self.setColumnHidden(1, self.width() < _NARROW * self.fontMetrics().averageCharWidth())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _STEPS.get(Qt.Key(event.key()))
        if step is not None and not event.modifiers():
            self.step(step)
        else:
            super().keyPressEvent(event)

    def _side(self, column: int) -> Qt.AlignmentFlag:
        """Words stand left, numbers and ages right."""
        side = Qt.AlignmentFlag.AlignLeft if column in self._words else Qt.AlignmentFlag.AlignRight
        return side | Qt.AlignmentFlag.AlignVCenter

    def _items(self) -> list[QTreeWidgetItem]:
        found: list[QTreeWidgetItem] = []
        waiting = [self.topLevelItem(place) for place in range(self.topLevelItemCount())]
        while waiting:
            item = waiting.pop(0)
            if item is not None:
                found.append(item)
                waiting = [*(item.child(place) for place in range(item.childCount())), *waiting]
        return found

    def _item(self, thing: Thing) -> QTreeWidgetItem:
        item = QTreeWidgetItem(list(thing.cells))
        item.setData(0, _KEY, thing.key)
        for column in range(len(thing.cells)):
            item.setToolTip(column, thing.tip)
            item.setTextAlignment(column, self._side(column))
        item.setData(0, _QUIET, thing.quiet or not thing.key)
        self._paint(item)
        for each in thing.inside:
            item.addChild(self._item(each))
        return item

    def _paint(self, item: QTreeWidgetItem) -> None:
        """What depends on the theme."""
        tokens = theme().tokens
        color = tokens.muted if item.data(0, _QUIET) else tokens.text
        for column in range(self.columnCount()):
            item.setForeground(column, color)
        item.setSizeHint(0, QSize(0, theme().row_height()))

    @Slot()
    def _on_current(self) -> None:
        if not self._filling:
            self.chosen.emit(self.key)

    @Slot()
    def _on_theme(self) -> None:
        tokens = theme().tokens
        self.setStyleSheet(
            "QTreeView { border: 1px solid transparent; }"
            f"QTreeView:focus {{ border: 1px solid {tokens.accent.name()}; }}"
            "QTreeView { show-decoration-selected: 1; outline: none; }"
            "QTreeView::item { padding: 0px 3px; border: none; }"
            f"QTreeView::item:hover {{ background: {tokens.alternate.name()}; }}"
            f"QTreeView::item:selected {{ background: {tokens.selection.name()}; color: {tokens.text.name()}; }}"
            f"QTreeView::branch:selected {{ background: {tokens.selection.name()}; }}"
        )
        for item in self._items():
            self._paint(item)

"""The header of a table: sort arrow, column chooser, and what hides first when room is short."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPolygonF
from PySide6.QtWidgets import QHeaderView, QMenu, QWidget

from app.settings import Settings
from app.theme import theme
from app.widgets.column import Alignment, Column
from app.widgets.marks import MARK_GAP, mark_slot
from app.widgets.table_layout import TableLayout

PAD = 8
# Characters the stretching column keeps: few before an important column hides, more before
# one that is merely useful does.
_LEAST = 15
_COMFORT = 26
_USEFUL = 4


class TableHeader(QHeaderView):
    """Draws titles where cell texts start and keeps the person's choice of columns.

    Signals:
        sort_asked: key of a column and whether descending.
    """

    sort_asked = Signal(str, bool)

    def __init__(
        self,
        columns: Sequence[Column[Any]],
        name: str,
        settings: Settings | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._columns = tuple(columns)
        self._name = name
        self._settings = settings
        self._layout = TableLayout.load(settings, name, self._columns) if settings else TableLayout()
        self._sort: tuple[str, bool] | None = None
        self._required: frozenset[str] = frozenset()
        self._fitting = False
        self._room = 0
        self.setAccessibleName(self.tr("Column titles"))
        self.setSectionsClickable(True)
        self.setSectionsMovable(True)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(24)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._on_menu_asked)
        self.sectionClicked.connect(self._on_clicked)
        self.sectionResized.connect(self._on_resized)
        self.sectionMoved.connect(self._on_moved)

    def set_sort(self, key: str, descending: bool) -> None:
        """Shows the arrow at ``key``."""
        self._sort = (key, descending)
        self.viewport().update()

    def require(self, keys: frozenset[str]) -> None:
        """Shows columns a query is about, whatever was chosen; empty ends it."""
        if keys != self._required:
            self._required = keys
            self.fit()

    def apply_order(self) -> None:
        """Puts the sections in the remembered order; call once the model is set."""
        self._fitting = True
        for visual, key in enumerate(self._layout.order):
            logical = self._index(key)
            if logical is not None:
                self.moveSection(self.visualIndex(logical), visual)
        self._fitting = False

    def set_room(self, width: int) -> None:
        """Fits the columns into ``width`` pixels."""
        self._room = width
        self.fit()

    def fit(self) -> None:
        """Gives every column its width, hides by rank what has no room, stretches one."""
        if self.count() != len(self._columns):
            return
        self._fitting = True
        char = self.fontMetrics().averageCharWidth()
        wanted = [c for c in self._columns if self._layout.is_shown(c) or c.key in self._required]
        widths = {c.key: self._width(c) for c in wanted}
        room = self._room - sum(widths[c.key] for c in wanted if c.always and not c.stretch)
        by_rank = sorted((c for c in wanted if not (c.always or c.stretch)), key=self._rank)
        while by_rank:
            text = (_COMFORT if self._rank(by_rank[-1]) >= _USEFUL else _LEAST) * char + 2 * PAD
            if sum(widths[c.key] for c in by_rank) + text <= room:
                break
            wanted.remove(by_rank.pop())
        used = sum(widths[c.key] for c in wanted if not c.stretch)
        visible = {c.key for c in wanted}
        for logical, column in enumerate(self._columns):
            self.setSectionHidden(logical, column.key not in visible)
            if column.key in visible:
                self.resizeSection(
                    logical, max(4 * char, self._room - used) if column.stretch else widths[column.key]
                )
        self._fitting = False

    def visible_columns(self) -> list[Column[Any]]:
        """The columns on screen, from left to right."""
        order = [self.logicalIndex(visual) for visual in range(self.count())]
        return [self._columns[logical] for logical in order if not self.isSectionHidden(logical)]

    def chooser(self, parent: QWidget) -> QMenu:
        """The menu that chooses columns."""
        menu = QMenu(parent)
        for column in self._columns:
            entry = menu.addAction(column.title)
            entry.setCheckable(True)
            entry.setChecked(self._layout.is_shown(column))
            entry.setEnabled(not column.always)
            entry.toggled.connect(lambda on, key=column.key: self.choose(key, on))
        menu.addSeparator()
        menu.addAction(self.tr("Reset columns")).triggered.connect(self.reset_layout)
        return menu

    def choose(self, key: str, shown: bool) -> None:
        """Shows or hides a column from now on."""
        self._layout.shown[key] = shown
        self._save()
        self.fit()

    @Slot()
    def reset_layout(self) -> None:
        """Back to the default columns, order and widths."""
        self._layout = TableLayout()
        if self._settings is not None:
            TableLayout.forget(self._settings, self._name)
        self._fitting = True
        for logical in range(self.count()):
            self.moveSection(self.visualIndex(logical), logical)
        self._fitting = False
        self.fit()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), theme().row_height())

    def paintSection(self, painter: QPainter, rect: QRect, logical: int) -> None:
        column = self._columns[logical]
        tokens = theme().tokens
        painter.save()
        painter.fillRect(rect, tokens.base)
        painter.setPen(tokens.line)
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        sorted_by = self._sort is not None and self._sort[0] == column.key
        arrow = self.fontMetrics().ascent() if sorted_by else 0
        inner = rect.adjusted(PAD, 0, -PAD, 0)
        right = column.alignment is Alignment.RIGHT
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        painter.setPen(tokens.text if sorted_by else tokens.muted)
        title = self.fontMetrics().elidedText(
            column.title, Qt.TextElideMode.ElideRight, inner.width() - arrow
        )
        room = inner.adjusted(0, 0, -arrow, 0)
        painter.drawText(room, side | Qt.AlignmentFlag.AlignVCenter, title)
        if sorted_by and self._sort is not None:
            used = self.fontMetrics().horizontalAdvance(title)
            left = inner.right() - arrow + 5 if right else inner.left() + used + 5
            self._draw_arrow(painter, left, rect.center(), self._sort[1])
        painter.restore()

    def _draw_arrow(self, painter: QPainter, left: int, middle: QPoint, down: bool) -> None:
        size = max(self.fontMetrics().ascent() // 3, 3)
        top = middle.y() - size / 2
        flat, tip = (top, top + size) if down else (top + size, top)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme().tokens.text)
        painter.drawPolygon(
            QPolygonF([QPointF(left, flat), QPointF(left + 2 * size, flat), QPointF(left + size, tip)])
        )

    def _rank(self, column: Column[Any]) -> float:
        """When it hides: what a query needs and what a person chose stay before the defaults."""
        if column.key in self._required:
            return 0
        return 0.5 if self._layout.shown.get(column.key) else column.rank

    def _width(self, column: Column[Any]) -> int:
        """What the person chose, else room for the usual text and for the title with its arrow."""
        chosen = self._layout.chars(column)
        metrics = self.fontMetrics()
        if chosen is not None:
            return round(chosen * metrics.averageCharWidth()) + 2 * PAD
        text = metrics.horizontalAdvance(column.sample)
        if column.mark is not None:
            text += mark_slot(metrics) + MARK_GAP
        title = metrics.horizontalAdvance(column.title) + metrics.ascent()
        return max(text, title) + 2 * PAD + 2

    def _index(self, key: str) -> int | None:
        return next((i for i, column in enumerate(self._columns) if column.key == key), None)

    def _save(self) -> None:
        if self._settings is not None:
            self._layout.save(self._settings, self._name, self._columns)

    @Slot(QPoint)
    def _on_menu_asked(self, where: QPoint) -> None:
        menu = self.chooser(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.mapToGlobal(where))

    @Slot(int)
    def _on_clicked(self, logical: int) -> None:
        column = self._columns[logical]
        if column.sort is None:
            return
        same = self._sort is not None and self._sort[0] == column.key
        descending = not self._sort[1] if same and self._sort else column.descending_first
        self.set_sort(column.key, descending)
        self.sort_asked.emit(column.key, descending)

    @Slot(int, int, int)
    def _on_resized(self, logical: int, old: int, new: int) -> None:
        column = self._columns[logical]
        if self._fitting or new == 0 or column.stretch:
            return
        char = self.fontMetrics().averageCharWidth()
        self._layout.widths[column.key] = max(new - 2 * PAD, char * 2) / char
        self._save()
        self.fit()

    @Slot(int, int, int)
    def _on_moved(self, logical: int, old: int, new: int) -> None:
        if self._fitting:
            return
        order = [self.logicalIndex(visual) for visual in range(self.count())]
        self._layout.order = [self._columns[place].key for place in order]
        self._save()

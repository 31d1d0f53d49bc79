"""A field with a list under it that pops up, is typed into, and goes away."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QObject, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QListView, QVBoxLayout, QWidget

from app.theme import theme
from app.window.two_column_delegate import TwoColumnDelegate

_LIST_KEYS = {Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown}
_ENTER = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
EDGE = 8


class SearchPopup(QFrame):
    """Typing filters, the arrow keys move in the list, Enter or a click chooses, Esc leaves."""

    chosen = Signal(QModelIndex)
    typed = Signal(str)

    def __init__(self, model: QAbstractItemModel, hint: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._owner = parent
        self._rows = 0
        self.setProperty("role", "popup")
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(hint)
        self.field.setAccessibleName(hint)
        self.field.setClearButtonEnabled(True)
        self.list = QListView(self)
        self.list.setModel(model)
        self.list.setAccessibleName(self.tr("Matches"))
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setItemDelegate(TwoColumnDelegate(self.list))
        self.line = QLabel(self)
        self.line.setProperty("role", "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(8)
        column.addWidget(self.field)
        column.addWidget(self.list, 1)
        column.addWidget(self.line)
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self.typed)
        self.list.clicked.connect(self._choose)
        model.modelReset.connect(self._on_reset)
        self.hide()

    def pop_up(self, corner: QPoint, rows: int = 12) -> None:
        """Show the empty field at ``corner`` (global), over the window, as far as it has room."""
        window = self._owner.window()
        # A child of the window, not a window of its own: those take the keyboard on some systems
        # and not on others.
        self.setParent(window)
        self.field.clear()
        place = window.mapFromGlobal(corner)
        width = min(theme().row_height() * 15, window.width() - 2 * EDGE)
        self._rows = rows
        self.resize(width, theme().row_height() * 4)
        self.move(max(EDGE, min(place.x(), window.width() - width - EDGE)), place.y())
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)
        self._on_reset()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            self.hide()
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in _LIST_KEYS:
                self.list.keyPressEvent(event)
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.hide()
                return True
            if event.key() in _ENTER:
                # Taken here, else the default button of a dialog around it would have it too.
                self._choose(self.list.currentIndex())
                return True
        return super().eventFilter(watched, event)

    @Slot()
    def _on_reset(self) -> None:
        model = self.list.model()
        count = model.rowCount()
        if count > 0:
            self.list.setCurrentIndex(model.index(0, 0))
        unit = theme().row_height()
        self.list.setFixedHeight(0)
        around = self.sizeHint().height()
        room = self._owner.window().height() - self.y() - EDGE - around
        self.list.setFixedHeight(min(unit * max(1, min(count, self._rows)), max(unit, room)))
        self.resize(self.width(), self.sizeHint().height())

    @Slot(QModelIndex)
    def _choose(self, index: QModelIndex) -> None:
        if index.isValid() and index.flags() & Qt.ItemFlag.ItemIsEnabled:
            self.hide()
            self.chosen.emit(index)

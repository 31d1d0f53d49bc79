"""What is shown while no file is open."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QListView,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.actions import action
from app.icons import icon
from app.settings import Settings
from app.theme import theme
from app.window.two_column_delegate import TwoColumnDelegate

MARGIN = 24


class StartPage(QWidget):
    """Open, try the demo, or go on with a recent file; missing ones are greyed."""

    open_wanted = Signal()
    demo_wanted = Signal()
    new_wanted = Signal()
    recent_wanted = Signal(object)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self.recent_model = QStandardItemModel(self)
        page = QVBoxLayout(self)
        page.setContentsMargins(24, 24, 24, 24)
        page.addStretch(2)
        self._card = QFrame(self)
        self._card.setProperty("role", "card")
        page.addWidget(self._card, 0, Qt.AlignmentFlag.AlignHCenter)
        page.addStretch(3)
        column = QVBoxLayout(self._card)
        column.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        column.setSpacing(12)
        self._title = QLabel(self.tr("Mnemoscope"), self._card)
        column.addWidget(self._title)
        self._words = QLabel(
            self.tr(
                "See what an agent remembers about a person, where it came from and what it "
                "replaced. Open a memory file, or drop a file or folder of another program here."
            ),
            self._card,
        )
        self._words.setWordWrap(True)
        self._words.setProperty("role", "muted")
        column.addWidget(self._words)
        column.addLayout(self._buttons())
        self._head = QLabel(self.tr("Recent files"), self._card)
        column.addSpacing(4)
        column.addWidget(self._head)
        self._list = QListView(self._card)
        self._list.setModel(self.recent_model)
        self._list.setAccessibleName(self.tr("Recent files"))
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.setMouseTracking(True)
        self._list.setItemDelegate(TwoColumnDelegate(self._list))
        self._list.activated.connect(self._on_activated)
        self._list.clicked.connect(self._on_activated)
        column.addWidget(self._list)
        theme().changed.connect(self.refresh)
        self.refresh()

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        self.demo = demo = QPushButton(icon("play", "on_accent"), self.tr("Try the demo"), self._card)
        demo.setProperty("role", "primary")
        demo.setToolTip(action("file.open_demo").tooltip)
        demo.clicked.connect(lambda _checked=False: self.demo_wanted.emit())
        opening = QPushButton(icon("open"), self.tr("Open…"), self._card)
        opening.setToolTip(action("file.open").tooltip)
        opening.clicked.connect(lambda _checked=False: self.open_wanted.emit())
        new = QPushButton(icon("new"), self.tr("New store…"), self._card)
        new.setToolTip(action("file.new").tooltip)
        new.clicked.connect(lambda _checked=False: self.new_wanted.emit())
        for button in (demo, opening, new):
            row.addWidget(button)
        row.addStretch(1)
        return row

    @Slot()
    def refresh(self) -> None:
        """Read the list of recent files again."""
        self._title.setFont(theme().font(15, bold=True))
        self._head.setFont(theme().font(bold=True))
        width = theme().row_height() * 18
        self._card.setFixedWidth(width)
        # A card in the middle of a page is not asked how high it is at its width.
        self._words.setMinimumHeight(self._words.heightForWidth(width - 2 * MARGIN))
        self.recent_model.clear()
        for path in self._settings.recent:
            self.recent_model.appendRow(self._item(path))
        rows = self.recent_model.rowCount()
        self._head.setVisible(rows > 0)
        self._list.setVisible(rows > 0)
        self._list.setFixedHeight(theme().row_height() * min(rows, 6) + 2)

    def _item(self, path: Path) -> QStandardItem:
        item = QStandardItem(icon("memory", "muted"), path.name)
        there = path.exists()
        where = str(path.parent) if there else self.tr("not there any more")
        item.setData(where, Qt.ItemDataRole.UserRole)
        item.setData(str(path), Qt.ItemDataRole.UserRole + 1)
        item.setToolTip(str(path))
        item.setEnabled(there)
        item.setEditable(False)
        return item

    @Slot(QModelIndex)
    def _on_activated(self, index: QModelIndex) -> None:
        self.recent_wanted.emit(Path(str(index.data(Qt.ItemDataRole.UserRole + 1))))

"""Go to: acts, panes, people, keys and record numbers in one list (Ctrl+K)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    Qt,
    Slot,
)
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import QWidget

from app.actions import action
from app.icons import icon
from app.jobs import Token
from app.session import Session
from app.theme import theme
from app.window.scope_model import as_written
from app.window.search_popup import SearchPopup
from app.wording import plain

if TYPE_CHECKING:
    from core.handles.operator import ScopeSummary
    from core.memory.records import Record

PEOPLE = 8
KEYS = 8
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Target:
    """One line of the palette."""

    text: str
    aside: str
    icon: QIcon | None
    run: Callable[[], object]
    enabled: bool = True


class _Targets(QAbstractListModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[Target] = []

    def show(self, rows: list[Target]) -> None:
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not 0 <= index.row() < len(self.rows):
            return None
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{row.text}, {row.aside}"
        if role == Qt.ItemDataRole.UserRole:
            return row.aside
        if role == Qt.ItemDataRole.DecorationRole:
            return row.icon
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if 0 <= index.row() < len(self.rows) and not self.rows[index.row()].enabled:
            return Qt.ItemFlag.NoItemFlags
        return super().flags(index)


class CommandPalette(SearchPopup):
    """Matches what is typed against acts and panes at once, against people and keys a moment later."""

    def __init__(
        self,
        session: Session,
        actions: Callable[[], Sequence[QAction]],
        show_record: Callable[[int], object],
        parent: QWidget,
    ) -> None:
        self._targets = _Targets()
        hint = parent.tr("Act, pane, person, key or record number")
        super().__init__(self._targets, hint, parent)
        self._targets.setParent(self)
        self._window = parent
        self._session = session
        self._actions = actions
        self._show_record = show_record
        self._people: list[ScopeSummary] = []
        self._keyed: list[Record] = []
        self.typed.connect(self._on_typed)
        self.chosen.connect(self._on_chosen)

    def open(self) -> None:
        """Show the palette over the middle of the window."""
        window = self._window
        width = theme().row_height() * 15
        corner = window.mapToGlobal(QPoint((window.width() - width) // 2, 64))
        self._people, self._keyed = [], []
        self._fill("")
        self.pop_up(corner)
        self._ask_people("")

    @Slot(str)
    def _on_typed(self, text: str) -> None:
        self._keyed = []
        self._fill(text)
        self._ask_people(text)
        self._ask_keys(text.strip())

    @Slot(QModelIndex)
    def _on_chosen(self, index: QModelIndex) -> None:
        self._targets.rows[index.row()].run()

    def _ask_people(self, text: str) -> None:
        operator = self._session.operator
        if operator is None:
            return
        wanted = as_written(text)
        self._session.jobs.read(
            lambda token: operator.scopes(wanted, PEOPLE, 0),
            lambda people: self._with_people(text, people),
            failed=lambda error: None,
            key="palette.people",
            owner=self,
        )

    def _with_people(self, text: str, people: list[ScopeSummary]) -> None:
        if text == self.field.text():
            self._people = people
            self._fill(text)

    def _ask_keys(self, text: str) -> None:
        if not text or self._session.scope is None:
            return
        records = self._session.records()

        def look(token: Token) -> list[Record]:
            from core.memory.records.query import RecordFilter, Term

            wanted = RecordFilter((Term("key", ":", text, False, 0, len(text)),))
            found = records.page(records.ids(wanted)[:KEYS])
            return [record for record in found if record is not None]

        self._session.jobs.read(
            look,
            lambda found: self._with_keys(text, found),
            failed=lambda error: None,
            key="palette.keys",
            owner=self,
        )

    def _with_keys(self, text: str, found: list[Record]) -> None:
        if text == self.field.text().strip():
            self._keyed = found
            self._fill(self.field.text())

    def _fill(self, text: str) -> None:
        rows = [*self._records(text), *self._acts(text)]
        for record in self._keyed:
            go = partial(self._show_record, record.id)
            aside = self.tr("record #%1").replace("%1", str(record.id))
            rows.append(Target(plain(record.key), aside, icon("memory", "muted"), go))
        for summary in self._people:
            scope = summary.scope
            if as_written(text).lower() in str(scope).lower():
                choose = partial(self._session.set_scope, scope)
                rows.append(Target(str(scope), self.tr("person"), icon("person", "muted"), choose))
        self._targets.show(rows)
        keys = self.tr("↑ ↓ move · Enter go · Esc leave")
        self.line.setText(keys if rows else self.tr("Nothing has that name"))

    def _records(self, text: str) -> list[Target]:
        digits = text.strip().removeprefix("#")
        if not digits.isascii() or not digits.isdigit() or self._session.scope is None:
            return []
        number = int(digits)
        label = self.tr("Record #%1").replace("%1", digits)
        go = partial(self._show_record, number)
        return [Target(label, self.tr("in Memory"), icon("memory", "muted"), go)]

    def _acts(self, text: str) -> list[Target]:
        rows = []
        # Panes first: going somewhere is what the palette is opened for most.
        offered = sorted(self._actions(), key=lambda made: not made.objectName().startswith("pane."))
        for made in offered:
            entry = action(made.objectName())
            if entry.id == "go.to" or not _matches(text, entry.label):
                continue
            picture = icon(entry.icon, "muted") if entry.icon else None
            label = entry.label.replace("&", "")
            rows.append(Target(label, entry.keys, picture, made.trigger, made.isEnabled()))
        return sorted(rows, key=lambda row: not row.enabled)


def _matches(typed: str, text: str) -> bool:
    """Every word typed begins a word of the text, or the text holds it."""
    lowered = text.lower()
    return all(word in lowered for word in typed.lower().split())

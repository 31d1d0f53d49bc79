"""The people of the file, read page by page as the list is scrolled."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from app.session import Session
from app.wording import ago, number

if TYPE_CHECKING:
    from core.handles.operator import ScopeSummary

PAGE = 100
Index = QModelIndex | QPersistentModelIndex


def as_written(typed: str) -> str:
    """What was typed in the form "tenant / user", in which scopes are searched."""
    return re.sub(r"\s*/\s*", " / ", typed.strip())


class ScopeModel(QAbstractListModel):
    """Scopes that match what was typed; ``counted`` carries how many there are in all."""

    counted = Signal(int)
    filled = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._match = ""
        self._rows: list[ScopeSummary] = []
        self._more = False
        self._asking = False

    def search(self, match: str) -> None:
        """Show the people whose tenant or user matches; old rows stay until the answer is here."""
        self._match = as_written(match)
        operator = self._session.operator
        if operator is None:
            return
        wanted = self._match
        self._session.jobs.read(
            lambda token: (operator.scopes(wanted, PAGE, 0), operator.scope_count(wanted)),
            self._start,
            failed=self._stop,
            key=f"scopes.{id(self)}",
        )

    def scope_row(self, row: int) -> ScopeSummary | None:
        """The person at ``row``."""
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.scope_row(index.row())
        if row is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return str(row.scope)
        if role == Qt.ItemDataRole.ToolTipRole:
            store = self._session.store
            last = ago(row.last_write, store.now()) if store is not None else ""
            text = self.tr("%1: %2 records, last write %3")
            return text.replace("%1", str(row.scope)).replace("%2", number(row.records)).replace("%3", last)
        if role == Qt.ItemDataRole.UserRole:
            return number(row.records)
        return None

    def canFetchMore(self, parent: Index) -> bool:
        return self._more and not self._asking

    def fetchMore(self, parent: Index) -> None:
        operator = self._session.operator
        if operator is None or self._asking:
            return
        self._asking = True
        wanted, offset = self._match, len(self._rows)
        self._session.jobs.read(
            lambda token: operator.scopes(wanted, PAGE, offset),
            lambda rows: self._append(wanted, offset, rows),
            failed=self._stop,
            owner=self,
        )

    def _start(self, answer: tuple[list[ScopeSummary], int]) -> None:
        rows, count = answer
        self.beginResetModel()
        self._rows = rows
        self._more = len(rows) == PAGE
        self._asking = False
        self.endResetModel()
        self.counted.emit(count)
        self.filled.emit()

    def _append(self, match: str, offset: int, rows: list[ScopeSummary]) -> None:
        self._asking = False
        if match != self._match or offset != len(self._rows):
            return
        self._more = len(rows) == PAGE
        if rows:
            self.beginInsertRows(QModelIndex(), offset, offset + len(rows) - 1)
            self._rows.extend(rows)
            self.endInsertRows()

    def _stop(self, error: Exception) -> None:
        self._asking = False
        self._more = False

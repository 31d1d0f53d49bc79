"""Whose memory is shown, and the list to choose another person from."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPoint, QSize, Qt, Slot
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from app.actions import action
from app.icons import icon
from app.session import Session
from app.theme import theme
from app.window.scope_model import ScopeModel
from app.window.search_popup import SearchPopup
from app.wording import number


class ScopePicker(QPushButton):
    """Shows the present person; pressing it opens a list that filters while one types."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._full = ""
        self._short = False
        self.setProperty("role", "field")
        self.setIcon(icon("person", "muted"))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.model = ScopeModel(session, self)
        self.model.counted.connect(self._on_counted)
        self.popup = SearchPopup(self.model, self.tr("Tenant or user"), self)
        self.popup.typed.connect(self.model.search)
        self.popup.chosen.connect(self._on_chosen)
        self.clicked.connect(self.open_list)
        session.scope_changed.connect(self._on_scope)
        theme().changed.connect(self._on_scope)
        session.file_changed.connect(self._on_scope)
        self._on_scope()

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(round(theme().row_height() * (4.8 if self._short else 6.6)), hint.height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def set_short(self, short: bool) -> None:
        """Take less room in a narrow window."""
        if short != self._short:
            self._short = short
            self._on_scope()
            self.updateGeometry()

    @Slot()
    def open_list(self) -> None:
        """Open the list under the button."""
        if self._session.store is None:
            return
        self.popup.pop_up(self.mapToGlobal(QPoint(0, self.height() + 4)))
        self.model.search("")

    @Slot()
    def _on_scope(self) -> None:
        scope = self._session.scope
        self.setVisible(self._session.store is not None)
        self._full = str(scope) if scope is not None else self.tr("nobody yet")
        room = self.sizeHint().width() - theme().row_height() * 2
        shown = self.fontMetrics().elidedText(self._full, Qt.TextElideMode.ElideMiddle, room)
        self.setText(" " + shown.replace("&", "&&") + "  ▾")
        self.setToolTip(f"{self._full}\n{action('go.scope').tooltip}")
        self.setAccessibleName(self.tr("Person: %1").replace("%1", self._full))

    @Slot(int)
    def _on_counted(self, count: int) -> None:
        many = self.tr("%1 people").replace("%1", number(count))
        self.popup.line.setText(self.tr("1 person") if count == 1 else many)

    @Slot(QModelIndex)
    def _on_chosen(self, index: QModelIndex) -> None:
        row = self.model.scope_row(index.row())
        if row is not None:
            self._session.set_scope(row.scope)

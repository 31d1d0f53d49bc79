"""The pane a demo opens on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from app.panes.heading import GAP, MARGIN, Heading
from app.panes.overview.diagram import Diagram
from app.panes.pane import Pane
from app.session import Session
from app.theme import theme
from app.wording import number, sentence

if TYPE_CHECKING:
    from core.handles.overview import Overview


class OverviewPane(Pane):
    """Reads the counts of the present person and keeps them fresh while it is shown."""

    id = "overview"
    icon = "overview"

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.title = self.tr("Overview")
        self.heading = Heading(self.title, self)
        self.diagram = Diagram(self)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        area.setAccessibleName(self.title)
        area.setWidget(self.diagram)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, GAP, MARGIN, 0)
        column.setSpacing(12)
        column.addWidget(self.heading)
        column.addWidget(area, 1)
        self._stale = True
        theme().changed.connect(self._on_theme)
        session.scope_changed.connect(self._on_scope)
        session.changed.connect(self._on_changed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.diagram.fit(self.width() - 2 * MARGIN)

    @Slot()
    def _on_theme(self) -> None:
        self.diagram.fit(self.width() - 2 * MARGIN)

    def activate(self) -> None:
        if self._stale:
            self.refresh()

    def refresh(self) -> None:
        operator, scope = self.session.operator, self.session.scope
        self._stale = False
        if operator is None or scope is None:
            self.diagram.show_counts(None)
            self.heading.set_line(self.tr("nobody in this file yet; import something to begin"))
            return
        self.session.jobs.read(
            lambda token: operator.overview(scope),
            self._show,
            failed=self._failed,
            key="overview",
            owner=self,
        )

    def _show(self, overview: Overview) -> None:
        self.diagram.show_counts(overview)
        parts = [self.tr("%1 live records").replace("%1", number(overview.live))]
        if overview.live == 1:
            parts = [self.tr("1 live record")]
        if overview.due:
            parts.append(self.tr("%1 due for review").replace("%1", number(overview.due)))
        if overview.conflicts:
            parts.append(self.tr("%1 in conflict").replace("%1", number(overview.conflicts)))
        scope = self.session.scope
        self.heading.set_line(" · ".join([str(scope or ""), *parts]))

    def _failed(self, error: Exception) -> None:
        told = sentence(error)
        self.heading.set_line(f"✗ {told.text} {told.advice}")

    @Slot()
    def _on_scope(self) -> None:
        self.diagram.show_counts(None)
        self._on_changed(None)

    @Slot(object)
    def _on_changed(self, change: object) -> None:
        self._stale = True
        if self.isVisible():
            self.refresh()

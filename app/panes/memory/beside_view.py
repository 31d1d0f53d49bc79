"""What the tabs beside the records have in common: a list, a detail, and reading them off the GUI thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Generic, TypeVar

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QScrollArea, QSplitter, QVBoxLayout, QWidget

from app.panes.heading import GAP
from app.panes.memory.thing_tree import Thing, ThingTree
from app.session import Session
from app.theme import theme
from app.widgets.card import Card
from app.widgets.flow_layout import FlowLayout
from app.widgets.loading_line import LoadingLine
from app.widgets.state_page import StateStack
from app.widgets.strip import Strip
from app.wording import sentence
from core import Operator, Scope

Listed = TypeVar("Listed")
Looked = TypeVar("Looked")

_LIST, _DETAIL = 280, 360


class BesideView(QWidget, Generic[Listed, Looked]):
    """A list at the left, what is chosen in it at the right.

    Subclasses say which changes concern them (``kinds``), read the list and one thing of it on a
    worker, and show both.

    Signals:
        line_changed: the count line says something else.
    """

    line_changed = Signal()
    kinds: frozenset[str] = frozenset()
    name = ""

    def __init__(
        self,
        session: Session,
        now: Callable[[], datetime],
        titles: Sequence[str],
        empty: tuple[str, str],
        words: Sequence[int] = (0,),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.session = session
        self.now = now
        self.line = ""
        self._empty = empty
        self._stale = True
        self.strip = Strip()
        self.loading = LoadingLine()
        self.tree = ThingTree(titles, self.tr("List"), words)
        self.list_states = StateStack(self.tree)
        self.body = _Body()
        self.detail_states = StateStack(_Scroll(self.body))
        self.above = QWidget()
        self._above = FlowLayout(self.above, gap=8)
        self._above.setContentsMargins(0, 0, 0, 0)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(GAP)
        for part, width in ((Card(self.list_states), _LIST), (Card(self.detail_states), _DETAIL)):
            part.setMinimumWidth(width)
            self.splitter.addWidget(part)
        self.splitter.setStretchFactor(0, 4)
        self.splitter.setStretchFactor(1, 5)
        self.splitter.setSizes([400, 500])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for widget in (self.above, self.strip, self.loading):
            column.addWidget(widget)
        column.addWidget(self.splitter, 1)
        self.tree.chosen.connect(self._on_chosen)

    @property
    def quiet(self) -> bool:
        """True when nothing is on its way."""
        return self.session.jobs.idle()

    def add_above(self, widget: QWidget) -> None:
        """Puts a control into the row above the list."""
        self._above.addWidget(widget)

    def reload(self, wanted: str | None = None) -> None:
        """Reads the list again; ``wanted`` is looked at then."""
        self._stale = False
        operator, scope = self.session.operator, self.session.scope
        if operator is None or scope is None:
            self._nobody()
            return
        self.list_states.show_loading(self.tr("Reading…"))
        self.loading.set_busy(True)
        self.session.jobs.read(
            lambda token: self.read_list(operator, scope),
            lambda listed: self._on_list(listed, wanted),
            failed=self._on_failed,
            key=f"memory {self.name} list",
            owner=self,
        )

    def outdated(self, kinds: frozenset[str]) -> None:
        """Takes note of a change: reads again where it concerns this view, now or when it is shown."""
        if kinds and not kinds & self.kinds:
            return
        self._stale = True
        if self.isVisible():
            self.reload()

    def read_list(self, operator: Operator, scope: Scope) -> Listed:
        """What the list shows; on a worker."""
        raise NotImplementedError

    def read_one(self, operator: Operator, scope: Scope, key: str) -> Looked:
        """What the detail shows; on a worker."""
        raise NotImplementedError

    def things(self, listed: Listed) -> Sequence[Thing]:
        """The rows, and whatever else the answer to the list changes."""
        raise NotImplementedError

    def show_one(self, looked: Looked) -> None:
        """Shows the detail."""
        raise NotImplementedError

    def say(self, line: str) -> None:
        """Sets the count line."""
        self.line = line
        self.line_changed.emit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.reload()

    def _nobody(self) -> None:
        self.tree.fill(())
        self.list_states.show_empty(self.tr("No person is chosen"), self.tr("Choose one at the top."))
        self.say("")

    def _on_list(self, listed: Listed, wanted: str | None) -> None:
        self.loading.set_busy(False)
        things = self.things(listed)
        if things:
            self.list_states.show_content()
        else:
            self.list_states.show_empty(*self._empty)
        self.tree.fill(things, wanted)

    @Slot(object)
    def _on_chosen(self, key: str | None) -> None:
        operator, scope = self.session.operator, self.session.scope
        if key is None or operator is None or scope is None:
            self.detail_states.show_empty("", self.tr("Nothing is chosen.") if self.tree.listed() else "")
            return
        self.session.jobs.read(
            lambda token: self.read_one(operator, scope, key),
            self._on_one,
            failed=self._on_one_failed,
            key=f"memory {self.name} one",
            owner=self,
        )

    def _on_one(self, looked: Looked) -> None:
        self.show_one(looked)
        self.detail_states.show_content()

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        self.loading.set_busy(False)
        self.tree.fill(())
        self.list_states.show_error(sentence(error), self.tr("Try again"), self.reload)
        self.say("")

    @Slot(object)
    def _on_one_failed(self, error: Exception) -> None:
        self.detail_states.show_error(sentence(error), self.tr("Try again"), self.reload)


class _Scroll(QScrollArea):
    """The detail, which scrolls up and down only and shows when the keyboard is in it."""

    def __init__(self, body: QWidget) -> None:
        super().__init__()
        self.setWidget(body)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Details"))
        self.viewport().setAutoFillBackground(False)
        body.setAutoFillBackground(False)
        theme().changed.connect(self._on_theme)
        self._on_theme()

    @Slot()
    def _on_theme(self) -> None:
        self.setStyleSheet(
            "QScrollArea { background: transparent; border: 1px solid transparent; }"
            f" QScrollArea:focus {{ border: 1px solid {theme().tokens.accent.name()}; }}"
        )


class _Body(QWidget):
    """Never wider than the view: what is long wraps, it does not slide out of sight."""

    def __init__(self) -> None:
        super().__init__()
        self.box = QVBoxLayout(self)
        self.box.setContentsMargins(15, 11, 15, 15)
        self.box.setSpacing(8)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

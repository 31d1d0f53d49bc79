"""The window: puts the parts together and shows one pane at a time."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMainWindow,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.crash import is_ours
from app.notices import Toast
from app.panes.pane import Pane
from app.panes.registry import PANES
from app.session import Session
from app.window.badges import Badges
from app.window.banner_bar import BannerBar
from app.window.commands import Commands
from app.window.drop_veil import DropVeil, dropped_paths
from app.window.menus import Menus
from app.window.message_dialog import show_failure
from app.window.palette import CommandPalette
from app.window.progress_strip import ProgressStrip
from app.window.sidebar import Sidebar
from app.window.start_page import StartPage
from app.window.toast_view import ToastView
from app.window.top_bar import TopBar
from core.scope import Scope

MINIMUM = QSize(1024, 640)


class MainWindow(QMainWindow):
    """One window on one session."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.setObjectName("main_window")
        self.setMinimumSize(MINIMUM)
        self.setAcceptDrops(True)
        self._specs = {spec.id: spec for spec in PANES}
        self._panes: dict[str, Pane] = {}
        self._wanted = "overview"
        self.commands = Commands(self)
        actions = self.commands.actions
        self.menus = Menus(self.menuBar(), actions, session.settings, self.commands.update)
        self.sidebar = Sidebar(PANES, self)
        self.top_bar = TopBar(session, actions, self)
        self.banners = BannerBar(self)
        self.start = StartPage(session.settings, self)
        self.pages = QStackedWidget(self)
        self.pages.addWidget(self.start)
        self.progress = ProgressStrip(session.jobs, self)
        self._lay_out()
        self.toast = ToastView(self.pages)
        self.palette_popup = CommandPalette(session, self.commands.offered, session.show_record, self)
        self.badges = Badges(session, self.sidebar)
        self.drop_veil = DropVeil(self)
        session.may_leave = self.may_leave
        self._connect()
        self._restore()
        self._on_file()

    @property
    def pane(self) -> Pane | None:
        """The pane that is shown; None on the start page."""
        shown = self.pages.currentWidget()
        return shown if isinstance(shown, Pane) else None

    def show_pane(self, pane_id: str) -> None:
        """Bring a pane to the front, making it when it is shown for the first time."""
        self._wanted = pane_id
        self.sidebar.select(pane_id)
        if self.session.store is None:
            self.pages.setCurrentWidget(self.start)
            self.start.refresh()
            self.menus.rebuild(None)
            self.commands.update()
            return
        pane = self._panes.get(pane_id)
        if pane is None:
            pane = self._specs[pane_id].make(self.session)
            self._panes[pane_id] = pane
            self.pages.addWidget(pane)
        self.pages.setCurrentWidget(pane)
        self.session.settings.last_pane = pane_id
        self.menus.rebuild(pane)
        self.commands.update()
        pane.activate()
        self.toast.raise_()

    def show_record(self, record_id: int) -> None:
        """Show one record of the present person in the Memory pane."""
        self.show_pane("memory")
        if self.pane is not None:
            self.pane.reveal(record_id)

    def show_records(self, query: str) -> None:
        """Show the records a filter finds in the Memory pane."""
        self.show_pane("memory")
        if self.pane is not None:
            self.pane.search(query)

    def show_item(self, scope: Scope, item_id: int) -> None:
        """Show one proposal in the Review pane."""
        self.show_pane("review")
        if self.pane is not None:
            self.pane.reveal_item(scope, item_id)

    @Slot()
    def show_returned(self) -> None:
        """Show the first of those who were erased and came back, where they can be erased again."""
        returned = self.session.unfinished.returned
        if returned:
            self.session.set_scope(returned[0].scope)
            self.show_pane("privacy")

    def may_leave(self) -> bool:
        """Let every pane ask about what it has not saved; False when one of them wants to stay."""
        return all(pane.may_leave() for pane in self._panes.values())

    def _lay_out(self) -> None:
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top_bar)
        column.addWidget(self.banners)
        column.addWidget(self.pages, 1)
        column.addWidget(self.progress)
        body = QWidget(self)
        row = QHBoxLayout(body)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.sidebar)
        row.addWidget(page, 1)
        self.setCentralWidget(body)

    def _connect(self) -> None:
        session, commands = self.session, self.commands
        self.sidebar.chosen.connect(self.show_pane)
        self.sidebar.reset_wanted.connect(commands.reset_demo)
        self.start.open_wanted.connect(commands.open_file)
        self.start.new_wanted.connect(commands.new_file)
        self.start.demo_wanted.connect(commands.open_demo)
        self.start.recent_wanted.connect(commands.open_recent)
        self.menus.recent_wanted.connect(commands.open_recent)
        self.banners.dismissed.connect(session.drop_banner)
        session.file_changed.connect(self._on_file)
        session.scope_changed.connect(commands.update)
        session.state_changed.connect(self._on_state)
        session.toasted.connect(self._on_toast)
        session.act_failed.connect(self._on_failure)
        session.jobs.failed_unhandled.connect(self._on_failure)
        session.import_wanted.connect(commands.import_path)
        session.record_wanted.connect(self.show_record)
        session.records_wanted.connect(self.show_records)
        session.item_wanted.connect(self.show_item)
        session.returned_wanted.connect(self.show_returned)

    def _restore(self) -> None:
        settings = self.session.settings
        geometry = settings.bytes_of("window/geometry")
        if geometry.isEmpty() or not self.restoreGeometry(geometry):
            self.resize(1280, 800)
        known = settings.last_pane
        self._wanted = known if known in self._specs else "overview"

    @Slot()
    def _on_file(self) -> None:
        session = self.session
        is_open = session.store is not None
        for pane_id in self._specs:
            self.sidebar.button(pane_id).setEnabled(is_open)
        self.sidebar.set_demo(session.store.now() if session.store and session.is_demo else None)
        path = session.path
        name = path.name if path is not None else ""
        self.setWindowTitle(f"{name} – Mnemoscope" if name else "Mnemoscope")
        self.show_pane(self._wanted)
        first = self.sidebar.button(self._wanted) if is_open else self.start.demo
        if not self.pages.isAncestorOf(self.focusWidget() or self):
            first.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _on_state(self) -> None:
        self.banners.show_banners(self.session.banners)
        self.commands.update()

    @Slot(object)
    def _on_toast(self, toast: Toast) -> None:
        self.toast.show_toast(toast)

    @Slot(object)
    def _on_failure(self, error: Exception) -> None:
        if not is_ours(error):
            show_failure(error, self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.toast.place()
        self.drop_veil.setGeometry(self.rect())

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.may_leave():
            event.ignore()
            return
        settings = self.session.settings
        settings.set_bytes("window/geometry", self.saveGeometry())
        settings.sync()
        self.session.shutdown()
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        paths = dropped_paths(event.mimeData())
        if paths:
            _take_a_copy(event)
            self.drop_veil.show_for(paths)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        _take_a_copy(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.drop_veil.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self.drop_veil.hide()
        paths = dropped_paths(event.mimeData())
        if len(paths) == 1:
            _take_a_copy(event)
            self.commands.open_any(paths[0])
        elif paths:
            event.ignore()
            self.session.toast(self.tr("Nothing was opened: drop one file or folder at a time"))


def _take_a_copy(event: QDropEvent) -> None:
    # A file manager that is told of a move would delete the file afterwards.
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()

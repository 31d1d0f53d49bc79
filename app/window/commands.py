"""What the acts of scope "app" do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QAction, QDesktopServices
from PySide6.QtWidgets import QApplication

from app.actions import ACTIONS, action, make
from app.kinds_of_file import is_store
from app.log import log_folder
from app.theme import ZOOM_STEPS, theme
from app.window import file_dialogs
from app.window.about import show_about
from app.window.import_dialog import ImportDialog
from app.window.key_sheet import KeySheet
from app.window.new_memory_dialog import NewMemoryDialog
from app.window.reset_question import ResetQuestion
from app.window.runs_dialog import RunsDialog
from app.window.settings_dialog import SettingsDialog
from app.window.try_gate_dialog import TryGateDialog

if TYPE_CHECKING:
    from app.window.main_window import MainWindow


class Commands(QObject):
    """The QActions of the window and the functions behind them."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._session = window.session
        self._functions: dict[str, Callable[[], object]] = {
            "file.new": self.new_file,
            "file.open": self.open_file,
            "file.open_read_only": lambda: self._ask_and_open("read-only"),
            "file.open_copy": lambda: self._ask_and_open("copy"),
            "file.open_demo": self.open_demo,
            "file.import": self.import_any,
            "file.enable_writing": self._session.enable_writing,
            "file.reset_demo": self.reset_demo,
            "file.close": self._session.close_file,
            "app.settings": lambda: SettingsDialog(self._session, window).open(),
            "app.quit": window.close,
            "edit.undo": self._session.undo,
            "edit.redo": self._session.redo,
            "edit.find": lambda: self._in_pane("edit.find"),
            "edit.find_next": lambda: self._in_pane("edit.find_next"),
            "record.new": lambda: NewMemoryDialog(self._session, window).open(),
            "record.try_gate": lambda: TryGateDialog(self._session, window).open(),
            "record.runs": lambda: RunsDialog(self._session, window).open(),
            "tools.evaluate": self.evaluate,
            "go.to": lambda: window.palette_popup.open(),
            "go.scope": lambda: window.top_bar.scopes.open_list(),
            "view.theme_system": lambda: self._set_theme("system"),
            "view.theme_light": lambda: self._set_theme("light"),
            "view.theme_dark": lambda: self._set_theme("dark"),
            "view.zoom_in": lambda: self._zoom(1),
            "view.zoom_out": lambda: self._zoom(-1),
            "view.zoom_reset": lambda: self._zoom(0),
            "view.refresh": self.refresh,
            "view.pause": lambda: self._session.set_paused(not self._session.paused),
            "help.keys": lambda: KeySheet(window, window.pane.id if window.pane else "").open(),
            "help.log": self._open_log,
            "help.about": lambda: show_about(window),
        }
        for entry in ACTIONS:
            if entry.id.startswith("pane."):
                pane = entry.id.removeprefix("pane.")
                self._functions[entry.id] = partial(window.show_pane, pane)
        self.actions: dict[str, QAction] = {}
        for entry in ACTIONS:
            if entry.scope == "app":
                self.actions[entry.id] = make(entry.id, self, self._functions[entry.id])
                window.addAction(self.actions[entry.id])

    def offered(self) -> Sequence[QAction]:
        """What the palette lists: the acts of the window, then those of the shown pane."""
        self.update()
        pane = self._window.pane
        return [*self.actions.values(), *(pane.own_actions() if pane is not None else [])]

    @Slot()
    def update(self) -> None:
        """Enable what can be done now."""
        session, pane = self._session, self._window.pane
        have = {
            "file": session.store is not None,
            "scope": session.scope is not None,
            "write": session.writable,
        }
        for action_id, made in self.actions.items():
            made.setEnabled(all(have.get(need, True) for need in action(action_id).needs))
        for action_id in ("edit.find", "edit.find_next"):
            made = self.actions[action_id]
            made.setEnabled(pane is not None and pane.handles(action_id) is not None)
        self.actions["file.enable_writing"].setEnabled(
            session.store is not None and not session.writable and session.store.mode != "copy"
        )
        self.actions["file.reset_demo"].setVisible(session.is_demo)
        for action_id, text in (("edit.undo", session.undo_text), ("edit.redo", session.redo_text)):
            label = action(action_id).label
            self.actions[action_id].setEnabled(text is not None)
            self.actions[action_id].setText(f"{label}: {text}".replace("&", "&&") if text else label)
        self.actions["view.pause"].setCheckable(True)
        self.actions["view.pause"].setChecked(session.paused)
        self.actions[f"view.theme_{theme().mode}"].setChecked(True)
        if pane is not None:
            pane.update_actions()

    # Opening ------------------------------------------------------------------------------

    def evaluate(self) -> None:
        """The scoreboards, in a window of their own that leaves this one usable."""
        from app.window.evaluate import EvaluateWindow

        shown = self._window.findChild(EvaluateWindow) or EvaluateWindow(self._session, self._window)
        shown.show()
        shown.raise_()
        shown.activateWindow()

    @Slot()
    def open_file(self) -> None:
        """Ask for a file and open or import it."""
        path = file_dialogs.ask_open(self._window, action("file.open").label)
        if path is not None:
            self.open_any(path)

    @Slot()
    def new_file(self) -> None:
        """Ask for a name and create a memory file."""
        path = file_dialogs.ask_new(self._window)
        if path is not None:
            self._session.create(path)

    @Slot()
    def open_demo(self) -> None:
        """Open the demo on its overview."""
        self._window.show_pane("overview")
        self._session.open_demo()

    @Slot()
    def reset_demo(self) -> None:
        """Build the demo anew, after a question."""
        if ResetQuestion.ask(self._window):
            self._session.open_demo(reset=True)

    @Slot(object)
    def open_recent(self, path: Path) -> None:
        """Open a file of the recent list."""
        self._session.open(path)

    def open_any(self, path: Path) -> None:
        """Open a memory file; anything else goes to the import dialog."""
        self._session.jobs.read(
            lambda token: is_store(path),
            lambda store: self._session.open(path) if store else self.import_path(path),
            failed=lambda error: self._session.open(path),
            key="open.sniff",
            owner=self,
        )

    # Importing ----------------------------------------------------------------------------

    @Slot()
    def import_any(self) -> None:
        """Open the import dialog without a source."""
        ImportDialog(self._session, None, self._window).open()

    @Slot(object)
    def import_path(self, path: Path) -> None:
        """Open the import dialog on ``path``."""
        self._session.drop_banner("open")
        ImportDialog(self._session, path, self._window).open()

    # View ---------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Read the shown pane again."""
        self._session.touch()
        self._session.refresh()
        if self._window.pane is not None:
            self._window.pane.refresh()

    def _ask_and_open(self, mode: str) -> None:
        entry = action("file.open_copy" if mode == "copy" else "file.open_read_only")
        path = file_dialogs.ask_open(self._window, entry.label)
        if path is not None:
            self._session.open(path, mode)

    def _in_pane(self, action_id: str) -> None:
        pane = self._window.pane
        if pane is not None:
            pane.run(action_id)

    def _set_theme(self, mode: str) -> None:
        self._session.settings.theme = mode
        self._paint(theme().zoom)

    def _zoom(self, step: int) -> None:
        zoom = 100
        if step > 0:
            zoom = next((z for z in ZOOM_STEPS if z > theme().zoom), ZOOM_STEPS[-1])
        elif step < 0:
            zoom = next((z for z in reversed(ZOOM_STEPS) if z < theme().zoom), ZOOM_STEPS[0])
        self._session.settings.zoom = zoom
        self._paint(zoom)

    def _paint(self, zoom: int) -> None:
        app = QApplication.instance()
        if isinstance(app, QApplication):
            theme().apply(app, self._session.settings.theme, zoom)

    def _open_log(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(log_folder())))

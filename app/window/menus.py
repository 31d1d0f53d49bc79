"""The menu bar, made from ACTIONS and from what the shown pane adds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QMenuBar

from app.actions import ACTIONS, Action
from app.panes.pane import Pane
from app.settings import Settings

MENUS = ("file", "edit", "view", "record", "tools", "help")
RECENT_AFTER = "file.open_copy"


class Menus(QObject):
    """Builds the menus again whenever another pane is shown; ``recent_wanted`` carries a path."""

    recent_wanted = Signal(object)

    def __init__(
        self,
        bar: QMenuBar,
        actions: Mapping[str, QAction],
        settings: Settings,
        update: Callable[[], object],
    ) -> None:
        super().__init__(bar)
        self._actions = actions
        self._settings = settings
        titles = {
            "file": self.tr("&File"),
            "edit": self.tr("&Edit"),
            "view": self.tr("&View"),
            "record": self.tr("&Record"),
            "tools": self.tr("&Tools"),
            "help": self.tr("&Help"),
        }
        self._menus = {name: bar.addMenu(titles[name]) for name in MENUS}
        self._recent = QMenu(self.tr("Open recent"), bar)
        self._recent.aboutToShow.connect(self._fill_recent)
        for menu in self._menus.values():
            menu.setToolTipsVisible(True)
            menu.aboutToShow.connect(update)
        themes = QActionGroup(self)
        for name in ("system", "light", "dark"):
            made = actions[f"view.theme_{name}"]
            made.setCheckable(True)
            themes.addAction(made)

    def rebuild(self, pane: Pane | None) -> None:
        """Fill the menus for ``pane``."""
        for name, menu in self._menus.items():
            menu.clear()
            for place, group in enumerate(self._groups(name, pane)):
                if place:
                    menu.addSeparator()
                for made in group:
                    menu.addAction(made)
                    if made.objectName() == RECENT_AFTER:
                        menu.addMenu(self._recent)
            menu.menuAction().setVisible(not menu.isEmpty())

    def _groups(self, name: str, pane: Pane | None) -> list[list[QAction]]:
        """The acts of one menu; those of one group stand together, wherever they come from."""
        groups: dict[str, list[QAction]] = {}
        for entry in ACTIONS:
            made = self._find(entry, pane) if entry.menu == name else None
            if made is not None:
                groups.setdefault(entry.group, []).append(made)
        return list(groups.values())

    def menu(self, name: str) -> QMenu:
        """One of the menus by name."""
        return self._menus[name]

    def _find(self, entry: Action, pane: Pane | None) -> QAction | None:
        if entry.scope == "app":
            return self._actions[entry.id]
        return pane.action(entry.id) if pane is not None and pane.id == entry.scope else None

    def _fill_recent(self) -> None:
        self._recent.clear()
        recent = self._settings.recent
        for path in recent:
            self._recent.addAction(self._recent_entry(path))
        if not recent:
            none = self._recent.addAction(self.tr("No recent files"))
            none.setEnabled(False)

    def _recent_entry(self, path: Path) -> QAction:
        text = f"{path.name}   {path.parent}".replace("&", "&&")
        entry = QAction(text, self._recent)
        if not path.exists():
            missing = QCoreApplication.translate("Menus", "%1 (not there any more)")
            entry.setText(missing.replace("%1", text))
            entry.setEnabled(False)
        entry.triggered.connect(lambda _checked=False: self.recent_wanted.emit(path))
        return entry

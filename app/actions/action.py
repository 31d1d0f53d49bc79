"""One thing a person can do, as data."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

FILE = frozenset({"file"})
SCOPE = frozenset({"file", "scope"})
SELECTION = frozenset({"file", "scope", "selection"})
CHANGE = frozenset({"file", "scope", "selection", "write"})


def mark(text: str) -> str:
    """Mark ``text`` for translation in the context "actions"; the label translates it later."""
    return text


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a person can do.

    ``scope`` is "app" or the id of the pane that carries it out; ``menu`` names the menu it
    stands in ("" for none); ``needs`` what must be there: file, scope, write, selection.
    """

    id: str
    text: str
    shortcut: str = ""
    tip: str = ""
    icon: str = ""
    scope: str = "app"
    menu: str = ""
    needs: frozenset[str] = frozenset()
    group: str = ""

    @property
    def label(self) -> str:
        """The text in the language of the program."""
        return QCoreApplication.translate("actions", self.text)

    @property
    def keys(self) -> str:
        """The shortcut as the platform writes it."""
        native = QKeySequence(self.shortcut)
        return native.toString(QKeySequence.SequenceFormat.NativeText)

    @property
    def tooltip(self) -> str:
        """What it does, with its shortcut: "Read the file again (F5)"."""
        tip = QCoreApplication.translate("actions", self.tip) if self.tip else self.label.rstrip("…")
        return f"{tip} ({self.keys})" if self.shortcut else tip

"""What the program remembers between runs: layout and choices, never contents."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QByteArray, QObject, QSettings, Signal

from app.embedder_choice import EmbedderChoice, EmbedderKind
from app.login import login_name
from app.server_choice import ServerChoice
from core.audit import Landmark
from core.scope import Scope

RECENT_LIMIT = 12


class Settings(QObject):
    """Typed access to one ini file; every key is a property or a pair of methods here.

    Signals:
        server_changed: another server or model was named.
    """

    server_changed = Signal()

    def __init__(self, path: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = (
            QSettings(str(path), QSettings.Format.IniFormat)
            if path is not None
            else QSettings(
                QSettings.Format.IniFormat,
                QSettings.Scope.UserScope,
                "Mnemoscope",
                "mnemoscope",
            )
        )
        self.remember_recent = True

    @property
    def theme(self) -> str:
        """The choice of colours: "system", "light" or "dark"."""
        mode = self._text("view/theme", "system")
        return mode if mode in ("system", "light", "dark") else "system"

    @theme.setter
    def theme(self, mode: str) -> None:
        self._store.setValue("view/theme", mode)

    @property
    def zoom(self) -> int:
        """Per cent of the normal size."""
        return self._number("view/zoom", 100)

    @zoom.setter
    def zoom(self, percent: int) -> None:
        self._store.setValue("view/zoom", percent)

    @property
    def operator_name(self) -> str:
        """The name that stands in the journal beside every act of this person."""
        return self._text("operator/name", "") or login_name()

    @operator_name.setter
    def operator_name(self, name: str) -> None:
        self._store.setValue("operator/name", name)

    @property
    def embedder(self) -> EmbedderChoice:
        """Where the meaning of memories and questions comes from."""
        return EmbedderChoice.from_text(self._text("recall/embedder", ""), self.server)

    @embedder.setter
    def embedder(self, choice: EmbedderChoice) -> None:
        self._store.setValue("recall/embedder", choice.to_text())
        if choice.kind is EmbedderKind.SERVER:
            self.server = replace(self.server, base_url=choice.base_url, embedding_model=choice.model)

    @property
    def server(self) -> ServerChoice:
        """The server and models for chat, writer and embeddings; the key is never kept."""
        return ServerChoice.from_text(self._text("server/choice", ""))

    @server.setter
    def server(self, choice: ServerChoice) -> None:
        if choice != self.server:
            self._store.setValue("server/choice", choice.to_text())
            self.server_changed.emit()

    @property
    def last_pane(self) -> str:
        """The pane that was open last."""
        return self._text("window/pane", "overview")

    @last_pane.setter
    def last_pane(self, pane: str) -> None:
        self._store.setValue("window/pane", pane)

    def bytes_of(self, key: str) -> QByteArray:
        """A saved geometry, splitter or header state; empty when there is none."""
        value = self._store.value(key, QByteArray(), type=QByteArray)
        return value if isinstance(value, QByteArray) else QByteArray()

    def set_bytes(self, key: str, state: QByteArray) -> None:
        """Keep a geometry (``window/geometry``), splitter (``pane/<id>/splitter``) or header state."""
        self._store.setValue(key, state)

    def text_of(self, key: str, default: str = "") -> str:
        """A small choice of a pane, such as ``pane/memory/sort``."""
        return self._text(key, default)

    def set_text(self, key: str, value: str) -> None:
        """Keep a small choice of a pane."""
        self._store.setValue(key, value)

    def remove(self, key: str) -> None:
        """Forget one key and everything below it."""
        self._store.remove(key)

    @property
    def recent(self) -> list[Path]:
        """Files opened lately, newest first, missing ones included."""
        try:
            names = json.loads(self._text("files/recent", "[]"))
        except ValueError:
            return []
        return [Path(name) for name in names if isinstance(name, str)]

    def add_recent(self, path: Path) -> None:
        """Put ``path`` at the top of the recent files, unless that is turned off."""
        if self.remember_recent:
            rest = [known for known in self.recent if known != path]
            self._set_recent([path, *rest][:RECENT_LIMIT])

    def clear_recent(self) -> None:
        """Forget the recent files and what was remembered about each of them."""
        self._set_recent([])
        self._store.remove("file")

    def writing_enabled(self, path: Path) -> bool:
        """True when the person once enabled writing for this file."""
        return bool(self._store.value(_of(path, "write"), False, type=bool))

    def set_writing_enabled(self, path: Path, enabled: bool) -> None:
        """Remember whether this file opens writable."""
        if self.remember_recent:
            self._store.setValue(_of(path, "write"), enabled)

    def scope_of(self, path: Path) -> Scope | None:
        """The person looked at last in this file."""
        try:
            tenant, user = json.loads(self._text(_of(path, "scope"), "[]"))
            return Scope(tenant, user)
        except ValueError:
            return None

    def set_scope(self, path: Path, scope: Scope) -> None:
        """Remember the person looked at in this file."""
        if self.remember_recent:
            self._store.setValue(_of(path, "scope"), json.dumps([scope.tenant, scope.user]))

    def forget_scope(self, path: Path) -> None:
        """Forget who was looked at: the person may not be in the file any more."""
        self._store.remove(_of(path, "scope"))

    def journal_seen(self, path: Path) -> Landmark | None:
        """The last journal entry of this file when it was open last."""
        try:
            seq, digest = json.loads(self._text(_of(path, "journal"), "[]"))
            return Landmark(int(seq), bytes.fromhex(digest))
        except (ValueError, TypeError):
            return None

    def set_journal_seen(self, path: Path, landmark: Landmark) -> None:
        """Remember how far this file's journal has come."""
        if self.remember_recent:
            self._store.setValue(_of(path, "journal"), json.dumps([landmark.seq, landmark.hash.hex()]))

    def sync(self) -> None:
        """Write the file now."""
        self._store.sync()

    def _set_recent(self, paths: list[Path]) -> None:
        self._store.setValue("files/recent", json.dumps([str(path) for path in paths]))

    def _text(self, key: str, default: str) -> str:
        value = self._store.value(key, default, type=str)
        return value if isinstance(value, str) else default

    def _number(self, key: str, default: int) -> int:
        value = self._store.value(key, default, type=int)
        return value if isinstance(value, int) else default


def _of(path: Path, what: str) -> str:
    digest = hashlib.sha256(str(path).encode("utf-8", "surrogateescape")).hexdigest()
    return f"file/{digest[:24]}/{what}"

"""Opening and closing files in the background, and what is kept about a file between two openings."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app import file_banners
from app.jobs import Jobs, Token
from app.kinds_of_file import is_importable
from app.opening import Opened, open_file
from app.settings import Settings
from core import Scope, Store
from core.audit import Landmark
from core.errors import MnemoscopeError

log = logging.getLogger(__name__)


class Opener(QObject):
    """Opens files for the session; of two openings under way only the later one answers.

    Signals: ``began`` (a path), ``opened`` (an Opened, the person asked for or None), ``refused``
    (path, mode, error, and whether a reader may know the file), ``damaged`` (a Store).
    """

    began = Signal(object)
    opened = Signal(object, object)
    refused = Signal(object, str, object, bool)
    damaged = Signal(object)

    def __init__(self, settings: Settings, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._jobs = jobs
        self._created: set[Path] = set()
        self._ticket = 0

    def open(self, path: Path, mode: str | None, shown: Scope | None, asked: Scope | None) -> None:
        """Open ``path``, without ``mode`` as it was used before, at a person if it knows one of the two."""
        if mode is None:
            mode = "read-write" if self._settings.writing_enabled(path) else "read-only"
        name, seen = self._settings.operator_name, self._settings.journal_seen(path)
        wanted, way = asked or shown or self._settings.scope_of(path), mode
        embedder = self._settings.embedder
        self._start(path, way, lambda token: open_file(path, way, name, wanted, seen, embedder), asked)

    def create(self, path: Path) -> None:
        """Create an empty memory file and open it for writing."""
        name, embedder = self._settings.operator_name, self._settings.embedder
        self._created.add(path)
        self._start(path, "write", lambda token: open_file(path, "write", name, None, None, embedder), None)

    def open_demo(self, closing: Store | None, reset: bool, asked: Scope | None) -> None:
        """Open the demo file, building it where it is missing; ``closing`` is its old self."""
        from app.demo_file import demo_file

        name = self._settings.operator_name

        def build(token: Token) -> Opened:
            if closing is not None:
                closing.close()
            path, first = demo_file(reset=reset)
            return open_file(path, "read-write", name, asked or first)

        self._start(Path("demo"), "demo", build, asked)

    def remember(self, opened: Opened) -> None:
        """Keep how the file is open, for the next time."""
        store, settings = opened.store, self._settings
        if store.is_demo:
            return
        if store.mode in ("write", "read-write"):
            settings.set_writing_enabled(store.path, True)
        settings.add_recent(store.path)
        if opened.head is not None:
            settings.set_journal_seen(store.path, opened.head)

    def check(self, store: Store) -> None:
        """Look for damage in a file that may be changed, unless it was only just created."""
        if not store.writable or store.is_demo or store.path in self._created:
            return
        label = self.tr("Checking the file …")

        def check(token: Token) -> list[str]:
            token.progress(0, None, label)
            return store.check()

        def checked(problems: list[str]) -> None:
            if problems:
                log.warning("quick_check named %d problems", len(problems))
                self.damaged.emit(store)

        self._jobs.read(check, checked, failed=_ignore, key="session.check")

    def close(self, store: Store) -> None:
        """Close a file in the background, after all writes asked for before."""
        path = store.path
        self._jobs.write(lambda token: _leave(store), lambda head: self._left(path, head))

    def close_now(self, store: Store) -> None:
        """Close a file in the present thread; the jobs are shut down."""
        self._left(store.path, _leave(store))

    def drop(self, store: Store) -> None:
        """Close a file whose place another one has taken."""
        self._jobs.write(lambda token: store.close(), _ignore)

    def _start(self, path: Path, mode: str, work: Callable[[Token], Opened], asked: Scope | None) -> None:
        self._ticket += 1
        ticket = self._ticket
        self.began.emit(path)
        label = self.tr("Opening %1 …").replace("%1", path.name)

        def labelled(token: Token) -> Opened:
            token.progress(0, None, label)
            return work(token)

        def opened(answer: Opened) -> None:
            if ticket != self._ticket or job.token.cancelled:
                self.drop(answer.store)
            else:
                self.opened.emit(answer, asked)

        def failed(error: Exception) -> None:
            if ticket != self._ticket:
                return
            if file_banners.may_be_foreign(error):
                look = lambda token: is_importable(path)  # noqa: E731
                self._jobs.write(look, lambda foreign: self.refused.emit(path, mode, error, foreign))
            else:
                self.refused.emit(path, mode, error, False)

        job = self._jobs.write(labelled, opened, failed=failed)

    def _left(self, path: Path, head: Landmark | None) -> None:
        if head is not None:
            self._settings.set_journal_seen(path, head)


def _ignore(_: object) -> None:
    return None


def _leave(store: Store) -> Landmark | None:
    """Close a file; where its journal stands, to notice next time if it was put back."""
    head = None
    try:
        if not store.is_demo and store.same_file():
            head = store.operator("leaving").audit.head()
    except MnemoscopeError:
        log.info("the journal of a file could not be read while closing it")
    store.close()
    return head

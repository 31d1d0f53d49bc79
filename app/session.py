"""The open file, its operator and the person looked at; the one place where panes meet."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal, Slot

from app import file_banners
from app.acts import Acts, undone_by_core
from app.crash import is_ours
from app.embedder_choice import EmbedderChoice
from app.jobs import Job, Jobs, Token
from app.live import Live
from app.lock_notice import LockNotice
from app.notices import Banner, Toast
from app.opener import Opener
from app.opening import Opened
from app.settings import Settings
from app.undo_history import HasChange, Inverse, Purpose
from app.unfinished import Unfinished
from app.watch import Watch
from core import Change, Operator, Scope, Store

if TYPE_CHECKING:
    from core.handles.operator import ScopeSummary
    from core.memory.records import OperatorRecords
R = TypeVar("R", bound=HasChange)


class Session(QObject):
    """One file open in one window.

    Signals: ``file_changed`` (opened, closed, mode changed), ``scope_changed``, ``changed``
    (a Change, of ours or of another process), ``external_change`` (the latter only, before
    ``changed``), ``state_changed`` (banners, freshness), ``toasted`` (a Toast),
    ``opening`` (a path), ``open_failed`` (path, error), ``act_failed`` (an error).
    """

    file_changed = Signal()
    scope_changed = Signal()
    changed = Signal(object)
    external_change = Signal()
    state_changed = Signal()
    toasted = Signal(object)
    opening = Signal(object)
    open_failed = Signal(object, object)
    act_failed = Signal(object)
    import_wanted = Signal(object)
    record_wanted = Signal(int)
    records_wanted = Signal(str)
    item_wanted = Signal(object, int)
    returned_wanted = Signal()
    narrowing_changed = Signal()

    def __init__(self, settings: Settings, jobs: Jobs | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.jobs = jobs or Jobs(self)
        self.store: Store | None = None
        self.operator: Operator | None = None
        self.scope: Scope | None = None
        self.narrowed = False
        # Asked before the file or the person goes; the window lets its panes answer.
        self.may_leave: Callable[[], bool] = lambda: True
        self._banners: dict[str, Banner] = {}
        self._acts = Acts(self.jobs, self)
        self.unfinished = Unfinished(self.jobs, self)
        self.unfinished.changed.connect(self._on_unfinished)
        self._opener = Opener(settings, self.jobs, self)
        self._opener.began.connect(self._on_began)
        self._opener.opened.connect(self._on_opened)
        self._opener.refused.connect(self._on_refused)
        self._opener.damaged.connect(self._on_damaged)
        self._live = Live(self.jobs, self)
        self._live.seen.connect(self._on_seen)
        self._live.replaced.connect(self._on_replaced)
        self._live.blinded.connect(self._on_blinded)
        self._live.sighted.connect(self._on_sighted)
        self._acts.changed.connect(self._on_acted)
        self._acts.toasted.connect(self.toasted)
        self._acts.failed.connect(self.act_failed)
        self._lock = LockNotice(self.jobs, self)
        self._lock.said.connect(self.show_banner)
        self._lock.taken_back.connect(lambda: self.drop_banner("locked"))
        self._acts.locked.connect(self._lock.begin)
        self._acts.history_changed.connect(self.state_changed)

    @property
    def path(self) -> Path | None:
        """The open file."""
        return self.store.path if self.store else None

    @property
    def writable(self) -> bool:
        """True when acts can be carried out."""
        return self.store is not None and self.store.writable

    @property
    def is_demo(self) -> bool:
        """True when the open file is the demo."""
        return self.store is not None and self.store.is_demo

    @property
    def banners(self) -> list[Banner]:
        """The states to be told of, oldest first."""
        return list(self._banners.values())

    def records(self) -> OperatorRecords:
        """The records of the present person.

        Raises:
            RuntimeError: no person is chosen.
        """
        if self.operator is None or self.scope is None:
            raise RuntimeError("no person is chosen")
        return self.operator.records(self.scope)

    def open(self, path: Path | str, mode: str | None = None, *, scope: Scope | None = None) -> None:
        """Open ``path`` in the background; without ``mode`` as this file was used before."""
        if self.may_leave():
            path = Path(path).absolute()
            self._opener.open(path, mode, self.scope if path == self.path else None, scope)

    def create(self, path: Path | str) -> None:
        """Create an empty memory file and open it for writing."""
        if self.may_leave():
            self._opener.create(Path(path).absolute())

    def open_demo(self, *, reset: bool = False, scope: Scope | None = None) -> None:
        """Open the demo file in the temporary folder, building it where it is missing."""
        if not self.may_leave():
            return
        closing = self._let_go() if reset and self.is_demo else None
        self._opener.open_demo(closing, reset, scope)

    def enable_writing(self) -> None:
        """Reopen the file so that it can be changed, and remember that for this file."""
        if self.path is not None and not self.writable:
            self._open_again("read-write")

    def disable_writing(self) -> None:
        """Reopen the file read-only, and remember that for this file."""
        if self.path is not None and self.writable and self.may_leave():
            self.settings.set_writing_enabled(self.path, False)
            self._open_again("read-only")

    def use_embedder(self, choice: EmbedderChoice) -> None:
        """Take meaning from another embedder from now on; an open file is opened again with it."""
        self.settings.embedder = choice
        if self.store is not None and not self.is_demo:
            mode = self.store.mode
            self._open_again("read-write" if mode == "write" else mode)

    def close_file(self) -> None:
        """Close the file; what is on its way is stopped."""
        if not self.may_leave():
            return
        store = self._let_go()
        self._banners.clear()
        self.file_changed.emit()
        self.scope_changed.emit()
        self.state_changed.emit()
        if store is not None:
            self._opener.close(store)

    def shutdown(self) -> None:
        """Stop all work and close the file; the session is not used afterwards."""
        store = self._let_go()
        self.jobs.shutdown()
        if store is not None:
            self._opener.close_now(store)

    def set_operator_name(self, name: str) -> None:
        """Act under another name from now on."""
        self.settings.operator_name = name
        if self.store is not None:
            self.operator = self.store.operator(name)

    def set_scope(self, scope: Scope) -> None:
        """Look at another person."""
        if scope == self.scope or self.store is None or not self.may_leave():
            return
        self.scope = scope
        self._acts.history.clear()
        if not self.is_demo:
            self.settings.set_scope(self.store.path, scope)
        self.touch()
        self.scope_changed.emit()

    def look_elsewhere(self) -> None:
        """Look at somebody who is in the file: the present person was erased."""
        store, operator, gone = self.store, self.operator, self.scope
        if store is None or operator is None:
            return
        self.settings.forget_scope(store.path)

        def found(people: list[ScopeSummary]) -> None:
            if store is not self.store or self.scope != gone:
                return
            self.scope = people[0].scope if people else None
            self._acts.history.clear()
            self.touch()
            self.scope_changed.emit()

        self.jobs.read(
            lambda token: operator.scopes(limit=1), found, failed=lambda _: None, key="session.scope"
        )

    def act(
        self,
        fn: Callable[[], R],
        *,
        done: Callable[[R], None] | None = None,
        failed: Callable[[Exception], None] | None = None,
        says: Callable[[R], str] | None = None,
        inverse: Inverse | None = None,
        owner: QObject | None = None,
    ) -> Job:
        """Carry out a write; afterwards tell every pane, and the person with a way back.

        ``inverse`` finds that way for acts on somebody else than the present person, or on
        many things at once; others are taken back by the undo that core gave.
        """
        return self.act_at_length(
            lambda token: fn(), done=done, failed=failed, says=says, inverse=inverse, owner=owner
        )

    def act_at_length(
        self,
        fn: Callable[[Token], R],
        *,
        done: Callable[[R], None] | None = None,
        failed: Callable[[Exception], None] | None = None,
        says: Callable[[R], str] | None = None,
        inverse: Inverse | None = None,
        owner: QObject | None = None,
    ) -> Job:
        """The same for a write that reports progress and can be stopped through its token."""
        way_back = inverse or undone_by_core(self.operator, self.scope)
        return self._acts.carry_out(fn, way_back, done=done, failed=failed, says=says, owner=owner)

    @property
    def undo_text(self) -> str | None:
        """What ``undo`` would take back, or None."""
        step = self._acts.history.last_done
        return step.text if step else None

    @property
    def redo_text(self) -> str | None:
        """What ``redo`` would do again, or None."""
        step = self._acts.history.last_undone
        return step.text if step else None

    def undo(self) -> None:
        """Take back the last act that can be taken back."""
        if (step := self._acts.history.last_done) is not None:
            self._acts.reverse(step, Purpose.UNDO)

    def redo(self) -> None:
        """Do the act again that was taken back last."""
        if (step := self._acts.history.last_undone) is not None:
            self._acts.reverse(step, Purpose.REDO)

    def show_record(self, record_id: int) -> None:
        """Ask the window to show one record of the present person."""
        self.record_wanted.emit(record_id)

    def show_records(self, query: str) -> None:
        """Ask the window to show the records of the present person that a filter finds."""
        self.records_wanted.emit(query)

    def show_item(self, scope: Scope, item_id: int) -> None:
        """Ask the window to show one proposal in the Review pane."""
        self.item_wanted.emit(scope, item_id)

    def narrow(self, narrowed: bool) -> None:
        """Let the review queue cover the present person only, or everybody again."""
        if narrowed != self.narrowed:
            self.narrowed = narrowed
            self.narrowing_changed.emit()

    def now(self) -> datetime:
        """The present: the story's in the demo, this computer's otherwise."""
        return self.store.now() if self.store is not None else datetime.now(UTC)

    def refresh(self) -> None:
        """Look for changes of other programs now, paused or not."""
        self._live.look()

    def toast(self, text: str) -> None:
        """Say that something happened."""
        self.toasted.emit(Toast(text))

    def show_banner(self, banner: Banner) -> None:
        """Show a lasting state; one with the same id is replaced."""
        if self._banners.get(banner.id) != banner:
            self._banners[banner.id] = banner
            self.state_changed.emit()

    def drop_banner(self, banner_id: str) -> None:
        """Take a banner away."""
        if self._banners.pop(banner_id, None) is not None:
            self.state_changed.emit()

    @property
    def paused(self) -> bool:
        """True while changes of other programs are held back."""
        return self._live.paused

    @property
    def last_update(self) -> float:
        """When what is shown was read, by the monotonic clock."""
        return self._live.last_update

    def set_paused(self, paused: bool) -> None:
        """Hold back changes of other programs, or show them again."""
        self._live.paused = paused
        self.state_changed.emit()
        if not paused:
            self._live.look()

    def touch(self) -> None:
        """Note that what is shown was just read."""
        self._live.touch()
        self.state_changed.emit()

    def _open_again(self, mode: str) -> None:
        if self.path is not None:
            self.open(self.path, mode)

    def _let_go(self) -> Store | None:
        self.jobs.cancel_reads()
        self.jobs.stop_asking()
        store, self.store, self.operator, self.scope = self.store, None, None, None
        self.jobs.interrupt = None
        self._acts.start_with(None)
        self._live.start_with(None)
        self.unfinished.start_with(None, None)
        return store

    @Slot(object)
    def _on_began(self, path: Path) -> None:
        self.drop_banner("open")
        self.opening.emit(path)

    @Slot(object, object)
    def _on_opened(self, opened: Opened, asked: Scope | None) -> None:
        old = self._let_go()
        store = opened.store
        self.store, self.operator, self.scope = store, opened.operator, opened.scope
        self.jobs.interrupt = store.interrupt
        watch = Watch(store, opened.seq, opened.version)
        self._acts.start_with(watch)
        self._live.start_with(watch)
        self.unfinished.start_with(store, opened.operator)
        self._banners.clear()
        self._on_unfinished()
        self._opener.remember(opened)
        self._banners |= {banner.id: banner for banner in file_banners.on_opening(opened, asked)}
        self.file_changed.emit()
        self.scope_changed.emit()
        self.state_changed.emit()
        if old is not None:
            self._opener.drop(old)
        self._opener.check(store)

    @Slot()
    def _on_unfinished(self) -> None:
        if self.unfinished.returned:
            self.show_banner(
                file_banners.returned(
                    self.unfinished.returned, self.returned_wanted.emit, writable=self.writable
                )
            )
        else:
            self.drop_banner("returned")

    @Slot(object, str, object, bool)
    def _on_refused(self, path: Path, mode: str, error: Exception, foreign: bool) -> None:
        if is_ours(error):
            self.jobs.failed_unhandled.emit(error)
        import_ = self.import_wanted.emit if foreign else None
        self.show_banner(file_banners.refused(path, mode, error, self.open, import_))
        if self.store is None:
            self.file_changed.emit()
        self.open_failed.emit(path, error)

    @Slot(object)
    def _on_damaged(self, store: Store) -> None:
        if store is self.store:
            self.settings.set_writing_enabled(store.path, False)
            self.show_banner(file_banners.damaged(store.path, self.open))

    @Slot(object)
    def _on_acted(self, change: Change) -> None:
        self.changed.emit(change)
        self.unfinished.look()
        self.touch()

    @Slot(object)
    def _on_seen(self, kinds: frozenset[str]) -> None:
        self.external_change.emit()
        self._on_acted(Change(kinds))

    @Slot()
    def _on_replaced(self) -> None:
        if self.path is not None:
            mode = "read-write" if self.writable else "read-only"
            self.show_banner(file_banners.replaced(self.path, mode, self.open))

    @Slot(object)
    def _on_blinded(self, error: Exception) -> None:
        self.show_banner(file_banners.unwatched(error))

    @Slot()
    def _on_sighted(self) -> None:
        self.drop_banner("unwatched")
        if self.store is not None:
            self._lock.look(self.store.path, self._banners.get("locked"))

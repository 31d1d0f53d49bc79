"""A correction from the moment it is asked for until it is saved, cancelled or refused."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot

from app.panes.memory.acts import RecordActs
from app.panes.memory.agreement import Agreement
from app.panes.memory.draft_question import DraftQuestion
from app.panes.memory.following import Following
from app.panes.memory.page import MemoryPage
from app.session import Session
from app.wording import sentence
from core.memory.records import Record


class Correction(QObject):
    """Opens the editor on a record and follows what becomes of the words.

    Args:
        may_correct: whether the record looked at can be corrected now.

    Signals:
        ended: the editor was closed, or another record is looked at.
    """

    ended = Signal()

    def __init__(
        self,
        session: Session,
        page: MemoryPage,
        following: Following,
        agreement: Agreement,
        acts: RecordActs,
        may_correct: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._page = page
        self._following = following
        self._agreement = agreement
        self._acts = acts
        self._may_correct = may_correct
        self._wanted: int | None = None
        following.followed.connect(self._on_followed)
        page.detail.discard_asked.connect(self.may_leave)
        page.detail.correction_cancelled.connect(self._on_cancelled)
        page.detail.correction_saved.connect(self._on_saved)
        page.detail.roll_back_asked.connect(self._on_roll_back)
        acts.stored.connect(self._on_stored)
        acts.refused.connect(self._on_refused)
        acts.failed.connect(self._on_failed)

    def start(self) -> None:
        """Opens the editor on the record looked at, at once or when its details are there."""
        record, shown = self._agreement.record, self._page.detail.record
        if record is None:
            return
        if shown is None or shown.id != record.id:
            self._wanted = record.id
            return
        self._page.list.hold(record.id)
        self._page.detail.correct()

    @Slot()
    def may_leave(self) -> bool:
        """Asks before unsaved words are lost; what may be lost is gone when this returns True."""
        number_ = self._following.number
        if self._page.detail.unsaved and number_ is not None:
            if not DraftQuestion.ask(number_, self._page.window()):
                return False
            self._page.detail.cancel()
        return True

    @Slot(object)
    def _on_followed(self, number_: int) -> None:
        wanted, self._wanted = self._wanted, None
        self.ended.emit()
        if wanted == number_ and self._may_correct():
            self.start()

    @Slot()
    def _on_cancelled(self) -> None:
        dossier = self._page.detail.dossier
        if dossier is not None and dossier.current is not None:
            # It was replaced while somebody wrote about it; what stands now is what is meant.
            self._agreement.show_one(dossier.current.id)
        if not self._page.list.outside:
            self._page.list.focus()
        self._agreement.agree()
        self.ended.emit()

    @Slot(object)
    def _on_roll_back(self, version: Record) -> None:
        shown = self._page.detail.record
        if shown is not None and self._agreement.free():
            self._acts.roll_back(version.id, version.version, shown.id)

    @Slot(str, object, str)
    def _on_saved(self, text: str, steps: tuple[str, ...] | None, why: str) -> None:
        record = self._page.detail.corrector.record
        if record is not None:
            self._acts.correct(record, text, steps, why)

    @Slot(object, int)
    def _on_stored(self, record: Record, seen: int) -> None:
        if seen != self._following.number:
            # Somebody is at the next record already; that is where the next key must act.
            return
        detail, listed = self._page.detail, self._page.list
        if detail.correcting and (record.id != seen or not detail.unsaved):
            detail.stop_correcting()
            listed.focus()
        if record.id != seen:
            listed.release()
            listed.follow_to(record.id)
            self._following.follow(record.id)

    @Slot(str)
    def _on_refused(self, text: str) -> None:
        if self._page.detail.correcting:
            self._page.detail.corrector.complain(text)
        else:
            self._session.toast(text)

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        said = sentence(error)
        self._page.detail.corrector.complain(f"{said.text or said.title} {said.advice}")
        # Somebody else may have written meanwhile; what they wrote is shown beside the draft.
        self._following.again()

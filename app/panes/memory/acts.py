"""What a person does to records, each act one call of the session and one sentence afterwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.panes.memory.expiry_dialog import ExpiryDialog
from app.panes.memory.forget_dialog import Choice, ForgetDialog
from app.session import Session
from app.widgets.hidden_characters import revealed
from app.wording import finding, moment, number
from core.memory.records import Change, Forgotten, Record, WriteOutcome, WriteResult

_LISTED = 200


@dataclass(frozen=True, slots=True)
class ManyForgotten:
    """The deletions of several records as one change."""

    count: int
    change: Change


class RecordActs(QObject):
    """Carries out acts on records of the present person.

    Signals:
        stored: an act made this record, or changed it; and the record that was looked at then.
        refused: the sentence that says why nothing was stored.
        failed: an error of a correction, to be shown where it was typed.
    """

    stored = Signal(object, int)
    refused = Signal(str)
    failed = Signal(object)

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._window = parent

    def correct(self, record: Record, text: str, steps: tuple[str, ...] | None, reason: str) -> None:
        """Writes ``text``, and ``steps`` where they changed, as the next version."""
        records = self._session.records()
        self._session.act(
            lambda: records.correct(record.id, text, reason=reason, steps=steps),
            done=self._written(record.id),
            failed=self.failed.emit,
            says=self._says_written(self.tr("Corrected #{0}").format(record.id)),
            owner=self,
        )

    def roll_back(self, number_: int, version: int, seen: int) -> None:
        """Makes an old version current again; ``seen`` is the record that was looked at."""
        records = self._session.records()
        self._session.act(
            lambda: records.roll_back(number_),
            done=self._written(seen),
            says=self._says_written(self.tr("Rolled back to v{0}").format(version)),
            owner=self,
        )

    def confirm(self, record: Record) -> None:
        """Vouches for a record."""
        records = self._session.records()
        said = self.tr("Confirmed #{0}").format(record.id)
        self._session.act(
            lambda: records.confirm(record.id), done=self._written(record.id), says=lambda _: said, owner=self
        )

    def set_expiry(self, record: Record, now: datetime) -> None:
        """Asks until when, then says so in the file."""
        expiry = ExpiryDialog.ask(record.id, record.expires_at, now, self._window)
        if expiry is None:
            return
        records = self._session.records()
        if expiry.when is None:
            said = self.tr("#{0} never expires").format(record.id)
        else:
            said = self.tr("#{0} expires {1}").format(record.id, moment(expiry.when))
        self._session.act(
            lambda: records.set_expiry(record.id, expiry.when, reason=expiry.reason),
            done=self._written(record.id),
            says=lambda _: said,
            owner=self,
        )

    def forget(self, record: Record) -> None:
        """Lists what would go, asks, deletes."""
        records = self._session.records()
        key, kind = record.key, record.kind.value

        def previews(_: object) -> list[Forgotten]:
            found = [records.preview_forget_id(record.id)]
            return [records.preview_forget(key, kind), *found] if key is not None else found

        self._session.jobs.read(
            previews, lambda found: self._ask_forget(record, found), failed=self._tell, owner=self
        )

    def forget_many(self, ids: Sequence[int]) -> None:
        """Asks once for several records, then deletes each."""
        records = self._session.records()
        ids = tuple(ids)

        def preview(_: object) -> Forgotten:
            shown = [record for record in records.page(ids[:_LISTED]) if record is not None]
            return Forgotten(WriteOutcome.STORED, count=len(ids), removed=tuple(shown))

        def ask(found: Forgotten) -> None:
            name = self.tr("{0} records").format(number(len(ids)))
            decision = ForgetDialog.ask([Choice("many", "", name, found)], self._window)
            if decision is not None:
                self._delete(lambda: _forget_each(records.forget_record, ids, decision.reason))

        self._session.jobs.read(preview, ask, failed=self._tell, owner=self)

    def _ask_forget(self, record: Record, found: list[Forgotten]) -> None:
        name = self.tr("record #{0}").format(record.id)
        only = Choice("record", self.tr("Only this version, #{0}").format(record.id), name, found[-1])
        choices = [only]
        if record.key is not None and len(found) == 2:
            key = revealed(record.key, 40)
            label = self.tr("The key {0} with all its versions ({1})").format(key, found[0].count)
            choices = [Choice("key", label, key, found[0]), only]
        decision = ForgetDialog.ask(choices, self._window)
        if decision is None:
            return
        records = self._session.records()
        whole, kind, reason = record.key, record.kind.value, decision.reason
        if decision.choice == "key" and whole is not None:
            self._delete(lambda: records.forget_key(whole, kind=kind, reason=reason))
        else:
            self._delete(lambda: records.forget_record(record.id, reason=reason))

    def _delete(self, fn: Callable[[], Forgotten | ManyForgotten]) -> None:
        def says(gone: Forgotten | ManyForgotten) -> str:
            if gone.count == 1:
                return self.tr("Forgot 1 record")
            return self.tr("Forgot {0} records").format(number(gone.count))

        self._session.act(fn, says=says, owner=self)

    def _says_written(self, said: str) -> Callable[[WriteResult], str]:
        def says(result: WriteResult) -> str:
            if result.outcome is not WriteOutcome.STORED or result.record is None:
                return ""
            return self.tr("{0}: now #{1}, v{2}").format(said, result.record.id, result.record.version)

        return says

    def _written(self, seen: int) -> Callable[[WriteResult], None]:
        def written(result: WriteResult) -> None:
            if result.record is not None and result.outcome is WriteOutcome.STORED:
                self.stored.emit(result.record, seen)
            else:
                reasons = " ".join(finding(reason) for reason in result.reasons)
                self.refused.emit(reasons or self.tr("Nothing was stored."))

        return written

    def _tell(self, error: Exception) -> None:
        self._session.act_failed.emit(error)


def _forget_each(forget: Callable[..., Forgotten], ids: Sequence[int], reason: str) -> ManyForgotten:
    kinds: frozenset[str] = frozenset()
    for number_ in ids:
        kinds |= forget(number_, reason=reason).change.kinds
    return ManyForgotten(len(ids), Change(kinds, tuple(ids)))

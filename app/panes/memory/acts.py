"""What a person does to records, each act one call of the session and one sentence afterwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from app.panes.memory.expiry_dialog import ExpiryDialog
from app.panes.memory.forget_dialog import Choice
from app.panes.memory.forgetting import Forgetting, Gone, ManyForgotten
from app.session import Session
from app.widgets.hidden_characters import one_line, revealed
from app.wording import finding, moment, number
from core.errors import NotFound
from core.memory.records import Change, Forgotten, OperatorRecords, Record, WriteOutcome, WriteResult

_LISTED = 200


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
        self._forgetting = Forgetting(session, parent)

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
        expiry = ExpiryDialog.ask(record.id, record.expires_at, now, self._window, record.kind)
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

        def read() -> list[Choice]:
            name = self.tr("record #{0}").format(record.id)
            label = self.tr("Only this version, #{0}").format(record.id)
            found = records.preview_forget_id(record.id)
            if key is None:
                return [Choice("record", label, name, found)]
            whole = records.preview_forget(key, kind)
            after = self._after(record, records.history(key, kind=kind))
            shown = revealed(key, 40)
            every = self.tr("The key {0} with all its versions ({1})").format(shown, whole.count)
            return [Choice("key", every, shown, whole), Choice("record", label, name, found, after)]

        def carry_out(choice: Choice, reason: str) -> Gone:
            if choice.id == "key" and key is not None:
                listed = choice.preview.change.ids
                return records.forget_key(key, kind=kind, reason=reason, listed=listed)
            return records.forget_record(record.id, reason=reason)

        self._forgetting.ask(read, carry_out)

    def forget_many(self, ids: Sequence[int]) -> None:
        """Asks once for several records, then deletes each."""
        records = self._session.records()
        ids = tuple(ids)

        def read() -> list[Choice]:
            shown = [record for record in records.page(ids[:_LISTED]) if record is not None]
            found = Forgotten(WriteOutcome.STORED, count=len(ids), removed=tuple(shown))
            return [Choice("many", "", self.tr("{0} records").format(number(len(ids))), found)]

        self._forgetting.ask(read, lambda _, reason: _forget_each(records, ids, reason))

    def _after(self, record: Record, versions: Sequence[Record]) -> str:
        """What stands under the key when this one version is gone."""
        others = [version for version in versions if version.id != record.id]
        current = next((version for version in others if version.ended_at is None), None)
        if not others:
            return self.tr("Nothing is left under this key afterwards.")
        if current is not None:
            said = self.tr("v{0} stays current: {1}")
            return said.format(current.version, one_line(current.content, 80))
        if record.ended_at is not None:
            return self.tr("Nothing is current under this key, and nothing will be.")
        return self.tr(
            "Nothing is current under this key afterwards. v{0} stays in the history; rolling back to it"
            " makes it current again."
        ).format(others[-1].version)

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


def _forget_each(records: OperatorRecords, ids: Sequence[int], reason: str) -> ManyForgotten:
    kinds: frozenset[str] = frozenset()
    gone = []
    for number_ in ids:
        try:
            kinds |= records.forget_record(number_, reason=reason).change.kinds
        except NotFound:
            continue  # somebody else deleted it while the list was read
        gone.append(number_)
    return ManyForgotten(len(gone), Change(kinds, tuple(gone)))

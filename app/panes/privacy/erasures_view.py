"""Erasures of this file: their receipts, and those that wait for somebody to let go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.panes.privacy.receipt_view import ReceiptView, state_mark
from app.panes.privacy.split import Detail, Split
from app.panes.privacy.view import View
from app.session import Session
from app.theme import theme
from app.widgets.column import Alignment, Column
from app.widgets.flow_layout import FlowLayout
from app.widgets.hidden_characters import one_line
from app.widgets.key_button import KeyButton
from app.widgets.section_label import SectionLabel
from app.widgets.short_table import ShortTable
from app.wording import Sentence, ago, moment, number
from app.wording.receipts import blocking_text, holders_of, state_text
from core.clock import LATEST, to_datetime

if TYPE_CHECKING:
    from core.privacy import Pending, Privacy, Receipt, Suppression
    from core.scope import Scope

_PENDING = "DELETED_NOT_SCRUBBED"


@dataclass(frozen=True, slots=True)
class Job:
    """One erasure: its receipt, and how it stands while it waits."""

    job: str
    what: str
    at: datetime | None
    state: str
    receipt: Receipt | None
    pending: Pending | None

    @property
    def rows(self) -> int | None:
        """Rows that went, where the receipt says so."""
        told = self.receipt.body.get("rows") if self.receipt is not None else None
        return sum(told.values()) if isinstance(told, dict) else None


@dataclass(frozen=True, slots=True)
class Erasures:
    """What the view shows."""

    jobs: tuple[Job, ...]
    suppressions: tuple[Suppression, ...]


class ErasuresView(View[Erasures]):
    """Receipts at the left, the chosen one at the right."""

    id = "erasures"
    needs_person = False

    def __init__(
        self, session: Session, action: Callable[[str], QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(session, parent)
        self.title = self.tr("Erasures")
        self.suppressions: tuple[Suppression, ...] = ()
        self.list = ShortTable(_columns(session), "privacy-erasures", lambda job: job.job, session.settings)
        self.list.table.setAccessibleName(self.tr("Erasures"))
        self._title = SectionLabel()
        self._in_the_way = QLabel()
        self._in_the_way.setWordWrap(True)
        self._in_the_way.setProperty("role", "warn")
        self._blocked = QLabel()
        self._blocked.setWordWrap(True)
        self._blocked.setProperty("role", "muted")
        self.receipt_view = ReceiptView()
        detail = Detail()
        column = detail.column
        for widget in (self._title, self._in_the_way):
            column.addWidget(widget)
        buttons = QWidget()
        row = FlowLayout(buttons, gap=8)
        for name in ("finish", "save_receipt", "save_page", "print_receipt", "check_receipt"):
            row.addWidget(KeyButton(action(f"privacy.{name}")))
        column.addWidget(buttons)
        column.addWidget(self.receipt_view)
        detail.add_rule()
        column.addWidget(SectionLabel(self.tr("Names that may not come back yet")))
        column.addWidget(self._blocked)
        lift = QWidget()
        FlowLayout(lift, gap=8).addWidget(KeyButton(action("privacy.lift_suppression")))
        column.addWidget(lift)
        column.addStretch(1)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(Split("erasures", session.settings, self.list, detail))
        self.list.chosen.connect(self._on_chosen)
        # Glyphs carry their colours with them.
        theme().changed.connect(self._on_chosen)
        self._on_chosen()

    @property
    def receipt(self) -> Receipt | None:
        """The receipt that is shown."""
        return self.list.row.receipt if self.list.row is not None else None

    def read(self, privacy: Privacy, scope: Scope | None) -> Erasures:
        waiting = {each.job: each for each in privacy.pending()}
        jobs = [
            Job(
                receipt.job,
                str(receipt.body.get("what", "")),
                _moment(receipt.body.get("deleted_at")),
                str(receipt.state),
                receipt,
                waiting.pop(receipt.job, None),
            )
            for receipt in privacy.receipts()
        ]
        # A crash leaves jobs without a receipt; they are the newest.
        left = [Job(each.job, str(each.what), each.at, _PENDING, None, each) for each in waiting.values()]
        return Erasures((*left, *jobs), privacy.suppressions())

    def show_answer(self, answer: Erasures) -> None:
        self.suppressions = answer.suppressions
        self.count_changed.emit(sum(job.pending is not None for job in answer.jobs) or None)
        self.list.show_rows(answer.jobs)
        count = len(answer.suppressions)
        if count:
            last = max(each.expires_at for each in answer.suppressions)
            said = self.tr(
                "{0}, the last until {1}. Which names is not kept; a name can be tested against them."
            )
            self._blocked.setText(said.format(number(count), moment(last)))
        else:
            self._blocked.setText(self.tr("None: whoever is mentioned anew is learned anew."))
        if not answer.jobs:
            self.list.states.show_empty(
                self.tr("Nothing was erased yet"),
                self.tr("Every erasure leaves a receipt here: what was checked and found, without a name."),
            )

    def show_loading(self) -> None:
        self.list.states.show_loading(self.tr("Reading receipts…"))

    def show_error(self, said: Sentence, again: Callable[[], object]) -> None:
        self.list.show_rows(())
        self.list.states.show_error(said, self.tr("Try again"), again)

    def show_nobody(self, title: str, text: str) -> None:
        self.suppressions = ()
        self.list.show_rows(())
        self.count_changed.emit(None)
        self.list.states.show_empty(title, text)

    def focus(self) -> None:
        self.list.table.setFocus()

    def show_job(self, job: str) -> bool:
        """Chooses an erasure by its name; False when it is not listed."""
        return self.list.choose(job)

    @Slot()
    def _on_chosen(self) -> None:
        job = self.list.row
        self._title.setVisible(job is not None and job.receipt is None)
        self.receipt_view.setVisible(job is not None and job.receipt is not None)
        waits = ""
        if job is not None and job.pending is not None:
            waits = blocking_text(holders_of(job.pending.blocking)) or self.tr(
                "Its last step is still to come."
            )
        self._in_the_way.setText(waits)
        self._in_the_way.setVisible(bool(waits))
        if job is None:
            return
        if job.receipt is None:
            self._title.setText(self.tr("Erasure {0}: deleted, not finished").format(one_line(job.job)))
        else:
            self.receipt_view.show_receipt(job.receipt)


def _columns(session: Session) -> tuple[Column[Job], ...]:
    right = Alignment.RIGHT
    return (
        Column(
            "state",
            _tr("Proof"),
            lambda job: state_text(job.state),
            lambda job: job.state,
            "✓ verified",
            always=True,
            mark=lambda job: state_mark(job.state),
        ),
        Column("what", _tr("What"), lambda job: _what(job.what), lambda job: job.what, "retention", rank=2),
        Column(
            "job",
            _tr("Receipt"),
            lambda job: one_line(job.job),
            lambda job: job.job,
            stretch=True,
            always=True,
            fixed_font=True,
        ),
        Column(
            "rows",
            _tr("Rows"),
            lambda job: "–" if job.rows is None else number(job.rows),
            lambda job: job.rows,
            "100 000",
            right,
            rank=3,
        ),
        Column(
            "age",
            _tr("When"),
            lambda job: ago(job.at, session.now()),
            lambda job: job.at,
            "just now",
            right,
            rank=1,
            tip=lambda job: moment(job.at),
        ),
    )


def _what(what: str) -> str:
    words = {
        "person": _tr("a person"),
        "forget": _tr("a fact"),
        "sweep": _tr("a sweep"),
        "retention": _tr("retention"),
    }
    return words.get(what, _tr("something"))


def _moment(micros: object) -> datetime | None:
    return to_datetime(micros) if isinstance(micros, int) and abs(micros) <= LATEST else None


def _tr(text: str) -> str:
    return QCoreApplication.translate("privacy", text)

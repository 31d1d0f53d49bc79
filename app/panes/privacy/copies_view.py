"""Where copies lie: backups of the whole file and exports of the person."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.panes.privacy.split import Detail, Split
from app.panes.privacy.view import View
from app.session import Session
from app.theme import theme
from app.widgets.column import Alignment, Column, Mark
from app.widgets.facts import Fact, Facts
from app.widgets.flow_layout import FlowLayout
from app.widgets.hidden_characters import one_line
from app.widgets.key_button import KeyButton
from app.widgets.section_label import SectionLabel
from app.widgets.short_table import ShortTable
from app.wording import Sentence, ago, day, moment

if TYPE_CHECKING:
    from core.privacy import Copy as Written
    from core.privacy import Privacy
    from core.scope import Scope


@dataclass(frozen=True, slots=True)
class Copy:
    """One copy that is written down.

    Attributes:
        there: the file or folder is still where it was put, as of the reading.
    """

    kind: str
    id: int
    at: datetime
    path: Path
    expires_at: datetime | None
    removed_at: datetime | None
    there: bool


class CopiesView(View["tuple[Copy, ...]"]):
    """Copies that still hold people, so that an erasure can reach them."""

    id = "copies"
    needs_person = False

    def __init__(
        self, session: Session, action: Callable[[str], QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(session, parent)
        self.title = self.tr("Copies")
        self.list = ShortTable(
            _columns(session), "privacy-copies", lambda copy: (copy.kind, copy.id), session.settings,
            muted=lambda copy: not copy.there,
        )  # fmt: skip
        self.list.table.setAccessibleName(self.tr("Backups and exports"))
        self._title = SectionLabel()
        self._text = QLabel()
        self._text.setWordWrap(True)
        self._text.setProperty("role", "muted")
        self.facts = Facts()
        detail = Detail()
        column = detail.column
        for widget in (self._title, self._text, self.facts):
            column.addWidget(widget)
        buttons = QWidget()
        row = FlowLayout(buttons, gap=8)
        for name in ("reveal_copy", "remove_copy", "backup", "restore", "statements"):
            row.addWidget(KeyButton(action(f"privacy.{name}")))
        column.addWidget(buttons)
        column.addStretch(1)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(Split("copies", session.settings, self.list, detail))
        self.list.chosen.connect(self._on_chosen)
        # Glyphs carry their colours with them.
        theme().changed.connect(self._on_chosen)
        self._on_chosen()

    @property
    def copy(self) -> Copy | None:
        """The copy that acts are about."""
        return self.list.row

    def read(self, privacy: Privacy, scope: Scope | None) -> tuple[Copy, ...]:
        backups = [_copy("backup", each) for each in privacy.backups.listed()]
        exports = [_copy("export", each) for each in privacy.exports(scope)] if scope is not None else []
        return tuple(sorted([*backups, *exports], key=lambda copy: copy.at, reverse=True))

    def show_answer(self, answer: tuple[Copy, ...]) -> None:
        self.list.show_rows(answer)
        self.count_changed.emit(sum(copy.there for copy in answer) or None)
        if not answer:
            self.list.states.show_empty(
                self.tr("No copy is written down"),
                self.tr("Backups and exports made here are listed, so that an erasure can reach them."),
            )

    def show_loading(self) -> None:
        self.list.states.show_loading(self.tr("Looking for copies…"))

    def show_error(self, said: Sentence, again: Callable[[], object]) -> None:
        self.list.show_rows(())
        self.list.states.show_error(said, self.tr("Try again"), again)

    def show_nobody(self, title: str, text: str) -> None:
        self.list.show_rows(())
        self.count_changed.emit(None)
        self.list.states.show_empty(title, text)

    def focus(self) -> None:
        self.list.table.setFocus()

    @Slot()
    def _on_chosen(self) -> None:
        copy, now = self.copy, self.session.now()
        for widget in (self._title, self._text, self.facts):
            widget.setVisible(copy is not None)
        if copy is None:
            return
        if copy.kind == "backup":
            self._title.setText(self.tr("Backup of {0}").format(day(copy.at)))
            self._text.setText(
                self.tr(
                    "The whole file as it was then, with everybody. An erasure here does not reach into it."
                )
            )
        else:
            self._title.setText(self.tr("Export of {0}").format(day(copy.at)))
            self._text.setText(self.tr("What was held about this person then, in clear text."))
        self.facts.show_facts(
            [
                Fact(self.tr("Made"), f"{moment(copy.at)} · {ago(copy.at, now)}"),
                Fact(self.tr("Expires"), moment(copy.expires_at) if copy.expires_at else self.tr("never")),
                Fact(self.tr("Now"), _state(copy, now), mark=_mark(copy, now)),
                Fact(self.tr("Where"), str(copy.path), foreign=True),
            ]
        )


def _copy(kind: str, each: Written) -> Copy:
    return Copy(kind, each.id, each.at, each.path, each.expires_at, each.removed_at, each.reachable)


def _columns(session: Session) -> tuple[Column[Copy], ...]:
    right = Alignment.RIGHT
    return (
        Column(
            "kind",
            _tr("Copy"),
            lambda copy: _tr("backup") if copy.kind == "backup" else _tr("export"),
            lambda copy: copy.kind,
            "backup",
            always=True,
        ),
        Column(
            "path",
            _tr("Where"),
            lambda copy: one_line(copy.path.name),
            lambda copy: str(copy.path),
            stretch=True,
            always=True,
            tip=lambda copy: one_line(str(copy.path)),
        ),
        Column(
            "state",
            _tr("Now"),
            lambda copy: _state(copy, session.now()),
            lambda copy: copy.there,
            "✓ not there",
            rank=1,
            mark=lambda copy: _mark(copy, session.now()),
        ),
        Column(
            "age",
            _tr("Made"),
            lambda copy: ago(copy.at, session.now()),
            lambda copy: copy.at,
            "just now",
            right,
            rank=2,
            tip=lambda copy: moment(copy.at),
        ),
        Column(
            "expires",
            _tr("Expires"),
            lambda copy: ago(copy.expires_at, session.now()),
            lambda copy: copy.expires_at,
            "in 23 min",
            right,
            rank=3,
            tip=lambda copy: moment(copy.expires_at),
        ),
    )


def _state(copy: Copy, now: datetime) -> str:
    if copy.removed_at is not None:
        return _tr("removed")
    if not copy.there:
        return _tr("not there")
    return _tr("expired") if copy.expires_at is not None and copy.expires_at <= now else _tr("kept")


def _mark(copy: Copy, now: datetime) -> Mark:
    tokens = theme().tokens
    if not copy.there:
        return Mark("⊘", tokens.muted)
    expired = copy.expires_at is not None and copy.expires_at <= now
    return Mark("▲", tokens.warn) if expired else Mark("●", tokens.text)


def _tr(text: str) -> str:
    return QCoreApplication.translate("privacy", text)

"""How long each kind of memory is kept, who looks after it, and what a sweep would take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
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
from app.wording import Sentence, ago, kind_word, moment
from core.kind import Kind

if TYPE_CHECKING:
    from core.privacy import Privacy, RetentionRule
    from core.scope import Scope

_LISTED_ONLY = frozenset({Kind.SEMANTIC, Kind.PREFERENCE})


@dataclass(frozen=True, slots=True)
class Kept:
    """One kind of memory and its rule, if it has one."""

    kind: Kind
    rule: RetentionRule | None


class RetentionView(View["tuple[Kept, ...]"]):
    """Every kind is listed, with a rule or without."""

    id = "retention"
    needs_person = False

    def __init__(
        self, session: Session, action: Callable[[str], QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(session, parent)
        self.title = self.tr("Retention")
        self.list = ShortTable(
            _columns(session), "privacy-retention", lambda kept: kept.kind, session.settings,
            muted=lambda kept: kept.rule is None,
        )  # fmt: skip
        self.list.table.setAccessibleName(self.tr("Retention rules"))
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
        for name in ("set_rule", "clear_rule", "preview_sweep"):
            row.addWidget(KeyButton(action(f"privacy.{name}")))
        column.addWidget(buttons)
        column.addStretch(1)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(Split("retention", session.settings, self.list, detail))
        self.list.chosen.connect(self._on_chosen)
        # Glyphs carry their colours with them.
        theme().changed.connect(self._on_chosen)
        self._on_chosen()

    @property
    def kept(self) -> Kept | None:
        """The kind that acts are about."""
        return self.list.row

    @property
    def has_rules(self) -> bool:
        """True when there is anything to sweep by."""
        return any(kept.rule is not None for kept in self.list.rows)

    def read(self, privacy: Privacy, scope: Scope | None) -> tuple[Kept, ...]:
        rules = {str(rule.kind): rule for rule in privacy.retention.rules()}
        return tuple(Kept(kind, rules.get(kind.value)) for kind in Kind)

    def show_answer(self, answer: tuple[Kept, ...]) -> None:
        due = sum(kept.rule is not None and kept.rule.due for kept in answer)
        self.count_changed.emit(due or None)
        self.list.show_rows(answer)

    def show_loading(self) -> None:
        self.list.states.show_loading(self.tr("Reading rules…"))

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
        kept, now = self.kept, self.session.now()
        for widget in (self._title, self._text, self.facts):
            widget.setVisible(kept is not None)
        if kept is None:
            return
        self._title.setText(kind_word(kept.kind).capitalize())
        if kept.kind in _LISTED_ONLY:
            self._text.setText(
                self.tr(
                    "Facts and preferences past their time are listed for a person to decide; a sweep leaves them."
                )
            )
        else:
            self._text.setText(
                self.tr("Past their time they are deleted by a sweep, for everybody, after a preview.")
            )
        rule = kept.rule
        if rule is None:
            self.facts.show_facts([Fact(self.tr("Rule"), self.tr("none: kept until somebody forgets them"))])
            return
        last = self.tr("never")
        if rule.last_run is not None:
            last = f"{moment(rule.last_run)} · {ago(rule.last_run, now)}"
        self.facts.show_facts(
            [
                Fact(self.tr("Kept for"), _days(rule.days)),
                Fact(self.tr("Looks after it"), one_line(rule.reviewer) or self.tr("nobody is named")),
                Fact(self.tr("Sweep"), _every(rule)),
                Fact(self.tr("Last sweep"), last),
                Fact(self.tr("Now"), _due(rule), mark=_due_mark(rule)),
            ]
        )


def _columns(session: Session) -> tuple[Column[Kept], ...]:
    right = Alignment.RIGHT
    return (
        Column(
            "kind",
            _tr("Kind"),
            lambda kept: kind_word(kept.kind),
            lambda kept: kept.kind.value,
            stretch=True,
            always=True,
            mark=lambda kept: Mark("dot", theme().tokens.kind_color(kept.kind)),
        ),
        Column(
            "days",
            _tr("Kept for"),
            lambda kept: "–" if kept.rule is None else _days(kept.rule.days),
            lambda kept: None if kept.rule is None else kept.rule.days,
            "1 000 days",
            right,
            always=True,
        ),
        Column(
            "reviewer",
            _tr("Looks after it"),
            lambda kept: "" if kept.rule is None else one_line(kept.rule.reviewer),
            lambda kept: None if kept.rule is None else kept.rule.reviewer,
            "ada lovelace",
            rank=3,
        ),
        Column(
            "last",
            _tr("Last sweep"),
            lambda kept: "–" if kept.rule is None else ago(kept.rule.last_run, session.now()),
            lambda kept: None if kept.rule is None else kept.rule.last_run,
            "Mar 2025",
            right,
            rank=2,
        ),
        Column(
            "due",
            _tr("Now"),
            lambda kept: _tr("no rule") if kept.rule is None else _due(kept.rule),
            lambda kept: kept.rule is not None and kept.rule.due,
            "sweep is due",
            rank=1,
            mark=lambda kept: None if kept.rule is None else _due_mark(kept.rule),
        ),
    )


def _due(rule: RetentionRule) -> str:
    return _tr("sweep is due") if rule.due else _tr("in order")


def _due_mark(rule: RetentionRule) -> Mark:
    tokens = theme().tokens
    return Mark("▲", tokens.warn) if rule.due else Mark("✓", tokens.ok)


def _days(days: float) -> str:
    shown = f"{days:g}"
    return _tr("1 day") if shown == "1" else _tr("{0} days").format(shown)


def _every(rule: RetentionRule) -> str:
    if rule.every_days is None:
        return _tr("when somebody runs it")
    return _tr("every {0}").format(_days(rule.every_days))


def _tr(text: str) -> str:
    return QCoreApplication.translate("privacy", text)

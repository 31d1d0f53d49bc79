"""Everything held about the person, table by table: in plain words, counts, bytes and ages."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.panes.privacy.split import Detail, Split
from app.panes.privacy.standing import Standings
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
from app.wording import Sentence, ago, moment, number, sentence
from app.wording.privacy import size_word, table_text, table_word
from core.privacy import Holdings, Mention, TableHoldings
from core.store.inventory import Erasure

if TYPE_CHECKING:
    from core.privacy import Privacy
    from core.scope import Scope

_MENTIONS = "privacy.mentions"


class HoldingsView(View["Holdings | None"]):
    """A table of what is held and a page about the part that is chosen.

    Signals:
        summarised: the holdings were read, for the line beside the title.
    """

    id = "holdings"

    summarised = Signal(object)

    def __init__(
        self, session: Session, action: Callable[[str], QAction], parent: QWidget | None = None
    ) -> None:
        super().__init__(session, parent)
        self.title = self.tr("What is held")
        self.holdings: Holdings | None = None
        self._mentions: tuple[Mention, ...] | None = None
        self.list = ShortTable(
            _columns(session), "privacy-holdings", lambda held: held.name, session.settings,
            muted=lambda held: not held.rows,
        )  # fmt: skip
        self.list.table.setAccessibleName(self.tr("What is held, by kind"))
        self._title = SectionLabel()
        self._text = _words()
        self.facts, self.sources = Facts(), Facts()
        self._from = SectionLabel(self.tr("Sources"))
        self.elsewhere = _words()
        self.others = Facts()
        detail = Detail()
        column = detail.column
        for widget in (self._title, self._text, self.facts, self._from, self.sources):
            column.addWidget(widget)
        detail.add_rule()
        column.addWidget(SectionLabel(self.tr("Mentioned by others")))
        column.addWidget(self.elsewhere)
        column.addWidget(self.others)
        look = QWidget()
        FlowLayout(look, gap=8).addWidget(KeyButton(action("privacy.mentions")))
        column.addWidget(look)
        detail.add_rule()
        column.addWidget(SectionLabel(self.tr("This person as a whole")))
        self._acts = {
            name: KeyButton(action(f"privacy.{name}"))
            for name in ("forget", "restrict", "lift_restriction", "put_on_hold", "lift_hold")
        }
        acts = QWidget()
        acts_row = FlowLayout(acts, gap=8)
        for button in self._acts.values():
            acts_row.addWidget(button)
        column.addWidget(acts)
        self.show_standings(Standings())
        column.addStretch(1)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(Split("holdings", session.settings, self.list, detail))
        self.list.chosen.connect(self._on_chosen)
        # Glyphs carry their colours with them.
        theme().changed.connect(self._on_chosen)

    def read(self, privacy: Privacy, scope: Scope | None) -> Holdings | None:
        return None if scope is None else privacy.holdings(scope, with_mentions=False)

    def show_answer(self, answer: Holdings | None) -> None:
        if answer is None:
            return
        if self.holdings is None or self.holdings.scope != answer.scope:
            self._mentions = None
        self.holdings = answer
        shown = sorted(answer.tables, key=lambda held: (held.derived, not held.rows))
        self.list.show_rows(shown)
        self._show_mentions()
        self.summarised.emit(answer)

    def show_loading(self) -> None:
        self.list.states.show_loading(self.tr("Counting what is held…"))

    def show_error(self, said: Sentence, again: Callable[[], object]) -> None:
        self._forget()
        self.list.states.show_error(said, self.tr("Try again"), again)

    def show_nobody(self, title: str, text: str) -> None:
        self._forget()
        self.list.states.show_empty(title, text)

    def show_standings(self, standings: Standings) -> None:
        """Offers to lift what stands, and to impose what does not."""
        restricted, held = standings.restriction is not None, standings.hold is not None
        for name, there in (
            ("restrict", not restricted),
            ("lift_restriction", restricted),
            ("put_on_hold", not held),
            ("lift_hold", held),
        ):
            self._acts[name].setVisible(there)

    def focus(self) -> None:
        self.list.table.setFocus()

    @Slot()
    def look_for_mentions(self) -> None:
        """Asks everybody else's partition, one by one, how often it names the person."""
        session = self.session
        operator, scope = session.operator, session.scope
        if operator is None or scope is None:
            return
        privacy, label = operator.privacy, self.tr("Looking for mentions")
        self.elsewhere.setText(self.tr("Looking…"))
        session.jobs.read(
            lambda token: privacy.holdings(
                scope,
                progress=lambda _step, done, total: token.progress(done, total, label),
                cancelled=lambda: token.cancelled,
            ),
            self._on_mentions,
            failed=self._on_mentions_failed,
            key=_MENTIONS,
            owner=self,
            label=label,
        )

    def _on_mentions(self, found: Holdings) -> None:
        if self.holdings is not None and found.scope == self.holdings.scope:
            self._mentions = found.mentions
            self._show_mentions()

    def _on_mentions_failed(self, error: Exception) -> None:
        self.elsewhere.setText(f"✗ {sentence(error).title}.")

    def _forget(self) -> None:
        self.holdings = self._mentions = None
        self.list.show_rows(())
        self._show_mentions()
        self.summarised.emit(None)

    def _show_mentions(self) -> None:
        found = self._mentions
        self.others.setVisible(bool(found))
        if found is None:
            self.elsewhere.setText(
                self.tr(
                    "Not looked for yet. It counts rows of other people that name or quote this one; "
                    "their texts are not shown."
                )
            )
        elif not found:
            self.elsewhere.setText(self.tr("Nobody else’s rows name or quote this person."))
        else:
            rows = sum(mention.rows for mention in found)
            said = self.tr("In {0} rows of {1} other people. Erasing leaves them as they are.")
            self.elsewhere.setText(said.format(number(rows), number(len(found))))
            self.others.show_facts(
                [Fact(number(mention.rows), one_line(str(mention.scope))) for mention in found[:200]]
            )

    @Slot()
    def _on_chosen(self) -> None:
        held, now = self.list.row, self.session.now()
        visible = held is not None
        for widget in (self._title, self._text, self.facts):
            widget.setVisible(visible)
        shown = visible and bool(held and held.sources)
        self._from.setVisible(shown)
        self.sources.setVisible(shown)
        if held is None:
            return
        self._title.setText(f"{number(held.rows)} {table_word(held.name, held.rows)}")
        self._text.setText(table_text(held.name, held.exported, held.kept_because))
        facts = [Fact(self.tr("Size"), self.tr("{0}, the values alone").format(size_word(held.bytes)))]
        if held.oldest is not None and held.newest is not None:
            facts.append(Fact(self.tr("Oldest"), f"{moment(held.oldest)} · {ago(held.oldest, now)}"))
            facts.append(Fact(self.tr("Newest"), f"{moment(held.newest)} · {ago(held.newest, now)}"))
        facts.append(Fact(self.tr("Export"), _exported(held)))
        facts.append(Fact(self.tr("Erasing"), _erased(held), mark=_mark(held)))
        facts.append(Fact(self.tr("Table"), held.name))
        self.facts.show_facts(facts)
        self.sources.show_facts([Fact(number(count), one_line(name)) for name, count in held.sources.items()])


def _columns(session: Session) -> tuple[Column[TableHoldings], ...]:
    right = Alignment.RIGHT

    def age(read: Callable[[TableHoldings], datetime | None]) -> Callable[[TableHoldings], str]:
        return lambda held: ago(read(held), session.now())

    return (
        Column(
            "what",
            _tr("What"),
            lambda held: table_word(held.name, 2),
            lambda held: held.name,
            always=True,
            stretch=True,
            tip=lambda held: table_text(held.name, held.exported, held.kept_because),
        ),
        Column(
            "rows",
            _tr("How many"),
            lambda held: number(held.rows),
            lambda held: held.rows,
            "1 000 000",
            right,
            always=True,
        ),
        Column(
            "bytes",
            _tr("Size"),
            lambda held: size_word(held.bytes) if held.rows else "–",
            lambda held: held.bytes,
            "150 bytes",
            right,
            rank=2,
        ),
        Column(
            "oldest",
            _tr("Oldest"),
            age(lambda held: held.oldest),
            lambda held: held.oldest,
            "Mar 2025",
            right,
            rank=5,
            tip=lambda held: moment(held.oldest),
        ),
        Column(
            "newest",
            _tr("Newest"),
            age(lambda held: held.newest),
            lambda held: held.newest,
            "Mar 2025",
            right,
            rank=4,
            tip=lambda held: moment(held.newest),
        ),
        Column(
            "erasing",
            _tr("Erasing"),
            lambda held: _tr("goes") if held.erasure is Erasure.DELETE else _tr("stays"),
            lambda held: held.erasure.value,
            "✗ stays",
            rank=1,
            mark=_mark,
            tip=_erased,
        ),
    )


def _mark(held: TableHoldings) -> Mark:
    tokens = theme().tokens
    return Mark("✗", tokens.muted) if held.erasure is Erasure.DELETE else Mark("■", tokens.warn)


def _erased(held: TableHoldings) -> str:
    if held.erasure is Erasure.DELETE:
        return _tr("goes, every row")
    return _tr("stays: {0}").format(held.kept_because or _tr("no reason is known"))


def _exported(held: TableHoldings) -> str:
    if held.exported is not None:
        return held.exported
    return _tr("not on its own: it is made from other rows") if held.derived else _tr("not exported")


def _words() -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    label.setProperty("role", "muted")
    return label


def _tr(text: str) -> str:
    return QCoreApplication.translate("privacy", text)

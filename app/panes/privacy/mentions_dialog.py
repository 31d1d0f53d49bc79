"""What others' records say about a person who is to be erased: opened one by one, redacted or kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QListWidget, QListWidgetItem, QPushButton, QWidget

from app.session import Session
from app.widgets.hidden_characters import one_line, revealed
from app.widgets.question import Question
from app.wording import number, sentence
from app.wording.privacy import table_word
from app.wording.receipts import kept_word
from core.privacy.quotes import KeptBecause
from core.scope import Scope

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.privacy import Mention, Quote


@dataclass(frozen=True, slots=True)
class MentionsOrder:
    """What was decided: texts to overwrite when the person goes, and why the others stay."""

    redact: tuple[Quote, ...] = ()
    kept_because: str = KeptBecause.NOT_DECIDED


class MentionsDialog(Question):
    """Nobody's texts are on screen before the operator opens that one person, which the journal keeps."""

    def __init__(
        self,
        session: Session,
        scope: Scope,
        mentions: Sequence[Mention],
        decided: MentionsOrder,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            self.tr("Where others’ records mention {0}").format(one_line(str(scope))),
            self.tr("Use this"),
            parent,
        )
        self._session, self._scope = session, scope
        self._people = [mention.scope for mention in mentions]
        self.opened: dict[Scope, tuple[Quote, ...]] = {}
        self._chosen: dict[Scope, set[Quote]] = {}
        for quote in decided.redact:
            self._chosen.setdefault(quote.scope, set()).add(quote)
        self._filling = False
        self.add_text(
            self.tr(
                "These records belong to other people. Their texts are shown for one person at a time, and the "
                "journal keeps that you opened them. Checked texts get “[redacted]” in the place of the name or "
                "the repeated sentence, in the same moment in which the person is erased."
            )
        )
        self.person = QComboBox()
        for mention in mentions:
            one, many = self.tr("{0}: 1 row"), self.tr("{0}: {1} rows")
            said = one if mention.rows == 1 else many
            self.person.addItem(said.format(one_line(str(mention.scope)), number(mention.rows)))
        self.look = QPushButton(self.tr("Open their texts"))
        self.look.setAutoDefault(False)
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.person, 1)
        row.addWidget(self.look)
        self.add_field(self.tr("Person"), line)
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(self.tr("Texts: checked ones are redacted"))
        self.body.addWidget(self.list, 1)
        self.said = self.add_text("", "muted")
        self.because = QComboBox()
        for because in KeptBecause:
            self.because.addItem(kept_word(because), because.value)
        self.because.setCurrentIndex(max(0, self.because.findData(str(decided.kept_because))))
        self.add_field(self.tr("The rest stays"), self.because)
        self.look.clicked.connect(self._on_open)
        self.person.currentIndexChanged.connect(self._show_texts)
        self.list.itemChanged.connect(self._on_checked)
        self._show_texts()
        self.resize(640, 460)

    @property
    def order(self) -> MentionsOrder:
        """What the controls say now."""
        chosen = tuple(quote for quotes in self._chosen.values() for quote in quotes)
        return MentionsOrder(chosen, str(self.because.currentData()))

    @classmethod
    def ask(
        cls,
        session: Session,
        scope: Scope,
        mentions: Sequence[Mention],
        decided: MentionsOrder,
        parent: QWidget | None = None,
    ) -> MentionsOrder | None:
        """The decision, or None when it is left as it was."""
        dialog = cls(session, scope, mentions, decided, parent)
        try:
            return dialog.order if dialog.exec() == cls.DialogCode.Accepted else None
        finally:
            dialog.deleteLater()

    @property
    def other(self) -> Scope:
        """Whose texts are meant."""
        return self._people[max(0, self.person.currentIndex())]

    @Slot()
    def _on_open(self) -> None:
        operator, other = self._session.operator, self.other
        if operator is None:
            return
        privacy, scope = operator.privacy, self._scope
        self.look.setEnabled(False)
        self.said.setText(self.tr("Reading…"))
        self._session.jobs.read(
            lambda token: privacy.quotes(scope, other),
            lambda quotes: self._on_opened(other, quotes),
            failed=self._on_failed,
            key="privacy.quotes",
            owner=self,
        )

    def _on_opened(self, other: Scope, quotes: tuple[Quote, ...]) -> None:
        self.opened[other] = quotes
        self._chosen.setdefault(other, {quote for quote in quotes if quote.can_redact})
        self._show_texts()

    def _on_failed(self, error: Exception) -> None:
        told = sentence(error)
        self.look.setEnabled(True)
        self.said.setText(f"✗ {told.title}. {told.text} {told.advice}")

    @Slot()
    def _show_texts(self) -> None:
        self._filling = True
        self.list.clear()
        quotes = self.opened.get(self.other)
        self.look.setEnabled(quotes is None)
        for quote in quotes or ():
            text = quote.redacted if quote.can_redact else quote.copy.text
            told = f"{table_word(quote.copy.table, 1)} · {quote.copy.column} · {one_line(text)}"
            item = QListWidgetItem(told if quote.can_redact else self.tr("– kept: {0}").format(told))
            item.setToolTip(revealed(quote.copy.text))
            if quote.can_redact:
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
                on = quote in self._chosen.get(self.other, ())
                item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
            self.list.addItem(item)
        self._filling = False
        self._name_act()

    @Slot(QListWidgetItem)
    def _on_checked(self, item: QListWidgetItem) -> None:
        if self._filling:
            return
        quote = self.opened[self.other][self.list.row(item)]
        chosen = self._chosen.setdefault(self.other, set())
        (chosen.add if item.checkState() is Qt.CheckState.Checked else chosen.discard)(quote)
        self._name_act()

    def _name_act(self) -> None:
        count = len(self.order.redact)
        one, many = self.tr("Redact 1 text"), self.tr("Redact {0} texts")
        self.act.setText(
            (one if count == 1 else many.format(number(count))) if count else self.tr("Keep all")
        )
        quotes = self.opened.get(self.other)
        if quotes is None:
            self.said.setText(self.tr("Not opened. What is not opened stays as it is."))
            return
        fixed = sum(not quote.can_redact for quote in quotes)
        if not quotes:
            self.said.setText(self.tr("Nothing is there any more."))
        elif fixed:
            said = self.tr(
                "{0} of {1} cannot be redacted: they are names other rows refer to, or documents taken in whole."
            )
            self.said.setText(said.format(number(fixed), number(len(quotes))))
        else:
            self.said.setText(self.tr("Shown as they would read; the tooltip has the text as it is."))

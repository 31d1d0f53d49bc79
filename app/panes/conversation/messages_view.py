"""Every message up to a turn: who, text, tokens, and what became of it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.panes.conversation.study import Study
from app.settings import Settings
from app.theme import theme
from app.widgets.column import Alignment, Column, Mark
from app.widgets.hidden_characters import one_line, revealed
from app.widgets.marks import DOT
from app.widgets.short_table import ShortTable
from app.wording import number
from app.wording.conversations import message_fate_word, message_why, role_word
from core.memory.conversation.trace import Fate, Why
from core.memory.prompt.ledger import PromptPart

_OF = {
    PromptPart.VERBATIM: (Fate.VERBATIM,),
    PromptPart.SUMMARY: (Fate.FOLDED,),
    PromptPart.SYSTEM: (Fate.VERBATIM,),
}


class MessagesView(QWidget):
    """Signals:
    chosen: the place of a message that was chosen, or None.
    """

    chosen = Signal(object)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._study: Study | None = None
        self._turn = 0
        self._quiet = False
        self._part: PromptPart | None = None
        self.line = QLabel()
        self.line.setProperty("role", "muted")
        self.line.setWordWrap(True)
        self.line.setContentsMargins(12, 2, 12, 4)
        self.table: ShortTable[int] = ShortTable(
            self._columns(),
            "conversation-messages",
            lambda place: place,
            settings,
            muted=lambda place: self._fate(place) is Fate.DROPPED,
        )
        self.table.setProperty("role", "")
        self.table.table.setAccessibleName(self.tr("Messages and what became of them"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.line)
        column.addWidget(self.table, 1)
        self.table.chosen.connect(self._on_chosen)

    @property
    def place(self) -> int | None:
        """The message that is chosen."""
        return self.table.row

    def show_turn(self, study: Study, turn: int, part: PromptPart | None, place: int | None) -> None:
        """Lists the messages said by the end of a turn, or those of one part; one stays chosen."""
        self._study, self._turn, self._part = study, turn, part
        end = study.trace.cuts[turn].end
        places = list(range(end))
        if part is not None:
            wanted = _OF.get(part, ())
            system = set(study.history.system_places)
            places = [
                place
                for place in range(end)
                if self._fate(place) in wanted and (place in system) == (part is PromptPart.SYSTEM)
            ]
        kept = sum(self._fate(place) is Fate.VERBATIM for place in range(end))
        folded = sum(self._fate(place) is Fate.FOLDED for place in range(end))
        said = self.tr("{0} messages by turn {1}: {2} verbatim, {3} folded, {4} dropped").format(
            number(end), turn + 1, number(kept), number(folded), number(end - kept - folded)
        )
        if study.earlier:
            said += self.tr(" · {0} of earlier sessions left the prompt").format(number(study.earlier))
        self.line.setText(said)
        # The newest stand at the top, for a table opens there.
        self._quiet = True
        self.table.show_rows(list(reversed(places)))
        if place is not None:
            self.table.choose(place)
        self._quiet = False

    def choose(self, place: int) -> None:
        """Chooses a message."""
        self.table.choose(place)

    def _fate(self, place: int) -> Fate:
        assert self._study is not None
        return Fate(int(self._study.fate[self._turn, place]))

    def _why(self, place: int) -> str:
        assert self._study is not None
        return message_why(Why(int(self._study.why[self._turn, place])))

    def _text(self, place: int) -> str:
        assert self._study is not None
        message = self._study.messages[place]
        calls = ", ".join(f"→ {call.name}" for call in message.calls)
        return message.content or calls

    def _role(self, place: int) -> str:
        assert self._study is not None
        return role_word(self._study.messages[place].role)

    def _tokens(self, place: int) -> int:
        assert self._study is not None
        return self._study.history.tokens[place]

    def _turn_of(self, place: int) -> int:
        assert self._study is not None
        return self._study.turn_of(place) + 1

    def _columns(self) -> tuple[Column[int], ...]:
        right = Alignment.RIGHT
        return (
            Column(
                "turn",
                _tr("Turn"),
                lambda p: str(self._turn_of(p)),
                self._turn_of,
                "9999",
                right,
                always=True,
            ),
            Column("who", _tr("Who"), self._role, self._role, "assistant", rank=2),
            Column(
                "text",
                _tr("Text"),
                lambda p: one_line(self._text(p)),
                self._text,
                always=True,
                stretch=True,
                tip=lambda p: revealed(self._text(p)),
            ),
            Column(
                "tokens", _tr("≈ Tokens"), lambda p: number(self._tokens(p)), self._tokens, "≈ Tokens", right
            ),
            Column(
                "now",
                _tr("Now"),
                lambda p: message_fate_word(self._fate(p)),
                lambda p: message_fate_word(self._fate(p)),
                "verbatim",
                always=True,
                mark=lambda p: Mark(DOT, fate_colors()[self._fate(p)]),
                tip=self._why,
            ),
            Column("why", _tr("Why"), self._why, self._why, "it fits into the budget", rank=3, shown=False),
        )

    @Slot()
    def _on_chosen(self) -> None:
        if not self._quiet:
            self.chosen.emit(self.table.row)


def fate_colors() -> list[QColor]:
    """Colours of the fates: not said, verbatim, folded, dropped."""
    tokens = theme().tokens
    return [tokens.base, tokens.kinds[0], tokens.kinds[4], tokens.line]


def _tr(text: str) -> str:
    return QCoreApplication.translate("conversation", text)

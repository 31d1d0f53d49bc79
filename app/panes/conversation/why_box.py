"""Why did it say that: what memory gave to the prompt behind an assistant's message."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from app.panes.conversation.study import Study
from app.panes.conversation.words import cell_tip
from app.widgets.foreign_text import ForeignText
from app.widgets.hidden_characters import revealed
from app.widgets.section_label import SectionLabel
from app.wording import day, kind_word, moment, number, state_word
from app.wording.conversations import part_word, route_word, since_word
from core.memory.conversation.message import Role
from core.memory.prompt.log import Because, LoggedPrompt


class WhyBox(QWidget):
    """Signals:
    record_wanted: the id of a record to show in Memory.
    """

    record_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.because: tuple[Because, ...] = ()
        self.title = SectionLabel()
        self.fate = _muted()
        self.text = ForeignText(lines=6, characters=400)
        self.line = _muted()
        self._list = QVBoxLayout()
        self._list.setSpacing(8)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for widget in (self.title, self.text, self.fate, self.line):
            column.addWidget(widget)
        column.addLayout(self._list)
        self.show_message(None, 0, None)

    def show_message(self, study: Study | None, turn: int, place: int | None) -> LoggedPrompt | None:
        """Shows a message; the prompt to be explained, if it has one."""
        self._clear()
        shown = study is not None and place is not None
        self.text.setVisible(shown)
        self.fate.setVisible(shown)
        if study is None or place is None:
            self.title.setText(self.tr("Why did it say that?"))
            self.line.setText(self.tr("Choose an assistant's message in Messages or in the map."))
            return None
        message = study.messages[place]
        self.text.show_text(message.content or "–")
        self.fate.setText(cell_tip(study, turn, place).rpartition("\n")[2])
        if message.role is not Role.ASSISTANT:
            self.title.setText(self.tr("Message {0}").format(place + 1))
            self.line.setText("")
            return None
        self.title.setText(self.tr("Why did it say that?"))
        prompt = study.prompt_for(place)
        if prompt is None:
            self.line.setText(self.tr("No prompt was logged for this answer, so nobody can tell."))
        return prompt

    def explain(self, prompt: LoggedPrompt, because: list[Because]) -> None:
        """Lists what was recalled."""
        self._clear()
        self.because = tuple(because)
        ledger = prompt.ledger
        parts = ", ".join(f"{part_word(part)} {number(tokens)}" for part, tokens in ledger.lines)
        ways = ", ".join(route_word(way) for way in prompt.used) or "–"
        told = self.tr("Prompt {0} of {1}: {2} of {3} tokens by {4} ({5}); asked memory by {6}. {7}")
        shown = sum(each.shown for each in because)
        recalled = self.tr("{0} records were recalled, {1} had room.").format(len(because), shown)
        self.line.setText(
            told.format(
                prompt.id,
                moment(prompt.at),
                number(ledger.total),
                number(ledger.budget),
                ledger.counter,
                parts,
                ways,
                recalled,
            )
        )
        for each in because:
            self._list.addWidget(self._entry(each))

    def _entry(self, because: Because) -> QWidget:
        entry = QWidget()
        box = QVBoxLayout(entry)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(2)
        record = because.record
        scored = self.tr("always loaded") if because.score is None else f"{because.score:.3f}"
        said = [f"#{because.id}", scored]
        if not because.shown:
            said.append(self.tr("no room"))
        if record is not None:
            said += [
                kind_word(record.kind),
                revealed(record.source, 40),
                day(record.written_at or record.recorded_at),
            ]
        about = _muted(" · ".join(said))
        box.addWidget(about)
        if record is not None:
            text = ForeignText(lines=3, characters=200)
            text.show_text(record.content)
            box.addWidget(text)
        box.addWidget(_muted(self._since(because)))
        if because.now is not None:
            now = ForeignText(lines=3, characters=200)
            now.view.setAccessibleName(self.tr("What it says today"))
            now.show_text(because.now.content)
            box.addWidget(now)
        if record is not None:
            box.addWidget(self._link(because.id), 0, Qt.AlignmentFlag.AlignLeft)
        return entry

    def _since(self, because: Because) -> str:
        """What changed, when, and which version holds today."""
        said = [since_word(because.since)]
        if because.changed_at is not None:
            said.append(day(because.changed_at))
        if because.replaced_by is not None:
            said.append(self.tr("by #{0}").format(because.replaced_by))
        if because.now is not None:
            state = state_word(because.now.state)
            said.append(self.tr("today version {0}, {1}:").format(because.now.version, state))
        return ", ".join(said)

    def _link(self, id_: int) -> QPushButton:
        link = QPushButton(self.tr("Show #{0} in Memory").format(id_))
        link.setProperty("role", "link")
        link.setStyleSheet("QPushButton { text-align: left; padding: 0px; }")
        link.setCursor(Qt.CursorShape.PointingHandCursor)
        link.clicked.connect(lambda: self._on_link(id_))
        return link

    @Slot(int)
    def _on_link(self, id_: int) -> None:
        self.record_wanted.emit(id_)

    def _clear(self) -> None:
        self.because = ()
        while (item := self._list.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()


def _muted(text: str = "") -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setMinimumWidth(40)
    label.setProperty("role", "muted")
    return label

"""Beside a talk: the prompt that is sent with its bill, what was recalled, and what became of proposals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.panes.conversation.chat_turn import Shown, WatchedTurn, prompt_text
from app.panes.conversation.ledger_bar import LedgerBar
from app.widgets.foreign_text import ForeignText
from app.widgets.hidden_characters import one_line, revealed
from app.widgets.narrow import Narrow
from app.widgets.proposal_block import ProposalBlock
from app.widgets.section_label import SectionLabel
from app.wording import day, glyph, kind_word, number
from core.kind import Kind
from core.memory.prompt.log import Because


class Inspector(QScrollArea):
    """Signals:
    linked: ("record", id) or ("item", id) to show elsewhere.
    """

    linked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("What the agent saw and did"))
        self.prompt_line = _muted()
        self.bar = LedgerBar()
        self.prompt = ForeignText(lines=10, characters=1_200)
        self.prompt.view.setAccessibleName(self.tr("The prompt as the model gets it"))
        self.recalled_line, self.proposed_line = _muted(), _muted()
        self._recalled, self._proposed = QVBoxLayout(), QVBoxLayout()
        self.shown: tuple[Shown, ...] = ()
        inner = Narrow()
        column = QVBoxLayout(inner)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(8)
        column.addWidget(SectionLabel(self.tr("Proposed")))
        column.addWidget(self.proposed_line)
        column.addLayout(self._proposed)
        column.addWidget(_rule())
        column.addWidget(SectionLabel(self.tr("Recalled")))
        column.addWidget(self.recalled_line)
        column.addLayout(self._recalled)
        column.addWidget(_rule())
        column.addWidget(SectionLabel(self.tr("Prompt")))
        column.addWidget(self.prompt_line)
        column.addWidget(self.bar)
        column.addWidget(self.prompt)
        column.addStretch(1)
        for rows in (self._recalled, self._proposed):
            rows.setSpacing(10)
        self.setWidget(inner)
        inner.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        self.show_turn(None)

    def show_turn(self, turn: WatchedTurn | None) -> None:
        """Shows a turn as far as it has come."""
        self._show_prompt(turn)
        self._show_recalled(turn)
        self._show_proposed(turn)

    def _show_prompt(self, turn: WatchedTurn | None) -> None:
        sent = turn.sent[-1] if turn is not None and turn.sent else None
        self.bar.setVisible(sent is not None)
        self.prompt.setVisible(sent is not None)
        if sent is None:
            self.prompt_line.setText(self.tr("Nothing was sent yet."))
            return
        ledger = sent.prompt.ledger
        said = [
            self.tr("Request {0} to {1}").format(sent.call, one_line(sent.model, 60)),
            self.tr("{0} of {1} tokens, counted by {2}").format(
                number(ledger.total), number(ledger.budget), ledger.counter
            ),
        ]
        if sent.more:
            said.append(self.tr("and {0} of calls and results since").format(number(sent.more)))
        reported = turn.turned.tokens if turn is not None and turn.turned is not None else 0
        if reported:
            said.append(
                self.tr("{0} in and out for the turn, as the server reports").format(number(reported))
            )
        self.prompt_line.setText(" · ".join(said))
        self.bar.show_ledger(ledger)
        self.prompt.show_text(prompt_text(sent))

    def _show_recalled(self, turn: WatchedTurn | None) -> None:
        _empty(self._recalled)
        because = turn.because if turn is not None else ()
        recalls = turn.recalls if turn is not None else []
        if because:
            room = sum(each.shown for each in because)
            said = self.tr("{0} memories came up for the prompt, {1} had room.").format(
                number(len(because)), number(room)
            )
        else:
            said = self.tr("Nothing was put into the prompt from memory.")
        self.recalled_line.setText(
            said if turn is not None and turn.sent else self.tr("Nothing was asked yet.")
        )
        for each in because:
            self._recalled.addWidget(self._from_log(each))
        for query, notes in recalls:
            self._recalled.addWidget(_line(self.tr("The agent asked: “{0}”").format(one_line(query, 120))))
            for note in notes:
                self._recalled.addWidget(self._from_tool(note))
            if not notes:
                self._recalled.addWidget(_line(self.tr("Nothing came back.")))

    def _from_log(self, because: Because) -> QWidget:
        record = because.record
        if because.score is not None:
            way = self.tr("score {0}, fit {1}").format(f"{because.score:.2f}", f"{because.fit or 0:.2f}")
        elif record is not None and record.kind is not Kind.PREFERENCE:
            way = self.tr("named by its key")
        else:
            way = self.tr("always loaded")
        said = [way] if because.shown else [way, self.tr("no room")]
        if record is not None:
            written = record.written_at or record.recorded_at
            said += [kind_word(record.kind), revealed(record.source, 40), day(written)]
        return self._entry(because.id, said, record.content if record is not None else "")

    def _from_tool(self, note: dict[str, Any]) -> QWidget:
        said = [
            self.tr("score {0}, fit {1}").format(f"{note['score']:.2f}", f"{note['fit']:.2f}"),
            kind_word(Kind(note["kind"])),
            revealed(str(note["source"]), 40),
            str(note["date"]),
        ]
        return self._entry(int(note["id"]), said, str(note["content"]))

    def _entry(self, id_: int, said: Sequence[str], content: str) -> QWidget:
        entry = QWidget()
        box = QVBoxLayout(entry)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(2)
        head = QHBoxLayout()
        head.setSpacing(8)
        about = _muted()
        about.setText(" · ".join(said))
        link = QPushButton(self.tr("#{0}").format(id_))
        link.setProperty("role", "link")
        link.setStyleSheet("QPushButton { padding: 0px 2px; }")
        link.setToolTip(self.tr("Show the record in Memory"))
        link.setAccessibleName(self.tr("Show #{0} in Memory").format(id_))
        link.setCursor(Qt.CursorShape.PointingHandCursor)
        link.clicked.connect(lambda: self.linked.emit(("record", id_)))
        head.addWidget(about, 1)
        head.addWidget(link, 0, Qt.AlignmentFlag.AlignTop)
        box.addLayout(head)
        if content:
            text = ForeignText(lines=2, characters=200)
            text.view.setAccessibleName(self.tr("Recalled text"))
            text.show_text(content)
            box.addWidget(text)
        return entry

    def _show_proposed(self, turn: WatchedTurn | None) -> None:
        _empty(self._proposed)
        self.shown = tuple(turn.proposals) if turn is not None else ()
        self.proposed_line.setVisible(not self.shown)
        self.proposed_line.setText(
            self.tr(
                "Nothing was proposed. The agent can only propose; code decides, and what is held waits in Review."
            )
        )
        for each in self.shown:
            self._proposed.addWidget(self._block(each))

    def _block(self, shown: Shown) -> QWidget:
        block = ProposalBlock(f"{glyph(shown.outcome)} {shown.what}: {shown.said}")
        block.show_words(shown.words)
        if shown.findings:
            block.show_findings(shown.findings)
        if shown.record is not None:
            block.link_record(shown.record)
        elif shown.item is not None:
            block.link_item(shown.item)
        block.linked.connect(self.linked)
        return block


def _empty(rows: QVBoxLayout) -> None:
    while (item := rows.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()


def _line(text: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label


def _muted() -> QLabel:
    label = _line("")
    label.setProperty("role", "muted")
    return label


def _rule() -> QFrame:
    rule = QFrame()
    rule.setProperty("role", "rule")
    rule.setFixedHeight(1)
    return rule

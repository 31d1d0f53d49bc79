"""What happened on a turn, and the scratchpads that stand beside it."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton, QVBoxLayout, QWidget

from app.panes.conversation.study import Study
from app.panes.conversation.words import about
from app.widgets.facts import Fact, Facts
from app.widgets.foreign_text import ForeignText
from app.widgets.section_label import SectionLabel
from app.wording import number
from core.memory.conversation.trace import Fate
from core.memory.scratchpad import Scratchpad


class TurnBox(QWidget):
    """What entered, was folded and was dropped on a turn."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = SectionLabel()
        self.facts = Facts()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.title)
        column.addWidget(self.facts)

    def show_turn(self, study: Study, turn: int) -> None:
        """Tells a turn."""
        self.title.setText(self.tr("Turn {0}").format(turn + 1))
        end = study.trace.cuts[turn].end
        before = study.trace.cuts[turn - 1].end if turn else 0
        now = study.fate[turn, :end]
        was = study.fate[turn - 1, :before] if turn else now[:0]
        folded = int(((now[:before] == Fate.FOLDED) & (was == Fate.VERBATIM)).sum())
        dropped = int(((now[:before] == Fate.DROPPED) & (was != Fate.DROPPED)).sum())
        total = study.total(turn)
        facts = [
            Fact(self.tr("sent"), self.tr("{0} of {1}").format(about(total), number(study.budget))),
            Fact(self.tr("unmanaged"), about(study.unmanaged(turn))),
            Fact(self.tr("entered"), self.tr("{0} messages").format(end - before)),
            Fact(self.tr("folded now"), self.tr("{0} messages").format(folded)),
            Fact(self.tr("dropped now"), self.tr("{0} messages").format(dropped)),
        ]
        if study.trace.cuts[turn].over:
            facts.insert(1, Fact(self.tr("over"), about(total - study.budget)))
        counted_on = study.anchored(turn)
        if counted_on is not None:
            ratio = f"{study.anchors[turn].ratio:.2f}"
            told = self.tr("{0}, from what the API reported before, ×{1}").format(about(counted_on), ratio)
            facts.append(Fact(self.tr("calibrated"), told))
        if turn in study.exact:
            facts.append(Fact(self.tr("reported"), self.tr("{0}, exact").format(number(study.exact[turn]))))
        if not study.prompts.get(turn):
            facts.append(
                Fact(self.tr("logged"), self.tr("no prompt; tools, memories and scratchpad are not known"))
            )
        self.facts.show_facts(facts)


class PadBox(QWidget):
    """The scratchpads of a person, one at a time, as the model reads them; and a way out of the session.

    Signals:
        reset_wanted: a new session is to begin.
    """

    reset_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pads: Mapping[str, Scratchpad] = {}
        self.task = QComboBox()
        self.task.setAccessibleName(self.tr("Task"))
        self.text = ForeignText(lines=24)
        self.reset = QPushButton(self.tr("Begin a new session…"))
        self.reset.clicked.connect(self.reset_wanted)
        self.none = QLabel(self.tr("No agent keeps a scratchpad for this person."))
        self.none.setWordWrap(True)
        self.none.setProperty("role", "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(SectionLabel(self.tr("Scratchpad")))
        column.addWidget(self.task, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.text)
        column.addWidget(self.none)
        column.addWidget(self.reset, 0, Qt.AlignmentFlag.AlignLeft)
        self.task.activated.connect(self._draw)
        self.show_pads({})

    @property
    def pads(self) -> Mapping[str, Scratchpad]:
        """What is shown, by task."""
        return self._pads

    @property
    def chosen(self) -> str | None:
        """The task whose scratchpad is on screen."""
        return self.task.currentText() or None

    def offer_reset(self, why_not: str) -> None:
        """Offers a new session, or says why there can be none."""
        self.reset.setEnabled(not why_not)
        tip = self.tr(
            "Messages and scratchpad leave the prompt; a hand-off is what the new session begins with"
        )
        self.reset.setToolTip(why_not or tip)

    def show_pads(self, pads: Mapping[str, Scratchpad]) -> None:
        """Replaces what is shown; the chosen task stays."""
        before = self.task.currentText()
        self._pads = pads
        self.task.clear()
        self.task.addItems(sorted(pads))
        if before in pads:
            self.task.setCurrentText(before)
        self._draw()

    def _draw(self) -> None:
        pad = self._pads.get(self.task.currentText())
        self.task.setVisible(len(self._pads) > 0)
        self.text.setVisible(pad is not None)
        self.none.setVisible(pad is None)
        if pad is not None:
            self.text.show_text(pad.to_prompt())

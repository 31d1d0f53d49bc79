"""What a record replaced and what replaced it: every step with its words and who said so."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.panes.memory.content import pretty_with_steps
from app.panes.memory.dossier import Dossier, brought_back
from app.theme import theme
from app.widgets.difference import Difference
from app.widgets.flow_layout import FlowLayout
from app.widgets.hidden_characters import revealed
from app.widgets.section_label import SectionLabel
from app.wording import day, moment, trust_word
from core.audit import Role
from core.memory.records import Kind, Record
from core.memory.records.events import Act, RecordEvent

_STEPS = 3


class History(QWidget):
    """The chain, newest first, with the difference each version made.

    Signals:
        asked: the id of a version somebody wants to see.
        roll_back_asked: a version that shall be current again.
    """

    asked = Signal(object)
    roll_back_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dossier: Dossier | None = None
        self._may_write = False
        self._all = False
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(8)

    def show_dossier(self, dossier: Dossier, *, may_write: bool) -> None:
        """Shows the chain of ``dossier``; roll back is offered where it is possible."""
        if self._dossier is None or self._dossier.record.id != dossier.record.id:
            self._all = False
        self._dossier = dossier
        self._may_write = may_write
        self._draw()

    def _draw(self) -> None:
        while (item := self._box.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        if self._dossier is None:
            return
        chain = self._dossier.chain
        if len(chain) < 2:
            only = QLabel(self.tr("It replaced nothing and nothing replaced it."))
            only.setProperty("role", "muted")
            only.setWordWrap(True)
            self._box.addWidget(only)
        else:
            self._box.addWidget(self._overview(chain))
            pairs = list(pairwise(chain))[::-1]
            shown = pairs if self._all else pairs[:_STEPS]
            for old, new in shown:
                self._box.addWidget(self._step(old, new))
            if len(shown) < len(pairs):
                self._box.addWidget(self._more(len(pairs) - len(shown)), 0, Qt.AlignmentFlag.AlignLeft)
        for event in self._dossier.events:
            self._box.addWidget(_muted(self._event_text(event)))

    def _overview(self, chain: tuple[Record, ...]) -> QWidget:
        """v3 now ← v2 2 Mar ← v1 11 Jan; each a link but the one on screen."""
        line = QWidget()
        flow = FlowLayout(line, gap=4)
        listed = chain[::-1] if self._all else chain[::-1][: 2 * _STEPS]
        for place, version in enumerate(listed):
            if place:
                flow.addWidget(_muted("←"))
            flow.addWidget(self._version(version))
        if len(listed) < len(chain):
            flow.addWidget(_muted("← …"))
        return line

    def _version(self, version: Record) -> QWidget:
        text = self.tr("v{0}, {1}")
        if self._dossier is not None and version is self._dossier.chain[-1]:
            if self._dossier.as_of is not None:
                text = self.tr("v{0} then")
            elif version.ended_at is None:
                text = self.tr("v{0} now")
        text = text.format(version.version, day(version.recorded_at))
        if self._dossier is not None and version.id == self._dossier.record.id:
            here = SectionLabel(text)
            here.setToolTip(self.tr("The version shown here"))
            return here
        link = QPushButton(text)
        link.setProperty("role", "link")
        link.setStyleSheet("QPushButton { padding: 0px; }")
        link.setCursor(Qt.CursorShape.PointingHandCursor)
        link.setToolTip(self.tr("Show record #{0}").format(version.id))
        link.clicked.connect(lambda: self.asked.emit(version.id))
        return link

    def _step(self, old: Record, new: Record) -> QWidget:
        step = QWidget()
        box = QVBoxLayout(step)
        box.setContentsMargins(0, 4, 0, 4)
        box.setSpacing(4)
        head = QHBoxLayout()
        head.setSpacing(8)
        said = self.tr("v{0} → v{1} · {2}\n{3}").format(
            old.version, new.version, moment(new.recorded_at), self._how(new)
        )
        head.addWidget(_muted(said), 1)
        if self._may_write and old.ended_at is not None and old.kind is not Kind.EPISODIC:
            back = QPushButton(self.tr("Roll back to v{0}").format(old.version))
            back.setToolTip(self.tr("Make v{0} current again, as a new version").format(old.version))
            back.setStyleSheet("QPushButton { padding: 2px 8px; }")
            back.clicked.connect(lambda: self.roll_back_asked.emit(old))
            head.addWidget(back, 0, Qt.AlignmentFlag.AlignTop)
        box.addLayout(head)
        # A source is a foreign word and must not read like the program's sentence before it.
        source = QLabel(revealed(new.source, 80))
        source.setTextFormat(Qt.TextFormat.PlainText)
        source.setFont(theme().fixed_font())
        source.setWordWrap(True)
        box.addWidget(source)
        difference = Difference()
        difference.compare(pretty_with_steps(old), pretty_with_steps(new))
        box.addWidget(difference)
        return step

    def _how(self, new: Record) -> str:
        """How a version came to be; its source follows on a line of its own."""
        trust = trust_word(new.trust)
        dossier, number = self._dossier, brought_back(new)
        if dossier is None or number is None:
            return self.tr("said with trust {0} by").format(trust)
        author = dossier.authors.get(new.id)
        # What an agent derived from one record may name it the same way.
        if author is None or author.role is not Role.OPERATOR:
            return self.tr("said with trust {0} by").format(trust)
        old = next((version for version in dossier.chain if version.id == number), None)
        name = f"v{old.version}" if old is not None else f"#{number}"
        return self.tr("brought back from {0} by operator {1}\nfirst said with trust {2} by").format(
            name, revealed(author.name, 40), trust
        )

    def _more(self, count: int) -> QPushButton:
        more = QPushButton(self.tr("Show {0} older changes").format(count))
        more.setProperty("role", "link")
        more.clicked.connect(self._on_more)
        return more

    def _on_more(self) -> None:
        self._all = True
        self._draw()

    def _event_text(self, event: RecordEvent) -> str:
        words = {
            Act.SEEN: self.tr("Seen again"),
            Act.CONFIRMED: self.tr("Confirmed by {0}").format(event.actor.name),
            Act.EXPIRY: self.tr("Expiry set by {0}").format(event.actor.name),
            Act.WITHDRAWN: self.tr("Withdrawn by {0}").format(event.actor.name),
        }
        return f"{words.get(event.act, event.act.value)} · {moment(event.at)}"


def _muted(text: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setProperty("role", "muted")
    label.setWordWrap(True)
    return label

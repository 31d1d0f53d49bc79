"""Why one memory has its rank, or none: its text, its arithmetic, and the way to the record."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from app.panes.recall.arithmetic import Arithmetic, made_line
from app.panes.recall.study import Row
from app.widgets.foreign_text import ForeignText
from app.widgets.hidden_characters import one_line, revealed
from app.widgets.section_label import SectionLabel
from app.wording import day, fate_word, kind_word, trust_word
from core.memory.records import Fate


class WhyBox(QWidget):
    """The chosen memory.

    Signals:
        record_wanted: the id of the record to show in Memory.
    """

    record_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row: Row | None = None
        self.title = SectionLabel()
        self.text = ForeignText(lines=5, characters=280)
        self.about = _muted()
        self.arithmetic = Arithmetic()
        self.made = _muted()
        self.reason = _muted()
        self.open = QPushButton()
        self.open.setProperty("role", "link")
        self.open.setStyleSheet("QPushButton { text-align: left; padding: 0px; }")
        self.open.setCursor(Qt.CursorShape.PointingHandCursor)
        self.open.clicked.connect(self._on_open)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for widget in (self.title, self.arithmetic, self.made, self.reason, self.text, self.about):
            column.addWidget(widget)
        column.addWidget(self.open, 0, Qt.AlignmentFlag.AlignLeft)
        self.show_row(None)

    @property
    def row(self) -> Row | None:
        """What is explained."""
        return self._row

    def show_row(self, row: Row | None, question: str = "") -> None:
        """Explains a memory; None asks for one.

        Args:
            question: named where it is one of several that are looked at.
        """
        self._row = row
        for widget in (self.text, self.about, self.open):
            widget.setVisible(row is not None)
        self.arithmetic.show_parts(row.hit.parts if row is not None and row.hit is not None else None)
        made = made_line(row.hit.parts) if row is not None and row.hit is not None else ""
        self.made.setText(made)
        self.made.setVisible(bool(made))
        if row is None:
            self.title.setText(self.tr("Why this rank"))
            self.reason.setText(self.tr("Choose a memory, and its score is spelled out here."))
            return
        record = row.record
        self.title.setText(self._title(row))
        asked = self.tr("for “{0}”").format(one_line(question, 60)) if question else ""
        self.reason.setText(" · ".join(part for part in (self._reason(row), asked) if part))
        self.text.show_text(record.content)
        when = day(record.written_at or record.recorded_at)
        said = (kind_word(record.kind), revealed(record.source, 60), trust_word(record.trust), when)
        self.about.setText(" · ".join(said))
        self.open.setText(self.tr("Show #{0} in Memory").format(record.id))

    def _title(self, row: Row) -> str:
        if row.kept and row.rank is not None:
            return self.tr("Why rank {0}").format(row.rank)
        return self.tr("Why #{0} is not kept").format(row.record.id)

    def _reason(self, row: Row) -> str:
        if row.hit is None:
            by = row.record.superseded_by
            told = fate_word(row.fate)
            return told if by is None else self.tr("{0} by #{1}; never scored").format(told, by)
        said = [self.tr("fit {0}").format(f"{row.hit.fit:.3f}")]
        if row.fate is not Fate.RECALLED:
            said.insert(0, fate_word(row.fate))
        if row.hit.matched:
            said.append(self.tr("matched: {0}").format(revealed(", ".join(row.hit.matched), 120)))
        if row.hit.conflicts:
            others = ", ".join(f"#{id_}" for id_ in row.hit.conflicts)
            said.append(self.tr("in conflict with {0}").format(others))
        if row.hit.applies is False:
            said.append(self.tr("for another version than asked: {0}").format(_version(row)))
        return " · ".join(said)

    @Slot()
    def _on_open(self) -> None:
        if self._row is not None:
            self.record_wanted.emit(self._row.record.id)


def _version(row: Row) -> str:
    return revealed(row.record.details.applies_to or "", 60)


def _muted() -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setMinimumWidth(40)
    label.setProperty("role", "muted")
    return label

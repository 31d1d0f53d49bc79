"""Values that may not come back: why, since when, how often they tried, and letting one in again."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.panes.review.lifting import BlockLine, Lifted, lift, read_blocks
from app.session import Session
from app.theme import theme
from app.widgets.hidden_characters import revealed
from app.wording import ago, day, number, sentence
from core.scope import Scope


class BlocksDialog(QDialog):
    """A list of blocked values of one person; a value itself is not stored, only its keyed hash."""

    def __init__(self, session: Session, scope: Scope, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._session, self._scope = session, scope
        self._lines: tuple[BlockLine, ...] = ()
        self.setWindowTitle(self.tr("Stopped values"))
        heading = QLabel(self.tr("Stopped values of {0}").format(revealed(str(scope), 80)))
        heading.setTextFormat(Qt.TextFormat.PlainText)
        heading.setFont(theme().font(12, bold=True))
        self.said = QLabel()
        self.said.setProperty("role", "muted")
        self.said.setWordWrap(True)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Stopped values"))
        self.list.currentRowChanged.connect(self._on_choice)
        self.reason = QLineEdit()
        self.reason.setPlaceholderText(self.tr("Why it may come back (kept in the journal)"))
        self.reason.setAccessibleName(self.tr("Reason"))
        self.reason.textChanged.connect(self._on_choice)
        self.lift = QPushButton(self.tr("Let it come back"))
        self.lift.clicked.connect(self._on_lift)
        close = QPushButton(self.tr("Close"))
        close.setDefault(True)
        close.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.reason, 1)
        row.addWidget(self.lift)
        row.addWidget(close)
        page = QVBoxLayout(self)
        page.setContentsMargins(24, 20, 24, 16)
        page.setSpacing(12)
        for widget in (heading, self.said, self.list):
            page.addWidget(widget)
        page.addLayout(row)
        unit = theme().row_height()
        self.resize(unit * 24, unit * 14)
        self.lift.setEnabled(False)
        self.reload()

    @Slot()
    def reload(self) -> None:
        """Reads the list again."""
        operator, scope = self._session.operator, self._scope
        if operator is not None:
            self._session.jobs.read(
                lambda token: read_blocks(operator.review, scope),
                self._arrived,
                failed=lambda error: self.said.setText(f"✗ {sentence(error)}"),
                key="review.blocks",
                owner=self,
            )

    def _arrived(self, lines: Sequence[BlockLine]) -> None:
        self._lines = tuple(lines)
        self.list.clear()
        self.list.addItems([self._text(line) for line in lines])
        if lines:
            total = sum(line.block.stopped for line in lines)
            what = (
                self.tr("1 value was rejected or forgotten and may not come back")
                if len(lines) == 1
                else self.tr("{0} values were rejected or forgotten and may not come back").format(
                    number(len(lines))
                )
            )
            often = self.tr("once") if total == 1 else self.tr("{0} times").format(number(total))
            self.said.setText(self.tr("{0}; stopped {1}.").format(what, often))
            self.list.setCurrentRow(0)
        else:
            self.said.setText(self.tr("No value is stopped. What is rejected or forgotten is, from then on."))
        self._on_choice()

    def _text(self, line: BlockLine) -> str:
        block = line.block
        why = self.tr("rejected") if block.reason == "rejected" else self.tr("forgotten")
        words = line.text or self.tr("words not kept; keyed hash {0}…").format(block.value.hex()[:8])
        parts = [self.tr("{0} {1}").format(why, day(line.at)), words]
        if block.stopped:
            stopped = self.tr("stopped once") if block.stopped == 1 else self.tr("stopped {0} times")
            text = stopped.format(number(block.stopped))
            if line.stopped_at is not None:
                text = self.tr("{0}, last {1}").format(text, ago(line.stopped_at, self._session.now()))
            parts.append(text)
        else:
            parts.append(self.tr("never tried again"))
        return "  ·  ".join(parts)

    @Slot()
    def _on_choice(self) -> None:
        chosen = 0 <= self.list.currentRow() < len(self._lines)
        if not self._session.writable:
            tip = self.tr("The file is open read-only; enable writing beside its name.")
        elif not chosen:
            tip = self.tr("No value is chosen.")
        elif not self.reason.text().strip():
            tip = self.tr("Say why it may come back.")
        else:
            tip = ""
        self.lift.setEnabled(not tip)
        self.lift.setToolTip(tip or self.tr("The same value may be proposed again from now on"))

    @Slot()
    def _on_lift(self) -> None:
        operator, scope = self._session.operator, self._scope
        line, reason = self._lines[self.list.currentRow()], self.reason.text().strip()
        if operator is None:
            return
        self.lift.setEnabled(False)

        def done(lifted: Lifted) -> None:
            self.reason.clear()
            self.reload()

        def says(lifted: Lifted) -> str:
            return self.tr("The value may come back") if lifted.was_blocked else self.tr("It was not stopped")

        self._session.act(
            lambda: lift(operator.review, scope, line.block.value, reason), done=done, says=says, owner=self
        )

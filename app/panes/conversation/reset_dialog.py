"""Beginning a new session: what it is told, and which findings are offered to memory first."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, Qt, Slot
from PySide6.QtWidgets import QComboBox, QListWidget, QListWidgetItem, QPlainTextEdit, QWidget

from app.theme import theme
from app.widgets.hidden_characters import revealed
from app.widgets.question import Question
from app.wording import number
from core.memory.scratchpad import Scratchpad
from core.memory.scratchpad.handing import Offer, hand_off, offers

_LONGEST = 300


class ResetDialog(Question):
    """The hand-off is filled in from the scratchpad of the task that is chosen, and can be rewritten."""

    def __init__(
        self, pads: Mapping[str, Scratchpad], chosen: str | None, parent: QWidget | None = None
    ) -> None:
        title = QCoreApplication.translate("conversation", "Begin a new session")
        super().__init__(title, title, parent)
        self._pads = pads
        self._offered: tuple[Offer, ...] = ()
        self.add_text(
            self.tr(
                "The messages of this session leave the prompt and stay readable. The hand-off is what the "
                "new session begins with."
            )
        )
        self.task = QComboBox()
        self.task.addItem(self.tr("no task"), None)
        for task in sorted(pads):
            self.task.addItem(revealed(task, 60), task)
        self.task.setCurrentIndex(max(0, self.task.findData(chosen)))
        self.add_field(self.tr("Scratchpad of"), self.task)
        self.handoff = QPlainTextEdit()
        self.handoff.setAccessibleName(self.tr("Hand-off: task, done, open, next"))
        self.handoff.setPlaceholderText(self.tr("Task, done, open and next"))
        self.handoff.setTabChangesFocus(True)
        self.handoff.setMinimumHeight(self.fontMetrics().height() * 6)
        self.body.addWidget(self.handoff)
        self.about = self.add_text("", "muted")
        self.findings = QListWidget()
        self.findings.setAccessibleName(self.tr("Findings to remember"))
        self.findings.setMinimumHeight(self.fontMetrics().height() * 5)
        self.findings.setWordWrap(True)
        self.body.addWidget(self.findings)
        theme().changed.connect(self._on_list_theme)
        self._on_list_theme()
        self.task.activated.connect(self._on_task)
        self.handoff.textChanged.connect(self._on_typed)
        self._on_task()

    @property
    def keep(self) -> tuple[Offer, ...]:
        """The findings that are ticked."""
        ticked = Qt.CheckState.Checked
        return tuple(
            offer
            for place, offer in enumerate(self._offered)
            if self.findings.item(place).checkState() is ticked
        )

    @Slot()
    def _on_task(self) -> None:
        task: str | None = self.task.currentData()
        pad = self._pads.get(task) if task is not None else None
        self._offered = offers(pad, task) if pad is not None and task is not None else ()
        self.handoff.setPlainText(hand_off(pad) if pad is not None else "")
        self.findings.clear()
        for offer in self._offered:
            item = QListWidgetItem(revealed(offer.text, _LONGEST))
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Unchecked)
            self.findings.addItem(item)
        self.findings.setVisible(bool(self._offered))
        if self._offered:
            self.about.setText(
                self.tr(
                    "The scratchpad is cleared. Tick which of its {0} findings are to be remembered; each goes "
                    "through the gate, and what it holds waits in Review."
                ).format(number(len(self._offered)))
            )
        else:
            self.about.setText(self.tr("There are no findings to remember."))
        self.grow()

    @Slot()
    def _on_list_theme(self) -> None:
        # Fusion draws the boxes of a list so dark that they are not seen on a dark base.
        tokens, side = theme().tokens, self.fontMetrics().ascent()
        self.findings.setStyleSheet(
            f"QListWidget::indicator {{ width: {side}px; height: {side}px; border: 1px solid {tokens.edge.name()};"
            f" border-radius: 3px; background: {tokens.base.name()}; }}"
            f" QListWidget::indicator:checked {{ background: {tokens.accent.name()}; }}"
        )

    @Slot()
    def _on_typed(self) -> None:
        missing = not self.handoff.toPlainText().strip()
        self.act.setEnabled(not missing)
        self.act.setToolTip(self.tr("Say first what the new session begins with.") if missing else "")

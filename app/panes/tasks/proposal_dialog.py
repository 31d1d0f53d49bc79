"""Playing the model: an update proposed by hand, and the answer that code gives it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.panes.tasks.acts import TaskActs
from app.theme import theme
from app.widgets.capped_edit import CappedEdit
from app.widgets.card import Card
from app.widgets.field_frame import FieldFrame
from app.widgets.hidden_characters import one_line
from app.wording import legal_sentence, problem_sentence, rule_word, sentence
from core.memory.tasks import RULE_OF, Step, Task, UpdateOutcome, UpdateResult

_HIGHEST = 1_000_000


class ProposalDialog(QDialog):
    """Step, status, output and the revision it is made for; below, every error and what is legal next."""

    def __init__(self, acts: TaskActs, task: Task, step: Step | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._acts = acts
        self._name = task.name
        self._revision = task.rev
        self.setWindowTitle(self.tr("Play the model"))
        heading = QLabel(self.tr("Propose an update to “{0}”").format(one_line(task.name, 60)))
        heading.setTextFormat(Qt.TextFormat.PlainText)
        heading.setFont(theme().font(12, bold=True))
        said = QLabel(
            self.tr("Code answers as it answers a model. What it accepts is real and stands in the plan.")
        )
        said.setProperty("role", "muted")
        said.setWordWrap(True)
        self.step = QComboBox()
        self.status = QComboBox()
        for value in ("done", "running", "failed", "skipped", "cancelled"):
            self.status.addItem(value, value)
        self.output = CappedEdit()
        self.output.setProperty("role", "field")
        self.output.setPlaceholderText(self.tr("the result, or the reason of a failure"))
        self.output.setFixedHeight(theme().row_height() * 3)
        self.evidence = QLineEdit()
        self.evidence.setPlaceholderText(self.tr("tool call or turn; optional here"))
        self.source = QComboBox()
        for label, value in (
            (self.tr("the agent"), "agent:by-hand"),
            (self.tr("the user, in a turn"), "user:turn-1"),
            (self.tr("a web page the agent read"), "web:page"),
            (self.tr("a tool’s output"), "tool:output"),
            (self.tr("a recalled memory"), "memory:1"),
        ):
            self.source.addItem(label, value)
        self.revision = QSpinBox()
        self.revision.setRange(0, _HIGHEST)
        self.propose = QPushButton(self.tr("Propose"))
        self.propose.setProperty("role", "primary")
        self.propose.setDefault(True)
        self.propose.clicked.connect(self._on_propose)
        close = QPushButton(self.tr("Close"))
        close.setAutoDefault(False)
        close.clicked.connect(self.accept)
        self.answer = QLabel(self.tr("Nothing was proposed yet."))
        self.answer.setProperty("role", "muted")
        self.answer.setTextFormat(Qt.TextFormat.PlainText)
        self.answer.setWordWrap(True)
        self.answer.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.answer.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.answer.setMinimumHeight(theme().row_height() * 4)
        page = QVBoxLayout(self)
        page.setContentsMargins(24, 20, 24, 16)
        page.setSpacing(12)
        page.addWidget(heading)
        page.addWidget(said)
        page.addLayout(self._fields())
        page.addWidget(self.output.note)
        page.addWidget(Card(self.answer, margin=12), 1)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        row.addWidget(close)
        row.addWidget(self.propose)
        page.addLayout(row)
        self.resize(theme().row_height() * 19, theme().row_height() * 20)
        self.show_task(task, step)

    def show_task(self, task: Task, step: Step | None = None) -> None:
        """Offers the steps the task has now; the revision follows, unless another was chosen."""
        if task.name != self._name:
            return
        follows = self.step.count() == 0 or self.revision.value() == self._revision
        chosen = self.step.currentData() if step is None else step.id
        self.step.clear()
        for each in task.steps:
            self.step.addItem(one_line(f"{each.label}  {each.name}", 60), each.id)
        self.step.setCurrentIndex(max(self.step.findData(chosen), 0))
        self._revision = task.rev
        if follows:
            self.revision.setValue(task.rev)

    def _fields(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        rows: tuple[tuple[str, QWidget, QWidget], ...] = (
            (self.tr("Step"), self.step, self.step),
            (self.tr("Status"), self.status, self.status),
            (self.tr("Output"), self.output, self.output),
            (self.tr("Evidence"), self.evidence, self.evidence),
            (self.tr("Said by"), self.source, self.source),
            (self.tr("For revision"), self.revision, FieldFrame(self.revision)),
        )
        for number, (label, field, shown) in enumerate(rows):
            name = QLabel(label)
            name.setProperty("role", "muted")
            name.setBuddy(field)
            field.setAccessibleName(label)
            grid.addWidget(name, number, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(shown, number, 1)
        return grid

    @Slot()
    def _on_propose(self) -> None:
        self.propose.setEnabled(False)
        update = {
            "step": self.step.currentData(),
            "status": self.status.currentData(),
            "output": self.output.toPlainText(),
            "evidence": self.evidence.text(),
        }
        self._acts.propose(
            self._name,
            update,
            self.source.currentData(),
            self.revision.value(),
            self._on_answer,
            self._on_failed,
        )

    def _on_answer(self, result: UpdateResult) -> None:
        self.propose.setEnabled(True)
        self.show_task(result.task)
        self.answer.setText("\n".join(answer_lines(result)))
        self.answer.setProperty("role", "")
        self.answer.style().polish(self.answer)

    def _on_failed(self, error: Exception) -> None:
        self.propose.setEnabled(True)
        self.answer.setText(f"✗ {sentence(error)}")


def answer_lines(result: UpdateResult) -> list[str]:
    """What code said to a proposal, line by line."""
    lines = []
    if result.outcome is UpdateOutcome.ACCEPTED:
        lines.append("✓ " + _tr("Accepted; the plan is at revision {0}.").format(result.task.rev))
    elif result.outcome is UpdateOutcome.NOOP:
        lines.append("– " + _tr("Nothing to do: the plan says so already. Same revision, no new entry."))
    else:
        lines.append("! " + _tr("Refused; the plan stays at revision {0}.").format(result.task.rev))
    for problem in result.problems:
        number = RULE_OF[problem.code].number
        lines.append(problem_sentence(problem))
        lines.append(_tr("rule {0}: {1}").format(number, rule_word(problem.code)))
    allowed = [legal_sentence(each) for each in result.legal]
    lines.append("")
    lines.append(
        _tr("Legal next: {0}").format("; ".join(allowed)) if allowed else _tr("Nothing is legal next.")
    )
    return lines


def _tr(text: str) -> str:
    return QCoreApplication.translate("tasks", text)

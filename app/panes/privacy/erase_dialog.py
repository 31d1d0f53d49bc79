"""Erasing a person: one dialog for preview, decision, progress, result and receipt."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.jobs import Job, JobProgress, Token
from app.panes.privacy import places
from app.panes.privacy.erase_form import EraseForm, EraseOrder
from app.panes.privacy.mentions_dialog import MentionsDialog
from app.panes.privacy.receipt_files import ReceiptFiles
from app.panes.privacy.receipt_printing import Printing
from app.panes.privacy.receipt_view import ReceiptView
from app.panes.privacy.split import Body
from app.session import Session
from app.theme import theme
from app.widgets.hidden_characters import one_line
from app.wording import number, sentence
from app.wording.privacy import PAST_RETURN, step_text, step_words
from app.wording.receipts import left_text
from core.scope import Scope

if TYPE_CHECKING:
    from core.privacy import ErasePreview, Receipt

_STEPS = frozenset({"precheck", "inventory", "mentions", "needles", "others", "control", *PAST_RETURN})


class EraseDialog(QDialog):
    """Modal, because an erasure must not be walked away from; Cancel is the default button."""

    def __init__(self, session: Session, scope: Scope, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._scope = scope
        self._job: Job | None = None
        self.past_return = False
        self.receipt: Receipt | None = None
        self.setModal(True)
        self.setWindowTitle(self.tr("Erase {0}").format(one_line(str(scope))))
        self.title = QLabel(self.windowTitle())
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setWordWrap(True)
        self.form = EraseForm(scope)
        if any(each.scope == scope for each in session.unfinished.returned):
            self.form.reason.setCurrentIndex(self.form.reason.findData("came_back"))
        self.step = QLabel()
        self.step.setTextFormat(Qt.TextFormat.PlainText)
        self.step.setWordWrap(True)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress"))
        self.said = QLabel()
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.said.setWordWrap(True)
        self.outcome = ReceiptView()
        self.left = QLabel()
        self.left.setTextFormat(Qt.TextFormat.PlainText)
        self.left.setWordWrap(True)
        self.left.setProperty("role", "warn")
        self.why_not = QLabel()
        self.why_not.setProperty("role", "muted")
        self.why_not.setWordWrap(True)
        self.cancel = QPushButton(self.tr("Cancel"))
        self.act = QPushButton(self.tr("Erase {0}").format(one_line(scope.user)).replace("&", "&&"))
        self.act.setProperty("role", "danger")
        self.act.setAutoDefault(False)
        self.files = ReceiptFiles(session, self)
        self.save = QPushButton(self.tr("Save receipt…"))
        self.page = QPushButton(self.tr("Save as PDF…"))
        self.printing = Printing(session, self)
        self.print = QPushButton(self.tr("Print…"))
        self._lay_out()
        self.cancel.setDefault(True)
        self.cancel.clicked.connect(self.reject)
        self.act.clicked.connect(self._on_act)
        self.save.clicked.connect(lambda: self.files.save_json(self.receipt))
        self.page.clicked.connect(lambda: self.files.save_pdf(self.receipt))
        self.print.clicked.connect(lambda: self.printing.print(self.receipt))
        self.printing.changed.connect(self._on_printers)
        self.form.ready_changed.connect(self._on_ready)
        session.jobs.progressed.connect(self._on_progressed)
        theme().changed.connect(self._on_theme)
        self._on_theme()
        self._on_ready()
        self.form.folder_wanted.connect(self._ask_folder)
        self.form.mentions_wanted.connect(self._on_mentions)
        self._ask_folder(None)
        self._ask_preview()
        self._on_printers()
        self.printing.look()

    @property
    def running(self) -> bool:
        """True while the export or the erasure runs."""
        return self._job is not None

    def reject(self) -> None:
        """Leave; while it runs, stop it where it still can be."""
        if self._job is None:
            super().reject()
        elif not self.past_return:
            self.cancel.setEnabled(False)
            self.step.setText(self.tr("Stopping …"))
            self._session.jobs.cancel(self._job)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._job is not None:
            event.ignore()
            self.reject()
            return
        super().closeEvent(event)

    @classmethod
    def ask(cls, session: Session, scope: Scope, parent: QWidget | None = None) -> Receipt | None:
        """Ask, erase, and show the receipt, which is returned; None when nothing was erased."""
        dialog = cls(session, scope, parent)
        try:
            dialog.exec()
            return dialog.receipt
        finally:
            dialog.deleteLater()

    @Slot(object)
    def _ask_folder(self, where: Path | None) -> None:
        scope, now = self._scope, self._session.now()
        self._session.jobs.read(
            lambda token: places.export_folder(scope, now, where),
            self.form.show_folder,
            failed=self._say_error,
            key="privacy.folder",
            owner=self,
        )

    def _ask_preview(self) -> None:
        operator, scope = self._session.operator, self._scope
        if operator is None:
            return
        privacy, label = operator.privacy, self.tr("Counting what would go")
        self._session.jobs.read(
            lambda token: privacy.preview(
                scope,
                progress=lambda _step, done, total: token.progress(done, total, label),
                cancelled=lambda: token.cancelled,
            ),
            self._on_preview,
            failed=self._on_preview_failed,
            key="privacy.preview",
            owner=self,
            label=label,
        )

    def _on_preview(self, preview: ErasePreview) -> None:
        self.form.show_preview(preview)
        self._grow()

    def _on_preview_failed(self, error: Exception) -> None:
        self._say_error(error)

    @Slot()
    def _on_mentions(self) -> None:
        form = self.form
        order = MentionsDialog.ask(self._session, self._scope, form.mentions, form.mentions_order, self)
        if order is not None:
            form.decide_mentions(order)

    @Slot()
    def _on_ready(self) -> None:
        missing = self.form.missing
        self.act.setEnabled(not missing and not self.running and self._session.writable)
        if not self._session.writable:
            missing = self.tr("The file is open read-only; enable writing beside its name.")
        self.act.setToolTip(missing)
        self.why_not.setText(missing if not self.running else "")

    @Slot()
    def _on_act(self) -> None:
        order, operator = self.form.order, self._session.operator
        if order is None or operator is None or self.running:
            return
        privacy, scope = operator.privacy, self._scope

        def work(token: Token) -> Receipt:
            told = ""

            def progress(step: str, done: int, total: int | None) -> None:
                nonlocal told
                # A step that has only begun must be told, however soon it follows the one before.
                token.progress(done, 0 if step != told else total, str(step))
                told = step

            def cancelled() -> bool:
                return token.cancelled

            if order.export_to is not None:
                privacy.export(scope, order.export_to, progress=progress, cancelled=cancelled)
            return privacy.erase(
                scope,
                reason=order.reason,
                identity=order.identity,
                remove_exports=order.exports,
                remove_backups=order.backups,
                redact=order.mentions.redact,
                mentions_kept_because=order.mentions.kept_because,
                progress=progress,
                cancelled=cancelled,
            )

        self._begin(order)
        said = self.tr("Erased {0}").format(one_line(str(scope)))
        self._job = self._session.act_at_length(
            work, done=self._on_done, failed=self._on_failed, says=lambda _: said, owner=self
        )

    def _begin(self, order: EraseOrder) -> None:
        self.form.setEnabled(False)
        self.act.setEnabled(False)
        self.why_not.clear()
        self.said.hide()
        self.past_return = False
        self.bar.setRange(0, 0)
        first = (
            self.tr("Exporting to {0} …").format(order.export_to)
            if order.export_to
            else step_text("precheck")
        )
        self.step.setText(first)
        self._running.show()
        self._grow()

    @Slot(object)
    def _on_progressed(self, progress: JobProgress) -> None:
        if progress.job is not self._job:
            return
        step = progress.label
        if step in PAST_RETURN and not self.past_return:
            self.past_return = True
            self.cancel.setEnabled(False)
            self.cancel.setToolTip(self.tr("It cannot be stopped after the deletion."))
        text = step_text(step) if step in _STEPS else self.tr("Export: {0}").format(step_words(step))
        if self.past_return:
            text = self.tr("{0}   (cannot be stopped after the deletion)").format(text)
        elif progress.total:
            text = f"{text}   {number(progress.done)} / {number(progress.total)}"
        self.step.setText(text)
        if progress.total:
            self.bar.setRange(0, 1000)
            self.bar.setValue(min(1000, progress.done * 1000 // progress.total))
        else:
            self.bar.setRange(0, 0)

    def _on_done(self, receipt: Receipt) -> None:
        self._job = None
        self.receipt = receipt
        self._running.hide()
        self.form.hide()
        self.title.setText(self.tr("{0} was erased").format(one_line(str(self._scope))))
        self.outcome.show_receipt(receipt)
        if receipt.left:
            self.left.setText(left_text(receipt))
            self.left.show()
        self.outcome.show()
        self.act.hide()
        for button in (self.save, self.page, self.print):
            button.show()
        self.cancel.setText(self.tr("Close"))
        self.cancel.setEnabled(True)
        self.cancel.setToolTip("")
        self.save.setFocus(Qt.FocusReason.OtherFocusReason)
        self._scroll.verticalScrollBar().setValue(0)
        self._session.look_elsewhere()

    @Slot()
    def _on_printers(self) -> None:
        self.print.setEnabled(not self.printing.why_not)
        self.print.setToolTip(self.printing.why_not)

    def _on_failed(self, error: Exception) -> None:
        self._job = None
        self._running.hide()
        self.form.setEnabled(True)
        self.cancel.setEnabled(True)
        self.cancel.setToolTip("")
        self._say_error(error)
        self._on_ready()
        # What stood in the way may have changed what would go.
        self._ask_preview()

    def _say_error(self, error: Exception) -> None:
        told = sentence(error)
        self.said.setText(f"✗ {told.title}. {told.text} {told.advice}")
        self.said.show()
        self._grow()

    def _lay_out(self) -> None:
        self._running = QWidget()
        running = QVBoxLayout(self._running)
        running.setContentsMargins(0, 0, 0, 0)
        running.setSpacing(8)
        running.addWidget(self.step)
        running.addWidget(self.bar)
        self.said.setProperty("role", "danger")
        body = Body()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(12)
        for widget in (self.form, self.outcome):
            column.addWidget(widget)
        column.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(body)
        self._scroll.viewport().setAutoFillBackground(False)
        body.setAutoFillBackground(False)
        self._body = body
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.why_not, 1)
        for button in (self.save, self.page, self.print, self.cancel, self.act):
            foot.addWidget(button)
        page = QVBoxLayout(self)
        page.setContentsMargins(24, 20, 24, 16)
        page.setSpacing(12)
        page.addWidget(self.title)
        page.addWidget(self._scroll, 1)
        page.addWidget(self.said)
        page.addWidget(self.left)
        page.addWidget(self._running)
        page.addLayout(foot)
        for hidden in (self._running, self.said, self.left, self.outcome, self.save, self.page, self.print):
            hidden.hide()

    def _grow(self) -> None:
        """Takes the height its content needs, as far as the window lets it."""
        parent = self.parentWidget()
        most = parent.window().height() - 32 if parent is not None else 760
        wanted = self._body.heightForWidth(self.width() - 64) if self._body.hasHeightForWidth() else 0
        wanted = max(wanted, self._body.sizeHint().height()) + 150
        self.resize(self.width(), min(most, max(self.height(), wanted)))

    @Slot()
    def _on_theme(self) -> None:
        self.title.setFont(theme().font(12, bold=True))
        parent = self.parentWidget()
        wide = 92 * self.fontMetrics().averageCharWidth()
        if parent is not None:
            wide = min(wide, parent.window().width() - 32)
        self.resize(max(self.width(), wide), self.height())
        self.setMinimumWidth(min(wide, 560))

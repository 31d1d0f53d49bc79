"""Forgetting one fact: its versions, and every copy of the value to scrub or to keep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtWidgets import QComboBox, QLineEdit, QListWidget, QListWidgetItem, QWidget

from app.session import Session
from app.widgets.hidden_characters import one_line, revealed
from app.widgets.question import Question
from app.wording import day, kind_word, number, sentence
from app.wording.privacy import table_word

if TYPE_CHECKING:
    from core.privacy.forgetting import ForgetPreview
    from core.store.value_copies import ValueCopy

_TYPING = 300


@dataclass(frozen=True, slots=True)
class ForgetOrder:
    """What was decided on a preview."""

    shown: ForgetPreview
    scrub: tuple[ValueCopy, ...]
    reason: str


class ForgetFactDialog(Question):
    """A key, what goes with it, and copies that are chosen one by one."""

    def __init__(self, session: Session, keys: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("Forget a fact of {0}").format(one_line(str(session.scope))),
            self.tr("Forget"),
            parent,
            destructive=True,
        )
        self._session = session
        self.preview: ForgetPreview | None = None
        self.key = QComboBox()
        self.key.setEditable(True)
        self.key.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.key.addItems([one_line(key) for key in keys])
        self.key.setCurrentIndex(-1)
        self.add_field(self.tr("Key"), self.key)
        self._goes = self.add_text(self.tr("Choose a key: what goes with it is listed here."), "muted")
        self.going = QListWidget()
        self.going.setAccessibleName(self.tr("What will be deleted"))
        self.body.addWidget(self.going, 1)
        self._stays = self.add_text("")
        self.copies = QListWidget()
        self.copies.setAccessibleName(self.tr("Copies: checked ones are scrubbed"))
        self.body.addWidget(self.copies, 1)
        self.reason = QLineEdit()
        self.reason.setPlaceholderText(self.tr("kept beside the journal; optional"))
        self.add_field(self.tr("Reason"), self.reason)
        self.add_text(
            self.tr("This deletes for good and searches the file afterwards. There is no undo."), "danger"
        )
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_TYPING)
        self._pause.timeout.connect(self._ask)
        self.key.currentTextChanged.connect(self._on_typed)
        self.copies.itemChanged.connect(self._name_act)
        self._show_lists()
        self.resize(600, 480)

    @property
    def order(self) -> ForgetOrder | None:
        """What is decided; None without a preview."""
        if self.preview is None:
            return None
        chosen = [
            self.preview.copies[place]
            for place in range(self.copies.count())
            if self.copies.item(place).checkState() is Qt.CheckState.Checked
        ]
        return ForgetOrder(self.preview, tuple(chosen), self.reason.text().strip())

    @classmethod
    def ask(cls, session: Session, keys: Sequence[str], parent: QWidget | None = None) -> ForgetOrder | None:
        """The order, or None when the person cancelled."""
        dialog = cls(session, keys, parent)
        try:
            return dialog.order if dialog.exec() == cls.DialogCode.Accepted else None
        finally:
            dialog.deleteLater()

    @Slot()
    def _on_typed(self) -> None:
        self.preview = None
        self._show_lists()
        self._pause.start()

    @Slot()
    def _ask(self) -> None:
        operator, scope, key = self._session.operator, self._session.scope, self.key.currentText().strip()
        if operator is None or scope is None or not key:
            return
        privacy = operator.privacy
        self._session.jobs.read(
            lambda token: privacy.preview_forget(scope, key=key),
            self._previewed,
            failed=self._failed,
            key="privacy.forget",
            owner=self,
        )

    def _previewed(self, preview: ForgetPreview) -> None:
        self.preview = preview
        self._show_lists()

    def _failed(self, error: Exception) -> None:
        told = sentence(error)
        self._goes.setText(f"✗ {told.title}. {told.text}")

    def _show_lists(self) -> None:
        preview = self.preview
        self.going.clear()
        self.copies.clear()
        for widget in (self.going, self.copies, self._stays):
            widget.setVisible(preview is not None)
        self.act.setEnabled(preview is not None)
        if preview is None:
            self._goes.setText(self.tr("Choose a key: what goes with it is listed here."))
            return
        records = preview.gone.removed
        one, many = self.tr("1 version goes:"), self.tr("{0} versions go:")
        count = preview.gone.count
        self._goes.setText(one if count == 1 else many.format(number(count)))
        for record in records[:200]:
            text = f"#{record.id}  {kind_word(record.kind)} · {day(record.recorded_at)} · {one_line(record.content)}"
            self.going.addItem(QListWidgetItem(text))
        if not preview.listed:
            self._stays.setText(self.tr("The value is too short to look for copies: it stands everywhere."))
        elif not preview.copies:
            self._stays.setText(self.tr("No copy of the value stands anywhere else."))
        else:
            said = self.tr(
                "The value stands in {0} other places. Checked ones get “[forgotten]” in its place:"
            )
            self._stays.setText(said.format(number(len(preview.copies))))
        self.copies.setVisible(bool(preview.copies))
        for copy in preview.copies:
            item = QListWidgetItem(f"{table_word(copy.table, 1)} · {copy.column} · {one_line(copy.text)}")
            item.setToolTip(revealed(copy.text))
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked)
            self.copies.addItem(item)
        self._name_act()

    @Slot()
    def _name_act(self) -> None:
        order = self.order
        if order is None:
            self.act.setText(self.tr("Forget"))
            return
        shown = order.shown
        one, many = self.tr("Forget 1 version"), self.tr("Forget {0} versions")
        text = one if shown.gone.count == 1 else many.format(number(shown.gone.count))
        if shown.copies:
            text = self.tr("{0}, scrub {1} of {2} copies").format(text, len(order.scrub), len(shown.copies))
        self.act.setText(text)

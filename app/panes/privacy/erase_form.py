"""What erasing a person will do, and what it needs to know: the upper half of the erase dialog."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.elided_label import ElidedLabel
from app.panes.privacy import places
from app.panes.privacy.mentions_dialog import MentionsOrder
from app.widgets.hidden_characters import one_line, revealed
from app.wording import day, moment, number
from app.wording.privacy import size_word, table_word
from app.wording.receipts import holders_of, identity_word, reason_word
from core.privacy import EraseReason
from core.scope import Scope
from core.store.inventory import Erasure

if TYPE_CHECKING:
    from core.privacy import Copy, ErasePreview, Mention

_IDENTITIES = ("login", "in_person", "document", "letter", "mail", "phone")


@dataclass(frozen=True, slots=True)
class EraseOrder:
    """What was decided.

    Attributes:
        export_to: the folder to export into first; None to erase without an export.
    """

    reason: str
    identity: str | None
    export_to: Path | None
    exports: tuple[int, ...]
    backups: tuple[int, ...]
    mentions: MentionsOrder


class EraseForm(QWidget):
    """Preview above, decisions below, the typed name last.

    Signals:
        ready_changed: whether the order is complete.
        mentions_wanted: what others' records say is to be looked at.
        folder_wanted: a place for the export was chosen; a name in it is still to be found.
    """

    ready_changed = Signal()
    folder_wanted = Signal(object)
    mentions_wanted = Signal()

    def __init__(self, scope: Scope, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scope = scope
        self._preview: ErasePreview | None = None
        self._folder: Path | None = None
        self.chosen_copies: list[tuple[QCheckBox, str, int]] = []
        self.goes, self.stays, self.elsewhere, self.unprovable = (_value() for _ in range(4))
        self.mentions_order = MentionsOrder()
        self.look = QPushButton(self.tr("Look at them…"))
        self.look.setAutoDefault(False)
        self.look.setToolTip(self.tr("Open what other people’s records say, to redact or to keep it"))
        self.trouble = _value("danger")
        self.notice = _value("warn")
        self.export_first = QCheckBox(self.tr("Export first, to"))
        self.export_first.setChecked(True)
        self.folder = ElidedLabel(self, Qt.TextElideMode.ElideMiddle)
        self.choose = QPushButton(self.tr("Choose…"))
        self.choose.setAutoDefault(False)
        self.reason = QComboBox()
        for why_ in EraseReason:
            self.reason.addItem(reason_word(why_), why_.value)
        self.words = QLineEdit()
        self.words.setPlaceholderText(self.tr("in your words; they go with the person"))
        self.words.setAccessibleName(self.tr("The reason in your words"))
        self.identity = QComboBox()
        for each in (None, *_IDENTITIES):
            self.identity.addItem(identity_word(each), each)
        self.name = QLineEdit()
        self.name.setAccessibleName(self.tr("Type the person’s name to arm the button"))
        self.copies = QWidget()
        self._copy_box = QVBoxLayout(self.copies)
        self._copy_box.setContentsMargins(0, 0, 0, 0)
        self._copy_box.setSpacing(4)
        self._lay_out()
        self.reason.currentIndexChanged.connect(self._on_changed)
        self.words.textChanged.connect(self._on_changed)
        self.name.textChanged.connect(self._on_changed)
        self.export_first.toggled.connect(self._on_changed)
        self.choose.clicked.connect(self._on_choose)
        self.look.clicked.connect(self.mentions_wanted)
        self._on_changed()

    @property
    def order(self) -> EraseOrder | None:
        """What is decided; None while something is missing."""
        if self.missing:
            return None
        reason = str(self.reason.currentData())
        if reason == EraseReason.OTHER:
            reason = self.words.text().strip()
        checked = [(kind, id_) for box, kind, id_ in self.chosen_copies if box.isChecked()]
        return EraseOrder(
            reason,
            self.identity.currentData(),
            self._folder if self.export_first.isChecked() else None,
            tuple(id_ for kind, id_ in checked if kind == "export"),
            tuple(id_ for kind, id_ in checked if kind == "backup"),
            self.mentions_order,
        )

    @property
    def missing(self) -> str:
        """Why it cannot begin; empty when it can."""
        if self._preview is None:
            return self.tr("What would go is still being counted.")
        if self.trouble.text():
            return self.trouble.text()
        if self.export_first.isChecked() and self._folder is None:
            return self.tr("Where the export goes is still being looked at.")
        if self.reason.currentData() == EraseReason.OTHER and not self.words.text().strip():
            return self.tr("Say the reason in your words.")
        if self.name.text() != self._scope.user:
            return self.tr("Type {0} to arm the button.").format(one_line(self._scope.user))
        return ""

    def show_preview(self, preview: ErasePreview) -> None:
        """Shows what would happen."""
        self._preview = preview
        holdings = preview.holdings
        told = [held for held in holdings.tables if held.erasure is Erasure.DELETE and held.rows]
        told.sort(key=lambda held: (held.derived, -held.rows))
        words = " · ".join(f"{number(held.rows)} {table_word(held.name, held.rows)}" for held in told)
        self.goes.setText(f"{words}  ({size_word(holdings.bytes)})" if words else self.tr("nothing"))
        kept = self.tr("{0} journal entries, without content and no longer linked; an opaque number; a block "
                       "on the name for 30 days")  # fmt: skip
        self.stays.setText(kept.format(number(holdings.journal_entries)))
        self._show_mentions()
        self._show_copies(preview)
        self._show_trouble(preview)
        self._on_changed()

    @property
    def mentions(self) -> tuple[Mention, ...]:
        """Whose records mention the person."""
        return (self._preview.holdings.mentions or ()) if self._preview is not None else ()

    def decide_mentions(self, order: MentionsOrder) -> None:
        """Takes over what was decided about others' records."""
        self.mentions_order = order
        self._show_mentions()
        self._on_changed()

    def show_folder(self, folder: Path) -> None:
        """The folder an export would make."""
        self._folder = folder
        self._on_changed()

    def _show_mentions(self) -> None:
        assert self._preview is not None
        found, order = self._preview.holdings.mentions, self.mentions_order
        self.look.setVisible(bool(found))
        if found is None:
            self.elsewhere.setText(self.tr("mentions in rows of other people: not looked for"))
            return
        rows = sum(mention.rows for mention in found)
        if not rows:
            self.elsewhere.setText(self.tr("no mention in rows of other people was found"))
            return
        said = self.tr("mentioned in {0} rows of {1} other people").format(number(rows), number(len(found)))
        if order.redact:
            told = self.tr("{0}; {1} texts will be redacted").format(said, number(len(order.redact)))
        else:
            told = self.tr("{0} (count only)").format(said)
        self.elsewhere.setText(told)

    def _show_copies(self, preview: ErasePreview) -> None:
        checked = {(kind, id_) for box, kind, id_ in self.chosen_copies if box.isChecked()}
        while (item := self._copy_box.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        self.chosen_copies = []
        exports = [("export", each) for each in preview.exports]
        backups = [("backup", each) for each in preview.backups]
        for kind, each in (*exports, *backups):
            box, line = self._copy_line(kind, each)
            box.setChecked((kind, each.id) in checked)
            self.chosen_copies.append((box, kind, each.id))
            self._copy_box.addWidget(line)
        self.copies.setVisible(bool(self.chosen_copies))
        self.unprovable.setText(
            self.tr(
                "backups and exports outside this list · other machines · what the disk keeps of old blocks"
            )
        )

    def _copy_line(self, kind: str, copy: Copy) -> tuple[QCheckBox, QWidget]:
        """One copy with its whole path in the tooltip."""
        what = self.tr("export") if kind == "export" else self.tr("backup of the whole file")
        said = (
            self.tr("Also delete the {0} of {1}:")
            if copy.reachable
            else self.tr("Strike out the {0} of {1}, not there:")
        )
        box = QCheckBox(said.format(what, day(copy.at)))
        path = ElidedLabel(self, Qt.TextElideMode.ElideMiddle)
        path.setText(one_line(str(copy.path)))
        path.setToolTip(revealed(str(copy.path)))
        path.setProperty("role", "muted")
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(box)
        row.addWidget(path, 1)
        return box, line

    def _show_trouble(self, preview: ErasePreview) -> None:
        if preview.hold is not None:
            said = self.tr("A legal hold since {0} forbids it: {1}")
            self.trouble.setText(said.format(moment(preview.hold.since), revealed(preview.hold.reason, 200)))
        elif preview.free_bytes < preview.needed_bytes:
            said = self.tr("The disk is too full: {0} are needed to write the file anew, {1} are free.")
            self.trouble.setText(said.format(size_word(preview.needed_bytes), size_word(preview.free_bytes)))
        named = ", ".join(f"{one_line(program)} ({pid})" for pid, program in holders_of(preview.others)[:5])
        self.notice.setText(
            self.tr(
                "In use by {0}. While it holds an old view of the file open, the last step waits."
            ).format(named)
            if named
            else ""
        )
        self.trouble.setVisible(bool(self.trouble.text()))
        self.notice.setVisible(bool(self.notice.text()))

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        first = QHBoxLayout()
        first.setSpacing(8)
        first.addWidget(self.export_first)
        first.addWidget(self.folder, 1)
        first.addWidget(self.choose)
        others = QHBoxLayout()
        others.setSpacing(8)
        others.addWidget(self.elsewhere, 1)
        others.addWidget(self.look)
        self.look.hide()
        why = QVBoxLayout()
        why.setSpacing(4)
        why.addWidget(self.reason)
        why.addWidget(self.words)
        entries: Sequence[tuple[str, QWidget | QHBoxLayout | QVBoxLayout]] = (
            (self.tr("Will erase"), self.goes),
            (self.tr("Will keep"), self.stays),
            (self.tr("Not erased"), others),
            (self.tr("Not provable"), self.unprovable),
            ("", self.trouble),
            ("", self.notice),
            (self.tr("Export"), first),
            (self.tr("Copies"), self.copies),
            (self.tr("Reason"), why),
            (self.tr("Identity"), self.identity),
            (self.tr("Type {0}").format(one_line(self._scope.user)), self.name),
        )
        for row, (label, field) in enumerate(entries):
            name = QLabel(label)
            name.setProperty("role", "muted")
            grid.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
            if isinstance(field, QWidget):
                grid.addWidget(field, row, 1)
                name.setVisible(bool(label))
                if field is self.copies:
                    self._copies_label = name
            else:
                grid.addLayout(field, row, 1)
        for hidden in (self.trouble, self.notice, self.copies):
            hidden.hide()
        self._copies_label.hide()
        for value in (self.goes, self.stays, self.elsewhere, self.unprovable):
            value.setText(self.tr("counting…"))

    @Slot()
    def _on_choose(self) -> None:
        start = self._folder.parent if self._folder is not None else places.home()
        chosen = places.ask_folder(self, self.tr("Export into a new folder in"), start)
        if chosen is not None:
            self.folder_wanted.emit(chosen)

    @Slot()
    def _on_changed(self) -> None:
        self.words.setVisible(self.reason.currentData() == EraseReason.OTHER)
        self._copies_label.setVisible(bool(self.chosen_copies))
        shown = str(self._folder) if self._folder is not None else "…"
        self.folder.setText(shown)
        self.folder.setToolTip(shown)
        self.folder.setEnabled(self.export_first.isChecked())
        self.choose.setEnabled(self.export_first.isChecked())
        self.ready_changed.emit()


def _value(role: str = "") -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    if role:
        label.setProperty("role", role)
    return label


def _tr(text: str) -> str:
    return QCoreApplication.translate("privacy", text)

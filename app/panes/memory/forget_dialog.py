"""Asking before records are deleted for good: what goes, what stays, and that nothing undoes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, Qt, Slot
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QRadioButton, QWidget

from app.widgets.hidden_characters import one_line, revealed
from app.widgets.question import Question
from app.wording import day, number, state_word, status_word
from core.memory.quarantine import HeldItem
from core.memory.records import Forgotten, Record

_LISTED = 200


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to forget: what the button names, what core says would go, and what stands afterwards."""

    id: str
    label: str
    name: str
    preview: Forgotten
    after: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """What the person chose."""

    choice: str
    reason: str


@dataclass(frozen=True, slots=True)
class Again:
    """A second question: what was decided on a list that is no longer true, and its ids."""

    decision: Decision
    seen: frozenset[int]


class ForgetDialog(Question):
    """Lists every version that goes and every copy that stays, then asks."""

    def __init__(
        self, choices: Sequence[Choice], parent: QWidget | None = None, again: Again | None = None
    ) -> None:
        super().__init__(self.tr("Forget {0}").format(choices[0].name), "", parent, destructive=True)
        self._choices = tuple(choices)
        self._seen = None if again is None else again.seen
        if again is not None:
            self.add_text(
                self.tr(
                    "Nothing was deleted: something was written while you decided. This is the list now."
                ),
                "warn",
            )
        self.radios: list[QRadioButton] = []
        if len(choices) > 1:
            for choice in choices:
                radio = QRadioButton(choice.label)
                radio.toggled.connect(self._on_chosen)
                self.radios.append(radio)
                self.body.addWidget(radio)
        self._goes = self.add_text("")
        self.going = QListWidget()
        self.going.setAccessibleName(self.tr("What will be deleted"))
        self._too = self.add_text("")
        self._after = self.add_text("")
        self._stays = self.add_text("", "warn")
        self.staying = QListWidget()
        self.staying.setAccessibleName(self.tr("Copies that stay"))
        self.body.insertWidget(self.body.indexOf(self._too), self.going, 2)
        self.body.addWidget(self.staying, 1)
        self.reason = QLineEdit()
        self.reason.setPlaceholderText(self.tr("kept in the journal; optional"))
        self.add_field(self.tr("Reason"), self.reason)
        self.add_text(self.tr("This deletes for good. There is no undo."), "danger")
        if again is not None:
            self.reason.setText(again.decision.reason)
        if self.radios:
            names = [choice.id for choice in choices]
            wanted = again.decision.choice if again is not None else names[0]
            self.radios[names.index(wanted) if wanted in names else 0].setChecked(True)
        else:
            self._on_chosen()
        self.resize(560, 420)

    @property
    def choice(self) -> Choice:
        """The way chosen now."""
        for radio, choice in zip(self.radios, self._choices, strict=False):
            if radio.isChecked():
                return choice
        return self._choices[0]

    @classmethod
    def ask(
        cls, choices: Sequence[Choice], parent: QWidget | None = None, again: Again | None = None
    ) -> Decision | None:
        """The decision, or None when the person cancelled."""
        dialog = cls(choices, parent, again)
        try:
            if dialog.exec() != cls.DialogCode.Accepted:
                return None
            return Decision(dialog.choice.id, dialog.reason.text().strip())
        finally:
            dialog.deleteLater()

    @Slot()
    def _on_chosen(self) -> None:
        choice = self.choice
        preview = choice.preview
        self.act.setText(self.tr("Forget {0}").format(choice.name))
        self._goes.setText(
            self.tr("1 record will be deleted:")
            if preview.count == 1
            else self.tr("{0} records will be deleted:").format(number(preview.count))
        )
        _fill(self.going, preview.removed, preview.count, self._seen)
        too = _too(preview)
        self._too.setText(too)
        self._too.setVisible(bool(too))
        self._after.setText(choice.after)
        self._after.setVisible(bool(choice.after))
        places = len(preview.copies) + len(preview.mentions)
        self._stays.setText(
            self.tr("The same words also stand in 1 other place, which stays:")
            if places == 1
            else self.tr("The same words also stand in {0} other places, which stay:").format(number(places))
        )
        for widget in (self._stays, self.staying):
            widget.setVisible(bool(places))
        _fill(self.staying, preview.copies, len(preview.copies), items=preview.mentions)


def line_of(record: Record) -> str:
    """One record as one line: number, version, state, date, beginning of its text."""
    parts = [f"#{record.id}"]
    if record.key is not None:
        parts.append(f"{revealed(record.key, 40)} v{record.version}")
    parts += [state_word(record.state), day(record.recorded_at), one_line(record.content, 80)]
    return "  ·  ".join(parts)


def item_line(item: HeldItem) -> str:
    """One proposal as one line: where it is decided, where it stands, its date, the beginning of its text."""
    parts = [_tr("Review {0}").format(f"#{item.id}"), status_word(item.status), day(item.first_at)]
    return "  ·  ".join([*parts, one_line(item.shown, 80)])


def _too(preview: Forgotten) -> str:
    """What goes along beside the records, kind by kind."""
    beside = preview.beside
    told = (
        (
            len(preview.proposals),
            _tr("1 proposal in Review that says the same goes with it."),
            _tr("{0} proposals in Review that say the same go with it."),
        ),
        (
            beside.documents,
            _tr("1 document goes with it, all chunks."),
            _tr("{0} documents go with it, all chunks."),
        ),
        (
            beside.entities,
            _tr("1 entity goes with it, all links."),
            _tr("{0} entities go with it, all links."),
        ),
        (beside.links, _tr("1 further link goes with it."), _tr("{0} further links go with it.")),
        (
            beside.notes,
            _tr("1 note with words from it goes with it, all versions."),
            _tr("{0} notes with words from it go with it, all versions."),
        ),
        (
            beside.items,
            _tr("1 proposal in Review that came from it goes with it."),
            _tr("{0} proposals in Review that came from it go with it."),
        ),
    )
    return " ".join(one if count == 1 else many.format(number(count)) for count, one, many in told if count)


def _fill(
    box: QListWidget,
    records: Sequence[Record],
    count: int,
    seen: frozenset[int] | None = None,
    items: Sequence[HeldItem] = (),
) -> None:
    box.clear()
    box.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    for record in records[:_LISTED]:
        new = seen is not None and record.id not in seen
        item = QListWidgetItem(f"{_tr('new')}  ·  {line_of(record)}" if new else line_of(record), box)
        item.setToolTip(revealed(record.content))
    if count > len(records[:_LISTED]):
        box.addItem(f"… {number(count - len(records[:_LISTED]))}")
    for proposal in items[:_LISTED]:
        QListWidgetItem(item_line(proposal), box).setToolTip(revealed(proposal.shown))
    if len(items) > _LISTED:
        box.addItem(f"… {number(len(items) - _LISTED)}")
    rows = min(max(box.count(), 1), 8)
    box.setMinimumHeight(rows * (box.fontMetrics().height() + 4) + 8)


def _tr(text: str) -> str:
    return QCoreApplication.translate("memory", text)

"""The notes of one person: their tree, what one says, and how it came to say so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QCoreApplication, Slot
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from app.panes.memory.beside_view import BesideView
from app.panes.memory.forget_thing_dialog import ForgetThingDialog
from app.panes.memory.note_versions import NoteVersions
from app.panes.memory.thing_tree import Thing
from app.session import Session
from app.widgets.chip_row import Chip
from app.widgets.facts import Fact, Facts
from app.widgets.flow_layout import FlowLayout
from app.widgets.foreign_text import ForeignText
from app.widgets.hidden_characters import one_line, revealed
from app.widgets.section_label import SectionLabel
from app.wording import ago, moment, number, trust_word
from core import Operator, Scope
from core.memory.notes import Note, NoteVersion

_LINES, _CHARACTERS = 60, 8_000
_ROOT = "/memories/"


@dataclass(frozen=True, slots=True)
class NoteList:
    """The notes there are, those that were deleted, and the items that wait for a decision."""

    live: list[Note]
    deleted: list[Note]
    waiting: list[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class NoteDossier:
    """One note with its text and every version."""

    note: Note
    text: str
    versions: tuple[NoteVersion, ...]


class NotesView(BesideView[NoteList, NoteDossier]):
    """Tree, text and history of notes, and what a person may do about them."""

    kinds = frozenset({"note", "quarantine"})
    name = "notes"

    def __init__(self, session: Session, now: Callable[[], datetime], parent: QWidget | None = None) -> None:
        titles = (_tr("Note"), _tr("Size"), _tr("Changed"))
        nothing = (
            _tr("No notes"),
            _tr("An agent that uses the memory tool writes them under /memories; they stand here then."),
        )
        super().__init__(session, now, titles, nothing, parent=parent)
        self.dossier: NoteDossier | None = None
        self._waiting: list[tuple[int, str]] = []
        self.show_deleted = Chip(self.tr("Deleted"))
        self.show_deleted.setToolTip(self.tr("Notes the agent no longer sees; their versions are still here"))
        self.show_deleted.toggled.connect(lambda: self.reload())
        self.add_above(self.show_deleted)
        self.strip.pressed.connect(self._on_waiting)
        self.path = SectionLabel()
        self.path.setWordWrap(True)
        self.facts = Facts()
        self.text = ForeignText(lines=_LINES, characters=_CHARACTERS)
        self.text.view.setAccessibleName(self.tr("Text of the note"))
        self.versions = NoteVersions()
        self.versions.back_asked.connect(self._on_back)
        self.delete = QPushButton(self.tr("Delete"))
        self.delete.setToolTip(self.tr("Take it out of the agent’s sight; its versions stay"))
        self.delete.clicked.connect(self._on_delete)
        self.forget = QPushButton(self.tr("Forget…"))
        self.forget.setProperty("role", "danger")
        self.forget.setToolTip(self.tr("Delete it for good with every version; there is no undo"))
        self.forget.clicked.connect(self._on_forget)
        acts = QWidget()
        row = FlowLayout(acts, gap=8)
        row.setContentsMargins(0, 0, 0, 0)
        for button in (self.delete, self.forget):
            row.addWidget(button)
        self._empty_text = QLabel(self.tr("The note is empty."))
        self._empty_text.setProperty("role", "muted")
        for widget in (self.path, self.text, self._empty_text, acts, self.facts):
            self.body.box.addWidget(widget)
        self.body.box.addSpacing(8)
        self.body.box.addWidget(SectionLabel(self.tr("History")))
        self.body.box.addWidget(self.versions)
        self.body.box.addStretch(1)
        session.state_changed.connect(self._on_state)

    def read_list(self, operator: Operator, scope: Scope) -> NoteList:
        notes = operator.notes(scope)
        every = notes.tree(deleted=True)
        return NoteList(
            [note for note in every if not note.is_deleted],
            [note for note in every if note.is_deleted],
            notes.waiting(),
        )

    def read_one(self, operator: Operator, scope: Scope, key: str) -> NoteDossier:
        notes = operator.notes(scope)
        return NoteDossier(notes.note(int(key)), notes.text(int(key)), tuple(notes.versions(int(key))))

    def things(self, listed: NoteList) -> Sequence[Thing]:
        self._waiting = listed.waiting
        self.show_deleted.setText(self.tr("Deleted {0}").format(number(len(listed.deleted))))
        self._say_waiting()
        count = len(listed.live)
        said = self.tr("1 note") if count == 1 else self.tr("{0} notes").format(number(count))
        size = sum(note.size for note in listed.live)
        self.say(self.tr("{0}  ·  {1}  ·  under {2}").format(said, _bytes(size), "/memories"))
        shown = [*listed.live, *(listed.deleted if self.show_deleted.isChecked() else ())]
        return _tree(sorted(shown, key=lambda note: note.path.split("/")), _ROOT, self.now())

    def show_one(self, looked: NoteDossier) -> None:
        self.dossier = looked
        note, now = looked.note, self.now()
        self.path.setText(revealed(note.path))
        self.text.show_text(looked.text.removesuffix("\n"))
        self.text.setVisible(bool(looked.text))
        self._empty_text.setVisible(not looked.text)
        facts = [
            Fact(self.tr("Written by"), note.source, foreign=True),
            Fact(self.tr("Trust"), trust_word(note.trust), self.tr("The least of all that wrote in it")),
            Fact(self.tr("Changed"), f"{moment(note.changed_at)} · {ago(note.changed_at, now)}"),
        ]
        if note.is_deleted:
            facts.append(Fact(self.tr("State"), self.tr("deleted; the agent no longer sees it")))
        self.facts.show_facts(facts)
        self._on_state()

    @Slot()
    def _on_state(self) -> None:
        looked, writable = self.dossier, self.session.writable
        if looked is None:
            return
        self.delete.setVisible(not looked.note.is_deleted)
        for button in (self.delete, self.forget):
            button.setEnabled(writable)
        self.versions.show_versions(looked.versions, self.now(), may_write=writable)

    def _say_waiting(self) -> None:
        count = len(self._waiting)
        if not count:
            self.strip.hide()
            return
        one = self.tr("A change to {0} waits for a decision.")
        many = self.tr("{0} changes to notes wait for a decision.")
        said = one.format(revealed(self._waiting[0][1], 80)) if count == 1 else many.format(number(count))
        self.strip.say("■", said, self.tr("Show in Review"), "warn")

    @Slot()
    def _on_waiting(self) -> None:
        if self._waiting and self.session.scope is not None:
            self.session.show_item(self.session.scope, self._waiting[0][0])

    @Slot(int)
    def _on_back(self, version: int) -> None:
        operator, scope, looked = self.session.operator, self.session.scope, self.dossier
        if operator is None or scope is None or looked is None:
            return
        notes, id_ = operator.notes(scope), looked.note.id
        said = self.tr("Rolled {0} back to v{1}").format(one_line(looked.note.path, 60), version)
        self.session.act(lambda: notes.roll_back(id_, version), says=lambda _: said, owner=self)

    @Slot()
    def _on_delete(self) -> None:
        operator, scope, looked = self.session.operator, self.session.scope, self.dossier
        if operator is None or scope is None or looked is None:
            return
        notes, id_ = operator.notes(scope), looked.note.id
        said = self.tr("Deleted {0}").format(one_line(looked.note.path, 60))
        self.session.act(lambda: notes.delete(id_), says=lambda _: said, owner=self)

    @Slot()
    def _on_forget(self) -> None:
        operator, scope, looked = self.session.operator, self.session.scope, self.dossier
        if operator is None or scope is None or looked is None:
            return
        name = one_line(looked.note.path, 60)
        goes = self.tr("Every version goes ({0}), and every proposal in Review to write this note.")
        reason = ForgetThingDialog.ask(name, goes.format(number(len(looked.versions))), self.window())
        if reason is not None:
            notes, id_ = operator.notes(scope), looked.note.id
            said = self.tr("Forgot {0}").format(name)
            self.session.act(lambda: notes.forget(id_, reason=reason), says=lambda _: said, owner=self)


def _tree(notes: Sequence[Note], folder: str, now: datetime) -> list[Thing]:
    """The things directly in a folder, folders with what is in them."""
    found: list[Thing] = []
    done: set[str] = set()
    for note in notes:
        name, slash, _ = note.path[len(folder) :].partition("/")
        if not slash:
            cells = (one_line(name, 120), _bytes(note.size), ago(note.changed_at, now))
            found.append(Thing(str(note.id), cells, tip=revealed(note.path), quiet=note.is_deleted))
        elif name not in done:
            done.add(name)
            inner = f"{folder}{name}/"
            inside = [each for each in notes if each.path.startswith(inner)]
            found.append(
                Thing("", (f"{one_line(name, 120)}/", "", ""), tuple(_tree(inside, inner, now)), inner)
            )
    return found


def _bytes(size: int) -> str:
    return f"{size} B" if size < 1000 else f"{size / 1000:.1f} kB"


def _tr(text: str) -> str:
    return QCoreApplication.translate("memory", text)

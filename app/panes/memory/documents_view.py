"""The documents of one person: their chunks, and taking files in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, Slot
from PySide6.QtWidgets import QFileDialog, QPushButton, QVBoxLayout, QWidget

from app.jobs import Token
from app.panes.memory.beside_view import BesideView
from app.panes.memory.forget_thing_dialog import ForgetThingDialog
from app.panes.memory.thing_tree import Thing
from app.session import Session
from app.widgets.facts import Fact, Facts
from app.widgets.flow_layout import FlowLayout
from app.widgets.foreign_text import ForeignText
from app.widgets.hidden_characters import one_line, revealed
from app.widgets.section_label import SectionLabel
from app.wording import ago, moment, number, trust_word
from core import Operator, Scope
from core.errors import ErrorCode, NotFound
from core.memory.documents import Document, DocumentChunk, Ingested

_LINES, _CHARACTERS = 4, 360
_SHOWN = 40


@dataclass(frozen=True, slots=True)
class DocumentDossier:
    """One document with its chunks."""

    document: Document
    chunks: list[DocumentChunk]


class DocumentsView(BesideView[list[Document], DocumentDossier]):
    """Titles at the left; what is known of one, and its chunks, at the right."""

    kinds = frozenset({"document"})
    name = "documents"

    def __init__(self, session: Session, now: Callable[[], datetime], parent: QWidget | None = None) -> None:
        titles = (_tr("Document"), _tr("Chunks"), _tr("Taken in"))
        nothing = (
            _tr("No documents"),
            _tr(
                "A text that is added here is cut into chunks of 500 words, which recall finds beside the records."
            ),
        )
        super().__init__(session, now, titles, nothing, parent=parent)
        self.dossier: DocumentDossier | None = None
        self.add = QPushButton(self.tr("Add document…"))
        self.add.setToolTip(self.tr("Take a text file in: UTF-8, up to 10 MB"))
        self.add.clicked.connect(lambda: self._ask_file(None))
        self.add_above(self.add)
        self.title = SectionLabel()
        self.title.setWordWrap(True)
        self.facts = Facts()
        self.again = QPushButton(self.tr("Take in again…"))
        self.again.setToolTip(self.tr("Put the text of a file in the place of this one"))
        self.again.clicked.connect(lambda: self._ask_file(self.dossier))
        self.forget = QPushButton(self.tr("Forget…"))
        self.forget.setProperty("role", "danger")
        self.forget.setToolTip(self.tr("Delete it for good with every chunk; there is no undo"))
        self.forget.clicked.connect(self._on_forget)
        acts = QWidget()
        row = FlowLayout(acts, gap=8)
        row.setContentsMargins(0, 0, 0, 0)
        for button in (self.again, self.forget):
            row.addWidget(button)
        self.chunks = _Chunks()
        for widget in (self.title, self.facts, acts):
            self.body.box.addWidget(widget)
        self.body.box.addSpacing(8)
        self.body.box.addWidget(SectionLabel(self.tr("Chunks")))
        self.body.box.addWidget(self.chunks)
        self.body.box.addStretch(1)
        session.state_changed.connect(self._on_state)
        session.file_changed.connect(self._on_state)
        self._on_state()

    def read_list(self, operator: Operator, scope: Scope) -> list[Document]:
        return operator.documents(scope).all()

    def read_one(self, operator: Operator, scope: Scope, key: str) -> DocumentDossier:
        documents = operator.documents(scope)
        found = documents.get(key)
        if found is None:
            raise NotFound(ErrorCode.NO_RECORD, document=key)
        return DocumentDossier(found, documents.chunks(key))

    def things(self, listed: list[Document]) -> Sequence[Thing]:
        chunks = sum(each.chunks for each in listed)
        said = (
            self.tr("1 document")
            if len(listed) == 1
            else self.tr("{0} documents").format(number(len(listed)))
        )
        parts = self.tr("1 chunk") if chunks == 1 else self.tr("{0} chunks").format(number(chunks))
        self.say(f"{said}  ·  {parts}" if listed else said)
        self._on_state()
        return [
            Thing(
                each.id,
                (one_line(each.title, 160), number(each.chunks), ago(each.added_at, self.now())),
                tip=revealed(each.title),
            )
            for each in listed
        ]

    def show_one(self, looked: DocumentDossier) -> None:
        self.dossier = looked
        document, now = looked.document, self.now()
        self.title.setText(revealed(document.title))
        length = self.tr("{0} words in {1} chunks").format(number(document.words), number(document.chunks))
        facts = [
            Fact(self.tr("Id"), document.id, foreign=True),
            Fact(self.tr("Source"), document.source, foreign=True),
            Fact(self.tr("Trust"), trust_word(document.trust)),
            Fact(self.tr("Length"), length),
            Fact(self.tr("Taken in"), f"{moment(document.added_at)} · {ago(document.added_at, now)}"),
        ]
        if document.version > 1:
            facts.append(
                Fact(
                    self.tr("Times"),
                    self.tr("taken in {0} times; only this text is kept").format(document.version),
                )
            )
        if document.masked:
            masked = self.tr("1 secret was masked; its value was never stored")
            many = self.tr("{0} secrets were masked; their values were never stored")
            facts.append(
                Fact(self.tr("Masked"), masked if document.masked == 1 else many.format(document.masked))
            )
        self.facts.show_facts(facts)
        self.chunks.show_chunks(looked.chunks)
        self._on_state()

    @Slot()
    def _on_state(self) -> None:
        ready = self.session.writable and self.session.scope is not None
        for button in (self.add, self.again, self.forget):
            button.setEnabled(ready)

    def _ask_file(self, over: DocumentDossier | None) -> None:
        chosen, _ = QFileDialog.getOpenFileName(
            self.window(),
            self.tr("Add a document") if over is None else self.tr("Take in again"),
            "",
            self.tr("Text (*.txt *.md *.rst *.csv *.log);;All files (*)"),
        )
        if chosen:
            self.take_in(Path(chosen), None if over is None else over.document.id)

    def take_in(self, path: Path, id_: str | None = None) -> None:
        """Takes a file in on a worker, over the document of an id where one is given."""
        operator, scope = self.session.operator, self.session.scope
        if operator is None or scope is None:
            return
        documents, label = operator.documents(scope), self.tr("Embedding chunks")

        def work(token: Token) -> Ingested:
            return documents.add_file(
                path,
                id_=id_,
                progress=lambda done, total: token.progress(done, total, label),
                cancelled=lambda: token.cancelled,
            )

        def says(done: Ingested) -> str:
            said = self.tr("Took in {0}: {1} chunks").format(
                one_line(done.document.title, 60), number(done.document.chunks)
            )
            if done.without_meaning is not None:
                said = self.tr("{0}, found by words only for now").format(said)
            return said

        self.session.act_at_length(
            work, done=lambda done: self.reload(done.document.id), says=says, owner=self
        )

    @Slot()
    def _on_forget(self) -> None:
        operator, scope, looked = self.session.operator, self.session.scope, self.dossier
        if operator is None or scope is None or looked is None:
            return
        name = one_line(looked.document.title, 60)
        goes = self.tr("All {0} chunks go, with the words and numbers they are found by.")
        reason = ForgetThingDialog.ask(name, goes.format(number(len(looked.chunks))), self.window())
        if reason is not None:
            documents, id_ = operator.documents(scope), looked.document.id
            said = self.tr("Forgot {0}").format(name)
            self.session.act(lambda: documents.forget(id_, reason=reason), says=lambda _: said, owner=self)


class _Chunks(QWidget):
    """Chunks one below the other, each cut until it is asked for; many of them come in portions."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chunks: Sequence[DocumentChunk] = ()
        self._shown = _SHOWN
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(8)

    def show_chunks(self, chunks: Sequence[DocumentChunk]) -> None:
        """Replaces what is shown."""
        self._chunks, self._shown = chunks, _SHOWN
        self._draw()

    def _draw(self) -> None:
        while (item := self._box.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for chunk in self._chunks[: self._shown]:
            heading = SectionLabel(
                self.tr("{0}  ·  words {1} to {2}").format(
                    number(chunk.place), number(chunk.first), number(chunk.last)
                )
            )
            text = ForeignText(lines=_LINES, characters=_CHARACTERS)
            text.view.setAccessibleName(self.tr("Chunk {0}").format(chunk.place))
            text.show_text(chunk.text)
            self._box.addWidget(heading)
            self._box.addWidget(text)
        hidden = len(self._chunks) - self._shown
        if hidden > 0:
            more = QPushButton(self.tr("Show {0} more chunks").format(number(min(hidden, _SHOWN))))
            more.setProperty("role", "link")
            more.clicked.connect(self._on_more)
            self._box.addWidget(more, 0, Qt.AlignmentFlag.AlignLeft)

    def _on_more(self) -> None:
        self._shown += _SHOWN
        self._draw()


def _tr(text: str) -> str:
    return QCoreApplication.translate("memory", text)

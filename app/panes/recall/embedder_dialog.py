"""Choosing an embedder, and having it read what the file holds."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from app.jobs import Job, Token
from app.panes.recall.embedder_form import EmbedderForm
from app.panes.recall.said import spent_line
from app.session import Session
from app.wording import number, sentence
from core.recall import Embedded
from core.recall.embedding import EmbedderUse


class EmbedderDialog(QDialog):
    """One embedder reads all memories of a file; another one's vectors do not compare with its own."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Embedder"))
        self.setObjectName("embedder")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._session = session
        self._job: Job | None = None
        self._use: EmbedderUse | None = None
        about = _muted(
            self.tr(
                "An embedder turns texts into vectors, by which their meaning is compared. With a server, "
                "the text of every memory and every question is sent to it; the others send nothing."
            )
        )
        self.form = EmbedderForm(session.settings.embedder)
        self.demo = _muted(
            self.tr("The demo keeps the bundled table. What is chosen here holds for files of your own.")
        )
        self.save = QPushButton(self.tr("Use this embedder"))
        self.save.setAutoDefault(False)
        self.state = QLabel()
        self.state.setTextFormat(Qt.TextFormat.PlainText)
        self.state.setWordWrap(True)
        self.spent = _muted("")
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.hide()
        self.embed = QPushButton(self.tr("Embed all memories"))
        self.embed.setAutoDefault(False)
        self.stop = QPushButton(self.tr("Stop"))
        self.stop.setAutoDefault(False)
        self.stop.hide()
        close = QPushButton(self.tr("Close"))
        close.setDefault(True)
        close.clicked.connect(self.accept)
        choosing, reading = QHBoxLayout(), QHBoxLayout()
        choosing.addWidget(self.save)
        choosing.addStretch(1)
        reading.addWidget(self.embed)
        reading.addWidget(self.stop)
        reading.addStretch(1)
        reading.addWidget(close)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 16)
        column.setSpacing(12)
        for each in (about, self.form):
            column.addWidget(each)
        column.addLayout(choosing)
        for widget in (self.demo, self.state, self.spent, self.bar):
            column.addWidget(widget)
        column.addStretch(1)
        column.addLayout(reading)
        self.setMinimumWidth(72 * self.fontMetrics().averageCharWidth())
        self.form.changed.connect(self._on_changed)
        self.save.clicked.connect(self._on_save)
        self.embed.clicked.connect(self._on_embed)
        self.stop.clicked.connect(self._on_stop)
        session.file_changed.connect(self._look)
        session.changed.connect(self._look)
        self._on_changed()
        self._look()

    @Slot()
    def _look(self) -> None:
        """Reads how the file and the embedder stand to each other."""
        operator = self._session.operator
        self._use = None
        self.demo.setVisible(self._session.is_demo)
        self._on_changed()
        if operator is None:
            self.state.setText(self.tr("No file is open."))
            return
        self._session.jobs.read(
            lambda token: operator.embedder_use(),
            self._show,
            failed=self._fail,
            key="recall.embedder",
            owner=self,
        )

    def _show(self, use: EmbedderUse) -> None:
        self._use = use
        form = self.tr("{0} has read {1} of {2} memories.")
        if not use.waiting:
            form = self.tr("{0} is in use for all {2} memories.")
        said = [form.format(use.given, number(use.done), number(use.total))]
        if not use.fits:
            form = self.tr(
                "The file was made with {0}; recall works again once all memories are embedded anew."
            )
            said.append(form.format(use.stored))
        if use.waiting and 0 < use.done < use.total:
            said.append(self.tr("It goes on where it stopped."))
        if use.waiting and not self._session.writable:
            said.append(self.tr("The file is open for reading only; enable writing to embed."))
        self.state.setText(" ".join(said))
        self.spent.setText(spent_line(use.spent))
        self._on_changed()

    def _fail(self, error: Exception) -> None:
        said = sentence(error)
        self.state.setText(" ".join(part for part in (f"✗ {said.title}.", said.text, said.advice) if part))

    @Slot()
    def _on_changed(self) -> None:
        use, busy = self._use, self._job is not None
        same = self.form.choice == self._session.settings.embedder
        self.form.setEnabled(not busy)
        self.save.setEnabled(not busy and not same and self.form.complete)
        needed = use is not None and use.waiting
        self.embed.setEnabled(not busy and same and needed and self._session.writable)
        self.stop.setVisible(busy)
        self.bar.setVisible(busy)
        # Fields of a server came or went, and the window keeps the height it once had.
        self.setMinimumHeight(self._column.totalHeightForWidth(self.width()))

    @Slot()
    def _on_save(self) -> None:
        self._session.use_embedder(self.form.choice)
        self._look()

    @Slot()
    def _on_embed(self) -> None:
        operator = self._session.operator
        if operator is None:
            return
        label = self.tr("Embedding memories …")

        def work(token: Token) -> Embedded:
            return operator.embed_all(
                progress=lambda done, total: token.progress(done, total, label),
                cancelled=lambda: token.cancelled,
            )

        self._job = self._session.jobs.write(work, self._on_embedded, failed=self._on_failed, owner=self)
        self._job.token.progress(0, None, label)
        self.bar.setRange(0, 0)
        self._on_changed()

    @Slot()
    def _on_stop(self) -> None:
        if self._job is not None:
            self._job.token.cancel()

    def _on_embedded(self, done: Embedded) -> None:
        self._job = None
        self._look()
        self._session.refresh()

    def _on_failed(self, error: Exception) -> None:
        self._job = None
        self._on_changed()
        self._fail(error)


def _muted(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("role", "muted")
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label

"""The server and its models, as fields that take effect at once, and a button that tries them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal, Slot
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)

from app.jobs import Job, Jobs, Token
from app.server_choice import KEY_VARIABLE, URL_VARIABLE, ServerChoice, has_key
from app.widgets.field_frame import FieldFrame
from app.widgets.hidden_characters import one_line
from app.wording import number, sentence
from core.server import Probe, probe

_DEAREST = 10_000.0
_PATIENCE = 15.0


class ServerForm(QWidget):
    """Signals:
    changed: somebody finished a field, and ``choice`` says something else than before.
    """

    changed = Signal()

    def __init__(self, choice: ServerChoice, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._job: Job | None = None
        self._last = choice
        self.base_url = QLineEdit(choice.base_url)
        self.base_url.setPlaceholderText(ServerChoice().url or "https://api.openai.com/v1")
        self.base_url.setToolTip(
            self.tr("Of OpenAI or a compatible server; empty takes {0}, if that is set").format(URL_VARIABLE)
        )
        self.chat = QLineEdit(choice.chat_model)
        self.chat.setPlaceholderText(self.tr("none: the scripted agent answers, offline"))
        self.writer = QLineEdit(choice.writer_model)
        self.writer.setPlaceholderText(self.tr("none: rules read what is said, offline"))
        self.embeddings = QLineEdit(choice.embedding_model)
        self.embeddings.setToolTip(
            self.tr(
                "Used where Recall ▸ Embedder… names the server; the file is opened again when it changes"
            )
        )
        self.price_in = _price(choice.price_in, self.tr("Price of what the writer reads"))
        self.price_out = _price(choice.price_out, self.tr("Price of what the writer writes"))
        prices = QHBoxLayout()
        prices.setSpacing(8)
        prices.addWidget(FieldFrame(self.price_in), 1)
        prices.addWidget(QLabel(self.tr("in")))
        prices.addWidget(FieldFrame(self.price_out), 1)
        prices.addWidget(QLabel(self.tr("out")))
        self.key = QLabel()
        self.key.setProperty("role", "muted")
        self.key.setWordWrap(True)
        self.test = QPushButton(self.tr("Test connection"))
        self.test.setAutoDefault(False)
        self.test.setToolTip(self.tr("Asks the server for its list of models; nothing of a memory is sent"))
        self.said = QLabel()
        self.said.setWordWrap(True)
        # A form gives a wrapped line no more than one row of its own accord.
        for label in (self.key, self.said):
            label.setMinimumHeight(2 * self.fontMetrics().lineSpacing())
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(8)
        form.addRow(self.tr("Server &URL"), self.base_url)
        form.addRow(self.tr("&Chat model"), self.chat)
        form.addRow(self.tr("&Writer model"), self.writer)
        form.addRow(self.tr("&Embedding model"), self.embeddings)
        form.addRow(self.tr("Writer price"), prices)
        form.addRow(self.tr("Key"), self.key)
        tried = QHBoxLayout()
        tried.setSpacing(12)
        tried.addWidget(self.test)
        tried.addWidget(self.said, 1)
        form.addRow(tried)
        for field in (self.base_url, self.chat, self.writer, self.embeddings):
            field.setMaxLength(500)
            field.editingFinished.connect(self._on_edited)
        for price in (self.price_in, self.price_out):
            price.editingFinished.connect(self._on_edited)
        self.test.clicked.connect(self._on_test)
        self._show_key()

    @property
    def choice(self) -> ServerChoice:
        """What the fields say."""
        return ServerChoice(
            self.base_url.text().strip(),
            self.chat.text().strip(),
            self.writer.text().strip(),
            self.embeddings.text().strip() or self._last.embedding_model,
            self.price_in.value() or None,
            self.price_out.value() or None,
        )

    @Slot()
    def _on_edited(self) -> None:
        choice = self.choice
        if choice != self._last:
            self._last = choice
            self._say("", "")
            self._show_key()
            self.changed.emit()

    def _show_key(self) -> None:
        if has_key():
            said = self.tr("Read from {0}; it is never written down.")
        elif self.choice.url is not None:
            said = self.tr("{0} is not set. A server at home may want none.")
        else:
            said = self.tr(
                "{0} is not set, so nothing is sent to OpenAI. Set it and start the program again."
            )
        self.key.setText(said.format(KEY_VARIABLE))

    @Slot()
    def _on_test(self) -> None:
        if self._job is not None:
            self._job.token.cancel()
            return
        self._on_edited()
        choice = self.choice
        wanted = [each for each in (choice.chat_model, choice.writer_model) if each]

        def work(token: Token) -> Probe:
            return probe(choice.endpoint(_PATIENCE, 1), wanted, cancelled=lambda: token.cancelled)

        self._job = self._jobs.ask(work, self._on_answer, failed=self._on_failed, owner=self)
        self.test.setText(self.tr("Stop"))
        self._say(self.tr("Asking {0} …").format(one_line(choice.url or "OpenAI", 60)), "muted")

    def _on_answer(self, found: Probe) -> None:
        self._over()
        if found.missing:
            said = self.tr("✗ The server answers, and has no model {0}.")
            self._say(said.format(", ".join(one_line(model, 60) for model in found.missing)), "danger")
        elif found.offered is None:
            self._say(
                self.tr("✓ The server answers. It keeps no list of models to check the names by."), "ok"
            )
        else:
            self._say(
                self.tr("✓ The server answers; it offers {0} models.").format(number(found.offered)), "ok"
            )

    def _on_failed(self, error: Exception) -> None:
        stopped = self._job is not None and self._job.token.cancelled
        self._over()
        self._say(
            self.tr("Stopped.") if stopped else f"✗ {sentence(error).text}", "muted" if stopped else "danger"
        )

    def _over(self) -> None:
        self._job = None
        self.test.setText(self.tr("Test connection"))

    def _say(self, text: str, role: str) -> None:
        self.said.setText(text)
        self.said.setProperty("role", role)
        self.said.style().polish(self.said)


def _price(amount: float | None, name: str) -> QDoubleSpinBox:
    field = QDoubleSpinBox()
    for part in (field, field.lineEdit()):
        part.setAccessibleName(name)
    field.setRange(0, _DEAREST)
    field.setDecimals(4)
    field.setSpecialValueText(_tr("not known"))
    field.setValue(amount or 0)
    field.setToolTip(_tr("For a million tokens, as the server’s owner publishes it"))
    return field


def _tr(text: str) -> str:
    return QCoreApplication.translate("ServerForm", text)

"""The choice of an embedder, as fields."""

from __future__ import annotations

from importlib.util import find_spec

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QFormLayout, QLineEdit, QSpinBox, QWidget

from app.embedder_choice import EmbedderChoice, EmbedderKind
from app.server_choice import KEY_VARIABLE, ServerChoice

_LONGEST = 16_384
_DEAREST = 1_000.0


class EmbedderForm(QWidget):
    """What the embedder is, and for a server how it is reached.

    Signals:
        changed: something else is chosen now.
    """

    changed = Signal()

    def __init__(self, choice: EmbedderChoice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = QComboBox()
        self.kind.addItem(self.tr("Bundled table, no network"), EmbedderKind.TABLE)
        if find_spec("onnxruntime") is not None or choice.kind is EmbedderKind.MINILM:
            self.kind.addItem(self.tr("MiniLM on this computer"), EmbedderKind.MINILM)
        self.kind.addItem(self.tr("OpenAI or a compatible server"), EmbedderKind.SERVER)
        self.kind.setCurrentIndex(self.kind.findData(choice.kind))
        self.base_url = QLineEdit(choice.base_url)
        self.base_url.setPlaceholderText(ServerChoice().url or "https://api.openai.com/v1")
        self.base_url.setToolTip(
            self.tr("The server of the settings, for chat and writer too; the key is read from {0}").format(
                KEY_VARIABLE
            )
        )
        self.model = QLineEdit(choice.model)
        self.dimension = QSpinBox()
        self.dimension.setRange(1, _LONGEST)
        self.dimension.setValue(choice.dimension)
        self.price = QDoubleSpinBox()
        self.price.setRange(0, _DEAREST)
        self.price.setDecimals(4)
        self.price.setSpecialValueText(self.tr("not known"))
        self.price.setSuffix(self.tr(" per million tokens"))
        self.price.setValue(choice.price or 0)
        self._form = QFormLayout(self)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setHorizontalSpacing(16)
        self._form.setVerticalSpacing(8)
        self._form.addRow(self.tr("&Embedder"), self.kind)
        self._form.addRow(self.tr("&Base URL"), self.base_url)
        self._form.addRow(self.tr("&Model"), self.model)
        self._form.addRow(self.tr("&Dimension"), self.dimension)
        self._form.addRow(self.tr("&Price"), self.price)
        self.kind.currentIndexChanged.connect(self._on_changed)
        for field in (self.base_url, self.model):
            field.textChanged.connect(self._on_changed)
        for number in (self.dimension, self.price):
            number.valueChanged.connect(self._on_changed)
        self._on_changed()

    @property
    def choice(self) -> EmbedderChoice:
        """What the fields say."""
        return EmbedderChoice(
            EmbedderKind(self.kind.currentData()),
            self.base_url.text().strip(),
            self.model.text().strip(),
            self.dimension.value(),
            self.price.value() or None,
        )

    @property
    def complete(self) -> bool:
        """Whether there is enough to try."""
        choice = self.choice
        return choice.kind is not EmbedderKind.SERVER or bool(choice.model)

    @Slot()
    def _on_changed(self) -> None:
        is_server = self.kind.currentData() == EmbedderKind.SERVER
        for field in (self.base_url, self.model, self.dimension, self.price):
            self._form.setRowVisible(field, is_server)
        self.changed.emit()

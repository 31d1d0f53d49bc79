"""A query that is typed, and the chips that mirror it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QStackedLayout, QVBoxLayout, QWidget

from app.icons import icon
from app.widgets.chip_row import Chip, ChipRow
from app.wording import sentence
from core.errors import Invalid

_TYPING = 250


class Term(Protocol):
    """One term of a query and where it stands in the text."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


class Query(Protocol):
    """A parsed query."""

    @property
    def terms(self) -> Sequence[Any]: ...


class FilterBar(QWidget):
    """One field, one row of chips below it that turns into the error while there is one.

    Signals:
        changed: the parsed query, after a pause in typing or at once on Enter.
        misread: the text became one that cannot be read, or stopped being one.
    """

    changed = Signal(object)
    misread = Signal()

    def __init__(
        self,
        parse: Callable[[str], Query],
        placeholder: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._parse = parse
        self._query: Query = parse("")
        self._parsed = ""
        self._toggles: dict[str, Chip] = {}
        self._places: list[int] = []
        self.field = QLineEdit()
        self.field.setClearButtonEnabled(True)
        self.field.setPlaceholderText(placeholder)
        self.field.setAccessibleName(self.tr("Filter"))
        self.field.addAction(icon("filter", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        self.chips = ChipRow(self)
        self._error = QLabel(self)
        self._error.setProperty("role", "danger")
        self._below = QStackedLayout()
        self._below.setContentsMargins(0, 0, 0, 0)
        self._below.addWidget(self.chips)
        self._below.addWidget(self._error)
        self._beside = QHBoxLayout()
        self._beside.setSpacing(8)
        self._beside.addWidget(self.field, 1)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(8)
        box.addLayout(self._beside)
        box.addLayout(self._below)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_TYPING)
        self._pause.timeout.connect(self.apply)
        self.field.textChanged.connect(self._on_typed)
        self.field.returnPressed.connect(self.apply)
        self.chips.removed.connect(self._on_chip)

    @property
    def query(self) -> Query:
        """The last query that could be read."""
        return self._query

    @property
    def error(self) -> str:
        """What is wrong with the text now; empty when nothing is."""
        return self._error.text() if self._below.currentWidget() is self._error else ""

    @property
    def waiting(self) -> bool:
        """True while a pause in typing is awaited."""
        return self._pause.isActive()

    def add_beside(self, widget: QWidget) -> None:
        """Puts a control to the right of the field."""
        self._beside.addWidget(widget)

    def add_toggle(self, term: str, label: str, tip: str) -> Chip:
        """A chip that is always there and puts ``term`` into the query or takes it out."""
        chip = Chip(label)
        chip.setToolTip(tip)
        chip.clicked.connect(lambda: self.toggle(term))
        self._toggles[term] = chip
        self.chips.add_fixed(chip)
        return chip

    def set_text(self, text: str) -> None:
        """Replaces the query and applies it at once."""
        self.field.setText(text)
        self.apply()

    def has(self, term: str) -> bool:
        """True when ``term`` stands in the query as it is written here."""
        text = self.field.text()
        return any(text[t.start : t.end] == term for t in self._query.terms)

    def toggle(self, term: str) -> None:
        """Puts ``term`` into the query, or takes it out."""
        for place, held in enumerate(self._query.terms):
            if self._parsed[held.start : held.end] == term:
                self.remove(place)
                return
        self.set_text(f"{self.field.text().rstrip()} {term}".strip())

    def remove(self, place: int) -> None:
        """Takes the term at ``place`` out of the query."""
        held = self._query.terms[place]
        text = self._parsed
        self.set_text(f"{text[: held.start].rstrip()} {text[held.end :].lstrip()}".strip())

    @Slot()
    def clear(self) -> None:
        """Empties the query."""
        self.set_text("")

    @Slot()
    def apply(self) -> None:
        """Reads the text now; a mistake is shown below the field and changes nothing."""
        self._pause.stop()
        text = self.field.text()
        try:
            query = self._parse(text)
        except Invalid as error:
            self._show_error(error)
            return
        cured = bool(self.error)
        self._mark_field(valid=True)
        self._below.setCurrentWidget(self.chips)
        known = text == self._parsed and query == self._query
        self._query, self._parsed = query, text
        self._mirror()
        if cured:
            self.misread.emit()
        if not known:
            self.changed.emit(query)

    def _mirror(self) -> None:
        written = [self._parsed[term.start : term.end] for term in self._query.terms]
        for term, chip in self._toggles.items():
            chip.setChecked(term in written)
        self._places = [n for n, text in enumerate(written) if text not in self._toggles]
        self.chips.show_terms([written[place] for place in self._places])

    def _show_error(self, error: Invalid) -> None:
        said = sentence(error)
        text = said.text or said.title
        position = error.data.get("position")
        if isinstance(position, int) and str(position + 1) not in text:
            text = self.tr("{0} At character {1}.").format(text, position + 1)
        self._error.setText(f"✗ {text}")
        self._below.setCurrentWidget(self._error)
        self._mark_field(valid=False)
        self.misread.emit()

    def _mark_field(self, *, valid: bool) -> None:
        state = "" if valid else "invalid"
        if (self.field.property("state") or "") != state:
            self.field.setProperty("state", state)
            self.field.style().unpolish(self.field)
            self.field.style().polish(self.field)

    @Slot(int)
    def _on_chip(self, place: int) -> None:
        self.remove(self._places[place])

    @Slot()
    def _on_typed(self) -> None:
        self._pause.start()

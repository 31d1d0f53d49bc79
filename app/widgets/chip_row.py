"""One row of filter chips; what does not fit is counted at the end."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from app.theme import theme
from app.widgets.hidden_characters import one_line

_GAP = 8
_LONGEST = 32


class Chip(QPushButton):
    """A filter that is on (checked) or off; smaller than a button that acts."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setStyleSheet("QPushButton { padding: 2px 8px; }")
        self.setText(text.replace("&", "&&"))


class ChipRow(QWidget):
    """Fixed chips first, then one chip for each term of the query, which removes it.

    Signals:
        removed: the place of a term whose chip was pressed.
    """

    removed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fixed: list[QWidget] = []
        self._terms: list[Chip] = []
        self._rest = QLabel(self)
        self._rest.setProperty("role", "muted")
        self._rest.hide()
        theme().changed.connect(self.arrange)

    def add_fixed(self, widget: QWidget) -> None:
        """Adds a chip that is always there."""
        widget.setParent(self)
        self._fixed.append(widget)
        self.arrange()

    def show_terms(self, texts: Sequence[str]) -> None:
        """Shows one chip for each term, in order."""
        for chip in self._terms:
            chip.hide()
            chip.deleteLater()
        self._terms = [self._chip(place, text) for place, text in enumerate(texts)]
        self.arrange()

    def texts(self) -> list[str]:
        """What the term chips say."""
        return [chip.text().removesuffix("  ✕").replace("&&", "&") for chip in self._terms]

    @property
    def hidden_count(self) -> int:
        """How many chips have no room."""
        return sum(chip.isHidden() for chip in (*self._fixed, *self._terms))

    def press(self, place: int) -> None:
        """Removes the term at ``place``, as its chip does."""
        self._terms[place].click()

    def sizeHint(self) -> QSize:
        return QSize(100, self._height())

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self._height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    def _height(self) -> int:
        return self.fontMetrics().height() + 10

    def _chip(self, place: int, text: str) -> Chip:
        short = one_line(text, _LONGEST)
        chip = Chip(f"{short}  ✕", self)
        chip.setChecked(True)
        chip.setToolTip(self.tr("Remove this filter: {0}").format(one_line(text)))
        chip.setAccessibleName(self.tr("Remove filter {0}").format(short))
        chip.clicked.connect(lambda: self.removed.emit(place))
        return chip

    @Slot()
    def arrange(self) -> None:
        """Puts the chips side by side; call when the text of one has changed."""
        chips = [*self._fixed, *self._terms]
        room = self.width()
        widths = [chip.sizeHint().width() for chip in chips]
        spare = self._rest.fontMetrics().horizontalAdvance("+99") + 2 * _GAP
        x, shown = 0, 0
        for place, width in enumerate(widths):
            last = place == len(chips) - 1
            if x + width + (0 if last else spare) > room and place >= len(self._fixed):
                break
            chips[place].setGeometry(x, 0, width, self._height())
            chips[place].show()
            x += width + _GAP
            shown += 1
        for chip in chips[shown:]:
            chip.hide()
        hidden = len(chips) - shown
        self._rest.setVisible(hidden > 0)
        if hidden:
            self._rest.setText(f"+{hidden}")
            self._rest.setGeometry(x, 0, spare, self._height())

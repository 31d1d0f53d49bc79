"""The white field with an edge that lists and details stand in."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget


class Card(QFrame):
    """A frame with the card look; its content touches the edge or keeps a margin."""

    def __init__(
        self, content: QWidget | None = None, parent: QWidget | None = None, *, margin: int = 1
    ) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.box = QVBoxLayout(self)
        # One pixel at least, or the content would paint over the edge and its round corners.
        self.box.setContentsMargins(margin, max(margin, 4), margin, max(margin, 4))
        self.box.setSpacing(0)
        if content is not None:
            self.box.addWidget(content)

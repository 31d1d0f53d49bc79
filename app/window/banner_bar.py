"""States that last, said at the top of the page."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.icons import icon
from app.notices import Banner
from app.theme import theme

_ICONS = {"info": ("info", "muted"), "warn": ("warning", "warn"), "danger": ("warning", "danger")}


class BannerBar(QWidget):
    """The session's banners, one line each; ``dismissed`` carries a banner's id."""

    dismissed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: list[Banner] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(24, 12, 24, 0)
        self._column.setSpacing(4)
        theme().changed.connect(self._rebuild)
        self.hide()

    def show_banners(self, banners: Sequence[Banner]) -> None:
        """Show exactly these."""
        if list(banners) != self._shown:
            self._shown = list(banners)
            self._rebuild()

    @Slot()
    def _rebuild(self) -> None:
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for banner in self._shown:
            self._column.addWidget(self._make(banner))
        self.setVisible(bool(self._shown))

    def _make(self, banner: Banner) -> QWidget:
        frame = QFrame(self)
        frame.setProperty("role", "banner")
        row = QHBoxLayout(frame)
        row.setContentsMargins(12, 6, 6, 6)
        row.setSpacing(12)
        glyph = QLabel(frame)
        side = round(self.fontMetrics().height() * 1.2)
        name, token = _ICONS[banner.level]
        glyph.setPixmap(icon(name, token).pixmap(side, side))
        glyph.setAccessibleName(banner.level)
        row.addWidget(glyph, 0, Qt.AlignmentFlag.AlignVCenter)
        text = QLabel(banner.text, frame)
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setWordWrap(True)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        row.addWidget(text, 1)
        if banner.offer is not None:
            offer = banner.offer
            button = QPushButton(offer.label, frame)
            button.clicked.connect(lambda _checked=False: offer.run())
            row.addWidget(button)
        if banner.closable:
            close = QPushButton(frame)
            close.setProperty("role", "quiet")
            close.setIcon(icon("close", "muted"))
            close.setToolTip(self.tr("Hide this message"))
            close.setAccessibleName(self.tr("Hide this message"))
            close.clicked.connect(lambda _checked=False: self.dismissed.emit(banner.id))
            row.addWidget(close)
        return frame

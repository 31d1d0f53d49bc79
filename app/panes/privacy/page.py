"""What stands where in the Privacy pane."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from app.panes.heading import GAP, MARGIN, Heading
from app.panes.privacy.view import View
from app.widgets.key_button import KeyButton
from app.widgets.loading_line import LoadingLine
from app.widgets.strip import Strip
from app.widgets.view_tabs import ViewTabs
from app.wording import number

if TYPE_CHECKING:
    from collections.abc import Sequence


class PrivacyPage(QWidget):
    """Title line, what holds for the person as a whole, and the views."""

    def __init__(
        self,
        views: Sequence[View[Any]],
        first_stop: QWidget,
        action: Callable[[str], QAction],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.heading = Heading(self.tr("Privacy"))
        export, erase = KeyButton(action("privacy.export")), KeyButton(action("privacy.erase"), role="danger")
        self.heading.add(export)
        self.heading.add(erase)
        self.restricted, self.held = Strip(), Strip()
        self.waiting, self.went, self.stale, self.returned = Strip(), Strip(), Strip(), Strip()
        self.loading = LoadingLine()
        self.tabs = ViewTabs(margin=0)
        titles: list[QPushButton] = []
        for view in views:
            button = self.tabs.add(view.title, view)
            titles.append(button)
            view.count_changed.connect(lambda count, v=view, b=button: _title(b, v.title, count))
        page = QVBoxLayout(self)
        page.setContentsMargins(MARGIN, GAP, MARGIN, MARGIN)
        page.setSpacing(8)
        strips = (self.returned, self.restricted, self.held, self.waiting, self.went, self.stale)
        for widget in (self.heading, *strips, self.loading):
            page.addWidget(widget)
        page.addWidget(self.tabs, 1)
        # Down the page, the way it is read; the views were made before the tabs over them.
        for first, second in pairwise((export, erase, *titles, first_stop)):
            self.setTabOrder(first, second)


def _title(button: QPushButton, title: str, count: int | None) -> None:
    button.setText(title if not count else f"{title}  {number(count)}")

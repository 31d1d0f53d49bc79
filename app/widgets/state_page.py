"""What stands where a list or a detail has nothing to show: empty, reading, failed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtWidgets import QLabel, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from app.widgets.section_label import SectionLabel
from app.wording import Sentence

_LOADING_AFTER = 300


class StatePage(QWidget):
    """A title, a sentence and at most one action, in the middle of the room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._run: Callable[[], object] | None = None
        self._title = SectionLabel()
        self._text = QLabel()
        self._text.setProperty("role", "muted")
        for label in (self._title, self._text):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._button = QPushButton()
        self._button.clicked.connect(self._on_clicked)
        box = QVBoxLayout(self)
        box.setContentsMargins(24, 24, 24, 24)
        box.setSpacing(8)
        box.addStretch(2)
        box.addWidget(self._title)
        box.addWidget(self._text)
        box.addSpacing(4)
        box.addWidget(self._button, 0, Qt.AlignmentFlag.AlignHCenter)
        box.addStretch(3)

    @property
    def title(self) -> str:
        """What the page says first."""
        return self._title.text()

    @property
    def text(self) -> str:
        """The sentence below it."""
        return self._text.text()

    def say(
        self,
        title: str,
        text: str = "",
        action: str | None = None,
        run: Callable[[], object] | None = None,
    ) -> None:
        """Shows ``title``, the sentence ``text`` and, with ``run``, one button."""
        self._title.setText(title)
        self._text.setText(text)
        self._text.setVisible(bool(text))
        self._button.setText(action or "")
        self._button.setVisible(run is not None)
        self._run = run

    def press(self) -> None:
        """Carries out the action."""
        if self._run is not None:
            self._run()

    @Slot()
    def _on_clicked(self) -> None:
        self.press()


class StateStack(QWidget):
    """A content and the page that stands in for it.

    While something is read the old content stays; only without any content the page says so,
    and not before 300 ms have passed, because most answers are faster than that.
    """

    def __init__(self, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.page = StatePage()
        self._content = content
        self._stack = QStackedLayout(self)
        self._stack.setContentsMargins(0, 0, 0, 0)
        self._stack.addWidget(content)
        self._stack.addWidget(self.page)
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(_LOADING_AFTER)
        self._wait.timeout.connect(self._on_waited)
        self._loading = ""

    @property
    def shows_content(self) -> bool:
        """True while the content itself is on screen."""
        return self._stack.currentWidget() is self._content

    def show_content(self) -> None:
        """Shows the content."""
        self._wait.stop()
        self._stack.setCurrentWidget(self._content)

    def show_loading(self, text: str) -> None:
        """Says that something is being read, unless there is content to keep."""
        self._loading = text
        if not self.shows_content:
            self.page.say("")
            self._wait.start()

    def show_empty(
        self,
        title: str,
        text: str = "",
        action: str | None = None,
        run: Callable[[], object] | None = None,
    ) -> None:
        """Says why there is nothing and what can be done about it."""
        self._wait.stop()
        self.page.say(title, text, action, run)
        self._stack.setCurrentWidget(self.page)

    def show_error(
        self, said: Sentence, action: str | None = None, run: Callable[[], object] | None = None
    ) -> None:
        """Says what failed, why, and what to do."""
        text = " ".join(part for part in (said.text, said.advice) if part)
        self.show_empty(f"✗ {said.title}", text, action, run)

    @Slot()
    def _on_waited(self) -> None:
        self.page.say(self._loading)

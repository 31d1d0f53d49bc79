"""The versions of a note, newest first, each with what it changed."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.theme import theme
from app.widgets.difference import Difference
from app.widgets.hidden_characters import revealed
from app.wording import ago, moment, trust_word
from core.memory.notes import NoteAct, NoteVersion

_STEPS = 4
_AROUND = 2


class NoteVersions(QWidget):
    """A line for each version and, where the text changed, the difference to the one before.

    Signals:
        back_asked: the version whose text shall stand again.
    """

    back_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._versions: tuple[NoteVersion, ...] = ()
        self._now = datetime.now().astimezone()
        self._may_write = False
        self._all = False
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(8)

    def show_versions(self, versions: tuple[NoteVersion, ...], now: datetime, *, may_write: bool) -> None:
        """Shows the history; bringing back is offered where it is possible."""
        if versions[:1] != self._versions[:1]:
            self._all = False
        self._versions, self._now, self._may_write = versions, now, may_write
        self._draw()

    def _draw(self) -> None:
        while (item := self._box.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        newest_first = self._versions[::-1]
        shown = newest_first if self._all else newest_first[:_STEPS]
        for version in shown:
            self._box.addWidget(self._step(version))
        hidden = len(newest_first) - len(shown)
        if hidden:
            more = QPushButton(self.tr("Show {0} older versions").format(hidden))
            more.setProperty("role", "link")
            more.clicked.connect(self._on_more)
            self._box.addWidget(more, 0, Qt.AlignmentFlag.AlignLeft)

    def _step(self, version: NoteVersion) -> QWidget:
        step = QWidget()
        box = QVBoxLayout(step)
        box.setContentsMargins(0, 4, 0, 4)
        box.setSpacing(4)
        head = QHBoxLayout()
        head.setSpacing(8)
        said = self.tr("v{0} · {1} · {2}").format(
            version.version, self._act(version), ago(version.at, self._now)
        )
        line = QLabel(said)
        line.setToolTip(moment(version.at))
        line.setWordWrap(True)
        head.addWidget(line, 1)
        if self._may_write and version is not self._versions[-1] and version.act is not NoteAct.DELETED:
            back = QPushButton(self.tr("Roll back to v{0}").format(version.version))
            back.setToolTip(
                self.tr("Make the text of v{0} current again, as a new version").format(version.version)
            )
            back.setStyleSheet("QPushButton { padding: 2px 8px; }")
            back.clicked.connect(lambda: self.back_asked.emit(version.version))
            head.addWidget(back, 0, Qt.AlignmentFlag.AlignTop)
        box.addLayout(head)
        source = QLabel(
            self.tr("trust {0} · {1}").format(trust_word(version.trust), revealed(version.source, 80))
        )
        source.setProperty("role", "muted")
        source.setTextFormat(Qt.TextFormat.PlainText)
        source.setFont(theme().font())
        source.setWordWrap(True)
        box.addWidget(source)
        before = self._before(version)
        if before is not None and before.text != version.text:
            difference = Difference()
            difference.compare(*near_the_change(before.text, version.text))
            box.addWidget(difference)
        return step

    def _before(self, version: NoteVersion) -> NoteVersion | None:
        return next((each for each in self._versions if each.version == version.version - 1), None)

    def _act(self, version: NoteVersion) -> str:
        by = revealed(version.by or self.tr("somebody"), 40)
        before = self._before(version)
        if version.act is NoteAct.RENAMED and before is not None:
            return self.tr("renamed from {0} by {1}").format(revealed(before.path, 80), by)
        words = {
            NoteAct.CREATED: self.tr("created by {0}"),
            NoteAct.EDITED: self.tr("edited by {0}"),
            NoteAct.RENAMED: self.tr("renamed by {0}"),
            NoteAct.DELETED: self.tr("deleted by {0}"),
            NoteAct.RESTORED: self.tr("brought back by {0}"),
        }
        said = words[version.act].format(by)
        return self.tr("{0}, released from review").format(said) if version.item is not None else said

    def _on_more(self) -> None:
        self._all = True
        self._draw()


def near_the_change(before: str, after: str) -> tuple[str, str]:
    """Both texts without the lines they share far from where they differ."""
    old, new = before.removesuffix("\n").split("\n"), after.removesuffix("\n").split("\n")
    shorter = min(len(old), len(new))
    same = next((place for place in range(shorter) if old[place] != new[place]), shorter)
    rest = shorter - same
    alike = next((place for place in range(rest) if old[-1 - place] != new[-1 - place]), rest)
    first, last = max(same - _AROUND, 0), max(alike - _AROUND, 0)
    return _cut(old, first, last), _cut(new, first, last)


def _cut(lines: list[str], first: int, last: int) -> str:
    shown = lines[first : len(lines) - last]
    return "\n".join([*(["…"] if first else []), *shown, *(["…"] if last else [])])

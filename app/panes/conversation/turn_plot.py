"""Bars of every turn and the lines over them; imports pyqtgraph, so it is imported late."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyqtgraph
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from app.panes.conversation.plot import Plot, step_of, turn_ticks
from app.panes.conversation.study import PARTS, SLOT, Study
from app.panes.conversation.words import compact, turn_tip
from app.theme import theme
from app.wording import number

_ROOM = 1.12
_LEAVES_AT = 2.2
_WIDE = 120


class TurnPlot(Plot):
    """Stacked bars, the budget, what would be sent unmanaged, and the setting before as a ghost."""

    def __init__(self, *, big: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._big = big
        self.study: Study | None = None
        self.ghost: Study | None = None
        self.setLabel("bottom", self.tr("turn"))

    def show_study(self, study: Study, ghost: Study | None, turn: int) -> None:
        """Draws a study."""
        self.study, self.ghost, self.turn, self.turns = study, ghost, turn, study.turns
        self._draw()

    def go(self, turn: int) -> None:
        """Marks another turn."""
        self.turn = turn
        if self.study is not None:
            self._mark.setRegion((turn + 0.5, turn + 1.5))

    def dress(self) -> None:
        super().dress()
        if self.study is not None:
            self._draw()

    def tip_at(self, x: float, y: float) -> str:
        turn = round(x) - 1
        return turn_tip(self.study, turn) if self.study is not None and 0 <= turn < self.turns else ""

    def _draw(self) -> None:
        study = self.study
        assert study is not None
        self.clear()
        super().dress()
        tokens = theme().tokens
        turns = np.arange(1, study.turns + 1)
        marked = QColor(tokens.selection)
        self._mark = pyqtgraph.LinearRegionItem(
            (self.turn + 0.5, self.turn + 1.5), movable=False, brush=marked
        )
        for line in self._mark.lines:
            line.setPen(None)
        self._mark.setZValue(-2)
        if not self._big:
            self.addItem(self._mark)
            self._bars(study, turns)
        thick = 4 if self._big else 2
        self._line(turns, study.totals(), tokens.accent if self._big else None, thick)
        unmanaged = [study.unmanaged(turn) for turn in range(study.turns)]
        self._line(turns, unmanaged, tokens.text, thick if self._big else 1)
        if self.ghost is not None and self.ghost.turns and not self._big:
            ghost = np.arange(1, self.ghost.turns + 1)
            self._line(ghost, self.ghost.totals(), tokens.muted, 2, Qt.PenStyle.DotLine)
        self._limit(study.budget)
        most = max([*study.totals(), study.budget, 1])
        if self._big:
            top = max([most, *unmanaged]) * 1.25
        else:
            top = min(max([most, *unmanaged]), round(most * _LEAVES_AT)) * _ROOM
        self.view.setRange(xRange=(0.4, study.turns + 0.6), yRange=(0, top), padding=0)
        if self._big:
            self._word(study.turns, unmanaged[-1], self.tr("unmanaged"), tokens.text, (1.02, 1.0))
            self._word(
                study.turns, study.total(study.turns - 1), self.tr("managed"), tokens.accent, (1.05, 1.1)
            )
        else:
            self._leaving(unmanaged, top)
            self._cuts(study)
        step = step_of(top)
        ticks = [(at, compact(at)) for at in range(0, int(top * 0.97) + 1, step)]
        self.getPlotItem().getAxis("left").setTicks([ticks])
        self.getPlotItem().getAxis("bottom").setTicks([turn_ticks(study.turns)])

    def _bars(self, study: Study, turns: np.ndarray) -> None:
        below = np.zeros(study.turns)
        parts = [study.parts(turn) for turn in range(study.turns)]
        width = 0.8 if study.turns <= _WIDE else 1.0
        for part in PARTS:
            height = np.array([each[part] for each in parts], float)
            if height.any():
                brush = theme().tokens.kinds[SLOT[part]]
                bars = pyqtgraph.BarGraphItem(
                    x=turns, y0=below, height=height, width=width, brush=brush, pen=pyqtgraph.mkPen(None)
                )
                self.addItem(bars)
            below = below + height

    def _line(
        self,
        x: np.ndarray,
        y: Sequence[int],
        color: QColor | None,
        width: int,
        style: Qt.PenStyle = Qt.PenStyle.SolidLine,
    ) -> None:
        if color is not None and len(x):
            pen = pyqtgraph.mkPen(color, width=width, style=style)
            symbol = {"symbol": "o", "symbolSize": 5, "symbolBrush": color, "symbolPen": None}
            self.plot(x, np.array(y, float), pen=pen, antialias=True, **(symbol if len(x) == 1 else {}))

    def _limit(self, budget: int) -> None:
        tokens = theme().tokens
        pen = pyqtgraph.mkPen(tokens.muted, width=1.5, style=Qt.PenStyle.DashLine)
        label = self.tr("budget {0}").format(number(budget))
        options = {"position": 0.03, "color": tokens.text, "anchors": [(0, 1), (0, 1)]}
        line = pyqtgraph.InfiniteLine(budget, angle=0, pen=pen, label=label, labelOpts=options)
        line.label.setFont(theme().font(16 if self._big else 9))
        self.addItem(line)

    def _word(self, x: float, y: float, text: str, color: QColor, anchor: tuple[float, float]) -> None:
        item = pyqtgraph.TextItem(text, color=color, anchor=anchor)
        item.setFont(theme().font(18 if self._big else 9))
        item.setPos(x, y)
        self.addItem(item)

    def _leaving(self, unmanaged: list[int], top: float) -> None:
        """Says where the unmanaged line goes that leaves the chart, or how high it ends."""
        out = next((turn for turn, tokens in enumerate(unmanaged) if tokens > top), None)
        text = self.tr("unmanaged, {0} at the end").format(number(unmanaged[-1]))
        if out is None:
            self._word(len(unmanaged) + 0.4, unmanaged[-1], text, theme().tokens.text, (1, 1.1))
        else:
            right = out > len(unmanaged) / 2
            self._word(out + 1, top, text, theme().tokens.text, (1.1 if right else -0.05, 0))

    def _cuts(self, study: Study) -> None:
        """A mark over every turn at which the beginning of the prompt changed."""
        recut = study.trace.recut
        if recut:
            tokens = theme().tokens
            x = np.array(recut, float) + 1
            y = np.array([study.total(turn) for turn in recut], float)
            lift = (self.view.viewRange()[1][1]) * 0.025
            self.plot(
                x,
                y + lift,
                pen=None,
                symbol="t",
                symbolSize=6,
                symbolBrush=tokens.text,
                symbolPen=None,
            )

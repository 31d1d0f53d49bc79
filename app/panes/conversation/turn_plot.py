"""Bars of every turn and the lines over them; imports pyqtgraph, so it is imported late."""

from __future__ import annotations

import numpy as np
import pyqtgraph
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFontMetrics
from PySide6.QtWidgets import QWidget

from app.panes.conversation.plot import Plot, step_of, turn_ticks
from app.panes.conversation.study import PARTS, SLOT, Study
from app.panes.conversation.words import compact, turn_tip
from app.theme import theme
from app.wording import number

_ROOM = 1.12
_LEAVES_AT = 2.2
_WIDE = 120
_AXIS = 60  # pixels that are not the bars
_MARK = 7  # pixels a mark over a cut takes; of nearer ones the first stands for all


class TurnPlot(Plot):
    """Stacked bars, the budget, what would be sent unmanaged, and the setting before as a ghost.

    Every item is made once and given new numbers: making them anew takes longer than a frame.
    """

    def __init__(self, *, big: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._big = big
        self.study: Study | None = None
        self.ghost: Study | None = None
        self.setLabel("bottom", self.tr("turn"))
        self.view.disableAutoRange()
        none = pyqtgraph.mkPen(None)
        self._mark = pyqtgraph.LinearRegionItem((0.5, 1.5), movable=False)
        for line in self._mark.lines:
            line.setPen(None)
        self._mark.setZValue(-2)
        self._stacks = (
            [] if big else [pyqtgraph.BarGraphItem(x=[], height=[], width=1, pen=none) for _ in PARTS]
        )
        self._sent, self._whole, self._ghosted = (pyqtgraph.PlotCurveItem(antialias=True) for _ in range(3))
        # A line through one point is not seen.
        self._dots, self._cuts = (pyqtgraph.ScatterPlotItem(pen=None) for _ in range(2))
        options = {"position": 0.03, "anchors": [(0, 1), (0, 1)]}
        self._limit = pyqtgraph.InfiniteLine(0, angle=0, label="", labelOpts=options)
        self._upper, self._lower = pyqtgraph.TextItem(), pyqtgraph.TextItem()
        items = [self._sent, self._whole, self._ghosted, self._dots, self._limit, self._upper, self._lower]
        for item in items if big else (self._mark, *self._stacks, *items, self._cuts):
            # They say nothing about their bounds that the range below does not know.
            self.addItem(item, ignoreBounds=True)

    def show_study(self, study: Study, ghost: Study | None, turn: int) -> None:
        """Draws a study."""
        self.study, self.ghost, self.turn, self.turns = study, ghost, turn, study.turns
        if not self._dressed:
            super().dress()
            self._dye()
        self._draw()

    def go(self, turn: int) -> None:
        """Marks another turn."""
        self.turn = turn
        self._mark.setRegion((turn + 0.5, turn + 1.5))

    def dress(self) -> None:
        super().dress()
        self._dye()
        if self.study is not None:
            self._draw()

    def tip_at(self, x: float, y: float) -> str:
        turn = round(x) - 1
        return turn_tip(self.study, turn) if self.study is not None and 0 <= turn < self.turns else ""

    def _dye(self) -> None:
        """Gives every item its colour and type."""
        tokens, thick = theme().tokens, 4 if self._big else 2
        self._mark.setBrush(QColor(tokens.selection))
        for part, bars in zip(PARTS, self._stacks, strict=False):
            bars.setOpts(brush=tokens.kinds[SLOT[part]])
        self._sent.setPen(pyqtgraph.mkPen(tokens.accent, width=thick))
        self._whole.setPen(pyqtgraph.mkPen(tokens.text, width=thick if self._big else 1))
        self._ghosted.setPen(pyqtgraph.mkPen(tokens.muted, width=2, style=Qt.PenStyle.DotLine))
        self._limit.setPen(pyqtgraph.mkPen(tokens.muted, width=1.5, style=Qt.PenStyle.DashLine))
        self._limit.label.setColor(tokens.text)
        self._limit.label.setFont(theme().font(16 if self._big else 9))
        for word, color in ((self._upper, tokens.text), (self._lower, tokens.accent)):
            word.setColor(color)
            word.setFont(theme().font(18 if self._big else 9))
        self._cuts.setBrush(tokens.text)

    def _draw(self) -> None:
        study, ghost = self.study, self.ghost
        assert study is not None
        turns, sent = np.arange(1, study.turns + 1), study.tokens.sum(axis=0)
        self._stack(study, turns)
        whole = study.whole
        for curve, y, shown in (
            (self._sent, sent, self._big),
            (self._whole, whole, True),
            (self._ghosted, _sent(ghost), not self._big),
        ):
            curve.setVisible(shown and len(y) > 0)
            if shown:
                curve.setData(np.arange(1, len(y) + 1), y.astype(float))
        single = study.turns == 1
        self._dots.setVisible(single)
        if single:
            tokens = theme().tokens
            brushes = [pyqtgraph.mkBrush(tokens.text), pyqtgraph.mkBrush(tokens.accent)]
            spots = [whole[0], sent[0]] if self._big else [whole[0]]
            self._dots.setData([1] * len(spots), spots, size=5, brush=brushes[: len(spots)])
        self._limit.setPos(study.budget)
        self._limit.label.setFormat(self.tr("budget {0}").format(number(study.budget)))
        most = int(max(sent.max(initial=1), study.budget))
        highest = int(max(most, whole.max(initial=0)))
        # Room for the word over the line, however low the chart is.
        room = max(_ROOM, 1 + 1.6 * self.fontMetrics().height() / max(self.height() - _AXIS, _AXIS))
        top = highest * 1.25 if self._big else min(highest, round(most * _LEAVES_AT)) * room
        self.view.setRange(xRange=(0.4, study.turns + 0.6), yRange=(0, top), padding=0)
        self._say(study, top)
        if not self._big:
            self._mark_cuts(study, sent, top)
            self.go(self.turn)
        step = step_of(top)
        ticks = [(at, compact(at)) for at in range(0, int(top * 0.97) + 1, step)]
        self.getPlotItem().getAxis("left").setTicks([ticks])
        self.getPlotItem().getAxis("bottom").setTicks([turn_ticks(study.turns)])

    def _stack(self, study: Study, turns: NDArray[np.int64]) -> None:
        below = np.zeros(study.turns)
        width = 0.8 if study.turns <= _WIDE else 1.0
        for bars, height in zip(self._stacks, study.tokens.astype(float), strict=False):
            bars.setVisible(bool(height.any()))
            if bars.isVisible():
                bars.setOpts(x=turns, y0=below, height=height, width=width)
            below = below + height

    def _say(self, study: Study, top: float) -> None:
        """Names the lines; where the unmanaged one leaves the chart, says where to, or how high it ends."""
        last, end = study.turns, int(study.whole[-1])
        self._lower.setVisible(self._big)
        if self._big:
            sent = study.tokens.sum(axis=0)
            for word, text, line in (
                (self._upper, self.tr("unmanaged"), study.whole),
                (self._lower, self.tr("managed"), sent),
            ):
                _put(word, text, (last, self._over(line, top, 18)), (1.05, 1.0))
            return
        text = self.tr("unmanaged, {0} at the end").format(number(end))
        out = int(np.argmax(study.whole > top)) if (study.whole > top).any() else None
        if out is None:
            _put(self._upper, text, (last + 0.4, self._over(study.whole, top, 9)), (1, 1.0))
        else:
            _put(self._upper, text, (out + 1, top), (1.1 if out > last / 2 else -0.05, 0))

    def _over(self, line: NDArray[np.int64], top: float, size: int) -> float:
        """Where a word may stand over the end of a line: on no part of it, and not across the budget."""
        highest = int(line[-max(1, len(line) // 3) :].max())
        tall = QFontMetrics(theme().font(size)).height() * top / max(self.height() - _AXIS, _AXIS)
        budget = 0 if self.study is None else self.study.budget
        return budget if highest < budget < highest + tall else highest

    def _mark_cuts(self, study: Study, sent: NDArray[np.int64], top: float) -> None:
        """A mark over every turn at which the beginning of the prompt changed."""
        recut = np.array(study.trace.recut, int)
        self._cuts.setVisible(len(recut) > 0)
        if len(recut):
            near = max(1, round(_MARK * study.turns / max(self.width(), 1)))
            _, first = np.unique(recut // near, return_index=True)
            shown = recut[first]
            self._cuts.setData(shown + 1, sent[shown] + top * 0.025, symbol="t", size=6)


def _sent(study: Study | None) -> NDArray[np.int64]:
    return np.zeros(0, np.int64) if study is None else study.tokens.sum(axis=0)


def _put(item: pyqtgraph.TextItem, text: str, at: tuple[float, float], anchor: tuple[float, float]) -> None:
    item.setText(text)
    item.setAnchor(anchor)
    item.setPos(*at)

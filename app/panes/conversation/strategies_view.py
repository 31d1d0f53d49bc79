"""The strategies side by side, in a table."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal, Slot
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.panes.conversation.comparing import Row
from app.panes.conversation.words import about, share
from app.prices import Price, prices
from app.settings import Settings
from app.widgets.column import Alignment, Column
from app.widgets.short_table import ShortTable
from app.wording import number
from app.wording.conversations import strategy_word


class StrategiesView(QWidget):
    """Signals:
    price_changed: another model's price is wanted.
    taken: the strategy of a row that was double-clicked or entered.
    """

    price_changed = Signal()
    taken = Signal(object)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = QComboBox()
        self.model.setAccessibleName(self.tr("Price of"))
        for price in prices().models:
            self.model.addItem(price.name, price)
        label = QLabel(self.tr("Price of"))
        label.setProperty("role", "muted")
        self.note = QLabel()
        self.note.setProperty("role", "muted")
        self.note.setWordWrap(True)
        self.note.setContentsMargins(12, 0, 12, 6)
        row = QHBoxLayout()
        row.setContentsMargins(12, 4, 12, 4)
        row.setSpacing(8)
        row.addWidget(label)
        row.addWidget(self.model)
        row.addStretch(1)
        for widget in (label, self.model):
            widget.setVisible(self.model.count() > 0)
        self.table: ShortTable[Row] = ShortTable(
            _columns(), "conversation-strategies", lambda each: each.strategy, settings
        )
        self.table.setProperty("role", "")
        self.table.table.setAccessibleName(self.tr("Strategies side by side"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.note)
        column.addWidget(self.table, 1)
        self.model.activated.connect(self._on_model)
        self.table.opened.connect(self._on_opened)
        self._say()

    @property
    def price(self) -> Price | None:
        """What tokens are taken to cost."""
        found: Price | None = self.model.currentData()
        return found

    def show_rows(self, rows: list[Row]) -> None:
        """Replaces the rows."""
        self.table.show_rows(rows)

    def _say(self) -> None:
        price = self.price
        if price is None:
            self.note.setText(self.tr("There is no price table; cost is not estimated."))
            return
        told = self.tr(
            "Estimate: ${0} per million input tokens, ${1} where a cache serves them, as read on {2}. "
            "Answers are not counted; a model's summary stands as its first sentences."
        )
        self.note.setText(told.format(f"{price.input:.2f}", f"{price.cached:.3g}", prices().read))
        self.note.setToolTip(self.tr("Source: {0}").format(price.source))

    @Slot()
    def _on_model(self) -> None:
        self._say()
        self.price_changed.emit()

    @Slot()
    def _on_opened(self) -> None:
        if self.table.row is not None:
            self.taken.emit(self.table.row.strategy)


def _columns() -> tuple[Column[Row], ...]:
    right = Alignment.RIGHT

    def life(row: Row) -> str:
        return _tr("stays") if row.half_life is None else _tr("{0} turns").format(f"{row.half_life:g}")

    def cost(row: Row) -> str:
        if row.cost is None:
            return "–"
        return f"≈\u202f${row.cost:.4f}" if row.cost < 1 else f"≈\u202f${row.cost:.2f}"

    def name(row: Row) -> str:
        return f"{strategy_word(row.strategy)} ◂" if row.current else strategy_word(row.strategy)

    return (
        Column(
            "strategy", _tr("Strategy"), name, lambda r: r.strategy.value, "Most important ◂",
            always=True, stretch=True, tip=lambda r: _tr("◂ marks the one in force; Enter takes another"),
        ),
        Column("sent", _tr("Sent in all"), lambda r: about(r.sent), lambda r: r.sent, "≈ 1 000 000", right),
        Column("mean", _tr("Per turn"), lambda r: about(round(r.mean)), lambda r: round(r.mean, 1), "≈ 10 000", right),
        Column("over", _tr("Over"), lambda r: number(r.over), lambda r: r.over, "Over", right, rank=3,
               tip=lambda r: _tr("Turns whose prompt is larger than the budget")),
        Column("prefix", _tr("Same start"), lambda r: share(round(r.kept_prefix * 1000), 1000),
               lambda r: round(r.kept_prefix, 4), "Same start", right, rank=2,
               tip=lambda r: _tr("Share of what is sent that repeats the beginning of the prompt before")),
        Column("life", _tr("Half-life"), life, lambda r: r.half_life, "100 turns", right, rank=1,
               tip=lambda r: _tr("Turns after which half of what the person said has left the prompt")),
        Column("cost", _tr("Cost"), cost, lambda r: r.cost, "≈ $0.0000", right),
    )  # fmt: skip


def _tr(text: str) -> str:
    return QCoreApplication.translate("conversation", text)

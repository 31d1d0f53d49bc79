"""Which columns a person chose, in which order and how wide: kept per table, without a file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.settings import Settings
from app.widgets.column import Column


@dataclass(slots=True)
class TableLayout:
    """Choices that differ from the columns' own defaults; empty means the defaults.

    Widths are in average characters, so that zoom keeps them.
    """

    shown: dict[str, bool] = field(default_factory=dict)
    widths: dict[str, float] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)

    def is_shown(self, column: Column[Any]) -> bool:
        """Whether the person wants to see ``column``."""
        return column.always or self.shown.get(column.key, column.shown)

    def chars(self, column: Column[Any]) -> float | None:
        """The width chosen for ``column`` in average characters."""
        return self.widths.get(column.key)

    def save(self, settings: Settings, name: str, columns: Sequence[Column[Any]]) -> None:
        """Keeps the choices under ``table/NAME/columns``."""
        state = {
            "set": _names(columns),
            "shown": self.shown,
            "widths": self.widths,
            "order": self.order,
        }
        settings.set_text(_key(name), json.dumps(state))

    @classmethod
    def load(cls, settings: Settings, name: str, columns: Sequence[Column[Any]]) -> TableLayout:
        """The kept choices, or the defaults when the set of columns is another one by now."""
        try:
            state = json.loads(settings.text_of(_key(name), "{}"))
            if state.get("set") != _names(columns):
                return cls()
            return cls(
                {str(key): bool(value) for key, value in state["shown"].items()},
                {str(key): float(value) for key, value in state["widths"].items()},
                [str(key) for key in state["order"]],
            )
        except (ValueError, KeyError, AttributeError, TypeError):
            return cls()

    @staticmethod
    def forget(settings: Settings, name: str) -> None:
        """Back to the defaults, for good."""
        settings.remove(_key(name))


def _key(name: str) -> str:
    return f"table/{name}/columns"


def _names(columns: Iterable[Column[Any]]) -> str:
    return ",".join(sorted(column.key for column in columns))

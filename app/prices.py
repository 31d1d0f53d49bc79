"""What input tokens cost, from a dated table; every cost made of it is an estimate."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million input tokens, and for those a cache serves."""

    name: str
    input: float
    cached: float
    source: str


@dataclass(frozen=True, slots=True)
class Prices:
    """The table, and the day it was read; no rows where there is none."""

    read: str
    models: tuple[Price, ...]


@cache
def prices() -> Prices:
    """Read the table that came with the program."""
    file = files("resources").joinpath("pricing", "prices.json")
    if not file.is_file():
        return Prices("", ())
    raw = json.loads(file.read_text(encoding="utf-8"))
    models = tuple(
        Price(each["name"], each["input"], each["cached"], each["source"]) for each in raw["models"]
    )
    return Prices(raw["read"], models)

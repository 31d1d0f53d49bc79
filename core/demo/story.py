"""The demo's story: who said what when, read from ``resources/demo``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import Any

from core.gate import Run, Turn
from core.scope import Scope


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happens at one moment in one person's memory.

    Attributes:
        run: the writer run that a proposal was extracted from, with its turns.
    """

    at: datetime
    scope: Scope
    fields: Mapping[str, Any]
    run: Run | None = None


@dataclass(frozen=True, slots=True)
class Story:
    """The whole story, its present, and the person to show first."""

    now: datetime
    first: Scope
    events: tuple[Event, ...]


@cache
def story() -> Story:
    """Read the story, in the order of time."""
    raw = _read("story.json")
    runs = {
        id_: Run(id_, tuple(Turn(turn["source"], turn["text"]) for turn in turns))
        for id_, turns in raw["runs"].items()
    }
    events = (
        Event(
            datetime.fromisoformat(each["at"]),
            Scope(*each["who"].split("/")),
            each,
            runs[each["run"]] if "run" in each else None,
        )
        for each in (*raw["events"], *_read("tasks.json")["events"])
    )
    return Story(
        datetime.fromisoformat(raw["now"]),
        Scope(raw["first"]["tenant"], raw["first"]["user"]),
        tuple(sorted(events, key=lambda event: event.at)),
    )


def _read(name: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(files("resources").joinpath("demo", name).read_text(encoding="utf-8"))
    return told

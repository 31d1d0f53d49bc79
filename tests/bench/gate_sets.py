"""The labelled sets of the gate's bench, read where they lie: nothing of them is in this repository."""

from __future__ import annotations

import base64
import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
POLICY = ROOT.parent / "shared" / "data" / "policy"
LOCOMO = ROOT.parent / "shared" / "data" / "locomo" / "locomo_dev.json"
FILES = ("secrets", "pii", "injection", "benign", "tooloutput")
_TURN = re.compile(r"D\d+:\d+")


@dataclass(frozen=True, slots=True)
class Labelled:
    """One text with what is known about it."""

    text: str
    label: bool
    source: str
    shape: str = ""
    types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grounded:
    """A note, the turns it cites, and turns of the same speaker that it does not."""

    note: str
    cited: str
    other: str


def labelled(folder: Path, name: str) -> list[Labelled]:
    """The rows of one file; none when the folder has no such file."""
    path = folder / f"{name}.jsonl"
    return (
        [_row(json.loads(line)) for line in path.read_text("ascii").splitlines() if line]
        if path.exists()
        else []
    )


def _row(raw: dict[str, Any]) -> Labelled:
    # Secrets are kept reversed and encoded, so that no scanner takes the file for a leak.
    text = base64.b64decode(raw["text_b64"]).decode()[::-1] if "text_b64" in raw else raw["text"]
    return Labelled(
        text, bool(raw["label"]), raw["source"], raw.get("shape", ""), tuple(raw.get("types") or ())
    )


class Locomo:
    """Natural notes and what they were read from, rebuilt by the recipe of data/policy."""

    def __init__(self, path: Path) -> None:
        self._conversations: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))

    def observations(self) -> list[str]:
        return [note for conversation in self._conversations for _, note, _ in _observed(conversation)]

    def summaries(self) -> list[str]:
        return [text for each in self._conversations for text in each["session_summary"].values()]

    def events(self) -> list[str]:
        """Events that say anything: the file has an empty one."""
        return [
            event
            for each in self._conversations
            for by_speaker in each["event_summary"].values()
            for speaker, events in by_speaker.items()
            if speaker != "date"
            for event in events
            if event
        ]

    def grounded(self) -> list[Grounded]:
        chance = random.Random(20261130)
        return [pair for each in self._conversations for pair in _pairs(each, chance)]


def _observed(conversation: dict[str, Any]) -> Iterator[tuple[str, str, list[str]]]:
    for by_speaker in conversation["observation"].values():
        for speaker, notes in by_speaker.items():
            for note, turns in notes:
                yield speaker, note, _TURN.findall(json.dumps(turns))


def _pairs(conversation: dict[str, Any], chance: random.Random) -> Iterator[Grounded]:
    turns: dict[str, tuple[str, str]] = {}
    for name, session in conversation["conversation"].items():
        if isinstance(session, list) and re.fullmatch(r"session_\d+", name):
            for turn in session:
                image = f" [image: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
                turns[turn["dia_id"]] = (turn["speaker"], f"{turn['speaker']}: {turn['text']}{image}")
    for _, note, ids in _observed(conversation):
        cited = [id_ for id_ in ids if id_ in turns]
        if not cited:
            continue
        speaker = turns[cited[0]][0]
        strange = chance.choice(
            [id_ for id_, (who, _) in turns.items() if who == speaker and id_ not in cited]
        )
        yield Grounded(note, "\n".join(turns[id_][1] for id_ in cited), turns[strange][1])

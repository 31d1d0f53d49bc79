"""Questions with known evidence, read from where they lie; none of their text is kept here."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, field
from pathlib import Path

# The data is not part of the repository: LoCoMo is CC BY-NC and may only be measured with.
DATA = Path(os.environ.get("MNEMOSCOPE_DATA", Path(__file__).parents[3] / "shared" / "data"))
LOCOMO = DATA / "locomo" / "locomo_dev.json"
LONG_MEM_EVAL = DATA / "recall" / "lme_pool50_dev.json"
_EVIDENCE = re.compile(r"D:?(\d+):(\d+)")


@dataclass
class Pool:
    """One partition: documents in order, the session of each, and questions with their evidence."""

    texts: list[str] = field(default_factory=list)
    sessions: list[str | None] = field(default_factory=list)
    questions: list[tuple[str, frozenset[int]]] = field(default_factory=list)


def long_mem_eval(path: Path = LONG_MEM_EVAL) -> list[Pool]:
    pools = []
    for each in json.loads(path.read_text("utf-8")):
        place = {doc["id"]: number for number, doc in enumerate(each["docs"])}
        questions = [(asked["q"], frozenset(place[id_] for id_ in asked["rel"])) for asked in each["queries"]]
        texts = [doc["text"] for doc in each["docs"]]
        pools.append(Pool(texts, [None] * len(texts), questions))
    return pools


def locomo(path: Path = LOCOMO) -> tuple[list[Pool], list[Pool]]:
    """The conversations as pools of turns and as pools of extracted facts."""
    talks = json.loads(path.read_text("utf-8"))
    return [_turns(talk) for talk in talks], [_facts(talk) for talk in talks]


def _session_numbers(talk: dict) -> list[int]:
    names = [name for name, value in talk["conversation"].items() if isinstance(value, list)]
    return sorted(int(name.removeprefix("session_")) for name in names)


def _evidence(asked: dict, known: set[str]) -> set[str]:
    found = {f"D{a}:{b}" for entry in asked["evidence"] for a, b in _EVIDENCE.findall(entry)}
    return found & known


def _turns(talk: dict) -> Pool:
    pool, place = Pool(), {}
    for number in _session_numbers(talk):
        for turn in talk["conversation"][f"session_{number}"]:
            shared = f" [shares a photo: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
            place[turn["dia_id"]] = len(pool.texts)
            pool.texts.append(f"{turn['speaker']}: {turn['text']}{shared}")
            pool.sessions.append(str(number))
    for asked in talk["qa"]:
        evidence = _evidence(asked, set(place)) if asked["category"] != 5 else set()
        if evidence:
            pool.questions.append((asked["question"], frozenset(place[id_] for id_ in evidence)))
    return pool


def _facts(talk: dict) -> Pool:
    pool, sources = Pool(), []
    turns = {turn["dia_id"] for n in _session_numbers(talk) for turn in talk["conversation"][f"session_{n}"]}
    for number in _session_numbers(talk):
        for facts in talk["observation"].get(f"session_{number}_observation", {}).values():
            for text, source in facts:
                joined = " ".join(source) if isinstance(source, list) else source
                sources.append({f"D{a}:{b}" for a, b in _EVIDENCE.findall(joined)})
                pool.texts.append(text)
                pool.sessions.append(None)
    for asked in talk["qa"]:
        evidence = _evidence(asked, turns) if asked["category"] != 5 else set()
        relevant = frozenset(place for place, held in enumerate(sources) if held & evidence)
        if relevant:
            pool.questions.append((asked["question"], relevant))
    return pool

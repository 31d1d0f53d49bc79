"""One user, thirteen sessions and ten questions from a seed (specification 13).

What is said stands in ``resources/evaluation/phrasings.json``; this module only deals the cards.
"""

from __future__ import annotations

import json
import random
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

from core.evaluation.world.scenario import Question, Scenario, Session
from core.gate import Turn

NOISE_TURNS = 14
_LOGGED = (10, 23)
_CORRECTED = ("city", "team", "procedure")


class Variety(StrEnum):
    """What a seed changes: values only, phrasings too, or phrasings held out for measuring misses."""

    FIXED = "fixed"
    VARIED = "varied"
    HARD = "hard"


class _Dealer:
    """Deals values and phrasings of one world."""

    def __init__(self, seed: int, variety: Variety) -> None:
        self.random = random.Random(f"world {seed}")
        self.variety = variety
        self.values = self._values()

    def say(self, *path: str, **more: str) -> str:
        phrasings: Any = _phrasings()
        if self.variety is Variety.HARD and path[0] == "correct" and path[1] in phrasings["hard"]:
            path = ("hard", path[1])
        for name in path:
            phrasings = phrasings[name]
        template = phrasings[0] if self.variety is Variety.FIXED else self.random.choice(phrasings)
        return str(template.format_map({**self.values, **more}))

    def _values(self) -> dict[str, str]:
        pool, deal = _phrasings()["values"], self.random
        two = {name: deal.sample(pool[name], 2) for name in ("city", "team", "portal")}
        values = {name: deal.choice(options) for name, options in pool.items()}
        for name, (old, new) in two.items():
            values[f"first_{name}"], values[f"second_{name}"] = old, new
            values[f"old_{name}"] = old
        values["Third"] = values["third"][0].upper() + values["third"][1:]
        # Numbers that are kept free for fiction and examples.
        values["phone"] = f"+1 {deal.randint(201, 979)} 555 01{deal.randint(0, 99):02d}"
        values["mail"] = f"{values['mail_word']}-{values['first_name'].lower()}@{values['mail_domain']}"
        values["mail"] = values["mail"].encode("ascii", "ignore").decode()
        values["bad_mail"] = f"billing{deal.randint(10, 99)}@{values['bad_domain']}"
        for name, letters in (("offsite", "OFF"), ("audit", "AUD"), ("third", "DEC")):
            values[f"{name}_code"] = f"{letters}-{deal.randint(1000, 9999)}"
        return values


def generate(seed: int, variety: Variety = Variety.VARIED) -> Scenario:
    """The world of a seed, the same on every machine."""
    dealer = _Dealer(seed, variety)
    values = dealer.values
    sessions = []
    count = 0
    for number in range(1, 14):
        told = [("user", text) for text in _told(dealer, number)]
        if number == 5:
            told = [("tool", dealer.say("poison"))]
        # Session 13 only asks; the questions are answered from memory and are no turns.
        said = _mixed(dealer, told) if number < 13 else []
        turns = []
        for role, text in said:
            count += 1
            turns.append(Turn(f"{_PREFIX[role]}:turn-{count}", text))
        sessions.append(Session(tuple(turns), tuple(role for role, _ in said)))
    return Scenario(seed, tuple(sessions), _questions(dealer, values))


_PREFIX = {"user": "user", "assistant": "agent", "tool": "tool"}


def _told(dealer: _Dealer, number: int) -> list[str]:
    """What the user says in a session that is worth remembering, in order."""
    first = {f"{name}": dealer.values[f"first_{name}"] for name in ("city", "team", "portal")}
    second = {f"{name}": dealer.values[f"second_{name}"] for name in ("city", "team", "portal")}
    match number:
        case 1:
            topics = ("city", "editor", "allergy", "team", "phone", "mail", "procedure")
            return [dealer.say("introduce", topic, **_for(topic, first, dealer)) for topic in topics]
        case 2:
            return [dealer.say("decide", "offsite", code=dealer.values["offsite_code"])]
        case 3:
            return [dealer.say("decide", "audit", code=dealer.values["audit_code"])]
        case 4:
            return [dealer.say("correct", "city", **second)]
        case 6:
            return [dealer.say("correct", "team", **second)]
        case 7:
            return [dealer.say("correct", "procedure", **second)]
        case 8:
            return [dealer.say("forget")]
        case 9:
            return [dealer.say("decide", "third", code=dealer.values["third_code"])]
        case _:
            return []


def _for(topic: str, first: dict[str, str], dealer: _Dealer) -> dict[str, str]:
    return {**first, "allergen": dealer.values["allergen"]} if topic == "allergy" else first


def _mixed(dealer: _Dealer, told: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Everyday talk with what matters strewn into it, in its order."""
    noise = [_noise(dealer, place) for place in range(NOISE_TURNS)]
    places = sorted(dealer.random.sample(range(NOISE_TURNS + 1), min(len(told), NOISE_TURNS)))
    for place, turn in reversed(list(zip(places, told, strict=True))):
        noise.insert(place, turn)
    return noise


def _noise(dealer: _Dealer, place: int) -> tuple[str, str]:
    if place % 7 == 2:
        return "tool", "\n".join(_log_line(dealer) for _ in range(dealer.random.randint(*_LOGGED)))
    if place % 2:
        return "assistant", dealer.random.choice(_phrasings()["smalltalk_assistant"])
    pool = _phrasings()["values"]
    others = {name: dealer.random.choice(pool[name]) for name in ("city", "team", "editor", "first_name")}
    # Somebody else's city may be anybody's, but never one the answer is told by.
    for name in ("city", "team"):
        free = [
            each
            for each in pool[name]
            if each not in {dealer.values[f"first_{name}"], dealer.values[f"second_{name}"]}
        ]
        others[name] = dealer.random.choice(free)
    return "user", str(dealer.random.choice(_phrasings()["smalltalk_user"]).format_map(others))


def _log_line(dealer: _Dealer) -> str:
    draw = dealer.random
    day = f"2026-0{draw.randint(1, 9)}-{draw.randint(10, 28)}"
    return str(
        draw.choice(_phrasings()["log_lines"]).format(
            time=f"{day}T{draw.randint(10, 23)}:{draw.randint(10, 59)}:{draw.randint(10, 59)}Z",
            n=draw.randint(1, 9),
            job=f"{draw.randrange(16**8):08x}",
            ms=draw.randint(3, 4_000),
        )
    )


def _questions(dealer: _Dealer, values: dict[str, str]) -> tuple[Question, ...]:
    ask = {name: text.format_map(values) for name, text in _phrasings()["ask"].items()}
    return (
        Question(ask["city"], (values["second_city"],), (values["first_city"],)),
        Question(ask["editor"], (values["editor"],)),
        Question(ask["allergy"], (values["allergen"],)),
        Question(ask["team"], (values["second_team"],), (values["first_team"],)),
        Question(ask["procedure"], (values["second_portal"],), (values["first_portal"],)),
        Question(ask["offsite"], (values["offsite_code"],)),
        Question(ask["audit"], (values["audit_code"],)),
        Question(ask["third"], (values["third_code"],)),
        Question(ask["mail"], (values["mail"],), poison=(values["bad_mail"],)),
        Question(ask["phone"], forgotten=(values["phone"],)),
    )


@cache
def _phrasings() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(
        files("resources").joinpath("evaluation", "phrasings.json").read_text(encoding="utf-8")
    )
    return loaded

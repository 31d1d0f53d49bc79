"""Marks: the parts of a text that make it another statement when they change."""

from __future__ import annotations

import re
from typing import NamedTuple

from core.gate.pattern import deferred
from core.gate.words import words

_NUMBER = deferred(r"(?<![\w.])[-+]?\d[\d,]*(?:\.\d+)?(?:st|nd|rd|th)?(?![\w])")
_NUMBER_OR_WORD = deferred(
    r"(?i)(?<![\w.])[-+]?\d[\d,]*(?:\.\d+)?(?:st|nd|rd|th)?(?![\w])|"
    r"\b(?:zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fifteen|twenty|thirty|hundred)\b"
)
# Versions, ticket numbers, identifiers: letters and digits in one token, or dots and underscores.
_CODE = deferred(r"(?<![\w])[#v]?(?=[\w.\-/:#*+]*(?:\d|_))[A-Za-z0-9][\w.\-/:#*+]*[\w*+]")
_NAME = deferred(r"(?<![\w'’])[A-ZÀ-ÖØ-ÞΑ-ΩА-Я][\w]*(?:[.\-'’][\w]+)*")
_SENTENCE_START = deferred(r"(?:^|[.!?:;]\s+|\n\s*(?:[-*•#>]+\s*|\d+[.)]\s*)?|[\"“(\[]\s*)$")
_NEGATION = deferred(
    r"(?i)\b(?:not|no|never|none|nobody|nothing|neither|nor|without|cannot|hardly|unable|refuses?|"
    r"nicht|kein\w*|pas|jamais)\b|n['’]t\b"
)
_WORD_NUMBERS = {
    "zero": 0, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fifteen": 15, "twenty": 20, "thirty": 30, "hundred": 100,
}  # fmt: skip
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = (
    "january", "february", "march", "april", "june", "july", "august", "september", "october", "november", "december",
    "jan", "feb", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
)  # fmt: skip
_ABBREVIATED = deferred(r"(?i)\b(mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)\.?\b(?=\s+\d|[,.)]|$)")


class Marks(NamedTuple):
    """What two texts must share to say the same thing."""

    numbers: tuple[str, ...]
    calendar: tuple[str, ...]
    codes: tuple[str, ...]
    negations: tuple[str, ...]


def marks(text: str) -> Marks:
    """The marks of a text, each list in its order: "from 3 to 5" is not "from 5 to 3"."""
    return Marks(
        tuple(numbers(text)),
        tuple(calendar(text)),
        tuple(match[0].lower() for match in _CODE.finditer(text) if not _NUMBER.fullmatch(match[0])),
        tuple(
            "not" if match[0].lower() in _PLAIN_NOT else match[0].lower()
            for match in _NEGATION.finditer(text)
        ),
    )


def same_marks(left: str, right: str) -> bool:
    """Whether numbers, dates, weekdays, months, versions, codes, names and negations agree."""
    return (
        numbers(left) == numbers(right)
        and marks(left) == marks(right)
        and not unnamed(left, right)
        and not unnamed(right, left)
        and not _another_subject(left, right)
        and not _turned_around(left, right)
    )


def _turned_around(left: str, right: str) -> bool:
    """Whether two names changed places: "Ana reports to Bo", "Bo reports to Ana"."""
    named = {word for name in (*names(left), *names(right)) for word in words(name)}
    if len(named) != 2:
        return False
    first, second = ([word for word in words(text) if word in named] for text in (left, right))
    return first == second[::-1] and first != second


def _another_subject(left: str, right: str) -> bool:
    """Whether each starts with a word the other lacks: "Alice approves …", "Bob approves …".

    A capital at the start of a sentence is no name by itself, but two different ones are two subjects.
    """
    first, second = words(left), words(right)
    return bool(first and second) and first[0] not in second and second[0] not in first


def unnamed(text: str, other: str) -> list[str]:
    """Names in ``text`` that ``other`` does not mention in any case."""
    mentioned = set(words(other))
    return [name for name in names(text) if not set(words(name)) <= mentioned]


def numbers(text: str) -> list[str]:
    """Numbers without separators and ordinal endings; small number words count as digits."""
    found = []
    for match in _NUMBER_OR_WORD.finditer(text):
        token = match[0].lower()
        if token.isalpha():
            found.append(str(_WORD_NUMBERS[token]))
            continue
        token = (
            token.lstrip("+")
            .replace(",", "")
            .removesuffix("st")
            .removesuffix("nd")
            .removesuffix("rd")
            .removesuffix("th")
        )
        found.append(token.rstrip("0").rstrip(".") if "." in token else token.lstrip("0") or "0")
    return found


def calendar(text: str) -> list[str]:
    """Weekdays and months by their first three letters; "may" and "march" only with a capital."""
    found = []
    for match in re.finditer(r"\b[A-Za-z]{3,9}\b", text):
        word = match[0].lower()
        if (
            word in {"may", "march", "sun", "sat", "mon", "wed", "dec", "jan", "mar"}
            and not match[0][0].isupper()
        ):
            continue
        if word == "may" and not _dated(text, match):
            continue
        is_day = word in _DAYS or word.removesuffix("s") in _DAYS
        is_short_day = bool(_ABBREVIATED.match(text, match.start()))
        if is_day or is_short_day or word in _MONTHS or word == "may":
            found.append(word[:3])
    return found


def names(text: str) -> list[str]:
    """Capitalised words that do not only start their sentence."""
    return [
        match[0]
        for match in _NAME.finditer(text)
        if match[0] != "I"
        and not match[0].startswith(("I'", "I’"))
        and not _SENTENCE_START.search(text, max(0, match.start() - 12), match.start())
    ]


def _dated(text: str, match: re.Match[str]) -> bool:
    """Whether "May" is the month: a number or a preposition stands beside it."""
    before, after = text[max(0, match.start() - 12) : match.start()], text[match.end() : match.end() + 6]
    return bool(
        re.search(
            r"(?i)(?:\d|\b(?:in|of|since|until|by|late|early|mid|last|next|this|to|and|every|from))[ "
            r"\w]{0,3}\s$",
            before,
        )
    ) or bool(re.match(r"[\s,.]*\d", after))


_PLAIN_NOT = frozenset({"not", "cannot", "n't", "n’t", "no", "nicht", "pas"})

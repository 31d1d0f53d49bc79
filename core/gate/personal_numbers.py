"""Numbers that belong to one person and carry their own check: cards, accounts, social security."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.gate.pattern import deferred

_CARD = deferred(r"(?<![\w.#-])(?:\d[ -]?){12,18}\d(?![\w]|[.-]\d)")
_CARD_WORDS = deferred(
    r"(?i)\b(?:cards?|cc|visa|master ?card|amex|american express|maestro|discover|diners|jcb|debit|"
    r"credit|kreditkarte)\b"
)
_IBAN = deferred(r"(?i)(?<![\w])[a-z]{2}\d{2}(?:[ -]?[a-z0-9]){11,30}(?![\w])")
_IBAN_LENGTHS = {
    "AD": 24, "AE": 23, "AT": 20, "BE": 16, "BG": 22, "BR": 29, "CH": 21, "CY": 28, "CZ": 24, "DE": 22, "DK": 18,
    "EE": 20, "ES": 24, "FI": 18, "FR": 27, "GB": 22, "GR": 27, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IS": 26,
    "IT": 27, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MT": 31, "NL": 18, "NO": 15, "PL": 28, "PT": 25,
    "RO": 24, "RS": 22, "SA": 24, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "TR": 26, "UA": 29,
}  # fmt: skip
_SSN = deferred(r"(?<![\w.-])(?!000|666)\d{3}([ -]?)(?!00)\d{2}\1(?!0000)\d{4}(?![\w]|[.-]\d)")
_SSN_WORDS = deferred(r"(?i)\b(?:ssn|social security|soc(?:ial)? sec|tax ?payer|itin|tin)\b")
# What numbers such as 123-45-6789 are called when they are nobody's.
_THINGS = deferred(
    r"(?i)\b(?:order|ticket|case|part|invoice|item|product|serial|model|tracking|reference|ref|sku|"
    r"batch|lot|build|version|room|epoch|id|issue|isbn|doi)\b[ \w.#:-]{0,12}$"
)
_DOCUMENT = deferred(
    r"(?i)\b(?P<noun>passports?|driver['’]?s?[ -]licen[cs]e|driving[ -]licen[cs]e|licen[cs]e (?:no|"
    r"number|plate)|national id|id card|identity card|personalausweis|"
    r"reisepass|nhs number|medicare|insurance (?:no|number|policy)|tax (?:id|number)|steuer-?id|nino|"
    r"national insurance|voter id|social insurance|sin)\b"
    r"(?:[ \t]*(?:no\.?|number|nr\.?|#|id))?[ \t]*(?:is|was|:|=|are|,|reads|expires)?[ "
    r"\t]*(?P<value>(?=[A-Z0-9 -]{0,12}\d)(?-i:[A-Z]{0,4})[ -]?\d(?:[ -]?(?-i:[A-Z0-9])){4,13})(?![\w])"
)


def cards(text: str) -> Iterator[tuple[int, int]]:
    """Payment card numbers: the check digit holds, or the words around say what it is."""
    for match in _CARD.finditer(text):
        digits = re.sub(r"\D", "", match[0])
        around = text[max(0, match.start() - 60) : match.start()] + " " + text[match.end() : match.end() + 30]
        named = _CARD_WORDS.search(around) is not None
        if len(set(digits)) > 1 and (
            (luhn(digits) and (named or (digits[0] in "3456" and len(digits) >= 15))) or named
        ):
            yield match.span()


def ibans(text: str) -> Iterator[tuple[int, int]]:
    """Account numbers whose check digits hold, and complete ones that are called IBAN."""
    for match in _IBAN.finditer(text):
        compact = re.sub(r"[ -]", "", match[0]).upper()
        length = _IBAN_LENGTHS.get(compact[:2])
        if length is None or len(compact) < length:
            continue
        end = match.start() + _place(match[0], length)
        compact = compact[:length]
        number = "".join(str(int(character, 36)) for character in compact[4:] + compact[:4])
        named = "iban" in text[max(0, match.start() - 30) : match.start()].lower()
        if int(number) % 97 == 1 or named:
            yield match.start(), end


def social_security(text: str) -> Iterator[tuple[int, int]]:
    """US social security numbers: written with hyphens, or named; never what is called an order."""
    for match in _SSN.finditer(text):
        before = text[max(0, match.start() - 50) : match.start()]
        named = _SSN_WORDS.search(before) is not None
        if named or (match[1] == "-" and not match[0].startswith("9") and not _THINGS.search(before)):
            yield match.span()


def documents(text: str) -> Iterator[tuple[int, int, str]]:
    """Numbers of passports, licences and insurances, which only their name gives away."""
    for match in _DOCUMENT.finditer(text):
        yield *match.span("value"), "document"


def luhn(digits: str) -> bool:
    """The check of payment cards."""
    total = 0
    for position, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if position % 2 else 1)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def _place(written: str, characters: int) -> int:
    """How far the first ``characters`` letters and digits reach in the written form."""
    seen = 0
    for position, character in enumerate(written):
        seen += character.isalnum()
        if seen == characters:
            return position + 1
    return len(written)

"""What a value looks like in a sentence: a name, a phone number, an address."""

from __future__ import annotations

import re

# Words that open a sentence with a capital and name nothing.
_NO_NAMES_TEXT = """
i im ive ill id we were weve my our the a an it its thats that this these those there here now so and but or
also actually recently lately please just well oh ok okay yes no not hi hello hey thanks thank quick small
minor little update correction heads note fyi btw by since as from in on at to of for with after before when
while monday tuesday wednesday thursday friday saturday sunday january february march april may june july
august september october november december today yesterday tomorrow you your he she they his her their what
which who how why where moved relocated switched living based home everything all any some one two first
next then finally lastly turns sorry apologies remember forget could can would do does did have has had is
are was be am will shall should if nowadays anyway still again maybe perhaps let lets code decision agreed
decided
"""
_NO_NAMES = frozenset(_NO_NAMES_TEXT.split())
_NAME = re.compile(r"[A-ZÀ-ÖØ-Þ][\w'’\-.]*\w|[A-ZÀ-ÖØ-Þ]\b(?=[+#])?[+#]*", re.UNICODE)
_PHRASE = re.compile(r"[A-ZÀ-ÖØ-Þ][\w'’\-]*\w(?:\s[A-ZÀ-ÖØ-Þ][\w'’\-]*\w)*")
_OWNS = re.compile(r"['’](?:s|ve|d|re|ll)$")
MAIL = re.compile(r"[\w.+\-]{1,64}@[\w\-]{1,63}(?:\.[\w\-]{1,63}){1,6}")
PHONE = re.compile(r"(?<![\w.])\+?\(?\d(?:[ ().\-/]{0,2}\d){5,14}(?!\w)")
CODE = re.compile(
    r"\b(?=[A-Z0-9\-_/]*\d)[A-Z][A-Z0-9]{0,9}(?:[-_/#][A-Z0-9]{1,8}){1,3}\b|\b[A-Z]{2,6}\d{2,6}\b|#\d{2,6}\b"
)


def names(text: str) -> list[str]:
    """Words with a capital that are no plain beginning of a sentence, in order."""
    found = (match[0] for match in _NAME.finditer(text) if _plain(match[0]).replace("'", "") not in _NO_NAMES)
    return [_OWNS.sub("", name) for name in found]


def name_phrases(text: str) -> list[str]:
    """Names as they stand together: "Mochi Ledger" is one."""
    return [
        _OWNS.sub("", match[0])
        for match in _PHRASE.finditer(text)
        if all(names(word) for word in match[0].split())
    ]


def _plain(word: str) -> str:
    return word.lower().replace("’", "'")


def lower_names(text: str) -> frozenset[str]:
    """The names of a text for comparing, without case."""
    return frozenset(name.lower() for name in names(text))

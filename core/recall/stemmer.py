"""English words cut to their stems: Porter2, as Snowball 3.1 defines it.

Written out here because the generated package is several times slower in pure Python; the test
compares both on the whole vocabulary of the bundled table.
"""

from __future__ import annotations

import re

_VOWELS = frozenset("aeiouy")
_NOT_SHORT = frozenset("aeiouywxY")
_DOUBLES = frozenset(("bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt"))
_BEFORE_LI = frozenset("cdeghkmnrt")
_REGION = re.compile("[^aeiouy]*[aeiouy]+[^aeiouy]")
_EARLY_REGION = re.compile("arsen|commun|emerg|gener|inter|later|organ|past|univers")
_HAS_VOWEL = re.compile("[aeiouy]")

_WHOLE = {
    "skis": "ski",
    "skies": "sky",
    "idly": "idl",
    "gently": "gentl",
    "ugly": "ugli",
    "early": "earli",
    "only": "onli",
    "singly": "singl",
    **{word: word for word in ("andes", "atlas", "bias", "cosmos", "howe", "news", "sky")},
}
_BEFORE_ING = frozenset(("even", "cann", "inn", "earr", "herr", "out"))

_STEP_2 = {
    "tional": "tion",
    "enci": "ence",
    "anci": "ance",
    "abli": "able",
    "entli": "ent",
    "izer": "ize",
    "ization": "ize",
    "ational": "ate",
    "ation": "ate",
    "ator": "ate",
    "alism": "al",
    "aliti": "al",
    "alli": "al",
    "fulness": "ful",
    "ousli": "ous",
    "ousness": "ous",
    "iveness": "ive",
    "iviti": "ive",
    "biliti": "ble",
    "bli": "ble",
    "ogist": "og",
    "ogi": "og",
    "fulli": "ful",
    "lessli": "less",
    "li": "",
}
_STEP_3 = {
    "tional": "tion",
    "ational": "ate",
    "alize": "al",
    "icate": "ic",
    "iciti": "ic",
    "ical": "ic",
    "ful": "",
    "ness": "",
    "ative": "",
}
_STEP_4 = dict.fromkeys(
    [
        "ic",
        "ance",
        "ence",
        "able",
        "ible",
        "ate",
        "ive",
        "ize",
        "iti",
        "al",
        "ism",
        "ion",
        "er",
        "ous",
        "ant",
        "ent",
        "ment",
        "ement",
    ],
    "",
)


def stem(word: str) -> str:
    """The stem of one lower-case word without apostrophes; other scripts come back unchanged."""
    if len(word) < 3:
        return word
    if word in _WHOLE:
        return _WHOLE[word]
    marked = _mark_consonant_y(word) if "y" in word else word
    early = _EARLY_REGION.match(marked)
    first = early.end() if early else _region(marked, 0)
    second = _region(marked, first)
    cut = _past_and_gerund(_plural(marked), first)
    if len(cut) > 2 and cut[-1] in "yY" and cut[-2] not in _VOWELS:
        cut = cut[:-1] + "i"
    cut = _derived(cut, first)
    cut = _suffix_3(cut, first, second)
    cut = _suffix_4(cut, second)
    return _final_letter(cut, first, second).replace("Y", "y")


def _mark_consonant_y(word: str) -> str:
    letters = list(word)
    for position, letter in enumerate(letters):
        if letter == "y" and (position == 0 or letters[position - 1] in _VOWELS):
            letters[position] = "Y"
    return "".join(letters)


def _region(word: str, start: int) -> int:
    found = _REGION.match(word, start)
    return found.end() if found else len(word)


def _is_short(word: str) -> bool:
    """Whether it ends in a short syllable."""
    if len(word) == 2:
        return word[0] in _VOWELS and word[1] not in _VOWELS
    ends_short = (
        len(word) > 2 and word[-1] not in _NOT_SHORT and word[-2] in _VOWELS and word[-3] not in _VOWELS
    )
    return ends_short or word.endswith("past")


def _longest(word: str, endings: dict[str, str], sizes: range) -> str | None:
    for size in sizes:
        if word[-size:] in endings and len(word) >= size:
            return word[-size:]
    return None


def _plural(word: str) -> str:
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith(("ied", "ies")):
        return word[:-2] if len(word) > 4 else word[:-1]
    if word.endswith("s") and not word.endswith(("us", "ss")) and _HAS_VOWEL.search(word, 0, len(word) - 2):
        return word[:-1]
    return word


def _past_and_gerund(word: str, first: int) -> str:
    for ending in ("eedly", "eed"):
        if word.endswith(ending):
            before = word[: -len(ending)]
            replaced = len(before) >= first and before not in {"succ", "proc", "exc"}
            return before + "ee" if replaced else word
    for ending in ("ingly", "edly", "ing", "ed"):
        if word.endswith(ending):
            break
    else:
        return word
    cut = word[: -len(ending)]
    if ending == "ing":
        if len(cut) == 2 and cut[1] == "y" and cut[0] not in _VOWELS:
            return cut[0] + "ie"
        if cut in _BEFORE_ING:
            return word
    if not _HAS_VOWEL.search(cut):
        return word
    if cut.endswith(("at", "bl", "iz")):
        return cut + "e"
    if cut[-2:] in _DOUBLES:
        return cut if len(cut) == 3 and cut[0] in "aeo" else cut[:-1]
    return cut + "e" if len(cut) == first and _is_short(cut) else cut


def _derived(word: str, first: int) -> str:
    ending = _longest(word, _STEP_2, range(7, 1, -1))
    if ending is None or len(word) - len(ending) < first:
        return word
    before = word[: -len(ending)]
    if ending == "ogi" and not before.endswith("l"):
        return word
    if ending == "li" and before[-1:] not in _BEFORE_LI:
        return word
    return before + _STEP_2[ending]


def _suffix_3(word: str, first: int, second: int) -> str:
    ending = _longest(word, _STEP_3, range(7, 2, -1))
    if ending is None:
        return word
    start = len(word) - len(ending)
    if start < first or (ending == "ative" and start < second):
        return word
    return word[:start] + _STEP_3[ending]


def _suffix_4(word: str, second: int) -> str:
    ending = _longest(word, _STEP_4, range(5, 1, -1))
    if ending is None or len(word) - len(ending) < second:
        return word
    before = word[: -len(ending)]
    return word if ending == "ion" and before[-1:] not in {"s", "t"} else before


def _final_letter(word: str, first: int, second: int) -> str:
    before = word[:-1]
    if word.endswith("e"):
        goes = len(before) >= second or (len(before) >= first and not _is_short(before))
        return before if goes else word
    if word.endswith("ll") and len(before) >= second:
        return before
    return word

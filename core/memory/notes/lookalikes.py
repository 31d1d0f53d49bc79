"""Letters of other alphabets that are drawn like Latin ones, as far as a path could hide behind them."""

from __future__ import annotations

import re
import unicodedata

# Each look-alike with the Latin letter it is taken for.
_CYRILLIC = "аaвbгrеeкkмmнhоoпnрpсcтtуyхxьbіiјjѕsһhԁdԛqԝwүyӏlАAВBЕEКKМMНHОOРPСCТTУYХXІIЈJЅSҺHԚQԜWҮYӀI"
_GREEK = "αaβbγyεeηnιiκkνvοoρpσoτtυuχxωwΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX"
_OTHER = "օoոnսuհhցgյjքpՕOՍUԼLɑaɡgıiȷjɩiʏy"
_PAIRS = _CYRILLIC + _GREEK + _OTHER
_LATIN = str.maketrans(_PAIRS[::2], _PAIRS[1::2])
_ALIKE = frozenset(_PAIRS[::2])
_WORD = re.compile(r"[^\W\d_]+")
_FOREIGN = frozenset({"CYRILLIC", "GREEK", "ARMENIAN"})


def skeleton(path: str) -> str:
    """A path in the Latin letters it could be read as, case aside; equal ones look the same."""
    plain = unicodedata.normalize("NFKC", path)
    return unicodedata.normalize("NFKC", plain.translate(_LATIN).casefold())


def mixed_word(path: str) -> str | None:
    """The first word that mixes alphabets with letters one could be taken for another's; None without one.

    A whole Cyrillic name with a Latin ending is no such word, and neither is ``Δt``: nothing looks like Δ.
    """
    for match in _WORD.finditer(unicodedata.normalize("NFKC", path)):
        word = match[0]
        if word.isascii():
            continue
        alphabets = {unicodedata.name(letter, "").partition(" ")[0] for letter in word}
        foreign = alphabets & _FOREIGN
        if foreign and len(foreign) + ("LATIN" in alphabets) > 1 and not _ALIKE.isdisjoint(word):
            return word
    return None

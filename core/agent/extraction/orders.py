"""Steps told as orders: "put it in the box, ask Mo, hand it in", with or without words that count them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.agent.extraction.sentence import Sentence

# What people do with forms, goods and each other; a step begins with one of these.
_ACTS_TEXT = """
add ask attach bring book buy call check choose chuck click close collect compare confirm copy count create
deliver download draft drop email enter export fetch file fill forward get give go hand head hit hold import
inform key label leave let list log look mail make mark measure message note notify open order pack pay
photograph pick ping place post press print put raise record register request reserve run save scan select
send show sign snap sort stamp submit tag take tell test tick transfer type upload use wait walk weigh write
"""
_ACTS = "|".join(_ACTS_TEXT.split())
_CUT = re.compile(
    r"(?i)\s*(?:[,;:.]\s+|\s(?=(?:and then|and|then|after that|afterwards|finally|before|next)\s)|→|->|=>"
    r"|(?:^|\s)\(?\d[.)]?\s+(?=[A-Za-z]))\s*"
)
_LEAD = (
    r"(?:(?:and|then|so|but|first(?:ly)?|second(?:ly)?|third(?:ly)?|next|after(?: that|wards)?|finally"
    r"|lastly|before|just|now|instead"
    r"|simply|still|also|step|\d|in the end|from now on|what you do is|what you do now is|is|you|u|we|i|one"
    r"|people|they|have to"
    r"|has to|need to|must|should|the evening before|as before)[\s,:]+)*"
)
# A verb nobody listed is told by what it is done to: "tape it on".
_DONE_TO = (
    r"(?!(?:is|was|like|liked|love|made|makes|does|did|do|has|had|about|with|for|from|and|but|that|see|saw"
    r"|said|think|hate|mean|means"
    r"|because|when|if|so|as|on|in|at|by|to|of|not|maybe)\b)[a-z]{3,12}(?=\s+(?:it|them)\b)"
)
_ORDER = re.compile(rf"(?i)^{_LEAD}(?:{_ACTS}|{_DONE_TO})\b(?!\s+(?:me|us|it\s+to\s+me)\b)(?!['’])")
# Somebody else's part in it: "Lena approves", "has to approve", "is approved by", "goes to".
_PART = re.compile(
    r"(?i)\b(?:approv\w+|sign\w*(?: it)? off|sign(?:s|ing)?|confirm\w*|ok(?:ay)?s|gives? the ok|check(?:s"
    r"|ed)|go(?:es)? to|countersign\w*|releases?)\b"
)
_ASSISTANT = re.compile(
    r"(?i)\bplease\b|\b(?:can|could|would|will) you\b|\b(?:send|give|tell|show|write|get|make|draft|list"
    r"|explain|find) (?:me|us)\b|\bfor me\b"
)


def count_orders(text: str) -> int:
    """How many steps a text tells as orders; none where it orders the listener to do something now."""
    if _ASSISTANT.search(text):
        return 0
    pieces = [piece for piece in _CUT.split(text) if piece]
    return sum(bool(_ORDER.match(piece) or _PART.search(piece)) for piece in pieces)


def for_the_listener(text: str) -> bool:
    """It wants something done now, by whoever listens."""
    return _ASSISTANT.search(text) is not None


def begins_with_order(text: str) -> bool:
    """A sentence that is a step by itself, or several."""
    return not _ASSISTANT.search(text) and (
        _ORDER.match(text) is not None or (_PART.search(text) is not None and len(text.split()) <= 14)
    )


def ordered_until(said: Sequence[Sentence], index: int) -> int:
    """The last sentence of steps that begins at ``index``; one before it where none does."""
    last = index - 1
    for following in range(index, len(said)):
        text = said[following].text
        if said[following].asks or not (begins_with_order(text) or count_orders(text) >= 2):
            break
        last = following
    return last


def steps_in(text: str) -> tuple[str, ...]:
    """The orders of a text, in order, each without the word that joins it to the one before."""
    found = []
    for piece in _CUT.split(text):
        bare = re.sub(
            r"(?i)^(?:(?:and|then|first(?:ly)?|next|finally|lastly|after that|afterwards)[\s,:]+)+",
            "",
            piece or "",
        )
        bare = bare.strip(" ,.;:")
        if bare and (_ORDER.match(bare) or _PART.search(bare)):
            found.append(bare)
        elif bare and found:
            found[-1] = f"{found[-1]}, {bare}"
    return tuple(found) if len(found) > 1 else ()

"""What a request to forget means: under which keys it is kept.

By a value that stands in the words (a number, an address, a name), by the noun for it, or by what was
spoken of just before. Whose it is has to be plain: a paragraph to be deleted is no memory.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from core.agent.extraction.forgetting import is_listed, is_unsaying
from core.agent.extraction.topic import TOPICS, Topic
from core.agent.extraction.value import MAIL, PHONE, lower_names
from core.gate.words import content_words

_MEMORY = (
    r"(?:memor(?:y|ies)|records?|notes|files?|storage|database|head|mind|system|list|profile"
    r"|what(?:ever)? you)"
)
_MINE = re.compile(
    r"(?i)\b(?:my|our|mine|what i|where i|how to (?:\w+ ){1,4}me|about me|call(?:ing)? me|reach(?:ing)? me"
    r"|i (?:\w+ )?"
    r"(?:gave|told|mentioned|shared|said|let slip|sent|passed on|wrote|handed))"
    r"|\b(?:number|mobile|phone|address|city|town|name|team|editor|allergy|one) (?:that |which )?i\b"
    rf"|\byou (?:have|hold|know|keep|['’]ve|got|wrote|noted|stored|saved)\b|\b(?:from|in|out of"
    rf"|off) (?:\w+ )?{_MEMORY}\b"
    r"|\b(?:on file|on record)\b|\bto be reachable\b"
)
# What belongs to somebody else, or is taken out of something that is no memory.
_THEIRS = re.compile(
    r"\b(?:[Hh]is|[Hh]er|[Tt]heir|(?:[A-ZÀ-Þ]\w+|\w*(?:one|body|er|or|nt|ent))['’]s)\s+(?:\w+\s+){0,2}?"
    r"(?:number|phone|mobile|address|name|team|city|home|allerg\w+|editor|mail|e-?mail)\b"
)
_ELSEWHERE = re.compile(
    rf"(?i)\b(?:from|off|out of|in) (?:the|this|that|these|an?|our|line|row|column|cell|\w+ (?:the"
    rf"|this))\b(?!\s+(?:\w+ )?{_MEMORY})"
    r"(?!\s+(?:beginning|start|first|couch|other day|earlier))"
)
_GOES_ON = (
    r"(?!\s+(?!(?:in|from|out|off|that|which|who|you|u|please|for|and|or|again|any|now|at|on|is|was|as|with"
    r"|to|too|also|would"
    r"|will|could|can|should|must|has|never|not|isn|aren|i|we|it|completely|entirely|everywhere|altogether"
    r"|right|thanks|thank"
    r"|are|number|address|anymore|anywhere|way|back|once|the|by|before|because|since|through|this|today|so"
    r"|but|if)\b)\w)"
)
_POINTING = re.compile(
    r"(?i)^(?:\W*(?:all of |everything about |any trace of )?(?:it|that|this|them|those|these)\b|\W*$)"
    r"|\b(?:it|that|this|them|those)\W*$"
)
_DIGITS = re.compile(r"\d{3,}")
# A thing to hold in one's hand as well as a number; only the latter is forgotten.
_DEVICE = re.compile(
    r"(?i)\b(?:wip|clear|drop|los|lost|dump|toss|destroy|burn|cut|put)\w*\s+(?:\w+\s+){0,2}?(?:phone|mobile"
    r"|cell)\b(?!\s+num)"
)


def keys_meant(words: str, sentence: str, before: str, known: Mapping[str, str]) -> list[str]:
    """The known keys that a request means; none where that is not plain.

    Args:
        words: the request's own words for it.
        before: the sentence before in the same turn, or nothing.
        known: contents by key.
    """
    if _THEIRS.search(sentence) or _DEVICE.search(sentence):
        return []
    owned = is_own(sentence)
    elsewhere = bool(_ELSEWHERE.search(words)) and not re.search(rf"(?i)\b{_MEMORY}", words)
    for text in (words, sentence):
        keys = _by_identifier(text, known)
        if keys:
            return keys
        if elsewhere or not owned:
            continue
        topic = _named(text)
        if topic is not None:
            # A thing that is named and not known is not there; something like it is not meant.
            return [key for key in known if key == topic.key or topic.nouns.search(key.replace("_", " "))]
        keys = _by_name(text, known)
        if keys:
            return keys
    if before and _POINTING.search(words) and _MINE.search(before) and not _THEIRS.search(before):
        pointed = _by_identifier(before, known) or _of_topic(before, known)
        if pointed:
            return pointed
    return _most_in_common(words, known) if owned and not elsewhere else []


def is_own(sentence: str) -> bool:
    """It speaks of what the speaker gave or said, or of what is remembered of him; a draft is neither."""
    return bool(_MINE.search(sentence)) or is_listed(sentence) or is_unsaying(sentence)


def _named(text: str) -> Topic | None:
    for topic in TOPICS:
        found = topic.nouns.search(text)
        if found is not None and re.match(_GOES_ON, text[found.end() :], re.IGNORECASE):
            return topic
    return None


def _of_topic(text: str, known: Mapping[str, str]) -> list[str]:
    topic = _named(text)
    return [] if topic is None or topic.key not in known else [topic.key]


def _by_identifier(text: str, known: Mapping[str, str]) -> list[str]:
    """Those that hold a number or an address of the text; the first digits of a number may stand for it."""
    mails = {match[0].lower() for match in MAIL.finditer(text)}
    full = [re.sub(r"\D", "", match[0]) for match in PHONE.finditer(text)]
    short = [] if full else _DIGITS.findall(text)
    found = []
    for key, content in known.items():
        if mails & {match[0].lower() for match in MAIL.finditer(content)}:
            found.append(key)
            continue
        held = [re.sub(r"\D", "", match[0]) for match in PHONE.finditer(content)]
        if any(one in other for one in full for other in held) or any(
            other.startswith(one) or other.endswith(one) for one in short for other in held
        ):
            found.append(key)
    return found


def _by_name(text: str, known: Mapping[str, str]) -> list[str]:
    said = lower_names(text)
    return [key for key, content in known.items() if key != "name" and said & lower_names(content)]


def _most_in_common(words: str, known: Mapping[str, str]) -> list[str]:
    asked = content_words(words)
    overlap = {
        key: len(asked & (content_words(key.replace("_", " ")) | content_words(content)))
        for key, content in known.items()
    }
    most = max(overlap.values(), default=0)
    if most == 0 or (most == 1 and sum(count == 1 for count in overlap.values()) > 1):
        return []
    return [key for key, count in overlap.items() if count == most]

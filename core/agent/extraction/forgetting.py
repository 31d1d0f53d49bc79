"""Requests to forget: what the speaker wants gone, and under which key it is kept."""

from __future__ import annotations

import re
from collections.abc import Mapping

from core.agent.extraction.topic import topic_named
from core.gate.words import content_words

_VERB = (
    r"(?:forget|delete|erase|remove|wipe|drop|purge|scrub|discard|clear|unlearn|expunge|lose|lost"
    r"|get rid of|throw (?:away|out)|let go of|strike|take)"
)
_REQUEST = re.compile(
    rf"(?i)(?:^|[,;:.!]\s*|\b(?:please|kindly|can you|could you|would you|will you"
    rf"|(?:i['’]d|i would) (?:like|want|prefer) (?:you )?(?:to|if you)|"
    rf"(?:i )?(?:want|need|ask) you to|you (?:can|should|may|must|need to)|go ahead"
    rf" and|just|and|also)\s+){_VERB}\b(?P<rest>.*)$"
)
_KEEP = re.compile(
    r"(?i)\b(?:(?:do not|don['’]t|please don['’]t|never|stop|no longer|rather you"
    r" (?:did ?n['’]t|not)|prefer (?:that )?you (?:did ?n['’]t|not|don['’]t)|"
    r"(?:want|like) you to (?:no longer|not)|(?:do not|don['’]t|no longer)"
    r" (?:want|like|need|wish) you to|shouldn['’]t)\s+(?:\w+\s+){0,2}?(?:keep(?:ing)?"
    r"|stor(?:e|ing)|remember(?:ing)?|sav(?:e|ing)|(?:hold|hang)(?:ing)?(?: on)?(?: to)?|"
    r"retain(?:ing)?|have|having|know(?:ing)?|us(?:e|ing)))\b(?P<rest>.*)$"
)
_PASSIVE = re.compile(
    r"(?i)(?P<rest>\b(?:my|our)\b.{1,60}?)\s+(?:should|must|may|can|is|shall)(?:n['’]t| not| no longer)(?: to)? be"
    r"(?: \w+)? ?(?:stored|kept|remembered|saved|held|known|in your \w+)\b"
)
_LISTED = re.compile(r"(?i)^[\s\-*•]*(?:forget|delete|erase|remove)\s*[:=]\s*(?P<rest>\S.*)$")
_MINE = re.compile(
    r"(?i)\b(?:my|our|mine|what i (?:said|told)|that i|about me|i (?:gave|told|mentioned"
    r"|shared))\b|\b(?:from|in|out of|off) (?:your |the )?(?:memory|memories|records?"
    r"|notes|files?|storage|database)\b"
)
_NOT_SO = re.compile(
    r"(?i)\b(?:(?:do not|don['’]t|never|didn['’]t|won['’]t|i) forget|forget (?:it"
    r"|about it|to|that i asked)\b|never ?mind)"
)


def wanted_gone(clause: str) -> str | None:
    """The words for what is to be forgotten, if the clause asks for that."""
    if _NOT_SO.search(clause):
        return None
    found = _REQUEST.search(clause) or _KEEP.search(clause) or _PASSIVE.search(clause)
    listed = _LISTED.match(clause)
    if listed is not None:
        return listed["rest"].strip(" .!?,")
    if found is None or not _MINE.search(clause):
        return None
    return found["rest"].strip(" .!?,")


def keys_meant(words: str, known: Mapping[str, str]) -> list[str]:
    """The known keys that are meant: by topic, or by the most words in common."""
    topic = topic_named(words)
    if topic is not None:
        # A thing that is named and not known is not there; something like it is not meant.
        return [key for key in known if key == topic.key or topic.nouns.search(key.replace("_", " "))]
    asked = content_words(words)
    overlap = {
        key: len(asked & (content_words(key.replace("_", " ")) | content_words(content)))
        for key, content in known.items()
    }
    most = max(overlap.values(), default=0)
    if most == 0 or (most == 1 and sum(count == 1 for count in overlap.values()) > 1):
        return []
    return [key for key, count in overlap.items() if count == most]

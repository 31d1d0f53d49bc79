"""Leaving what was true before out of the sentence that corrects it.

A fact that says "moved from Porto to Oslo" would bring Porto back whenever it is recalled; the old
value stays in the history of its key, with its own source.
"""

from __future__ import annotations

import re

from core.agent.extraction.value import MAIL, PHONE, names

_LEADS = (
    r"from|out of|away from|off|not|no longer(?: (?:in|on|at|with|using|part of))?"
    r"|instead of|rather than|in place of|and not|but not"
    r"|over|after(?: \w+){0,4} (?:in|on|at|with|of|using)|leaving|left|quit|quitting"
    r"|dropp(?:ed|ing)|ditch(?:ed|ing)|gave up|giving up"
    r"|said good ?bye to|done with|retired|replac(?:ed|ing)|swapp(?:ed|ing)|trad(?:ed"
    r"|ing)|not in|not on|used to be|was|were|previously|formerly"
)
_SURROUNDING = (
    r"(?:\s+(?:team|squad|group|department|folks|crew|side|org|people|in|anymore|any more|any longer|now))*"
)


def without_old(clause: str, old: str) -> str:
    """The clause without the values it shares with ``old``; unchanged where nothing else would be left."""
    shared = _values(clause) & _values(old)
    fresh = _values(clause) - shared
    if not shared or not fresh:
        return clause
    shorter = clause
    for value in sorted(shared, key=len, reverse=True):
        named = rf"(?:the\s+|my\s+|our\s+)?{re.escape(value)}{_SURROUNDING}"
        shorter = re.sub(rf"(?i)[\s,(]*\b(?:{_LEADS})\s+{named}[),]?(?!\w)", " ", shorter)
        shorter = re.sub(rf"(?i)\b{named}\s*(?:->|→|=>|⇒)\s*", "", shorter)
    if any(value in shorter.lower() for value in shared):
        shorter = _segments(shorter, shared, fresh)
    shorter = re.sub(r"\s{2,}", " ", shorter)
    shorter = re.sub(r"\s+([.,;:!?])", r"\1", shorter).strip(" ,;–—-")
    return shorter if any(value in shorter.lower() for value in fresh) else clause


def _segments(clause: str, shared: set[str], fresh: set[str]) -> str:
    """The parts between commas that do not name the old value."""
    parts = re.split(r"(?<=[,;:–—])\s+|\s+(?=(?:and|but|so|then)\b)", clause)
    kept = [part for part in parts if not any(value in part.lower() for value in shared)]
    text = " ".join(kept).strip(" ,;:–—")
    return text if any(value in text.lower() for value in fresh) else clause


def _values(text: str) -> set[str]:
    """Names, numbers and addresses of a text, in lower case."""
    found = {name.lower() for name in names(text)}
    found |= {match[0].lower() for match in MAIL.finditer(text)}
    found |= {match[0] for match in PHONE.finditer(text)}
    return found

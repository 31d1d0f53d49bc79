"""What no memory may say, whoever says it: orders to override, forged frames, leaks, concealment.

People may speak about attacks, agents and pages may not: quoted words and plain facts about guards
are let through for a user or an operator.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.gate.attack_shapes import ATTACKS, ROLE_LINE
from core.gate.case import READ, Case
from core.gate.hidden import hidden_characters
from core.gate.pattern import deferred
from core.gate.sighting import Sighting, seen
from core.gate.speech import is_order
from core.gate.trust import Trust
from core.gate.views import View

_NORMATIVE = deferred(
    r"(?i)\b(?:always|never|must|should|may|can|please|from now on|in future|whenever|fine to|ok(?:ay)"
    r"? to|allowed to|free to|do not|don['’]t)\b"
)
_NOT = deferred(r"(?i)\b(?:not|never|no|cannot|nobody|without)\b|n['’]t\b")
_QUOTING = deferred(
    r"(?i)\b(?:says?|said|saying|titled?|called|named|reads?|phrases?|text|words?|contain(?:s|ed|ing)?|"
    r"quotes?|quoted|example|wrote|mention(?:s|ed)?|draft|search(?:es|ed)? for|prompt injections?|"
    r"about|such as|like|detects?|blocks?|attacks?)\b[^.!?\n]{0,40}[\"'“‘«]"
)
# A disguised reading is searched only when it holds words an attack is made of.
_TELLTALE = deferred(
    r"(?i)\b(?:ignore|disregard|forget|override|instructions?|prompt|system|password|secret|"
    r"credentials?|api keys?|reveal|always|never|send|forward|user|rules|approve|admin|memory)\b"
)

_ASKED_OF_SOMEBODY = deferred(
    r"(?i)\b(?:ask|asks|have|has|get|gets|let|lets|wait for|waits for|needs?|requires?|until|request|want)"
    r"\s+(?:[\w'’\-]+\s+){1,4}?(?:to\s+)?$"
)


def attacks(case: Case) -> Iterator[Sighting]:
    """The first place of each attack, in the text and in every reading of it."""
    yield from hidden_characters(case.proposal.content[:READ])
    for part in case.proposal.parts:
        yield from hidden_characters(part[:READ])
    quoting = case.trust >= Trust.USER
    told: set[str] = set()
    plain_words = {word.lower() for word in _TELLTALE.findall(case.view.text[:READ])}
    for number, view in enumerate((*case.told, *case.disguises)):
        disguised = number >= len(case.told)
        # A reading that shows no word of that kind beyond those in plain sight hides nothing.
        if disguised and {word.lower() for word in _TELLTALE.findall(view.text[:READ])} <= plain_words:
            continue
        own = (number == 0 or disguised) and not case.proposal.is_json
        for code, start, end in _found(view, quoting=quoting, disguised=disguised):
            if code not in told:
                told.add(code)
                yield seen(code, view.span(start, end) if own else None, view=view.name)


def _found(view: View, *, quoting: bool, disguised: bool) -> Iterator[tuple[str, int, int]]:
    text = view.text[:READ]
    for code, pattern in ATTACKS:
        for match in pattern.finditer(text):
            if match[0] == match[0].lower() and match[0] == "ignore":
                continue
            if code == "guard_removal" and _is_forbidden(text, match):
                continue
            if quoting and (_is_quoted(text, match) or not _is_meant(code, text, match)):
                continue
            yield code, *match.span()
            break
    roles = [match[1].lower() for match in ROLE_LINE.finditer(text)]
    if len(set(roles)) >= 2 and not disguised:
        yield "forged_frame", 0, len(text)


def _is_quoted(text: str, match: re.Match[str]) -> bool:
    """Whether somebody reports the words instead of saying them; only people are believed that."""
    before = text[max(0, match.start() - 80) : match.start()]
    return (
        _QUOTING.search(before) is not None
        and re.search(r"[\"'”’»]", text[match.end() : match.end() + 200]) is not None
    )


def _is_meant(code: str, text: str, match: re.Match[str]) -> bool:
    """For people's own words: that a check was removed is a fact; that it is to be is a finding."""
    if code not in {"guard_removal", "concealment", "exfiltration"} or match[0][0] in "!<h":
        return True
    before = _before(text, match)
    if _ASKED_OF_SOMEBODY.search(before):
        # "Ask Dana to approve it" sets up the check that the words would otherwise take away.
        return False
    sentence = before + match[0]
    return _NORMATIVE.search(sentence) is not None or is_order(sentence)


def _is_forbidden(text: str, match: re.Match[str]) -> bool:
    """Whether "without approval" is what must not happen: "never deploy without approval"."""
    return match[0].lower().startswith("without") and _NOT.search(_before(text, match)) is not None


def _before(text: str, match: re.Match[str]) -> str:
    start = max(text.rfind(mark, 0, match.start()) for mark in ".!?\n") + 1
    return text[start : match.start()]

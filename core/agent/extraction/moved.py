"""Corrections that do not name what they correct: somebody moved, joined, was taken over, woke up elsewhere.

What is corrected follows from what is known: the value that is left behind, or the kind of change (a desk, a
lease) together with a slot that is filled. A trip, a visit and other people's moves correct nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from core.agent.extraction.replaced import without_old
from core.agent.extraction.sentence import Sentence, clauses, is_unsure, tells_change
from core.agent.extraction.value import names

PLACED = ("team", "home_city", "editor", "employer")

_NAME = (
    r"(?:the\s+)?(?P<new>(?-i:[A-ZÀ-ÖØ-Þ])[\w&'’\-]*(?:\s+(?:&|and|of)\s+(?-i:[A-ZÀ-ÖØ-Þ])[\w\-]*"
    r"|\s+(?-i:[A-ZÀ-ÖØ-Þ])[\w\-]*){0,3})"
)
_ME = re.compile(r"(?i)\b(?:i|i['’](?:m|ve|d|ll)|me|my|mine|we|we['’](?:ve|re)|our|us|yours truly)\b")
_I = r"\b(?:i|i['’](?:m|ve|d)|we|we['’](?:ve|re)|yours truly)\b"
# Who speaks of himself may leave himself out.
_BEGINS = (
    r"^(?:(?:so|and|but|also|oh|well|ok(?:ay)?|btw|by the way|actually|recently|now|just|finally"
    r"|update|fyi)[\s,:–—\-]+)*"
)
_BY_ME = rf"(?:{_I}(?:\W+\w+){{0,3}}?\W+|{_BEGINS})"

_OFFICE = re.compile(
    r"(?i)\b(?:teams?|squad|group|department|dept|division|unit|crew|desk|badge|stand-?ups?|rota|roster"
    r"|reorg\w*|reshuffle\w*"
    r"|restructur\w*|rearranged|split up|boss|manager|colleagues?|on loan|promoted|transferred|backlog"
    r"|sprint)\b"
)
_HOUSE = re.compile(
    r"(?i)\b(?:flat|house|apartment|keys|lease|rent(?:al|ed|ing)?|landlord|landlady|moving (?:van|boxes"
    r"|day)|cardboard|boxes|unpack\w*"
    r"|mortgage|neighbou?rs?|postcode|zip code|tenancy|home|live|lived|living|moved)\b"
)
_WORKPLACE = (
    r"(?:desk|badge|seat|stand-?up|daily|backlog|sprint|rota|roster|chair|department"
    r"|mug|lanyard|name tag)"
)
_TAKEN = (
    r"(?:reassigned|transferred|seconded|swapped|loaned|lent|drafted|recruited|poached|snapped up"
    r"|assigned|attached|traded|rotated|head-?hunted)"
)
_PUT = r"(?:put|placed|moved|shifted|sent|posted|switched|transferred|reassigned|assigned|dropped|parked)"
# Who joins these is back at his own desk an hour later.
_NOT_MET = (
    r"(?!\w|\s+(?:call|meeting|channel|chat|session|lunch|webinar|thread|list|demo|workshop|party|game"
    r"|dinner|trip|stand-?up)\b)"
)
_TEAM_FRAMES = (
    rf"{_BY_ME}(?:\w+ ){{0,2}}?{_TAKEN}(?:\W+\w+)?\W+(?:to|into|in|with|for|by|under|onto)\s+{_NAME}",
    rf"{_I}(?:\W+(?:\w+)){{0,2}}?\W+(?:join(?:ed|ing)?|belong(?:ing)?(?: now)? to)\s+{_NAME}{_NOT_MET}",
    rf"\b(?:answer|answering|report|reporting) to\s+(?:the\s+)?(?:head|lead|leader|boss|manager|director"
    rf"|chief)s?\s+(?:of|at|in)\s+{_NAME}",
    rf"{_NAME}(?:['’]s| has| have| had| just| finally)*\s+(?:poached|hired|recruited|drafted|claimed"
    rf"|adopted|borrowed|snatched|took|taken|had|has)\s+me\b",
    rf"\b{_PUT} me\b(?:\W+\w+){{0,2}}?\W+(?:with|under|on|into)\s+{_NAME}",
    rf"\b(?:my|new|the)\s+(?:\w+\s+)?{_WORKPLACE}\b(?:\s+i \w+(?: to)?)?(?:\s+(?:now|has|have|had"
    rf"|also))*\s+(?:is|are|says|reads|went|moved|stands|sits|got moved)\b"
    rf"(?:\s+(?:now|to|with|at|in|among|over|the|next))*\s+{_NAME}",
)
# Needs a change beside it: with whom somebody is says nothing of where he belongs.
_PEOPLE_FRAMES = (
    rf"\b(?:to|with|in|into|at|among)\s+{_NAME}\s+(?:team|people|folks|crew|lot|gang|group|squad|guys|side"
    rf"|unit|department|bunch)\b",
)
# Words for a place as well as for a team: what stands around them tells which.
_EITHER_FRAMES = (
    rf"{_BY_ME}(?:ended up|wound up|landed|moved|shifted|switched|hopped|jumped|crossed|gone|went|am|['’]m"
    rf"|is|now)(?:\W+\w+){{0,2}}?\W+(?:to|into|in|with|at|over to)\s+{_NAME}",
    rf"\b{_PUT} me\b(?:\W+\w+){{0,2}}?\W+(?:to|in|at)\s+{_NAME}",
    rf"^(?:\w+\W+){{0,2}}?{_NAME}\s+(?:now|these days|nowadays)\b",
    rf"{_NAME}\s+(?:has|have|got|took|gets)\s+me\b",
    rf"\b(?:in|for|to)\s+{_NAME}\b(?=.*\bthere\b)",
)
_HOME_FRAMES = (
    rf"\b(?:wakes?|woke|waking) up in\s+{_NAME}",
    rf"{_I}(?:\W+(?:up|down|over|out|here|now|back))*\W+in\s+{_NAME}\s+(?:since|for good|permanently"
    rf"|these days|from now on|as of)\b",
    rf"\bmy (?:new )?(?:home|flat|house|apartment|place|address|bed|front door"
    rf"|postcode)\b(?:\W+\w+){{0,2}}?\W+(?:in|is|to)\s+{_NAME}",
    rf"\b(?:the|my) (?:lease|keys|rent|boxes)\b.{{0,20}}\b(?:in|for|to)\s+{_NAME}",
)
_LEFT_BEHIND = re.compile(
    r"(?i)\b(?:broke up|behind (?:me|us)|let me go|given up|g[ia]ve up|good ?bye|farewell|former(?:ly)?"
    r"|used to|without me|no longer"
    r"|not any ?more|any ?more|any longer|split up|dissolved|done with|through with|over|history|left"
    r"|leaving|quit|instead of|rather than"
    r"|not in|not with|old|past|ex|out of|after \w+ (?:years|months|weeks))\b"
)
_PASSING = re.compile(
    r"(?i)\b(?:fl(?:y|ew|ying|ight)|drove|driv(?:e|ing)|train|bus|trip|visit\w*|travel\w*|rid(?:e|ing)|rode"
    r"|cycl\w+|commut\w+"
    r"|conference|meeting|weekend|holidays?|vacation|until|till|tonight|today only|call with|talk(?:ed"
    r"|ing)?|lunch|slack|discord|zoom"
    r"|webinar|mailing list|newsletter|on my way|back from|stop(?:ped)? over)\b"
)
_OTHERS = re.compile(
    r"(?i)\b(?:my|our) (?:\w+ )?(?:sister|brother|mother|mum|mom|father|dad|parents|wife|husband|partner"
    r"|girlfriend|boyfriend|son|daughter|cousin"
    r"|aunt|uncle|neighbou?r|friend|colleague|co-?worker|team-?mate|flat-?mate|room-?mate|boss|manager"
    r"|team lead|lead|client|customer|kid|kids"
    r"|niece|nephew|grand\w+|teacher|doctor)s?\b(?!\s+(?:put|moved|placed|sent|transferred|assigned|let"
    r"|said|says|told) )"
)


def moved(said: Sequence[Sentence], index: int, facts: Mapping[str, str]) -> tuple[str, str] | None:
    """The key a sentence corrects and what holds now, in its words and without the old value.

    Args:
        said: the sentences of the turn.
        index: the one that is read; those beside it tell what it speaks of.
        facts: what is held, by key; only a slot that is filled can be corrected.
    """
    text = said[index].text
    around = " ".join(each.text for each in said[max(0, index - 1) : index + 2])
    if not _ME.search(text) and not re.search(
        r"(?i)^(?:\w+\W+){0,2}?\w+\s+(?:now|these days)\b|\bit['’]s\b|^new\b", text
    ):
        return None
    if _OTHERS.search(text):
        return None
    for key, new in _candidates(text, around, facts):
        old = facts[key]
        if _alike(new, old) or _alike(new, facts.get("name", "")):
            continue
        content = _worded(text, new, old)
        if content is not None:
            return key, content
    return None


def _candidates(text: str, around: str, facts: Mapping[str, str]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for clause in [text, *clauses(text)]:
        if _PASSING.search(clause) or is_unsure(re.sub(r"(?i)\bused to\b", "", clause)):
            continue
        if "team" in facts and tells_change(text):
            found += [("team", new) for new in _framed(_PEOPLE_FRAMES, clause)]
        for key, frames in (("home_city", _HOME_FRAMES), ("team", _TEAM_FRAMES)):
            if key in facts:
                found += [(key, new) for new in _framed(frames, clause)]
        for new in _framed(_EITHER_FRAMES, clause):
            # The nearer words decide; where neither desk nor lease is spoken of, nothing is.
            for near in (text, around):
                office, house = bool(_OFFICE.search(near)), bool(_HOUSE.search(near))
                if office != house:
                    key = "team" if office else "home_city"
                    found += [(key, new)] if key in facts else []
                    break
    return found if _PASSING.search(text) else found + _left(text, around, facts)


def _framed(frames: Sequence[str], clause: str) -> list[str]:
    matches = (re.search(f"(?i){frame}", clause) for frame in frames)
    return [match["new"] for match in matches if match is not None and names(match["new"])]


def _left(text: str, around: str, facts: Mapping[str, str]) -> list[tuple[str, str]]:
    """What replaces a known value that is named as left behind, in the same sentence or the one beside it."""
    found = []
    for key in PLACED:
        if key not in facts:
            continue
        old = {name.lower() for name in names(facts[key])} - {
            name.lower() for name in names(facts.get("name", ""))
        }
        spoken = {name.lower() for name in names(text)}
        if old & {name.lower() for name in names(around)} and (
            _LEFT_BEHIND.search(around) or (old & spoken and tells_change(text))
        ):
            fresh = [name for name in names(text) if name.lower() not in old]
            if fresh and re.search(_CENTRE.format(name=re.escape(fresh[0])), text):
                found.append((key, fresh[0]))
    return found


# Where the new value of something stands: after a preposition, as what something is, or as who has me.
_CENTRE = (
    r"(?i)\b(?:in|to|into|with|at|on|for|under|is|are|it['’]s|i['’]m|join(?:ed)?|use|using|an?|the"
    r"|now)\s+(?:the\s+|an?\s+)?{name}\b"
    r"|\b{name}\b(?:\s+\w+)?\s+(?:is|has|have|['’]s|got|took|now|these days|it is|for me)\b|\b{name}['’]s\b"
)


def _alike(new: str, old: str) -> bool:
    return bool({name.lower() for name in names(new)} & {name.lower() for name in names(old)})


def _worded(text: str, new: str, old: str) -> str | None:
    """The shortest part of the sentence that holds the new value and not the old one."""
    gone = {name.lower() for name in names(old)}
    parts = [part for part in clauses(text) if new in part]
    # Three words say something; a name alone does not say of what.
    for part in [*sorted((part for part in parts if len(part.split()) > 2), key=len), text]:
        bare = without_old(part, old).strip(" ,;:–—-")
        if new in bare and not gone & {name.lower() for name in names(bare)}:
            return bare[0].upper() + bare[1:] + ("" if bare[-1] in ".!?" else ".")
    return None

"""What a clause about the speaker is about, and the key such a fact has.

A topic is told by the kind of thing that is said of whom: who lives where, works with whom, writes
in what. Each is a frame of grammar with a typed value, so that a wording nobody thought of still fits
when its verb and its value do.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from core.agent.extraction.value import MAIL, PHONE, names

_I = r"\b(?:i|i['’]m|i['’]ve|we|we['’]re|we['’]ve)\b"
# Somebody who speaks of himself may leave out that he does: "Moved to Oslo last week."
_DROPPED = (
    r"^(?:(?:so|and|but|also|oh|well|actually|recently|now|just|finally|since \w+"
    r"|these days|as of \w+|btw|fyi|by the way|quick update|small update|update|correction"
    r"|news|heads[ -]up|ok|okay|hey|hi|psst|scratch that|wait|sorry|no)\b[\s,:–—\-]*)*"
)
_GAP = r"(?:\W+\w+){0,5}?\W+"
_NEXT = r"(?:\W+\w[\w'’]*){0,7}?\W*"


def _said_of_me(verbs: str) -> str:
    return rf"(?:{_I}{_GAP}|{_I}\W*|{_DROPPED})(?:{verbs})\b"


_TEAM_NOUN = (
    r"(?:teams?|squad|crew|group|department|dept|division|unit|guild|tribe|chapter"
    r"|pod|folks|people|org(?:ani[sz]ation)?)(?!\s+(?:lead|leader|leads|mate"
    r"|mates|member|members|manager|meeting|meetings|call|lunch|chat|channel|calendar"
    r"|building|event|is working|asked|wants|said|needs)\b)"
)
# Of people and crews there are all kinds; these belong to an office.
_FIRM_NOUN = r"(?:teams?|squad|department|dept|division|unit)"
_EDITORS = (
    r"(?:neo)?vim|n?vi|emacs|doom emacs|spacemacs|vs ?code|visual studio(?: code)?"
    r"|vscodium|helix|kakoune|zed|sublime(?: text)?|nano|micro"
    r"|intellij(?: idea)?|pycharm|webstorm|goland|clion|rider|rustrover|phpstorm|eclipse"
    r"|netbeans|xcode|android studio|atom"
    r"|notepad\+\+|textmate|bbedit|kate|geany|gedit|lapce|cursor|windsurf|fleet|nova|acme|jupyter(?:lab)?"
    r"|spyder|rstudio|brackets|textadept"
)
_PLACE_VERBS = (
    r"live|living|lives|reside|residing|dwell(?:ing)?|based|located|settled|settling|moved|relocated"
    r"|relocating|resettled|stationed"
    r"|staying|rent(?:ing)?|bought (?:a|an|my) (?:flat|house|apartment|place|home)"
    r"|have (?:a|an|my) (?:flat|house|apartment|place|home)"
    r"|landed|transplanted|made the (?:move|jump|leap)|made it|arrived|ended up|packed up|hail|call(?:ed|ing)?"
    r"|wake up|spend my (?:days|evenings|nights)|put down roots"
)
_HOME = (
    r"(?:home(?: ?town| city| base| address)?|hometown|city|town|residence|apartment"
    r"|flat|house|place|address|where i live)"
)


@dataclass(frozen=True, slots=True)
class Topic:
    """One thing that can be known of a person.

    Attributes:
        key: what a fact about it is kept under.
        nouns: how it is named when it is asked for or to be forgotten.
        states: whether a clause states it.
    """

    key: str
    nouns: re.Pattern[str]
    states: Callable[[str], bool]


def _city(clause: str) -> bool:
    if re.search(rf"\b{_TEAM_NOUN}\b", clause, re.IGNORECASE) and not re.search(
        rf"\b{_HOME}\b|\bliv(?:e|ing)\b", clause, re.IGNORECASE
    ):
        return False
    if not names(clause):
        return False
    lives = re.search(
        rf"(?i){_said_of_me(_PLACE_VERBS)}{_NEXT}\b(?:in|to|at|from|near|outside|out of|around|as)\b", clause
    )
    # A capital after the preposition is what makes it a place: "moved to the other meeting" is none.
    placed = re.search(
        r"\b(?:in|to|at|near|outside|out of|around|from)\s+(?:the\s+|sunny\s+|downtown\s+"
        r"|central\s+|\w+\s+of\s+)?[A-ZÀ-Þ]",
        clause,
    )
    is_home = re.search(
        rf"(?i)\b(?:my|our)\b(?:\W+(?!country\b)\w+){{0,3}}?\W+{_HOME}\b(?!\W+(?:country|held|holds|lost"
        rf"|was|office|page|screen))|\bhome\b\W*(?:is|['’]s|became|means|now)|\bcall(?:ed"
        rf"|ing)?\b.{{1,40}}\bhome\b"
        rf"|\bwhere i (?:live|sleep|stay|rent|wake up|pay (?:\w+ )*rent)\b"
        rf"|\b(?:is|as|became|been)\W+(?:now\W+|officially\W+)?home\b|\b(?:is|as|became"
        rf"|been)\b\W+(?:now\W+)?(?:my|our|where)\b(?:\W+\w+){{0,3}}?\W*(?:{_HOME}|live)\b",
        clause,
    )
    # "A Bristol resident", "a local of Bristol"
    resides = re.search(rf"(?i){_I}\W+(?:\w+\W+){{0,4}}?(?:resident|citizen|local|inhabitant)s?\b", clause)
    based = re.search(r"^\W*(?:\w+\W+){0,2}?[A-ZÀ-Þ][\w\-]*[\s\-]based\b\W*(?:\w+\W*){0,2}$", clause)
    return bool((lives and placed) or is_home or resides or based)


# Time spent with a team makes nobody a member.
_SEES = re.compile(
    r"(?i)\b(?:call|meeting|lunch|dinner|drinks|coffee|chat|demo|workshop|session|game|match|party"
    r"|trip)\s+(?:with|for|at|by)\b"
)
_MEETS = re.compile(
    r"(?i)\b(?:talk|talked|met|meet|meeting|spoke|speak|chat|chatted|ask|asked|wait|waiting|email|emailed"
    r"|mail|call|called"
    r"|demo|lunch|coffee|question|request|bug|ticket|thread|slides?|sync)\b"
)
_NOW = re.compile(
    r"(?i)\b(?:now|these days|nowadays|since|from (?:this|next)|as of|recently|lately|full[- ]time|for good"
    r"|permanently)\b"
)


_FORMER = re.compile(
    rf"(?i)\b(?:my|our)\s+(?:former|old|previous|ex|past|last)[\s\-]+(?:\w+\s+)?{_TEAM_NOUN}\b"
)


def _team(clause: str) -> bool:
    if _FORMER.search(clause) or _SEES.search(clause):
        return False
    if not re.search(rf"\b{_TEAM_NOUN}\b", clause, re.IGNORECASE):
        return False
    belongs = re.search(
        rf"(?i){_said_of_me(r'on|in|with|work|working|works|join(?:ed|ing)?|moved|switched|swapped|transferred|belong|part|sit|sitting|report|hopped|jumped|shifted|went|landed|reassigned|rotated|member|over|assigned|left|changed|made|started|find|found|contribute|traded|crossed|lead|leading|run|now|at|move|switch|based')}"
        rf"|\b(?:my|our)\b(?:\W+\w+){{0,2}}?\W+{_TEAM_NOUN}\b|{_TEAM_NOUN}\b.{{0,60}}\b(?:my"
        rf"|our|me|where i)\b|\b(?:you['’]ll|you will|you can) find me\b",
        clause,
    )
    mine = re.search(rf"(?i){_I}|\b(?:my|our|me)\b", clause)
    if not belongs and mine and not _MEETS.search(clause):
        # Somebody's desk, badge or standup is with a team: what is his is where he belongs.
        belongs = re.search(
            rf"\b(?:with|in|on|to|into|for|at|of)\s+(?:the\s+)?[\w\-]+\s+{_TEAM_NOUN}\b",
            clause,
            re.IGNORECASE,
        ) and _NOW.search(clause)
    named = (
        names(clause)
        if re.search(rf"(?i)\b{_FIRM_NOUN}\b", clause)
        else re.search(rf"(?-i:[A-ZÀ-Þ])[\w&\-]*\s+(?i:{_TEAM_NOUN})\b", clause)
    ) or re.search(
        rf"(?i)\b(?:the|with|our|my)\s+(?!(?:the|my|our|your|this|that|whole|other|same|right|new|old|best"
        rf"|great)\b)[\w\-]+\s+{_FIRM_NOUN}\b",
        clause,
    )
    return bool(belongs and named)


def _editor(clause: str) -> bool:
    by_noun = re.search(
        r"(?i)\b(?:editor|ide|text editor|coding environment|dev(?:elopment)? environment)\b", clause
    )
    codes = re.search(
        rf"(?i){_said_of_me(r'writ(?:e|ing|ten)|cod(?:e|ing)|edit(?:ing)?|program(?:ming)?|typ(?:e|ing)|hack(?:ing)?|develop(?:ing)?|do')}{_NEXT}\b(?:in|with|on|using|inside)\b",
        clause,
    )
    known = re.search(rf"(?i)\b(?:{_EDITORS})\b", clause)
    mine = re.search(
        rf"(?i){_I}|\b(?:my|our|me)\b|{_DROPPED}(?:moved|switched|using|went|swapped|gone|converted)\b",
        clause,
    )
    if known and re.search(
        r"(?i)\b(?:only|exclusively|all the way|is where i|employ)\b|^\W*(?:\w+\W+){0,1}\w+\W*$", clause
    ):
        return not re.search(r"(?i)\b(?:no|not|never|version|update|plugin|bug|crash)\b", clause)
    if by_noun:
        return bool(mine and (names(clause) or known or re.search(r"(?i)\bis\b|\bto\b|[:=]", clause)))
    chosen = re.search(
        r"(?i)\b(?:us(?:e|ing|ed)|switch(?:ed)?|moved|prefer|went|swapped|converted|favou?r"
        r"|love|swear by|live in|live inside|daily driver|"
        r"default|gone|picked up|adopted|running|reach for|settled|open)\b",
        clause,
    )
    return bool(mine and known and (codes or chosen))


def _allergy(clause: str) -> bool:
    reacts = re.search(
        r"(?i)\ballergic\W+(?:reactions?\W+)?to\b|\b(?!an?\b|my\b|the\b|bad\b|severe\b"
        r"|food\b)\w+\W+(?:allerg(?:y|ies)|intolerance)\b|\ballerg(?:y|ies)\W+(?:is|are"
        r"|to|:)|\bintoleran(?:t|ce)\W+(?:to|of)\b|\banaphyla|\bepipen\b|\bc(?:oe|e)liac\b"
        r"|\b(?:hives|swell\w*|break out|rash)\b.{0,20}\b(?:from|when|if|to)\b|\breact(?:ion)?"
        r" (?:badly )?to\b",
        clause,
    )
    harms = re.search(
        r"(?i)\b(?:makes?|made|gives?|puts?|sends?|would (?:put|send|kill|make|give))\b (?:my"
        r"|me)\b.{0,30}?\b(?:throat|tongue|lips|face|eyes|skin|airways?"
        r"|hives|rash|hospital|a&e|emergency|ambulance|swell\w*|itch\w*|anaphyla\w*|clos(?:e|es|ing)"
        r"|break out)\b"
        r"|\b(?:i|we) (?:\w+ )?(?:get|got|break out in|come out in|end up (?:in|with)"
        r"|swell up)\b.{0,30}\b(?:rash|hives|hospital|swelling|swollen|itchy|anaphyla\w*)\b.{0,30}\b(?:from"
        r"|with|when i eat|if i eat|of)\b"
        r"|\b\w+\s*(?:=|:|->|→)\s*(?:hives|rash|allergic|allergy|hospital|anaphyla\w*)\b|\b(?:and i"
        r"|and me) (?:don['’]t|do not|never) (?:get along|mix|agree)\b",
        clause,
    )
    avoids = re.search(
        r"(?i)\b(?:i|we)\b (?:really )?(?:can(?:no|['’])t|cannot|must(?:n['’]t| not)|mustn['’]t"
        r"|shouldn['’]t) (?:eat|have|touch|go near|tolerate|stand)\b",
        clause,
    )
    mine = re.search(
        rf"(?i){_I}|\b(?:my|me)\b|{_DROPPED}(?:allergic|severely|badly|seriously|deadly)\b", clause
    )
    return bool((reacts and mine) or avoids or harms)


def _phone(clause: str) -> bool:
    # An address may hold a figure or two; a phone has them in a row.
    return bool(
        PHONE.search(clause)
        and re.search(
            r"(?i)\b(?:phone|mobile|cell|number|reach|call|text|ring|dial|whatsapp|signal|contact|tel)\b",
            clause,
        )
        and re.search(rf"(?i){_I}|\b(?:my|our|me|mine)\b", clause)
    )


_REPORTS = r"(?:reports?|summar(?:y|ies)|digests?|statements?)"


def _report_address(clause: str) -> bool:
    return bool(MAIL.search(clause) and re.search(rf"(?i)\b{_REPORTS}\b", clause))


def _mail(clause: str) -> bool:
    return bool(
        MAIL.search(clause)
        and re.search(r"(?i)\b(?:e-?mail|mail|address|inbox|reach|write|contact)\b", clause)
        and re.search(r"(?i)\b(?:my|me|mine|i['’]m)\b", clause)
    )


def _name(clause: str) -> bool:
    return bool(
        re.search(
            r"\b(?:[Mm]y (?:full |first )?name(?: is|['’]s)|(?:[Cc]all|[Pp]eople call) me"
            r"|[Ii] go by)\s+(?:\w+\s+)?[A-ZÀ-Þ]",
            clause,
        )
        or re.fullmatch(
            r"(?:[Hh]i|[Hh]ello|[Hh]ey)?[\s,!]*(?:I am|I['’]m|[Tt]his is)\s+[A-ZÀ-Þ][\w'’\-]+"
            r"(?:\s+[A-ZÀ-Þ][\w'’\-]+)?(?:\s+here)?[.!]?",
            clause,
        )
    )


def _employer(clause: str) -> bool:
    return bool(
        re.search(
            rf"(?i){_said_of_me(r'work(?:ing)?|employed|joined|started')}\s+(?:\w+\s+)?(?:at|for|by)\s+",
            clause,
        )
        and names(clause)
    ) or bool(re.search(r"(?i)\bmy (?:new |current )?(?:employer|company)\b", clause) and names(clause))


def _role(clause: str) -> bool:
    return bool(
        re.search(
            r"(?i)\b(?:i work as|i['’]m working as|i (?:was|got|have been|['’]ve been) promoted"
            r" to|my (?:job(?: title)?|role|title|position|profession|occupation) (?:is|has"
            r"|was changed))\b",
            clause,
        )
        or re.search(
            r"(?i)\bi['’]?\s?a?m (?:now )?an? (?:\w+ ){0,3}(?:engineer|developer|designer"
            r"|manager|analyst|teacher|nurse|doctor|lawyer|accountant|scientist|architect"
            r"|consultant|writer|student|researcher|director|lead|administrator|maintainer)\b",
            clause,
        )
    )


def _nouns(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?i)\b(?:{pattern})\b")


# The narrower frame first: "moved to the Data team" is no place.
TOPICS: tuple[Topic, ...] = (
    Topic(
        "report_address",
        _nouns(
            r"report(?:s|ing)? (?:e-?mail |mail )?(?:address|recipient|mailbox|inbox)|reports?"
            r"|where (?:my |the )?reports go"
        ),
        _report_address,
    ),
    Topic(
        "phone_number",
        _nouns(
            r"(?:(?:tele)?phone|mobile|cell(?:phone)?|contact)(?: number)?|number|digits"
            r"|(?:to|can|could) (?:\w+ or )?(?:call|ring|phone|text|reach|dial) me"
        ),
        _phone,
    ),
    Topic("allergy", _nouns(r"allerg(?:y|ies|ic|ens?)|intolerances?"), _allergy),
    Topic("team", _nouns(r"team|squad|department|group|crew"), _team),
    Topic("editor", _nouns(r"editor|ide|coding environment"), _editor),
    Topic(
        "home_city",
        _nouns(
            r"home (?:city|town|base|address)|city|hometown|residence|where i (?:live|sleep|stay)|town|home"
        ),
        _city,
    ),
    Topic("email_address", _nouns(r"e-?mail(?: address)?|mail address"), _mail),
    Topic("name", _nouns(r"(?:full |first )?name"), _name),
    Topic("employer", _nouns(r"employer|company|workplace"), _employer),
    Topic("role", _nouns(r"role|job(?: title)?|title|position|profession"), _role),
)


def topic_of(clause: str) -> Topic | None:
    """The topic a clause states, if it states one."""
    return next((topic for topic in TOPICS if topic.states(clause)), None)


def topic_called(name: str) -> Topic | None:
    """The topic whose name this is and nothing more: a cat's name is not the speaker's."""
    return next((topic for topic in TOPICS if topic.nouns.fullmatch(name)), None)


def topic_named(words: str) -> Topic | None:
    """The topic a question or a request names."""
    return next((topic for topic in TOPICS if topic.nouns.search(words)), None)

"""What was said, cut into sentences and clauses, and how each of them is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.agent.extraction.value import MAIL, PHONE

# A stop ends a sentence where something like a beginning follows; "v2.8" and "a@b.example" go on.
_END = re.compile(r"(?<=[.!?…])[\"'”’)]*\s+(?=[\"'“‘(]?\w)|\n+|(?<=[;])\s+")
_ABBREVIATED = re.compile(
    r"(?i)\b(?:e\.g|i\.e|etc|mr|mrs|ms|dr|st|vs|no|approx|dept)\.$|(?:^|\s)\(?\d{1,2}[.)]$"
)
_CLAUSE = re.compile(
    r"\s*(?:,\s*(?:and|but|so|because|since|while|whereas|though|although|which|where)\s+|[;—–]\s*|\s-\s"
    r"|,\s+(?=(?i:i|i['’]m|i['’]ve|we|we['’]re|my|our|it['’]s|it|that['’]s|please|also)\b)"
    r"|\s+(?:and|but|so)\s+(?!(?i:i (?:do not|don['’]t|never) (?:get|mix|agree)))(?=(?i:i|i['’]m|i['’]ve|we"
    r"|we['’]re|my|our|it['’]s|please|then i)\b)"
    r"|:\s+(?=(?i:i|i['’]m|i['’]ve|we|my|our)\b))"
)
_UNSURE = re.compile(
    r"(?i)\b(?:if|unless|whether|suppose|supposing|imagine|might|may(?! \d)|could|would|should i|wonder(?:ing)?"
    r"|think(?:ing)? (?:of|about)|consider(?:ing)?|hop(?:e|ing) to|wish(?:ed)?|want(?:ed)? to|plan(?:s"
    r"|ning)? to"
    r"|tempted|almost|nearly|used to|going to|gonna|i['’]ll|we['’]ll|will|someday|one day|dream(?:ed|t)?"
    r"|joking|kidding|pretend(?:ing)?|hypothetically|rumou?r|maybe|perhaps|let['’]s say|tomorrow|in theory)\b"
)
# "If it is urgent, call me at …" is no condition of the number.
_OFFER = re.compile(
    r"(?i)^(?:if|when(?:ever)?|should)\b[^,]{1,60}?,?\s+(?=(?:please |just |you can |feel free to )?"
    r"(?:call|text|ring|reach|write|mail|message|ping|send|contact|use|try)\b)"
)
# "I should like to add that …" asserts as plainly as any sentence does.
_CIVIL = re.compile(
    r"(?i)\b(?:i|we)(?:['’]d| would| should| could| might| may| must)?(?: just| also| further| only| gladly"
    r"| quickly)*"
    r"(?: (?:like|love|want|have|ought) to)?(?: just| also| further)* (?:mention|add|say|note|point out"
    r"|stress|state|tell you|let you know"
    r"|inform you|remind you|explain|confess|admit)\b"
)
_TRAILING = re.compile(r"(?i),?\s+(?:if|in case|when(?:ever)?|should)\b(?=[^\d@]{1,80}$).*$")
_CHANGED = re.compile(
    r"(?i)\b(?:actually|correct(?:ion|ing)|update[sd]?|updating|chang(?:e[sd]?|ing)|mov(?:ed|ing)"
    r"|switch(?:ed|ing)?"
    r"|swapp?ed|replac(?:ed?|es|ing)|now(?:adays)?|is history"
    r"|was (?:fun|nice|great|lovely)|hired|finally|these days|recently|lately|no longer|not any ?more"
    r"|any ?more|anymore"
    r"|instead|since (?:last|this|the|monday|tuesday|wednesday|thursday|friday|january|february|march|april"
    r"|may|june"
    r"|july|august|september|october|november|december)|as of|from now on|new|fresh|transferred|relocated|wrong"
    r"|mistaken|mis(?:spoke|said|stated)|outdated|out of date|turns? out|scratch|retired|dumped"
    r"|scrap(?:ped)?|died"
    r"|dead|finished|successor|sequel|latest|by the way|ended up|gave up"
    r"|became|become|has been|have been|made the (?:jump|move|switch|leap)|left)\b"
)
_NEGATED = re.compile(
    r"(?i)\b(?:no longer|not|never|stopped|quit|isn['’]t|aren['’]t|don['’]t|doesn['’]t|wasn['’]t)\b"
)
_LOG_LINE = re.compile(
    r"^\s*(?:\[?\d{4}-\d\d-\d\d[T ]|\[?\d\d:\d\d(?::\d\d)?\b|(?:DEBUG|INFO|WARN(?:ING)?|ERROR|TRACE"
    r"|FATAL)\b|[>$#|+]|"
    r"(?:[\w.\-/]+=\S+\s*){2,}|at \S+\(|Traceback|\S+\.\w+:\d+)"
)
_LOGGED_FROM = 6
_LONGEST = 4_000
# Nobody says that much in one sentence; it is pasted, and patterns would walk it again and again.
_LONGEST_SENTENCE = 700


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and where it stands in its turn."""

    text: str
    start: int

    @property
    def asks(self) -> bool:
        """It is a question."""
        return self.text.rstrip("\"'”’) ").endswith("?")


def sentences(text: str) -> list[Sentence]:
    """Every sentence that somebody said; lines of a pasted log are nobody's words."""
    found: list[Sentence] = []
    start = 0
    head = text[:_LONGEST]
    for end in [*(match.span() for match in _END.finditer(head)), (len(head), len(head))]:
        piece = head[start : end[0]]
        if _ABBREVIATED.search(piece) and "\n" not in head[end[0] : end[1]]:
            continue
        stripped = piece.strip()
        if stripped:
            found.append(Sentence(stripped, start + len(piece) - len(piece.lstrip())))
        start = end[1]
    logged = [each for each in found if _LOG_LINE.match(each.text)]
    if len(found) >= _LOGGED_FROM and len(logged) * 2 >= len(found):
        return []
    return [each for each in found if each not in logged and len(each.text) <= _LONGEST_SENTENCE]


def clauses(sentence: str) -> Iterator[str]:
    """The parts of a sentence that could each stand alone, in order."""
    for part in _CLAUSE.split(sentence):
        clause = part.strip(" ,;:-–—\t")
        if clause:
            yield clause


def is_unsure(clause: str) -> bool:
    """It tells a wish, a plan, a condition or the past, nothing that holds."""
    told = _CIVIL.sub("", _OFFER.sub("", clause))
    if MAIL.search(told) or PHONE.search(told):
        # "… at this number if anything burns": the number holds whatever burns.
        told = _TRAILING.sub("", told)
    return bool(_UNSURE.search(told))


def tells_change(text: str) -> bool:
    """Something in it says that things are otherwise than before."""
    return bool(_CHANGED.search(text))


def is_negated(clause: str) -> bool:
    """It says what is not, or not any more."""
    return bool(_NEGATED.search(clause))

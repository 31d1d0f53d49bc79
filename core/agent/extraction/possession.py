"""The plainest statement there is: "my X is Y"."""

from __future__ import annotations

import re
from typing import NamedTuple

_OWNER = r"(?:my|our)"
_BE = (
    r"(?:is|are|has become|have become|became|(?:has |have |was |were |got )?(?:been"
    r" )?changed? to|has changed to|turned into|remains?"
    r"|(?:has been |was |is )?(?:now )?set to|=|:)"
)
_HAS = re.compile(
    rf"(?i)\b{_OWNER}\s+(?P<name>(?:[\w'’\-]+\s+){{0,4}}?[\w'’\-]+)\s*(?P<be>{_BE})\s+"
    r"(?:now\s+|actually\s+|called\s+|named\s+|currently\s+)*(?P<value>\S.*)$"
)
_IS = re.compile(
    rf"(?i)^(?P<value>\S.{{0,80}}?)\s+(?:is|are|became|has become)\s+(?:now\s+)?{_OWNER}\s+"
    r"(?P<name>(?:[\w'’\-]+\s+){0,3}[\w'’\-]+)[.!]?$"
)
_WORN_TEXT = """
new current present latest old own usual main real actual updated primary the a an
"""
_WORN = frozenset(_WORN_TEXT.split())
# What is said of these passes, or is an opinion; nobody asks for it later.
_PASSING_TEXT = """
question point idea guess problem issue bad mistake fault turn feeling understanding impression concern
thought opinion apologies plan hope hands head brain day morning weekend laptop code test tests build script
terminal screen pr branch commit connection internet code's first next last only favorite favourite bet
"""
_PASSING = frozenset(_PASSING_TEXT.split())
_NO_VALUE = re.compile(
    r"(?i)^(?:that|to|not sure|unclear|whether|how|why|what|broken|failing|red|green"
    r"|slow|fine|ok(?:ay)?|ready|done|down|up|late|on fire|a mess|gone|missing)\b"
)


class Possession(NamedTuple):
    """What is had and what it is."""

    name: str
    value: str


def possession(clause: str) -> Possession | None:
    """The thing a clause says the speaker has, with its value."""
    found = _HAS.search(clause) or _IS.search(clause)
    if found is None or _NO_VALUE.match(found["value"]):
        return None
    if re.search(r"\b[A-ZÀ-Þ][a-zß-ÿ]", found["name"]):
        # "My colleague Ada is …" is about Ada.
        return None
    words = [word for word in re.findall(r"[\w'’\-]+", found["name"].lower()) if word not in _WORN]
    if not words or len(words) > 4 or words[-1] in _PASSING or any(len(word) > 30 for word in words):
        return None
    return Possession("_".join(word.replace("'s", "").replace("’s", "") for word in words), found["value"])

"""What the gate found, as sentences made from code and data; never from the text itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Protocol

from app.wording.finding_table import DETAILS, FINDINGS, NAMES, VALUES, VIEWS
from app.wording.language import say
from app.wording.words import trust_name


class _HasCode(Protocol):
    @property
    def code(self) -> str: ...
    @property
    def data(self) -> Mapping[str, object]: ...


_RULE = re.compile(r"[a-z][a-z0-9]{1,20}(?:-[a-z0-9]{1,20}){1,5}")
_DEFAULTS = {
    "length": "too many",
    "limit": "fewer",
    "record": "?",
    "trust": "?",
    "standing": "?",
    "support": "few",
    "count": "some",
}


def finding(found: _HasCode) -> str:
    """One sentence for one finding; a code nobody foresaw stays general and shows no text."""
    form = _form(str(found.code), found.data)
    facts: dict[str, object] = {name: found.data.get(name, default) for name, default in _DEFAULTS.items()}
    for name in ("trust", "standing"):
        facts[name] = trust_name(str(facts[name]))
    if isinstance(support := facts["support"], float):
        facts["support"] = f"{support:.0%}".replace("%", "\u00a0%")
    facts["what"] = value_name(found.data)
    length = found.data.get("length")
    facts["size"] = say("{n} characters", n=length) if isinstance(length, int) else say("of unknown length")
    sentence = say(form, **facts)
    view = VIEWS.get(str(found.data.get("view")))
    return (
        sentence
        if view is None
        else say("{sentence} It was in disguise: {view}.", sentence=sentence, view=say(view))
    )


def finding_name(code: str) -> str:
    """A finding in two or three words; a code nobody foresaw is named after itself."""
    return say(NAMES.get(code, code.replace("_", " ")[:40] if code.isascii() else "")) or say("a rule")


def _form(code: str, data: Mapping[str, object]) -> str:
    details = DETAILS.get(code, {})
    named = (data.get(name) for name in ("problem", "kind", "structure"))
    detail = next((details[str(each)] for each in named if str(each) in details), None)
    return detail or FINDINGS.get(code, "A rule of the gate did not accept it.")


def value_name(data: Mapping[str, object]) -> str:
    """The kind of value a finding is about, from a closed list; never the value."""
    named = data.get("what") or data.get("type") or data.get("slot") or data.get("kind")
    name = str(named).lower()
    if name in VALUES:
        return say(VALUES[name])
    # The rules of providers are many and named after them; what is no such name is not shown.
    return name.replace("-", " ") if _RULE.fullmatch(name) else say("a value")

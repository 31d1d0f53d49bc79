"""What the gate found, as sentences made from code and data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from app.wording.finding_table import FINDINGS, NAMES, VALUES
from app.wording.language import say
from app.wording.words import trust_name


class _HasCode(Protocol):
    @property
    def code(self) -> str: ...
    @property
    def data(self) -> Mapping[str, object]: ...


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
    form = FINDINGS.get(str(found.code), "A rule of the gate did not accept it.")
    facts: dict[str, object] = {name: found.data.get(name, default) for name, default in _DEFAULTS.items()}
    for name in ("trust", "standing"):
        facts[name] = trust_name(str(facts[name]))
    if isinstance(support := facts["support"], float):
        facts["support"] = f"{support:.0%}".replace("%", "\u00a0%")
    facts["what"] = value_name(found.data)
    length = found.data.get("length")
    facts["size"] = say("{n} characters", n=length) if isinstance(length, int) else say("of unknown length")
    return say(form, **facts)


def finding_name(code: str) -> str:
    """A finding in two or three words; a code nobody foresaw is named after itself."""
    return say(NAMES.get(code, code.replace("_", " ")[:40] if code.isascii() else "")) or say("a rule")


def value_name(data: Mapping[str, object]) -> str:
    """The kind of value a finding is about, from a closed list; never the value."""
    named = data.get("what") or data.get("type") or data.get("slot") or data.get("kind")
    return say(VALUES.get(str(named).lower(), "a value"))

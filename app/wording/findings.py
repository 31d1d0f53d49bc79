"""What the gate found, as sentences made from code and data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from app.wording.language import say
from app.wording.words import trust_name


class _HasCode(Protocol):
    @property
    def code(self) -> str: ...
    @property
    def data(self) -> Mapping[str, object]: ...


_FINDINGS: dict[str, str] = {
    "empty": "There is no text to store.",
    "too_long": "The text has {length} characters; {limit} are allowed.",
    "not_unicode": "The text holds half of a character, which cannot be stored.",
    "needs_key": "A procedure needs a name.",
    "key_empty": "The key is empty.",
    "key_too_long": "The key has {length} characters; {limit} are allowed.",
    "key_not_text": "The key holds a character that cannot be stored.",
    "source_malformed": "The source is longer than {limit} characters or is not plain text.",
    "no_source": (
        "It does not say where it comes from in a way this program knows, and nothing is stored "
        "without a known source."
    ),
    "untrusted_preference": (
        "A preference is taken from the person, the system or an operator only; this comes from "
        "a source of trust {trust}."
    ),
    "conflicts_with_higher_trust": (
        "It would replace record #{record}, which has trust {standing}, with a value of trust {trust}."
    ),
    "deletion_needs_person": "The agent may propose a deletion, but a person has to confirm it.",
    "rule_failed": "A rule of the gate failed, and what was not judged is not stored.",
}
_DEFAULTS = {"length": "too many", "limit": "fewer", "record": "?", "trust": "?", "standing": "?"}


def finding(found: _HasCode) -> str:
    """One sentence for one finding; a code nobody foresaw stays general and shows no text."""
    form = _FINDINGS.get(str(found.code), "A rule of the gate did not accept it.")
    facts: dict[str, object] = {name: found.data.get(name, default) for name, default in _DEFAULTS.items()}
    for name in ("trust", "standing"):
        facts[name] = trust_name(str(facts[name]))
    return say(form, **facts)

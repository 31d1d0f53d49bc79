"""What the gate found, as sentences made from code and data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from app.wording.language import say


class _HasCode(Protocol):
    @property
    def code(self) -> str: ...
    @property
    def data(self) -> Mapping[str, object]: ...


_FINDINGS: dict[str, str] = {
    "empty": "There is no text to store.",
    "too_long": "The text has {length} characters; {limit} are allowed.",
    "no_source": "It does not say where it comes from, and nothing is stored without a source.",
    "bad_source": "The source is not written as prefix and name, such as user:turn-3.",
    "unknown_source": "The source has no known prefix, so it gets no trust.",
    "control_character": "The text holds a control character.",
    "hidden_character": "The text holds characters that are not visible.",
    "surrogate": "The text holds half of a character, which cannot be stored.",
    "nul": "The text holds a NUL character.",
    "unknown_kind": "There is no such kind; it is semantic, episodic, procedural or preference.",
    "needs_key": "A procedure needs a name.",
    "no_key": "A procedure needs a name.",
    "key_too_long": "The key has {length} characters; {limit} are allowed.",
    "bad_key": "The key holds characters a key may not hold.",
    "untrusted_preference": "A preference is taken from the user, the system or an operator only.",
    "conflict_trust": "It would replace a value that came from a more trusted source.",
    "conflict": "It says something else than what is known under this key.",
    "deletion_needs_person": "The agent may propose a deletion, but a person has to confirm it.",
    "deletion": "The agent may propose a deletion, but a person has to confirm it.",
    "duplicate": "The same is already known; its seen-time was refreshed.",
    "small_talk": "It is small talk and nothing to remember.",
    "bad_value": "The value cannot be stored as JSON.",
    "bad_time": "A time is missing its zone or lies outside the calendar.",
    "true_order": "It would stop being true before it starts.",
    "time_order": "It would stop being true before it starts.",
    "bad_importance": "The importance is not between 0 and 1.",
    "expired": "It had already expired when it arrived.",
    "episode_is_final": "An episode is written once and cannot be edited.",
    "not_current": "The record is no longer the current version.",
    "no_such_record": "There is nothing under this key or number.",
    "nothing_to_forget": "There is nothing under this key or number.",
    "no_record": "There is nothing under this key or number.",
    "gone": "This person was erased; late writes are refused.",
    "too_many": "The batch holds more items than are taken at once.",
    "invalid_utf8": "Some bytes are not valid text.",
    "bad_json": "The line is not valid JSON.",
    "line_too_long": "The line is longer than a line may be.",
    "unsupported": "Nothing in this item can be kept as a memory.",
    "unreadable": "The item could not be read.",
    "already": "It was imported before.",
}


def finding(found: _HasCode) -> str:
    """One sentence for one finding; a code nobody foresaw stays general and shows no text."""
    return reason(str(found.code), found.data)


def reason(code: str, data: Mapping[str, object] | None = None) -> str:
    """The same for a bare code, as imports give it for items they skipped."""
    form = _FINDINGS.get(code, "A rule of the gate did not accept it.")
    facts = {"length": "more", "limit": "fewer", **(data or {})}
    return say(form, **{name: facts[name] for name in facts if name in ("length", "limit")})

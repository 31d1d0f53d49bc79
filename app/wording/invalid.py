"""Bad input as sentences: which field, what is wrong with it, where."""

from __future__ import annotations

from collections.abc import Mapping

from app.wording.language import say

_FIELDS = {
    "tenant": "The tenant",
    "user": "The user",
    "key": "The key",
    "kind": "The kind",
    "content": "The text",
    "source": "The source",
    "reason": "The reason",
    "filter": "The filter",
    "importance": "The importance",
    "expires_at": "The expiry",
    "ttl": "The time to live",
    "session": "The session",
    "lineage": "The lineage",
    "true_from": "The start",
    "true_until": "The end",
    "operator": "The operator's name",
    "name": "The name",
    "id": "The number",
    "path": "The file name",
    "columns": "The column list",
    "format": "The format",
    "as_of": "The moment",
}

_PROBLEMS = {
    "empty": "{field} is empty.",
    "missing": "{field} is missing.",
    "too_long": "{field} has {length} characters; {limit} are allowed.",
    "too_short": "{field} is too short.",
    "control_character": "{field} has a control character at position {position}.",
    "surrogate": "{field} has half of a character at position {position}.",
    "nul": "{field} has a NUL character at position {position}.",
    "type": "{field} has the wrong type: {expected} is needed.",
    "unknown": "{field} is not known: {value}.",
    "unknown_field": "{field} has no field called {value}.",
    "unknown_value": "{field} does not know the value {value}.",
    "unclosed_quote": "{field} has a quote that is not closed, at position {position}.",
    "bad_operator": "{field} has a comparison that does not fit, at position {position}.",
    "bad_number": "{field} needs a number at position {position}.",
    "not_a_number": "{field} is not a number.",
    "not_finite": "{field} is not a finite number.",
    "out_of_range": "{field} is out of range.",
    "range": "{field} is out of range.",
    "negative": "{field} may not be negative.",
    "naive": "{field} needs a time zone.",
    "past": "{field} lies in the past.",
    "order": "{field} ends before it begins.",
    "not_allowed": "{field} is not allowed here.",
    "duplicate": "{field} is there twice.",
}


def invalid(data: Mapping[str, object]) -> str:
    """One sentence for the data of an ``Invalid``; a problem nobody foresaw stays general."""
    name = str(data.get("field", ""))
    field = say(_FIELDS.get(name, "The input"))
    form = _PROBLEMS.get(str(data.get("problem", "")), "{field} is not accepted.")
    facts = {"length": "?", "limit": "?", "position": "?", "expected": "?", "value": "?", **data}
    position = facts.get("position")
    if isinstance(position, int):
        facts["position"] = position + 1
    return say(form, **{**facts, "field": field})

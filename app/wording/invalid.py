"""Bad input as sentences: which field, what is wrong with it, where."""

from __future__ import annotations

from collections.abc import Mapping

from app.wording.language import plain, say

_FIELDS = {
    "tenant": "The tenant",
    "user": "The user",
    "kind": "The kind",
    "key": "The key",
    "content": "The text",
    "text": "The text",
    "number": "The number",
    "source": "The source",
    "lineage": "The lineage",
    "session": "The session",
    "importance": "The importance",
    "query": "The question",
    "counter": "The token counter",
    "pairs": "The file of labelled pairs",
    "k": "The number of memories",
    "min_score": "The threshold",
    "meaning": "The weight of meaning",
    "recency": "The weight of recency",
    "trust": "The weight of trust",
    "ttl": "The time to live",
    "expires_at": "The expiry",
    "true_from": "The start",
    "true_until": "The end",
    "since": "The first moment",
    "until": "The last moment",
    "when": "The time",
    "as_of": "The moment",
    "tags": "The tag list",
    "decisions": "The list of decisions",
    "learnings": "The list of learnings",
    "steps": "The list of steps",
    "applies_to": "What it applies to",
    "max_age_days": "The age in days",
    "operator": "The operator’s name",
    "cap": "The token cap",
    "filter": "The filter",
    "mode": "The mode",
    "outcome": "The outcome",
    "format": "The format",
    "columns": "The column list",
    "path": "The file name",
    "reason": "The reason",
    "calls": "Tool calls",
    "answers": "The call that a tool’s message answers",
    "handoff": "The hand-off",
    "conversation": "The conversation’s name",
    "role": "The role",
    "scratchpad": "The scratchpad",
    "world": "The world",
    "talks": "The data",
    "entity": "The id of the entity",
    "type": "The type",
    "name": "The name",
    "relation": "The relation",
    "properties": "The properties",
    "document": "The document",
    "document_id": "The id of the document",
    "title": "The title",
    "note": "The note",
    "reviewer": "The reviewer’s name",
    "days": "The number of days",
    "every_days": "The number of days between two sweeps",
    "table": "The table",
    "target": "What to forget",
    "installation_key": "The key of this installation",
    "task": "The name of the task",
}

_PROBLEMS = {
    "empty": "{field} is empty.",
    "too_long": "{field} has {length} characters; {limit} are allowed.",
    "too_many": "{field} has more than {limit} entries.",
    "item": "{field} has an entry that is empty or longer than {limit} characters.",
    "name": "{field} is empty or too long.",
    "type": "{field} has the wrong type: {expected} is needed.",
    "control_character": "{field} has a control character at position {position}.",
    "surrogate": "{field} holds half of a character at position {position}.",
    "not_unicode": "{field} holds half of a character at position {position}.",
    "not_text": "{field} holds a character that cannot be stored.",
    "masked": "{field} was masked and cannot be stored as it is; edit or reject it.",
    "not_json": "{field} cannot be written as JSON.",
    "shape": "{field} has the wrong shape at {place}: a scenario has seed, sessions of turns with role and "
    "text, and questions with text, right, stale, poison and forgotten.",
    "not_locomo": "{field} is no file in LoCoMo’s form: a list of conversations with sessions and qa.",
    "too_large": "{field} is larger than {most} bytes.",
    "not_pairs": "{field} has to be a JSON list of objects with a, b and same: true or false.",
    "unknown": "{field} is not known: {value}.",
    "not_here": "{field} needs the tables of {value}, and they are not on this machine.",
    "not_assistant": "{field} are made by the assistant only.",
    "too_many_tokens": "{field} has {tokens} tokens; {limit} are allowed.",
    "range": "{field} is out of range.",
    "not_positive": "{field} has to be more than nothing.",
    "naive_time": "{field} needs a time zone.",
    "before_true_from": "{field} lies before the start.",
    "with_expires_at": "{field} and an expiry were given together; one is enough.",
    "not_a_procedure": "Only a procedure has steps.",
    "episode_not_editable": "An episode is written once and cannot be changed.",
    "unknown_field": "{field} knows no “{value}” (position {position}); it knows {known}.",
    "unknown_value": "{field} knows no {name} “{value}” (position {position}); it knows {known}.",
    "missing_value": "{field} has nothing after “{name}” at position {position}.",
    "no_comparison": "{field} compares trust only; “{name}” takes a colon (position {position}).",
    "not_a_number": "{field} needs a number at position {position}, not “{value}”.",
    "unclosed_quote": "{field} has a quote that is not closed, at position {position}.",
    "secret": "{field} holds a secret; others could not find it by a name that is masked.",
    "binary": "{field} is binary, not text; only text can be cut into passages and found.",
    "refused": "{field} was not written: {sentence}",
    "key_or_id": "{field} is named by a key or by a number, and by one of them only.",
    "length": "{field} is damaged; restore its file, or delete it to begin with a new one.",
    "environment": "{field} in MNEMOSCOPE_KEY has to be 64 hexadecimal digits.",
    "empty_text": "{field} has an empty quote at position {position}.",
}
_DEFAULTS: dict[str, object] = {
    "length": "too many",
    "limit": "fewer",
    "position": "?",
    "expected": "?",
    "value": "?",
    "name": "?",
    "known": "",
    "place": "?",
    "most": "?",
    "tokens": "too many",
    "sentence": "it is not accepted.",
}


def invalid(data: Mapping[str, object]) -> str:
    """One sentence for the data of an ``Invalid``; a problem nobody foresaw stays general."""
    field = say(_FIELDS.get(str(data.get("field", "")), "The input"))
    form = _PROBLEMS.get(str(data.get("problem", "")), "{field} is not accepted.")
    facts = {name: data.get(name, default) for name, default in _DEFAULTS.items()}
    if isinstance(position := facts["position"], int):
        # People count from one.
        facts["position"] = position + 1
    if isinstance(known := facts["known"], (list, tuple)):
        facts["known"] = ", ".join(plain(each, 40) for each in known)
    return say(form, **facts, field=field)

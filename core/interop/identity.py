"""What makes importing repeatable: names, digests and fingerprints of foreign items.

An item is known by (format, fingerprint of the source, external_id) and its digest tells
whether it was edited since. Neither may depend on a modification time: programs rewrite whole
files when one line changes.

The fingerprint of a source must survive edits, so it is no hash of the content; beyond that
each reader chooses what its external ids need. Where the ids are made from the content itself
(MCP memory), equal ids mean equal statements wherever the file lies, so the fingerprint is that
of the format alone and a copied, moved or renamed file adds nothing. Where the ids are paths (a
memory folder), two agents may well have the same path with different text, so the fingerprint
is the id of the managed store or, without one, the place the folder lies at; a copied folder is
then a new source whose equal texts under equal keys are the gate's to refresh.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re

from core.kind import Kind
from core.memory.records.record import Details

MAX_LABEL = 200
SHORT = 12

# C0 and C1 controls, the line and paragraph separators, what turns the direction of reading or is not
# seen (the gate takes no source with any of them), and a "%" that would read as one of them.
_ESCAPED = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b\u2060\u180e\ufeff\U000e0000-\U000e007f]"
    "|%(?=[0-9A-Fa-f]{2})"
)

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,39}")


def looks_like_name(value: object) -> bool:
    """Whether a foreign value may be repeated in a report: a word of a format, not memory text."""
    return isinstance(value, str) and _NAME.fullmatch(value) is not None


def label(name: str) -> str:
    """A name as it can stand in keys, sources and ids: one line, at most 200 characters.

    Different names keep different labels: control characters are percent-encoded, and a long
    name is cut and ends with a hash of the whole.
    """
    one_line = _ESCAPED.sub(_percent, name)
    if len(one_line) <= MAX_LABEL:
        return one_line
    tail = "…" + sha1(name)[:SHORT]
    return one_line[: MAX_LABEL - len(tail)] + tail


def _percent(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match.group().encode())


def sha1(text: str) -> str:
    """The hash guide and readers name items by; it protects nothing."""
    return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()


def digest(content: str, kind: Kind, key: str | None, details: Details) -> str:
    """A hash of all that an edit of the source can change about an item."""
    parts = [content, kind.value, key, dataclasses.astuple(details)]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def fingerprint(format: str, *parts: str) -> str:
    """A hash that names a source without telling where it lies."""
    return hashlib.sha256(json.dumps([format, *parts]).encode()).hexdigest()

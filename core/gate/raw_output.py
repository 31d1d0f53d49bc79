"""Raw output: what a machine printed is no note, and is pointed at instead of kept."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.gate.case import Case
from core.gate.pattern import deferred
from core.gate.shape import MAX_CONTENT
from core.gate.sighting import Sighting, seen

MAX_NOTE = 1_500
_MOST_LINES = 8
_MOST_SYMBOLS = 0.06

_JSON = deferred(r"[{,\[]\s*[\"'][\w .$-]{1,60}[\"']\s*:\s*|[{,]\s*'\w{1,40}'\s*:")
_YAML = deferred(r"(?m)^[ \t]*(?:- )?[\w.-]{1,40}:(?:[ \t]+\S.*)?$")
_TABLE = deferred(
    r"(?m)^\s*\|?(?:[^|\n]{0,80}\|){2,}[^|\n]*$|^[^\t\n]{1,80}(?:\t[^\t\n]{0,80}){2,}$|^\s*\|?[\s:|"
    r"-]{6,}\|?\s*$|^(?:[^,\n]{0,40},){4,}[^,\n]{0,40}$"
)
_LOG = deferred(
    r"(?m)^\s*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?|^\s*\[?\d\d:\d\d:\d\d|\b(?:ERROR|WARN(?:ING)?|"
    r"INFO|DEBUG|TRACE|FATAL)\b[\s:\]]|^\s*(?:Traceback|File \"|at [\w.$<>]+\(|Caused by:)|"
    r"^\s*\w*(?:Error|Exception): |^[\w.-]+@[\w.-]+:[^\n]*[$#] "
)
_MAIL = deferred(
    r"(?m)(?:^|\|[ ]?)(?:From|To|Subject|Date|Cc|Bcc|Reply-To|Sent|Message-ID|Received|X-[\w-]+|"
    r"Content-Type|EMAIL_FROM|CONTENT|SUBJECT|RECEIVED DATE): ?\S"
)
_LETTER = deferred(
    r"(?m)^\s*(?:Hi|Hello|Dear|Hey|Good (?:morning|afternoon|evening))\b[ ]?[\w .]{0,40}[,!:]?\s*\S"
)
_CLOSING = deferred(
    r"(?i)\b(?:reply to this e-?mail|this e-?mail|unsubscribe|(?:best|kind|warm) regards|sincerely|"
    r"yours (?:truly|faithfully)|view in browser|sent from my)\b"
)
_HTML = deferred(
    r"</?(?:div|p|span|a|table|tr|td|th|ul|ol|li|html|body|head|script|style|br|h[1-6]|img|form|input|"
    r"button|section|meta|link)\b[^>\n]{0,300}/?>",
    re.IGNORECASE,
)
_CODE = deferred(
    r"(?m)^\s*(?:def |class |import |from \w+ import |#include|function |const |let |var |public |"
    r"private |return\b|if \(|for \(|while \(|SELECT |INSERT |UPDATE |\$ |>>> |In \[|#!/|@\w+\()|"
    r"[{};]\s*$|\w+\([^)\n]*\)\s*[{;]|^\s*(?:[+-]{3} |@@ |diff --git)"
)
_SYMBOLS = frozenset("{}[]<>|\\=;$&^~`@#_")


def raw_output(case: Case) -> Iterator[Sighting]:
    """Long texts, and short ones with the structure of output; what is too long for any note is told once."""
    if len(case.proposal.content) > MAX_CONTENT:
        return
    if case.proposal.is_json:
        length = sum(len(leaf) for leaf in case.leaves)
        if length > MAX_NOTE:
            yield seen("raw_output", structure="length", length=length, limit=MAX_NOTE)
        return
    text = case.view.text
    if len(text) > MAX_NOTE:
        yield seen("raw_output", structure="length", length=len(text), limit=MAX_NOTE)
        return
    structure = structure_of(text)
    if structure:
        yield seen("raw_output", structure=structure)


def structure_of(text: str) -> str | None:
    """The kind of output a text looks like; one sign alone is no structure."""
    lines = text.count("\n") + 1
    if lines > _MOST_LINES:
        return "lines"
    for name, pattern, least in _SIGNS:
        if len(pattern.findall(text)) >= least:
            return name
    if _LETTER.search(text[:300]) and _CLOSING.search(text):
        return "mail"
    if lines >= 3 and len(_YAML.findall(text)) >= max(3, 0.7 * lines):
        return "settings"
    symbols = sum(character in _SYMBOLS for character in text)
    if len(text) >= 60 and symbols > _MOST_SYMBOLS * len(text) and (lines >= 2 or symbols > 0.12 * len(text)):
        return "symbols"
    return None


_SIGNS = (
    ("json", _JSON, 2),
    ("mail", _MAIL, 2),
    ("html", _HTML, 3),
    ("log", _LOG, 2),
    ("table", _TABLE, 2),
    ("code", _CODE, 3),
)

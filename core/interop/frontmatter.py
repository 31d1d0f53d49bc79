"""Markdown with frontmatter: the few fields agents write, without a YAML library.

Understood are ``name``, ``description``, ``type`` and ``metadata.type`` as plain, quoted or
block scalars. Anything else in the block is stepped over, and a block that never ends within
the limit is no frontmatter at all.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

MAX_BLOCK = 64 * 1024

_OPENING = re.compile(r"---[ \t]*\r?\n")
_CLOSING = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.MULTILINE)
_FIELD = re.compile(r"(?P<name>[A-Za-z_][\w-]*):(?:[ \t]+(?P<value>.*))?")
_BLOCK = re.compile(r"[|>][+-]?\d?[+-]?")


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """The known fields (None when absent or empty), and the text below the block."""

    name: str | None
    description: str | None
    type: str | None
    body: str


def split(text: str) -> Frontmatter | None:
    """The frontmatter of ``text``, or None when it has none."""
    opening = _OPENING.match(text)
    if opening is None:
        return None
    closing = _CLOSING.search(text, opening.end(), MAX_BLOCK)
    if closing is None:
        return None
    fields = _fields(text[opening.end() : closing.start()].splitlines())
    metadata = _fields(_dedented(fields.get("metadata", [])))
    return Frontmatter(
        name=_scalar(fields.get("name")),
        description=_scalar(fields.get("description")),
        type=_scalar(metadata.get("type")) or _scalar(fields.get("type")),
        body=text[closing.end() :],
    )


def _fields(lines: list[str]) -> dict[str, list[str]]:
    """Per field the text behind its colon, then the indented lines below it."""
    fields: dict[str, list[str]] = {}
    current: list[str] = []
    for line in lines:
        if line[:1] in (" ", "\t") or not line.strip():
            current.append(line)
        elif match := _FIELD.fullmatch(line.rstrip()):
            current = fields.setdefault(match["name"], [])
            current[:] = [match["value"] or ""]  # of a field given twice the last one counts
        else:
            current = []
    return fields


def _dedented(lines: list[str]) -> list[str]:
    indented = [line for line in lines[1:] if line.strip()]
    margin = min((len(line) - len(line.lstrip()) for line in indented), default=0)
    return [line[margin:] for line in indented]


def _scalar(lines: list[str] | None) -> str | None:
    if not lines:
        return None
    first, below = lines[0].strip(), [line.strip() for line in lines[1:]]
    if _BLOCK.fullmatch(first):
        value = ("\n" if first.startswith("|") else " ").join(below)
    else:
        value = _unquoted(" ".join(part for part in [first, *below] if part))
    return value.strip() or None


def _unquoted(value: str) -> str:
    if value.startswith('"'):
        try:
            decoded = str(json.JSONDecoder().raw_decode(value)[0])
            decoded.encode()  # an escaped lone surrogate is no text
        except ValueError:
            return value
        return decoded
    if value.startswith("'") and value.endswith("'") and len(value) > 1:
        return value[1:-1].replace("''", "'")
    return "" if value.startswith("#") else re.split(r"\s#", value, maxsplit=1)[0]

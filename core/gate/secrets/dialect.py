"""Go's regular expressions as Python reads them, with every quantifier bounded."""

from __future__ import annotations

import re

_LINES = (r"(?:.*?|.*?(?:[\r\n]{1,2}.*?){1,5})", r"(?:.*|.*(?:[\r\n]{1,2}.*){1,5})")
_AT_LEAST = re.compile(r"\{(\d+),\}")
# The words before a keyword only widen the match to the left; the value stands to the right.
_LEAD = re.compile(r"^((?:\(\?i\))?)\[\\w\.-\]\{0,50\}\?")
_LONGEST = 4_000


def compile_go(pattern: str) -> re.Pattern[str]:
    r"""Compile a pattern of the gitleaks file.

    Two rewrites keep its meaning: ``\z`` and flags in mid-pattern. Three bound its time: the
    optional lead is dropped, "up to five more lines" has a length, and nothing is open-ended.
    """
    pattern = _LEAD.sub(r"\1", pattern)
    for lines in _LINES:
        pattern = pattern.replace(lines, "(?s:.{0,400}?)")
    pattern = pattern.replace("(.{8,})", "(.{8,300})").replace(r"\z", r"\Z")
    return re.compile(_AT_LEAST.sub(rf"{{\1,{_LONGEST}}}", scoped(pattern)), re.ASCII)


def scoped(pattern: str) -> str:
    """``a(?i)b|c`` as ``a(?i:b)|(?i:c)``: Python takes flags at the start or in a group only."""
    start = "(?i)" if pattern.startswith("(?i)") else ""
    out: list[str] = []
    open_scopes = [0]
    position, in_class = len(start), False
    while position < len(pattern):
        character = pattern[position]
        if character == "\\":
            out.append(pattern[position : position + 2])
            position += 2
            continue
        if in_class:
            in_class = character != "]"
            character = "\\[" if character == "[" else character
        elif character == "[":
            in_class = True
            if pattern[position + 1 : position + 2] == "^":
                character, position = "[^", position + 1
            # A closing bracket that comes first stands for itself.
            if pattern[position + 1 : position + 2] == "]":
                character, position = character + "\\]", position + 1
        elif pattern.startswith("(?i)", position):
            out.append("(?i:")
            open_scopes[-1] += 1
            position += 4
            continue
        elif character == "(":
            open_scopes.append(0)
        elif character == ")":
            character = ")" * (open_scopes.pop() + 1)
        elif character == "|" and open_scopes[-1]:
            character = ")" * open_scopes[-1] + "|" + "(?i:" * open_scopes[-1]
        out.append(character)
        position += 1
    return start + "".join(out) + ")" * open_scopes[0]

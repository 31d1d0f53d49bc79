"""Foreign text as it may stand inside a prompt: one line, no markup, nothing hidden."""

from __future__ import annotations

import unicodedata

_ESCAPED = {
    "\\": "\\\\",
    '"': '\\"',
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "<": "&lt;",
    ">": "&gt;",
    "&": "&amp;",
}
# Controls, direction marks and tag characters, lone surrogates, line separators.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def quoted(text: str) -> str:
    """The text in quotation marks; neither a quote nor a tag in it can end what it stands in."""
    return f'"{"".join(map(_escape, text))}"'


def label(text: str) -> str:
    """A source or a key inside square brackets, which it cannot close."""
    shown = "".join(map(_escape, text))
    return shown.replace("[", "(").replace("]", ")").replace("·", "-")


def _escape(character: str) -> str:
    known = _ESCAPED.get(character)
    if known is not None:
        return known
    if character.isascii():
        return character if character.isprintable() else f"\\u{ord(character):04x}"
    return f"\\u{ord(character):04x}" if unicodedata.category(character) in _HIDDEN else character

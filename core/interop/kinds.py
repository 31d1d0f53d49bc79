"""Which kind of record a memory file is, told by its frontmatter or the words of its path."""

from __future__ import annotations

import re

from core.kind import Kind

# What Claude Code writes as the type of a memory. None of them makes a preference: that kind
# is the operator's to give, an import is no trusted source.
_TYPES = {
    "user": Kind.SEMANTIC,
    "project": Kind.SEMANTIC,
    "reference": Kind.SEMANTIC,
    "feedback": Kind.PROCEDURAL,
}

_WORDS = {
    **dict.fromkeys(("prefs", "pref", "preferences", "preference", "profile"), Kind.SEMANTIC),
    **dict.fromkeys(("instructions", "instruction", "guidelines", "guideline"), Kind.PROCEDURAL),
    **dict.fromkeys(("log", "logs", "progress"), Kind.EPISODIC),
}

_WORD = re.compile(r"[a-z]+")


def kind_of(relative: str, type: str | None) -> Kind:
    """The kind for the file at ``relative`` with the frontmatter type ``type``.

    Of several telling words in a path the last one counts, the one nearest to the file: in
    ``preferences/guidelines.md`` the folder files it, the name says what it is.
    """
    if type is not None and type.lower() in _TYPES:
        return _TYPES[type.lower()]
    folder, _, name = relative.rpartition("/")
    stem = name.rpartition(".")[0] or name
    for word in reversed(_WORD.findall(f"{folder}/{stem}".lower())):
        if word in _WORDS:
            return _WORDS[word]
    return Kind.SEMANTIC

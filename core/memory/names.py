"""Names a person's memory is found by - paths, tasks - read the ways a secret could stand in one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.gate import cleaned
from core.gate.masking import secret_spans

_APART = re.compile(r"[\s_.\-]+")
_ENDING = re.compile(r"\.[A-Za-z0-9]{1,5}$")
_SHORTEST = 4
_HIDDEN = "[secret]"


def without_secrets(name: str, key: bytes | None) -> str:
    """A name without its secrets, also those that its separators keep apart from the word that tells of them.

    ``vpn_password_is_x`` reads as words; a secret found so is masked in those words.
    """
    for reading in (name, _ENDING.sub("", name), _words(name)):
        clean = cleaned(reading, key)
        if clean != reading:
            return clean
    return name


def secret_in_path(path: str) -> tuple[str, int] | None:
    """Type and length of a secret or high-risk personal value in a path; None where there is none.

    Every component is read by itself, without its ending, and with its separators as blanks; so is the
    whole, for a value that stands in the folder's name as ``password`` and in the file's as the value.
    """
    for reading in dict.fromkeys(_readings(path)):
        for span in secret_spans(reading):
            return span.kind, span.length
        if cleaned(reading) != reading:
            return "personal_data", len(reading)
    return None


def masked_path(path: str, key: bytes) -> str:
    """A path that may be written down: without the components that hold a secret."""
    clean = "/".join(without_secrets(part, key) for part in path.split("/"))
    root = path.split("/")[1] if path.startswith("/") else ""
    return clean if secret_in_path(clean) is None else f"/{root}/{_HIDDEN}"


def _readings(path: str) -> Iterator[str]:
    parts = [part for part in path.split("/") if part]
    yield path
    yield " ".join(map(_words, parts))
    for part in parts:
        if len(part) >= _SHORTEST:
            yield part
            yield _ENDING.sub("", part)
            yield _words(part)


def _words(name: str) -> str:
    return _APART.sub(" ", _ENDING.sub("", name)).strip()

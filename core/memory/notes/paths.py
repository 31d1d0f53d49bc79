"""Which paths a note may have: below ``/memories``, and nothing that could be read as another place."""

from __future__ import annotations

import re
import unicodedata

from core.memory.notes.lookalikes import mixed_word

ROOT = "/memories"
LONGEST = 256
LONGEST_NAME = 255  # bytes, as on every file system an export could be written to

_ENCODED = re.compile(r"%[0-9A-Fa-f]{2}")
# Characters that are drawn like a slash, a backslash or a dot, beside those NFKC turns into one.
_ALIKE = frozenset("∕⁄⧸⟋╱⧵﹨＼／∖․．。｡‥…")
_SHOWN = 80


class NotAPath(Exception):
    """The path is refused; ``str()`` of it is the sentence for the model."""


def checked(path: object) -> str:
    """A path the contract allows, exactly as it was given.

    Raises:
        NotAPath: it leaves the root, hides another path, or could not be a file's.
    """
    if not isinstance(path, str):
        raise NotAPath("Error: The path must be a string.")
    if len(path) > LONGEST:
        raise NotAPath(f"Error: The path {shown(path)} is longer than {LONGEST} characters.")
    for position, character in enumerate(path):
        if unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}:
            raise NotAPath(
                f"Error: The path holds a control or hidden character (U+{ord(character):04X})"
                f" at position {position}."
            )
    _require_below_root(path)
    if _ENCODED.search(path):
        raise NotAPath(f"Error: The path {shown(path)} holds an encoded character; write it plainly.")
    if "\\" in path:
        raise NotAPath(f"Error: The path {shown(path)} holds a backslash; folders are parted by /.")
    if _looks_like_another(path):
        raise NotAPath(f"Error: The path {shown(path)} holds a character that only looks like another.")
    if (word := mixed_word(path)) is not None:
        raise NotAPath(
            f"Error: The path {shown(path)} mixes letters of two alphabets that look alike in the word"
            f" {shown(word)}; write it in one alphabet."
        )
    if path != ROOT:
        _require_names(path)
    return path


def folded(path: str) -> str:
    """What two paths have in common that nobody could tell apart at a glance: case and letter forms."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", path).casefold())


def parents(path: str) -> list[str]:
    """The folders a path lies in, below the root, outermost first."""
    parts = path.split("/")
    return ["/".join(parts[:count]) for count in range(3, len(parts))]


def below(path: str, folder: str) -> bool:
    """Whether a path lies somewhere in a folder."""
    return path.startswith(folder + "/")


def hidden(path: str, folder: str) -> bool:
    """Whether a path leads, from a folder on, through a name that listings leave out."""
    names = path[len(folder) + 1 :].split("/")
    return any(name.startswith(".") or name == "node_modules" for name in names)


def shown(path: str) -> str:
    """A path short enough to be part of a sentence."""
    return path if len(path) <= _SHOWN else path[:_SHOWN] + "…"


def _require_below_root(path: str) -> None:
    if path != ROOT and not below(path, ROOT):
        raise NotAPath(f"Error: Path must start with {ROOT}, got: {shown(path)}")
    names = path.split("/")
    if ".." in names:
        raise NotAPath(f"Error: Path {shown(path)} would escape {ROOT} directory")


def _looks_like_another(path: str) -> bool:
    if not _ALIKE.isdisjoint(path) or unicodedata.normalize("NFC", path) != path:
        return True
    plain = unicodedata.normalize("NFKC", path)
    return any(plain.count(mark) != path.count(mark) for mark in "/\\.%")


def _require_names(path: str) -> None:
    if path.endswith("/"):
        raise NotAPath(f"Error: The path {shown(path)} must not end with a slash.")
    for name in path.split("/")[2:]:
        if not name:
            raise NotAPath(f"Error: The path {shown(path)} holds two slashes in a row.")
        if name == ".":
            raise NotAPath(f"Error: The path {shown(path)} holds the name . which is no file.")
        if name != name.strip() or name.endswith("."):
            raise NotAPath(
                f"Error: The path {shown(path)} holds a name that begins with a blank,"
                " or ends with a blank or a dot."
            )
        if len(name.encode()) > LONGEST_NAME:
            raise NotAPath(f"Error: The path {shown(path)} holds a name longer than {LONGEST_NAME} bytes.")

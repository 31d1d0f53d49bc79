"""The strings of the memory tool ``memory_20250818``, and what a text looks like in its answers.

A model has been trained on these words, so they stand here exactly as published (guide/interop.md 7).
The two deviations the specification allows are `held` and `refused`.
"""

from __future__ import annotations

from collections.abc import Sequence

VIEW_LIMIT = 16_000
"""Characters of a view; the model goes on with ``view_range``."""

_AROUND = 2
_UNITS = ("K", "M")


class Refused(Exception):
    """A command that changes nothing; ``str()`` of it is what the model reads."""


def held(answer: str) -> str:
    """The answer to a write that waits for a person."""
    return f"{answer} (held for review)"


def refused(rule: str) -> str:
    """The answer to a write that was not stored."""
    return f"Error: not stored: {rule}"


def folder(path: str, lines: Sequence[str]) -> str:
    """The view of a folder."""
    header = (
        f"Here're the files and directories up to 2 levels deep in {path},"
        " excluding hidden items and node_modules:"
    )
    return "\n".join([header, *lines])


def file(path: str, text: str, first: int = 1, last: int = -1) -> str:
    """The view of a file's lines, both counted from 1; -1 is the end.

    Raises:
        Refused: the range is not in the file.
    """
    lines = text.split("\n")
    end = len(lines) if last == -1 else last
    if not 1 <= first <= len(lines) or not first <= end:
        raise Refused(
            f"Error: Invalid `view_range` parameter: [{first}, {last}]. Its first line should be within the"
            f" range of lines of the file: [1, {len(lines)}], and its last line -1 or not before the first."
        )
    body = numbered(lines[first - 1 : end], first)
    if len(body) > VIEW_LIMIT:
        body = body[: max(body.rfind("\n", 0, VIEW_LIMIT), 0)] or body[:VIEW_LIMIT]
    return f"Here's the content of {path} with line numbers:\n{body}"


def numbered(lines: Sequence[str], first: int) -> str:
    """Lines with their numbers."""
    return "\n".join(f"{number:6}\t{line}" for number, line in enumerate(lines, first))


def snippet(text: str, at: int, length: int) -> str:
    """The lines around a change, ``length`` characters from ``at`` on."""
    lines = text.split("\n")
    first = max(0, text.count("\n", 0, at) - _AROUND)
    last = min(len(lines), text.count("\n", 0, at + length) + 1 + _AROUND)
    return numbered(lines[first:last], first + 1)


def size(count: int) -> str:
    """Bytes as a listing shows them: ``36B``, ``4K``, ``1.5K``."""
    if count < 1024:
        return f"{count}B"
    value = float(count)
    for unit in _UNITS:
        value /= 1024
        if value < 1024 or unit == _UNITS[-1]:
            break
    return f"{value:.1f}".removesuffix(".0") + unit


def created(path: str) -> str:
    return f"File created successfully at: {path}"


def exists_already(path: str) -> Refused:
    return Refused(f"Error: File {path} already exists")


def nothing_to_view(path: str) -> Refused:
    return Refused(f"The path {path} does not exist. Please provide a valid path.")


def nothing_to_edit(path: str) -> Refused:
    return Refused(f"Error: The path {path} does not exist. Please provide a valid path.")


def nothing_there(path: str) -> Refused:
    return Refused(f"Error: The path {path} does not exist")


def edited(path: str, *, by_insert: bool, snippet: str = "") -> str:
    """The answer to an edit; an insertion is told by its path."""
    if by_insert:
        return f"The file {path} has been edited."
    shown = f" Here is the snippet showing the change (with line numbers):\n{snippet}" if snippet else ""
    return f"The memory file has been edited.{shown}"


def not_verbatim(old: str, path: str) -> Refused:
    return Refused(f"No replacement was performed, old_str `{old}` did not appear verbatim in {path}.")


def not_unique(old: str, lines: Sequence[int]) -> Refused:
    listed = ", ".join(map(str, lines))
    return Refused(
        f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: {listed}."
        " Please ensure it is unique"
    )


def no_number() -> Refused:
    return Refused("Error: Invalid `insert_line` parameter: it should be a whole number, not a text.")


def not_a_line(line: object, count: int) -> Refused:
    return Refused(
        f"Error: Invalid `insert_line` parameter: {line}. It should be within the range of lines of the file:"
        f" [0, {count}]"
    )


def deleted(path: str) -> str:
    return f"Successfully deleted {path}"


def renamed(old: str, new: str) -> str:
    return f"Successfully renamed {old} to {new}"


def taken(path: str) -> Refused:
    return Refused(f"Error: The destination {path} already exists")

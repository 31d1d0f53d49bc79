"""The conversations of a file: API messages, sessions and transcripts of agents, exports.

What a file is, is told by what it holds. It is read as it is asked for, message by message, so its size
does not matter; one value larger than `json_document.LARGEST`, or one line larger than `lines.MAX_LINE`, is
left out and named.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO, cast

from core.errors import ErrorCode, StorageFailure, UnknownFormat
from core.interop import agent_sessions, chatgpt, claude_code, codex
from core.interop.faults import world
from core.interop.items import Problem, Skip
from core.interop.json_document import Broken, Document
from core.interop.lines import lines, parse
from core.interop.message_shapes import family, is_message, messages, reported, said_at
from core.interop.opening import open_text
from core.interop.sniff import FileKind, sniff
from core.interop.talk import ForeignConversation, Rows, objects, sample
from core.memory.conversation import Message, Role

LARGEST_NEWEST_FIRST = 64 * 1024 * 1024
"""Characters of a list that comes newest first and has to be turned round in memory."""

_Opened = Callable[[], BinaryIO]
_FIRST_LINE = 64 * 1024
_SPOKEN = ("messages", "input", "output")
_OTHER_LISTS = ("conversations", "loglines")
_LISTS = (*_SPOKEN, "data", *_OTHER_LISTS)
_MEMBER = re.compile(r"(?:.*/)?conversations(?:-\d+)?\.json")
_LARGEST_MEMBERS = 8 * 1024**3


def conversations(path: Path) -> Iterator[ForeignConversation | Skip]:
    """Every conversation of the file in its order, and what is no part of any.

    Raises:
        UnknownFormat: it holds no conversation; ``data`` says what was seen, and where it broke.
        StorageFailure: it may not be read, or has to be turned round and is too large for that (too_big).
        NotFound: there is nothing.
    """
    kind = sniff(path).kind
    if kind is FileKind.SQLITE:
        yield from agent_sessions.sessions(path)
    elif kind is FileKind.ZIP:
        yield from _archive(path)
    else:
        yield from _text(path, lambda: open_text(path), path.stem)


def _archive(path: Path) -> Iterator[ForeignConversation | Skip]:
    """The conversations of an export, read inside its archive; nothing is unpacked."""
    with world(path):
        try:
            archive = zipfile.ZipFile(path)
        except (zipfile.BadZipFile, NotImplementedError):
            raise UnknownFormat(None, path=str(path), kind="zip") from None
    with archive:
        members = [
            one for one in archive.infolist() if _MEMBER.fullmatch(one.filename) and not one.flag_bits & 1
        ]
        if not members:
            raise UnknownFormat(None, path=str(path), kind="zip")
        size = sum(one.file_size for one in members)
        if size > _LARGEST_MEMBERS:
            raise StorageFailure(ErrorCode.TOO_BIG, path=str(path), bytes=size, limit=_LARGEST_MEMBERS)
        nothing: UnknownFormat | None = None
        found = False
        for member in sorted(members, key=lambda one: one.filename):
            opened = cast(_Opened, lambda member=member: archive.open(member))
            try:
                for one in _text(path, opened, path.stem):
                    found = True
                    yield one
            except UnknownFormat as unknown:
                nothing = unknown
        if nothing is not None and not found:
            raise nothing


def _text(path: Path, opened: _Opened, title: str) -> Iterator[ForeignConversation | Skip]:
    position = 0
    with world(path):
        if not _is_lines(opened):
            found = _Whole(path, opened, title)
            position = found.broken_at
            if found.known:
                yield from found.read()
                return
        yield from _of_lines(path, opened, title, position)


def _is_lines(opened: _Opened) -> bool:
    """Whether the first line is a value by itself and others follow.

    Of a long one the reader of a whole value finds out, which holds no line in memory.
    """
    with opened() as file:
        first = list(islice(lines(file, _FIRST_LINE), 2))
    if not first or first[0].data is None:
        return False
    one = parse(first[0])
    whole = not isinstance(one, Skip) or one.problem is Problem.NOT_AN_OBJECT
    return len(first) > 1 and whole


class _Whole:
    """A file that is one JSON value."""

    def __init__(self, path: Path, opened: _Opened, title: str) -> None:
        self._path, self._opened, self._title = path, opened, title
        self._head: dict[str, object] = {}
        self._lists: list[str] = []
        self.broken_at = 0
        with opened() as file:
            document = Document(file)
            first = document.peek()
            if first == "{":
                self._outline(document)
            elif first == "[":
                self._first_of_list(document)
            else:
                self.broken_at = document.position
            self._is_list = first == "["
        if self._is_list or self._lists:
            self.known = self._holds_messages()
        else:
            self.known = bool(_groups(self._head))

    def _outline(self, document: Document) -> None:
        """What the object says beside its long list, which is only walked over."""
        found = []
        for name in document.members():
            if name in _LISTS and document.peek() == "[":
                many = 0
                for value in document.elements():
                    many += 1
                    if isinstance(value, Broken) and not self.broken_at:
                        self.broken_at = value.position
                found += [name] if many else []
                continue
            value = document.take()
            if isinstance(value, Broken):
                self.broken_at = self.broken_at or value.position
            else:
                self._head[name] = value
        if document.peek():
            # More stands behind the object: then each line is one.
            found, self._head = [], {}
            self.broken_at = self.broken_at or document.position
        # What was asked stands before the answer; any other list is one by itself.
        spoken = [name for name in _SPOKEN if name in found]
        turned = ["data"] if "data" in found and self._head.get("object") == "list" else []
        self._lists = spoken or turned or [name for name in _OTHER_LISTS if name in found][:1]
        self._length = document.position

    def _first_of_list(self, document: Document) -> None:
        for value in islice(document.elements(), 1):
            if isinstance(value, Broken):
                self.broken_at = value.position

    def _holds_messages(self) -> bool:
        found = sample(self._rows())
        return bool(found) and (
            any(is_message(row) for row in found) or any(looks(found) for looks in _LOOKS)
        )

    def read(self) -> Iterator[ForeignConversation | Skip]:
        """The conversations of the value."""
        if self._is_list:
            yield from _of_rows(self._path, self._title, self._rows())
        elif self._lists:
            yield from self._wrapped()
        else:
            groups = _groups(self._head)
            for number, group in enumerate(groups, 1):
                title = self._title if len(groups) == 1 else f"{self._title} {number}"
                yield _generic(self._path, title, _rows_of(group))

    def _wrapped(self) -> Iterator[ForeignConversation | Skip]:
        rows = self._rows()
        if self._lists == ["data"]:
            rows = self._turned_round(rows)
        system = self._head.get("system", self._head.get("instructions"))
        if self._lists[0] in _SPOKEN and system:
            rows = _after(("the system text", {"role": "system", "content": system}), rows)
        replied = self._lists[-1] == "output"
        tokens = reported(self._head.get("usage")) if replied else None
        at = said_at(self._head) if replied else None
        for one in _of_rows(self._path, self._title, rows):
            if isinstance(one, ForeignConversation) and (tokens or at):
                one = replace(one, entries=_reported(one.entries, tokens, at))
            yield one

    def _turned_round(self, rows: Rows) -> Rows:
        """A list from the API comes newest first."""
        if self._length > LARGEST_NEWEST_FIRST:
            raise StorageFailure(
                ErrorCode.TOO_BIG, path=str(self._path), bytes=self._length, limit=LARGEST_NEWEST_FIRST
            )
        return lambda: iter(list(rows())[::-1])

    def _rows(self) -> Rows:
        def rows() -> Iterator[tuple[str, object]]:
            for name in [None] if self._is_list else self._lists:
                yield from self._one_list(name)

        return rows

    def _one_list(self, name: str | None) -> Iterator[tuple[str, object]]:
        with world(self._path), self._opened() as file:
            document = Document(file)
            document.peek()
            if name is None:
                yield from _numbered(document)
                return
            for member in document.members():
                if member == name and document.peek() == "[":
                    yield from _numbered(document)
                    return
                document.take()


def _after(first: tuple[str, object], rows: Rows) -> Rows:
    return lambda: chain([first], rows())


def _numbered(document: Document) -> Iterator[tuple[str, object]]:
    for number, value in enumerate(document.elements(), 1):
        where = f"message {number}"
        if isinstance(value, Broken):
            yield where, Skip(where, value.problem, {"position": value.position, "length": value.characters})
        else:
            yield where, value


_LOOKS = (chatgpt.looks, claude_code.looks, codex.looks)


def _of_lines(path: Path, opened: _Opened, title: str, position: int) -> Iterator[ForeignConversation | Skip]:
    def rows() -> Iterator[tuple[str, object]]:
        with world(path), opened() as file:
            for line in lines(file):
                yield line.where, parse(line)

    found = False
    for one in _of_rows(path, title, rows):
        found = found or isinstance(one, ForeignConversation)
        yield one
    if not found:
        raise UnknownFormat(None, path=str(path), kind="text", position=position)


def _of_rows(path: Path, title: str, rows: Rows) -> Iterator[ForeignConversation | Skip]:
    """The conversations of a list: one, or one in each of its values."""
    first = sample(rows)
    if claude_code.looks(first):
        yield claude_code.conversation(path, title, rows)
    elif codex.looks(first):
        yield codex.conversation(path, title, rows)
    elif chatgpt.looks(first):
        yield from _exported(path, title, rows)
    else:
        yield from _of_messages(path, title, rows)


def _exported(path: Path, title: str, rows: Rows) -> Iterator[ForeignConversation | Skip]:
    for number, (_, row) in enumerate(objects(rows), 1):
        where = f"conversation {number}"
        if isinstance(row, Skip):
            yield replace(row, where=where)
        elif chatgpt.is_conversation(row):
            yield chatgpt.conversation(path, f"{title} {number}", row, where)
        else:
            yield Skip(where, Problem.MISSING_FIELD, {"field": "mapping"})


def _of_messages(path: Path, title: str, rows: Rows) -> Iterator[ForeignConversation | Skip]:
    """Messages one by one are one conversation; values that hold several are one each."""
    number = said = 0
    for where, row in rows():
        if isinstance(row, dict) and not is_message(row) and (groups := _groups(row)):
            for group in groups:
                number += 1
                yield _generic(path, f"{title} {number}", _rows_of(group, f"{where}, "))
        else:
            said += is_message(row)
    if said:
        yield _generic(path, title, lambda: ((w, r) for w, r in rows() if is_message(r) or not _groups(r)))
    elif number:
        yield from (
            row if isinstance(row, Skip) else Skip(where, Problem.MISSING_FIELD, {"field": "messages"})
            for where, row in objects(rows)
            if isinstance(row, Skip) or not _groups(row)
        )


def _rows_of(group: list[object], before: str = "") -> Rows:
    return lambda: ((f"{before}message {number}", row) for number, row in enumerate(group, 1))


def _generic(path: Path, title: str, rows: Rows) -> ForeignConversation:
    return ForeignConversation(title, path, family(sample(rows)), None, _messages(rows))


def _messages(rows: Rows) -> Iterator[Message | Skip]:
    for where, row in objects(rows):
        if isinstance(row, Skip):
            yield row
        else:
            yield from messages(row, where)


def _reported(
    entries: Iterator[Message | Skip], tokens: int | None, at: int | None
) -> Iterator[Message | Skip]:
    """The first thing the assistant says was made from the prompt the reply reports on."""
    for one in entries:
        if isinstance(one, Skip) or one.role is not Role.ASSISTANT:
            yield one
            continue
        yield replace(one, reported_tokens=tokens or one.reported_tokens, at=at if one.at is None else one.at)
        tokens = None


def _groups(value: object) -> list[list[object]]:
    """The lists of messages inside one JSON value that is held whole, its wrappers taken off."""
    if isinstance(value, list):
        return [value] if any(is_message(one) for one in value) else []
    if not isinstance(value, Mapping):
        return []
    for outer, inner in (("response", "body"), ("result", "message")):
        # One line of the results of a batch.
        held = value.get(outer)
        if isinstance(held, Mapping) and isinstance(held.get(inner), Mapping):
            return _groups(held[inner])
    if value.get("object") == "list" and isinstance(value.get("data"), list):
        return _groups(value["data"][::-1])
    if isinstance(choices := value.get("choices"), list):
        found = [one.get("message") for one in choices if isinstance(one, dict)]
        more = {"usage": value.get("usage"), "created": value.get("created")}
        return [[{**one, **more}] for one in found if isinstance(one, dict)]
    for name in ("messages", "input", "output"):
        if isinstance(listed := value.get(name), list):
            system = value.get("system", value.get("instructions"))
            first: list[object] = [{"role": "system", "content": system}] if system else []
            return [first + listed] if listed else []
    return [[value]] if is_message(value) else []

"""The conversations in a file of API messages: JSON, JSON lines or a session of the Agents SDK."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import apsw

from core.errors import ErrorCode, StorageFailure, UnknownFormat
from core.interop import identity
from core.interop.faults import world
from core.interop.items import Problem, Skip
from core.interop.lines import lines, parse
from core.interop.message_shapes import family, messages
from core.interop.opening import open_text
from core.interop.sniff import FileKind, sniff
from core.memory.conversation import Message

LARGEST = 64 * 1024 * 1024
_AGENTS = "openai_agents"
_COLUMNS = {"id", "session_id", "message_data", "created_at"}
_Rows = list[tuple[str, object]]


@dataclass(frozen=True, slots=True)
class ImportedConversation:
    """One conversation of a foreign file, with what was left out of it."""

    title: str
    path: Path
    format: str
    fingerprint: str
    messages: tuple[Message, ...]
    skips: tuple[Skip, ...]


def conversations(path: Path) -> Iterator[ImportedConversation]:
    """Every conversation of the file, in its order.

    Raises:
        UnknownFormat: it holds no conversation; ``data`` says what was seen, and where it broke.
        StorageFailure: it may not be read, or is larger than this reader takes (too_big).
        NotFound: there is nothing.
    """
    kind = sniff(path).kind
    with world(path):
        size = path.stat().st_size
    if size > LARGEST and kind in (FileKind.SQLITE, FileKind.TEXT):
        raise StorageFailure(ErrorCode.TOO_BIG, path=str(path), bytes=size, limit=LARGEST)
    if kind is FileKind.SQLITE:
        yield from _sessions(path)
        return
    with world(path), open_text(path) as file:
        data = file.read(LARGEST + 1).decode("utf-8-sig", "replace")
    try:
        value = json.loads(data, strict=False)
    except (ValueError, RecursionError) as error:
        position = error.pos if isinstance(error, json.JSONDecodeError) else 0
        yield from _lines(path, position)
        return
    groups = _groups(value)
    if not groups:
        raise UnknownFormat(None, path=str(path), kind="json")
    for number, group in enumerate(groups, 1):
        rows = [(f"message {place}", row) for place, row in enumerate(group, 1)]
        yield _conversation(path, path.stem if len(groups) == 1 else f"{path.stem} {number}", rows)


def _groups(value: object) -> list[list[object]]:
    """The lists of messages inside one JSON value, its wrappers taken off."""
    if isinstance(value, list):
        return [value] if any(_is_message(one) for one in value) else []
    if not isinstance(value, dict):
        return []
    if value.get("object") == "list" and isinstance(value.get("data"), list):
        return _groups(value["data"][::-1])
    if isinstance(choices := value.get("choices"), list):
        found = [one.get("message") for one in choices if isinstance(one, dict)]
        return [[dict(one, usage=value.get("usage"))] for one in found if isinstance(one, dict)]
    for name in ("messages", "input", "output"):
        if isinstance(inner := value.get(name), list):
            system = value.get("system", value.get("instructions"))
            first: list[object] = [{"role": "system", "content": system}] if system else []
            return [first + inner] if inner else []
    return [[value]] if _is_message(value) else []


def _is_message(value: object) -> bool:
    return isinstance(value, dict) and (
        "role" in value or "call_id" in value or value.get("type") in ("reasoning", "item_reference")
    )


def _lines(path: Path, position: int) -> Iterator[ImportedConversation]:
    bare: _Rows = []
    found = 0
    with world(path), open_text(path) as file:
        for line in lines(file):
            row = parse(line)
            if isinstance(row, dict) and not _is_message(row) and (groups := _groups(row)):
                for group in groups:
                    found += 1
                    rows = [(f"{line.where}, message {n}", one) for n, one in enumerate(group, 1)]
                    yield _conversation(path, f"{path.stem} {found}", rows)
            else:
                bare.append((line.where, row))
    if any(_is_message(row) for _, row in bare):
        yield _conversation(path, path.stem, bare)
    elif not found:
        raise UnknownFormat(None, path=str(path), kind="text", position=position)


def _conversation(path: Path, title: str, rows: _Rows, format: str | None = None) -> ImportedConversation:
    known = [row for _, row in rows if isinstance(row, dict)]
    name = format or family(known)
    made: list[Message] = []
    skips: list[Skip] = []
    for where, row in rows:
        if isinstance(row, Skip):
            skips.append(row)
        elif not isinstance(row, dict):
            skips.append(Skip(where, Problem.NOT_AN_OBJECT, {"type": type(row).__name__}))
        else:
            for one in messages(row, where):
                if isinstance(one, Skip):
                    skips.append(one)
                else:
                    made.append(one)
    mark = identity.sha1(json.dumps([name, title, known[:1]], sort_keys=True))
    return ImportedConversation(title, path, name, mark, tuple(made), tuple(skips))


def _sessions(path: Path) -> Iterator[ImportedConversation]:
    """Sessions read from a private copy: the file of a running agent is not touched."""
    with world(path), tempfile.TemporaryDirectory(prefix="mnemoscope-") as folder:
        copy = Path(folder) / "copy.db"
        shutil.copyfile(path, copy)
        log = Path(f"{path}-wal")
        if log.exists() and log.stat().st_size:
            shutil.copyfile(log, f"{copy}-wal")
        connection = apsw.Connection(str(copy))
        try:
            connection.pragma("trusted_schema", False)
            connection.pragma("query_only", True)
            found = list(_agents(connection))
        except (apsw.NotADBError, apsw.CorruptError):
            raise UnknownFormat(None, path=str(path), kind="sqlite") from None
        finally:
            connection.close()
    if not found:
        raise UnknownFormat(None, path=str(path), kind="sqlite")
    for title, rows in found:
        yield _conversation(path, title, rows, _AGENTS)


def _agents(connection: apsw.Connection) -> Iterable[tuple[str, _Rows]]:
    tables = [
        str(name) for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    ]
    for table in tables:
        quoted = '"' + table.replace('"', '""') + '"'
        names = {str(row[1]) for row in connection.execute(f"PRAGMA table_info({quoted})")}
        if not names >= _COLUMNS:
            continue
        sessions: dict[str, _Rows] = {}
        query = f"SELECT id, cast(session_id AS BLOB), cast(message_data AS BLOB) FROM {quoted} ORDER BY id"
        for number, session, data in connection.execute(query):
            rows = sessions.setdefault(_decoded(session), [])
            rows.append((f"row {number}", _row(f"row {number}", _decoded(data))))
        yield from sessions.items()


def _decoded(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else ""


def _row(where: str, data: str) -> object:
    try:
        value = json.loads(data, strict=False)
    except (ValueError, RecursionError):
        return Skip(where, Problem.NOT_JSON, {})
    if isinstance(value, dict) and "__enc__" in value:
        return Skip(where, Problem.UNKNOWN_TYPE, {"type": "encrypted"})
    return value

"""Sessions of the Agents SDK: a SQLite table of Responses items (guide/interop.md 5.4)."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import apsw

from core.errors import UnknownFormat
from core.interop import times
from core.interop.faults import world
from core.interop.items import Problem, Skip
from core.interop.message_shapes import messages
from core.interop.talk import ForeignConversation
from core.memory.conversation import Message

FORMAT = "openai_agents"

_COLUMNS = {"id", "session_id", "message_data", "created_at"}
_BRANCHES = {"session_id", "message_id", "branch_id", "sequence_number"}
_COPIES = 3


def sessions(path: Path) -> Iterator[ForeignConversation]:
    """Every session, read from a private copy: the file of a running agent is not touched.

    Raises:
        UnknownFormat: it is no database, or no table of it holds sessions.
    """
    with world(path), tempfile.TemporaryDirectory(prefix="mnemoscope-") as folder:
        connection = apsw.Connection(str(_copied(path, Path(folder))))
        try:
            connection.pragma("trusted_schema", False)
            connection.pragma("query_only", True)
            tables = _tables(connection)
            found = [name for name, columns in tables.items() if columns >= _COLUMNS]
            branched = [name for name, columns in tables.items() if columns >= _BRANCHES]
            if not found:
                raise UnknownFormat(None, path=str(path), kind="sqlite")
            for table in found:
                yield from _table(connection, path, table, branched[0] if branched else None)
        except (apsw.NotADBError, apsw.CorruptError):
            raise UnknownFormat(None, path=str(path), kind="sqlite") from None
        finally:
            connection.close()


def _copied(path: Path, folder: Path) -> Path:
    """The database and its log, copied while neither changed; the last try stands as it is."""
    log, copy = Path(f"{path}-wal"), folder / "copy.db"
    for _ in range(_COPIES):
        before = _state(path), _state(log)
        shutil.copyfile(path, copy)
        Path(f"{copy}-wal").unlink(missing_ok=True)
        if before[1][0]:
            shutil.copyfile(log, f"{copy}-wal")
        if before == (_state(path), _state(log)):
            break
    return copy


def _state(path: Path) -> tuple[int, int]:
    if not path.exists():
        return 0, 0
    found = path.stat()
    return found.st_size, found.st_mtime_ns


def _tables(connection: apsw.Connection) -> dict[str, set[str]]:
    names = [
        str(name) for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    ]
    found = {}
    for name in names:
        try:
            rows = connection.execute(f"PRAGMA table_info({_quoted(name)})").fetchall()
        except apsw.Error:  # a virtual table whose module is missing here
            rows = []
        found[name] = {str(row[1]) for row in rows}
    return found


def _table(
    connection: apsw.Connection, path: Path, table: str, branches: str | None
) -> Iterator[ForeignConversation]:
    """The sessions of one table in the order they began; one conversation for each branch."""
    name = _quoted(table)
    # Sorted by SQLite, which does it on disk: a file of any size is read row by row.
    order = f"SELECT session_id AS s, min(id) AS began FROM {name} GROUP BY session_id"
    parts = "m.id, cast(m.session_id AS BLOB), cast(m.message_data AS BLOB), cast(m.created_at AS BLOB)"
    query = f"SELECT {parts}, NULL FROM {name} m JOIN ({order}) ON s IS m.session_id ORDER BY began, m.id"
    if branches is not None:
        query = (
            f"SELECT {parts}, cast(coalesce(b.branch_id, 'main') AS BLOB) AS branch FROM {name} m"
            f" JOIN ({order}) ON s IS m.session_id LEFT JOIN {_quoted(branches)} b ON b.message_id = m.id"
            # Rows the structure does not name are said last.
            " ORDER BY began, branch <> x'6d61696e', branch, b.sequence_number IS NULL, b.sequence_number, m.id"
        )
    rows = connection.execute(query)
    for (session, branch), group in groupby(rows, lambda row: (_decoded(row[1]), _decoded(row[4]))):
        main = branch in ("", "main")
        title = session if main else f"{session} ({branch})"
        yield ForeignConversation(
            title, path, FORMAT, session if main else f"{session}\0{branch}", _entries(group)
        )


def _entries(rows: Iterator[tuple[object, ...]]) -> Iterator[Message | Skip]:
    for number, _, data, created, _ in rows:
        where = f"row {number}"
        row = _row(where, _decoded(data))
        if isinstance(row, Skip):
            yield row
        else:
            yield from messages(row, where, times.micros(_decoded(created)))


def _row(where: str, data: str) -> dict[str, object] | Skip:
    try:
        value = json.loads(data, strict=False)
    except RecursionError:
        return Skip(where, Problem.TOO_DEEP, {})
    except ValueError:
        return Skip(where, Problem.NOT_JSON, {})
    if not isinstance(value, dict):
        return Skip(where, Problem.NOT_AN_OBJECT, {"type": type(value).__name__})
    return Skip(where, Problem.LOCKED, {}) if "__enc__" in value else value


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _decoded(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else ""

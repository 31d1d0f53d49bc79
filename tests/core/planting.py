"""Rows and schemas that no program of ours writes, planted by hand into a closed store."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import apsw


def plant(path: Path, *statements: str, arguments: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """Run statements on a file as a stranger would; the rows of the last one."""
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    try:
        rows: list[tuple[Any, ...]] = []
        for number, sql in enumerate(statements, 1):
            rows = connection.execute(sql, tuple(arguments) if number == len(statements) else ()).fetchall()
        return rows
    finally:
        connection.close()

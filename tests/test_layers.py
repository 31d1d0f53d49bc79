"""The directions of the code: who may import whom, and what an import must not bring along."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# What starts late or not at all, by the promise of the module that is imported.
UNWANTED = {
    "core": {"PySide6", "shiboken6", "pyqtgraph", "openai", "numpy", "sqlite3", "_sqlite3"},
    "app.__main__": {"PySide6", "shiboken6", "pyqtgraph", "openai", "numpy", "sqlite3"},
    "app.wording": {"PySide6", "shiboken6", "pyqtgraph", "openai", "numpy", "sqlite3"},
}


def _imported(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _reaches_sql_around_core(source: str) -> bool:
    return any(
        name.split(".")[0] in {"sqlite3", "_sqlite3"} or name.startswith("PySide6.QtSql")
        for name in _imported(source)
    )


def test_import_contracts_hold() -> None:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()"]
    linted = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert linted.returncode == 0, linted.stdout + linted.stderr


@pytest.mark.parametrize("module", UNWANTED)
def test_import_brings_nothing_unwanted(module: str) -> None:
    program = f"import sys, {module}; print(*sys.modules, sep='\\n')"
    loaded = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert loaded.returncode == 0, loaded.stderr
    assert not UNWANTED[module] & set(loaded.stdout.split())


def test_no_second_sqlite() -> None:
    """Two SQLite libraries on one file in one process break each other's locks."""
    modules = [path for folder in ("core", "app") for path in (ROOT / folder).rglob("*.py")]
    assert modules
    assert [path for path in modules if _reaches_sql_around_core(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(
    "source",
    [
        "import sqlite3",
        "from sqlite3 import connect",
        "def late():\n    import sqlite3.dbapi2",
        "from PySide6 import QtSql",
        "from PySide6.QtSql import QSqlDatabase",
    ],
)
def test_a_second_sqlite_is_seen(source: str) -> None:
    assert _reaches_sql_around_core(source)

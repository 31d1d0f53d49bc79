"""Files and folders that may not be read or written, as a user without privileges meets them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core import Store
from core.errors import ErrorCode
from tests.core.hands import ALICE
from tests.core.leftovers import traces
from tests.core.processes import ATTEMPT, python


@pytest.fixture
def filled(path: Path) -> Iterator[Path]:
    with Store.open(path) as store:
        store.partition(ALICE).records.remember("Alice lives in Bergen.", key="city", source="user:t1")
    yield path
    path.parent.chmod(0o700)


def attempt(path: Path, mode: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(python(ATTEMPT, path, mode))
    return answer


@pytest.mark.parametrize("mode", ["write", "read-write", "read-only", "copy"])
def test_a_file_nobody_may_read(filled: Path, mode: str) -> None:
    filled.chmod(0)
    before = traces(filled.parent)
    assert attempt(filled, mode)["code"] == ErrorCode.NO_ACCESS
    assert traces(filled.parent) == before


@pytest.mark.parametrize("mode", ["write", "read-write"])
def test_a_read_only_file_is_not_opened_for_writing(filled: Path, mode: str) -> None:
    filled.chmod(0o400)
    before = traces(filled.parent)
    assert attempt(filled, mode)["code"] == ErrorCode.READ_ONLY
    assert traces(filled.parent) == before


def test_a_read_only_file_reads(filled: Path) -> None:
    filled.chmod(0o400)
    before = traces(filled.parent)[filled.name]
    assert attempt(filled, "read-only") == {"people": 1}
    assert traces(filled.parent)[filled.name] == before


@pytest.mark.parametrize("mode", ["write", "read-write", "read-only"])
def test_a_read_only_folder_is_named_as_the_reason(filled: Path, mode: str) -> None:
    filled.parent.chmod(0o500)
    before = traces(filled.parent)
    answer = attempt(filled, mode)
    assert answer["code"] == ErrorCode.READ_ONLY_FOLDER
    assert answer["path"] == str(filled)
    assert traces(filled.parent) == before


def test_a_copy_helps_in_a_read_only_folder(filled: Path) -> None:
    filled.parent.chmod(0o500)
    before = traces(filled.parent)
    assert attempt(filled, "copy") == {"people": 1}
    assert traces(filled.parent) == before


def test_nothing_is_created_in_a_read_only_folder(path: Path) -> None:
    path.parent.chmod(0o500)
    assert attempt(path, "write")["code"] == ErrorCode.NO_ACCESS
    assert traces(path.parent) == {}
    path.parent.chmod(0o700)


@pytest.mark.parametrize("mode", ["write", "read-only"])
def test_a_folder_nobody_may_enter(filled: Path, mode: str) -> None:
    filled.parent.chmod(0)
    answer = attempt(filled, mode)
    filled.parent.chmod(0o700)
    assert answer["code"] == ErrorCode.NO_ACCESS


def test_a_folder_that_may_be_written_but_not_listed(path: Path) -> None:
    path.parent.chmod(0o300)
    assert attempt(path, "write") == {"people": 0}
    path.parent.chmod(0o700)
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


EXHAUSTED = """
import json, os, resource, sys
from core import MnemoscopeError, Store
Store.open(sys.argv[1]).close()
resource.setrlimit(resource.RLIMIT_NOFILE, (32, 32))
held = []
try:
    while True:
        held.append(os.open("/dev/null", os.O_RDONLY))
except OSError:
    pass
for _ in range(int(sys.argv[2])):
    os.close(held.pop())
try:
    Store.open(sys.argv[1], "read-only")
    print(json.dumps({"code": "opened"}))
except MnemoscopeError as error:
    print(json.dumps({"code": error.code, **error.data}, default=str))
"""


@pytest.mark.parametrize("left", [0, 1, 2])
def test_no_descriptors_left(path: Path, left: int) -> None:
    answer = json.loads(python(EXHAUSTED, path, left))
    assert answer["code"] == ErrorCode.IO
    assert answer["errno"] == 24  # EMFILE

"""What stays behind when a file is closed: one file, and nothing of what was deleted."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from core import Store
from tests.core.hands import ALICE
from tests.core.processes import python

KILLED = """
import os, sys, signal
from core import Store
Store.open(sys.argv[1], "copy")
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_the_file_stands_alone_after_every_thread_and_the_watcher_had_a_connection(path: Path) -> None:
    with Store.open(path) as store:
        store.partition(ALICE).records.remember("Alice lives in Bergen.", key="city", source="user:t1")
        store.data_version()
        reader = threading.Thread(target=lambda: store.operator("ada").scopes())
        reader.start()
        reader.join()
    assert sorted(each.name for each in path.parent.iterdir()) == [path.name]


def test_a_forgotten_text_is_not_left_in_the_wal(path: Path) -> None:
    store = Store.open(path)
    records = store.operator("ada").records(ALICE)
    store.partition(ALICE).records.remember("The password hint is zebrafish.", key="hint", source="user:t1")
    store.data_version()
    records.forget_key("hint")
    # Read by another process: opening a live file here would drop this process's locks.
    found = python(
        "import sys, pathlib; print(b'zebrafish' in pathlib.Path(sys.argv[1]).read_bytes())", f"{path}-wal"
    )
    assert found == "False"
    store.close()


def test_a_copy_whose_process_was_killed_is_removed_by_the_next(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store.open(path).close()
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    subprocess.run([sys.executable, "-c", KILLED, str(path)], env=os.environ.copy(), check=False)
    left = list(tmp_path.glob("mnemoscope-copy-*"))
    assert len(left) == 1
    with Store.open(path, "copy"):
        assert not left[0].exists()
    assert list(tmp_path.glob("mnemoscope-copy-*")) == []

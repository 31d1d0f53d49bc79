"""A WAL cannot be shared over a network (sqlite.org/wal.html), so such paths are told apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import ErrorCode, StorageFailure
from core.store import Database, Mode, database
from core.store.filesystem import network_type

# Lines as proc(5) describes /proc/self/mountinfo.
MOUNTS = """\
22 1 0:21 / / rw,relatime - ext4 /dev/root rw
30 22 0:30 / /mnt/team\\040share rw shared:1 - nfs4 server:/export rw
31 22 0:31 / /mnt/win rw - cifs //server/share rw
32 30 0:32 / /mnt/team\\040share/local rw - tmpfs tmpfs rw
33 22 0:33 / /mnt/win rw - ext4 /dev/sdb rw
"""


@pytest.fixture
def mounts(tmp_path: Path) -> Path:
    file = tmp_path / "mountinfo"
    file.write_text(MOUNTS, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/home/ada/a.db", None),
        ("/mnt/team share/a.db", "nfs4"),
        ("/mnt/team shared/a.db", None),
        ("/mnt/team share/local/a.db", None),
        ("/mnt/win/a.db", None),
    ],
)
def test_the_deepest_and_latest_mount_decides(mounts: Path, path: str, kind: str | None) -> None:
    assert network_type(Path(path), mounts) == kind


def test_a_system_that_cannot_tell_is_taken_for_local(tmp_path: Path) -> None:
    assert network_type(tmp_path, tmp_path / "missing") is None


def test_writing_is_refused_there_and_reading_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.db"
    Database.open(path, Mode.WRITE).close()
    monkeypatch.setattr(database, "network_type", lambda _path: "nfs4")
    for mode in (Mode.WRITE, Mode.READ_WRITE):
        with pytest.raises(StorageFailure) as caught:
            Database.open(path, mode)
        assert caught.value.code is ErrorCode.NETWORK_FILE_SYSTEM
    Database.open(path, Mode.READ_ONLY).close()
    with pytest.raises(StorageFailure):
        Database.open(tmp_path / "new.db", Mode.WRITE)
    assert not (tmp_path / "new.db").exists()

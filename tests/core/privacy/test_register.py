"""Erasures are known outside the file: an old copy that is put back is recognised (guide/privacy.md 3.2, 11)."""

from __future__ import annotations

import shutil
import stat
from pathlib import Path

import pytest

from core import Store
from core.privacy import Limit, Privacy, ReceiptState
from core.privacy.register import Register
from tests.core.hands import ALICE, CAROL, Hand
from tests.core.privacy.people import MARKER, bytes_with, number_of


@pytest.fixture(autouse=True)
def _own_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def privacy(told: Store, clock: Hand) -> Privacy:
    return told.operator("ada").privacy


def test_an_old_backup_says_who_is_in_it_again_and_they_are_erased_again(
    told: Store, privacy: Privacy, tmp_path: Path
) -> None:
    backup = tmp_path / "backup.db"
    privacy.backups.make(backup)
    receipt = privacy.erase(ALICE, reason="request")
    assert privacy.returned() == ()
    with Store.open(backup, "read-only") as store:
        (again,) = store.operator("ada").privacy.returned()
        assert (again.scope, again.job) == (ALICE, receipt.job)
    with Store.open(backup, "read-write") as store:
        desk = store.operator("ada").privacy
        assert desk.erase(ALICE, reason="came_back").state is ReceiptState.VERIFIED
        assert desk.returned() == ()
    assert sum(bytes_with(backup, MARKER).values()) == 0


def test_the_list_holds_no_name_and_only_this_user_reads_it(told: Store, privacy: Privacy) -> None:
    number = number_of(told, ALICE)
    receipt = privacy.erase(ALICE, reason="request")
    path = Register().path
    text = path.read_text(encoding="utf-8")
    assert f'"subject": "{number:x}", "job": "{receipt.job}"' in text
    for word in ("alice", "acme", MARKER.lower(), str(told.path)):
        assert word not in text.lower()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_finishing_later_notes_it_once(told: Store, privacy: Privacy, path: Path) -> None:
    from tests.core.privacy.people import open_reader

    reader = open_reader(path)
    privacy.erase(ALICE, reason="request", patience=0.1)
    assert len(Register().path.read_text(encoding="utf-8").splitlines()) == 1
    reader.close()
    privacy.finish(5)
    assert len(Register().path.read_text(encoding="utf-8").splitlines()) == 1


def test_a_list_that_cannot_be_written_is_a_limit_of_the_receipt(
    told: Store, privacy: Privacy, tmp_path: Path
) -> None:
    # The key has to be there already; then something that is no file stands where the list should be.
    privacy.erase(CAROL, reason="request")
    list_ = Register().path
    list_.unlink()
    list_.mkdir()
    receipt = privacy.erase(ALICE, reason="request")
    assert receipt.state is ReceiptState.VERIFIED
    assert Limit.NOT_REGISTERED in receipt.limits


def test_a_line_cut_off_by_a_crash_hides_no_other(told: Store, privacy: Privacy, tmp_path: Path) -> None:
    copy = tmp_path / "old.db"
    privacy.backups.make(copy)
    privacy.erase(ALICE, reason="request")
    with Register().path.open("a", encoding="utf-8") as file:
        file.write('{"subject": "12')
    privacy.erase(CAROL, reason="request")
    with Store.open(copy, "read-only") as store:
        assert [each.scope for each in store.operator("ada").privacy.returned()] == [ALICE, CAROL]


def test_a_copy_of_somebody_else_is_none(told: Store, privacy: Privacy, tmp_path: Path) -> None:
    privacy.erase(ALICE, reason="request", suppress_days=0)
    copy = tmp_path / "after.db"
    privacy.backups.make(copy)
    # Who comes anew under the same name is not who was erased.
    told.partition(ALICE).records.remember("Somebody new.", source="user:t1")
    assert privacy.returned() == ()
    shutil.copy(copy, tmp_path / "again.db")
    with Store.open(tmp_path / "again.db", "read-only") as store:
        assert store.operator("ada").privacy.returned() == ()

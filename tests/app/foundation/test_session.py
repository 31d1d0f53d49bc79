from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.session import Session
from app.settings import Settings
from core import Change, Invalid, Scope, Store
from tests.app.conftest import ALICE, CAROL
from tests.app.foundation.conftest import opened

ROOT = Path(__file__).parents[3]


def everything_beside(path: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in path.parent.iterdir() if each.is_file()}


def test_a_file_opens_read_only_the_first_time(session: Session, qtbot: QtBot, memory_file: Path) -> None:
    opened(session, qtbot, memory_file)
    assert not session.writable
    assert session.scope == ALICE
    assert session.settings.recent == [memory_file]


def test_enabling_writing_is_remembered(
    make_session: Callable[[], Session], qtbot: QtBot, memory_file: Path
) -> None:
    first = opened(make_session(), qtbot, memory_file)
    with qtbot.waitSignal(first.file_changed):
        first.enable_writing()
    assert first.writable
    second = opened(make_session(), qtbot, memory_file)
    assert second.writable
    with qtbot.waitSignal(second.file_changed):
        second.disable_writing()
    assert not second.writable
    assert not opened(make_session(), qtbot, memory_file).writable


def test_no_recent_leaves_no_trace(
    make_session: Callable[[], Session], settings: Settings, qtbot: QtBot, memory_file: Path
) -> None:
    settings.remember_recent = False
    session = opened(make_session(), qtbot, memory_file, "read-write")
    session.set_scope(CAROL)
    settings.sync()
    assert settings.recent == []
    assert not settings.writing_enabled(memory_file)
    assert settings.scope_of(memory_file) is None


def test_the_person_is_remembered_per_file(
    make_session: Callable[[], Session], qtbot: QtBot, memory_file: Path
) -> None:
    first = opened(make_session(), qtbot, memory_file)
    with qtbot.waitSignal(first.scope_changed):
        first.set_scope(CAROL)
    assert opened(make_session(), qtbot, memory_file).scope == CAROL


def test_a_new_store_is_writable_and_empty(session: Session, qtbot: QtBot, tmp_path: Path) -> None:
    with qtbot.waitSignal(session.file_changed):
        session.create(tmp_path / "new.db")
    assert session.writable
    assert session.scope is None
    with pytest.raises(RuntimeError):
        session.records()


def test_the_demo_is_writable_and_not_remembered(session: Session, qtbot: QtBot, demo_folder: Path) -> None:
    with qtbot.waitSignal(session.file_changed, timeout=20_000):
        session.open_demo()
    assert session.is_demo
    assert session.writable
    assert session.settings.recent == []
    assert session.path is not None
    assert demo_folder in session.path.parents
    assert session.path.parent.stat().st_mode & 0o077 == 0


def test_resetting_the_demo_takes_changes_back(session: Session, qtbot: QtBot, demo_folder: Path) -> None:
    with qtbot.waitSignal(session.file_changed, timeout=20_000):
        session.open_demo()
    assert session.operator is not None
    assert session.scope is not None
    before = session.operator.overview(session.scope)
    fact = session.records().facts()[0]
    with qtbot.waitSignal(session.changed):
        session.act(lambda: session.records().correct(fact.id, "Something else entirely."))
    assert session.operator.overview(session.scope) != before
    with qtbot.waitSignal(session.file_changed, timeout=20_000):
        session.open_demo(reset=True)
    assert session.operator.overview(session.scope) == before


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("missing.db", None, "There is nothing at"),
        ("empty.db", b"", "has no content"),
        ("text.db", b"this is no database, just text " * 100, "is not an SQLite database"),
        ("cut.db", b"SQLite format 3\x00" + b"\x10\x00\x01\x01\x00\x40\x20\x20" + bytes(40), ""),
    ],
)
def test_a_refused_file_is_explained_and_untouched(
    session: Session, qtbot: QtBot, tmp_path: Path, name: str, content: bytes | None, sentence: str
) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    path = folder / name
    if content is not None:
        path.write_bytes(content)
    before = everything_beside(path)
    with qtbot.waitSignal(session.open_failed):
        session.open(path)
    assert session.store is None
    (banner,) = session.banners
    assert sentence in banner.text
    assert str(path) in banner.text
    assert everything_beside(path) == before


def test_a_folder_offers_the_import_where_a_reader_knows_it(
    session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    with qtbot.waitSignal(session.open_failed):
        session.open(tmp_path)
    assert session.banners[0].offer is None
    assert "if it is called “memories”" in session.banners[0].text
    (tmp_path / "memories").mkdir()
    with qtbot.waitSignal(session.open_failed):
        session.open(tmp_path)
    (banner,) = session.banners
    assert "is a folder" in banner.text
    assert banner.offer is not None
    with qtbot.waitSignal(session.import_wanted) as wanted:
        banner.offer.run()
    assert wanted.args == [tmp_path]


def test_a_refused_open_keeps_the_file_that_is_open(
    session: Session, qtbot: QtBot, memory_file: Path, tmp_path: Path
) -> None:
    opened(session, qtbot, memory_file)
    with qtbot.waitSignal(session.open_failed):
        session.open(tmp_path / "nothing.db")
    assert session.path == memory_file
    assert session.banners


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="root may write anything")
def test_a_file_that_may_not_be_written_opens_read_only(
    session: Session, qtbot: QtBot, memory_file: Path
) -> None:
    memory_file.chmod(0o400)
    opened(session, qtbot, memory_file, "read-write")
    assert not session.writable
    assert any(banner.id == "mode" for banner in session.banners)


def test_a_private_copy_says_what_it_is(session: Session, qtbot: QtBot, memory_file: Path) -> None:
    opened(session, qtbot, memory_file, "copy")
    assert not session.writable
    assert any("private copy" in banner.text for banner in session.banners)


def test_only_the_last_of_two_opens_counts(
    session: Session, qtbot: QtBot, memory_file: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.db"
    with Store.open(other):
        pass
    session.open(memory_file)
    session.open(other)
    qtbot.waitUntil(session.jobs.idle)
    assert session.path == other


def test_a_write_of_another_process_is_seen_within_two_seconds(
    session: Session, qtbot: QtBot, memory_file: Path
) -> None:
    opened(session, qtbot, memory_file)
    program = (
        "import sys; from core import Store, Scope\n"
        "with Store.open(sys.argv[1], 'read-write') as store:\n"
        "    store.partition(Scope('acme', 'alice')).records.remember('New.', source='agent:x')\n"
    )
    with qtbot.waitSignal(session.changed, timeout=15_000) as changed:
        writer = subprocess.Popen([sys.executable, "-c", program, str(memory_file)], cwd=ROOT)
        assert writer.wait(10) == 0
        written = time.monotonic()
    assert time.monotonic() - written < 2
    assert "record" in changed.args[0].kinds


def test_a_pause_holds_changes_back(session: Session, qtbot: QtBot, memory_file: Path) -> None:
    opened(session, qtbot, memory_file)
    session.set_paused(True)
    with Store.open(memory_file, "read-write") as store:
        store.partition(ALICE).records.remember("New.", source="agent:x")
    with qtbot.assertNotEmitted(session.external_change, wait=1500):
        pass
    with qtbot.waitSignal(session.external_change):
        session.set_paused(False)


def test_a_replaced_file_is_noticed(session: Session, qtbot: QtBot, memory_file: Path) -> None:
    opened(session, qtbot, memory_file)
    twin = memory_file.with_name("twin.db")
    shutil.copy(memory_file, twin)
    twin.replace(memory_file)
    qtbot.waitUntil(lambda: any(b.id == "replaced" for b in session.banners), timeout=4000)
    banner = next(b for b in session.banners if b.id == "replaced")
    assert banner.offer is not None
    with qtbot.waitSignal(session.file_changed):
        banner.offer.run()
    assert session.banners == []


def test_an_act_tells_everybody_and_can_be_undone(session: Session, qtbot: QtBot, memory_file: Path) -> None:
    opened(session, qtbot, memory_file, "read-write")
    current = session.records().get("fiscal_year")
    assert current is not None
    changes: list[Change] = []
    session.changed.connect(changes.append)
    with qtbot.waitSignal(session.toasted) as told:
        session.act(
            lambda: session.records().correct(current.id, "It starts in October."),
            says=lambda result: "Corrected",
        )
    (change,), toast = changes, told.args[0]
    assert "record" in change.kinds
    assert session.undo_text == "Corrected"
    with qtbot.waitSignal(session.changed):
        toast.undo()
    after = session.records().get("fiscal_year")
    assert after is not None
    assert after.content == current.content
    assert session.undo_text is None
    assert session.redo_text == "Corrected"
    with qtbot.waitSignal(session.changed):
        session.redo()
    again = session.records().get("fiscal_year")
    assert again is not None
    assert again.content == "It starts in October."
    assert session.undo_text == "Corrected"
    assert session.redo_text is None


def test_own_writes_are_not_taken_for_foreign_ones(session: Session, qtbot: QtBot, memory_file: Path) -> None:
    opened(session, qtbot, memory_file, "read-write")
    fact = session.records().facts()[0]
    with qtbot.assertNotEmitted(session.external_change, wait=1600):
        session.act(lambda: session.records().confirm(fact.id))


def test_an_act_on_a_read_only_file_fails_loudly(session: Session, qtbot: QtBot, memory_file: Path) -> None:
    opened(session, qtbot, memory_file)
    fact = session.records().facts()[0]
    with qtbot.waitSignal(session.act_failed) as failed:
        session.act(lambda: session.records().confirm(fact.id))
    assert failed.args[0].code == "read_only"


def test_a_failure_goes_to_who_asked(session: Session, qtbot: QtBot, memory_file: Path) -> None:
    opened(session, qtbot, memory_file, "read-write")
    caught: list[Exception] = []

    def refuse() -> None:
        raise Invalid("content", "empty")

    session.act(refuse, failed=caught.append)  # type: ignore[arg-type]
    qtbot.waitUntil(lambda: bool(caught))
    assert isinstance(caught[0], Invalid)


def test_closing_lets_go_of_everything(session: Session, qtbot: QtBot, memory_file: Path) -> None:
    opened(session, qtbot, memory_file)
    with qtbot.waitSignal(session.file_changed):
        session.close_file()
    qtbot.waitUntil(session.jobs.idle)
    assert session.store is None
    assert session.path is None
    assert session.scope is None
    assert session.banners == []


def test_choosing_somebody_else_drops_the_undo(session: Session, qtbot: QtBot, memory_file: Path) -> None:
    opened(session, qtbot, memory_file, "read-write")
    fact = session.records().facts()[0]
    session.act(lambda: session.records().confirm(fact.id), says=lambda _: "Confirmed")
    qtbot.waitUntil(session.jobs.idle)
    assert session.undo_text == "Confirmed"
    session.set_scope(Scope("globex", "carol"))
    assert session.undo_text is None


def test_a_mistake_of_ours_is_not_shown_as_a_sentence(
    session: Session, qtbot: QtBot, memory_file: Path
) -> None:
    opened(session, qtbot, memory_file, "read-write")

    def mistake() -> None:
        raise TypeError

    with (
        qtbot.assertNotEmitted(session.act_failed),
        qtbot.waitSignal(session.jobs.failed_unhandled),
    ):
        session.act(mistake)  # type: ignore[arg-type]

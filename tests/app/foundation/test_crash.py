from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import shiboken6
from pytestqt.qtbot import QtBot

from app import log as app_log
from app.crash import KEPT, CrashReporter, describe, environment


@pytest.fixture
def reporter(qtbot: QtBot) -> Iterator[CrashReporter]:
    made = CrashReporter()
    yield made
    made.remove()
    shiboken6.delete(made)


def fail() -> None:
    try:
        raise ValueError("my password is hunter2")
    except ValueError as error:
        raise RuntimeError("hunter2 again") from error


def test_a_report_names_the_place_and_not_the_words() -> None:
    with pytest.raises(RuntimeError) as raised:
        fail()
    text = describe(raised.value)
    assert "in fail" in text
    assert "ValueError" in text
    assert "RuntimeError" in text
    assert "hunter2" not in text


def test_a_fault_in_a_thread_is_reported(
    reporter: CrashReporter, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    reporter.install()
    with qtbot.waitSignal(reporter.reported) as told:
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()
    assert "RuntimeError" in told.args[0]
    assert "hunter2" not in caplog.text


def test_a_fault_that_comes_back_is_not_told_for_ever(reporter: CrashReporter, qtbot: QtBot) -> None:
    told: list[str] = []
    reporter.reported.connect(told.append)
    for _ in range(KEPT * 3):
        reporter.report(ValueError())
    qtbot.waitUntil(lambda: len(told) == KEPT)


def test_the_environment_names_versions() -> None:
    assert "Qt" in environment()
    assert "Python" in environment()


def test_the_log_is_a_file_of_this_account(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, qtbot: QtBot
) -> None:
    monkeypatch.setattr(app_log, "log_folder", lambda: tmp_path / "log")
    monkeypatch.setattr(app_log, "qInstallMessageHandler", lambda handler: None)
    monkeypatch.setattr(app_log.faulthandler, "enable", lambda *args: None)
    monkeypatch.setattr(app_log.faulthandler, "disable", lambda: None)
    level = logging.getLogger().level
    try:
        path = app_log.start_log(verbose=False)
        assert path is not None
        logging.getLogger("app.test").warning("3 records")
        assert "3 records" in path.read_text(encoding="utf-8")
        assert path.parent.stat().st_mode & 0o077 == 0
    finally:
        app_log.stop_log()
        logging.getLogger().setLevel(level)


def test_a_home_that_refuses_does_not_stop_the_window(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(app_log, "log_folder", lambda: tmp_path / "file" / "log")
    monkeypatch.setattr(app_log, "qInstallMessageHandler", lambda handler: None)
    monkeypatch.setattr(app_log.faulthandler, "enable", lambda *args: None)
    level = logging.getLogger().level
    try:
        assert app_log.start_log(verbose=False) is None
    finally:
        logging.getLogger().setLevel(level)

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.jobs import Jobs, Token
from core.errors import Cancelled


@pytest.fixture
def jobs(qtbot: QtBot) -> Iterator[Jobs]:
    made = Jobs()
    yield made
    made.shutdown()
    shiboken6.delete(made)


def test_three_thousand_answers_arrive(jobs: Jobs, qtbot: QtBot) -> None:
    answers: list[int] = []
    for number in range(3000):
        jobs.read(lambda token, number=number: number, answers.append)
    qtbot.waitUntil(jobs.idle, timeout=20_000)
    assert sorted(answers) == list(range(3000))


def test_writes_keep_their_order(jobs: Jobs, qtbot: QtBot) -> None:
    order: list[int] = []
    for number in range(200):
        jobs.write(lambda token, number=number: order.append(number), lambda _: None)
    qtbot.waitUntil(jobs.idle)
    assert order == list(range(200))


def test_answers_arrive_on_the_gui_thread(jobs: Jobs, qtbot: QtBot) -> None:
    seen: list[tuple[int, int]] = []
    jobs.read(
        lambda token: threading.get_ident(),
        lambda worker: seen.append((worker, threading.get_ident())),
    )
    qtbot.waitUntil(jobs.idle)
    assert seen[0][1] == threading.get_ident() != seen[0][0]


def test_only_the_newest_of_a_key_answers(jobs: Jobs, qtbot: QtBot) -> None:
    answers: list[int] = []
    for number in range(50):
        jobs.read(lambda token, number=number: number, answers.append, key="ids")
    qtbot.waitUntil(jobs.idle)
    assert answers == [49]


def test_an_older_job_of_the_key_is_interrupted(jobs: Jobs, qtbot: QtBot) -> None:
    interrupted: list[int] = []
    jobs.interrupt = interrupted.append
    started = threading.Event()

    def long(token: Token) -> int:
        started.set()
        while not token.cancelled:
            time.sleep(0.001)
        return threading.get_ident()

    jobs.read(long, lambda _: pytest.fail("an old answer was delivered"), key="ids")
    assert started.wait(5)
    answers: list[str] = []
    jobs.read(lambda token: "new", answers.append, key="ids")
    qtbot.waitUntil(jobs.idle)
    assert answers == ["new"]
    assert len(interrupted) == 1


def test_no_interrupt_after_the_job_has_left_its_thread(jobs: Jobs, qtbot: QtBot) -> None:
    interrupted: list[int] = []
    jobs.interrupt = interrupted.append
    job = jobs.read(lambda token: 1, lambda _: None)
    qtbot.waitUntil(jobs.idle)
    jobs.cancel(job)
    assert interrupted == []


def test_a_long_scan_does_not_hold_up_a_page(jobs: Jobs, qtbot: QtBot) -> None:
    release = threading.Event()
    jobs.read(lambda token: release.wait(10), lambda _: None)
    pages: list[int] = []
    jobs.read(lambda token: 1, pages.append)
    qtbot.waitUntil(lambda: pages == [1])
    release.set()


def test_no_answer_for_an_owner_that_is_gone(jobs: Jobs, qtbot: QtBot) -> None:
    class Asker(QObject):
        def answer(self, value: int) -> None:
            pytest.fail("answered to the dead")

    named, bound = QObject(), Asker()
    jobs.read(lambda token: time.sleep(0.05), lambda _: pytest.fail("answered"), owner=named)
    jobs.read(lambda token: time.sleep(0.05), bound.answer)
    shiboken6.delete(named)
    shiboken6.delete(bound)
    qtbot.waitUntil(jobs.idle)


def test_failures_reach_their_handler(jobs: Jobs, qtbot: QtBot) -> None:
    def fail(token: Token) -> None:
        raise ValueError("x")

    caught: list[Exception] = []
    jobs.read(fail, lambda _: pytest.fail("no answer"), failed=caught.append)
    qtbot.waitUntil(jobs.idle)
    assert isinstance(caught[0], ValueError)


def test_failures_without_a_handler_are_announced(jobs: Jobs, qtbot: QtBot) -> None:
    def fail(token: Token) -> None:
        raise ValueError("x")

    with qtbot.waitSignal(jobs.failed_unhandled) as told:
        jobs.write(fail, lambda _: None)
    assert isinstance(told.args[0], ValueError)


def test_a_cancelled_write_says_so_to_who_asked(jobs: Jobs, qtbot: QtBot) -> None:
    started = threading.Event()

    def long(token: Token) -> None:
        started.set()
        while True:
            token.raise_if_cancelled()
            time.sleep(0.001)

    caught: list[Exception] = []
    job = jobs.write(long, lambda _: None, failed=caught.append)
    assert started.wait(5)
    jobs.cancel(job)
    qtbot.waitUntil(jobs.idle)
    assert isinstance(caught[0], Cancelled)


def test_progress_is_throttled_and_ends_at_the_end(jobs: Jobs, qtbot: QtBot) -> None:
    def count(token: Token) -> None:
        for done in range(1, 2001):
            token.progress(done, 2000, "counting")
            time.sleep(0.0001)

    seen: list[int] = []
    jobs.progressed.connect(lambda progress: seen.append(progress.done))
    began = time.monotonic()
    jobs.read(count, lambda _: None)
    qtbot.waitUntil(jobs.idle)
    assert len(seen) <= (time.monotonic() - began) * 20 + 2
    assert seen[-1] == 2000


def test_an_answer_that_raises_does_not_stop_the_others(jobs: Jobs, qtbot: QtBot) -> None:
    answers: list[int] = []
    with qtbot.captureExceptions() as raised:
        jobs.read(lambda token: 1, lambda _: 1 / 0)
        jobs.read(lambda token: 2, answers.append)
        qtbot.waitUntil(jobs.idle)
    assert answers == [2]
    assert raised[0][0] is ZeroDivisionError


def test_shutdown_leaves_a_stuck_thread_after_two_seconds(qtbot: QtBot) -> None:
    jobs = Jobs()
    started, release = threading.Event(), threading.Event()
    jobs.read(lambda token: (started.set(), release.wait(30)), lambda _: None)
    assert started.wait(5)
    began = time.monotonic()
    assert jobs.shutdown() is False
    assert time.monotonic() - began < 2.6
    release.set()
    shiboken6.delete(jobs)


def test_shutdown_lets_writes_end(qtbot: QtBot) -> None:
    jobs = Jobs()
    written: list[int] = []
    for number in range(5):
        jobs.write(lambda token, number=number: (time.sleep(0.02), written.append(number)), print)
    assert jobs.shutdown() is True
    assert written == [0, 1, 2, 3, 4]
    shiboken6.delete(jobs)


def test_nothing_starts_after_shutdown(qtbot: QtBot) -> None:
    jobs = Jobs()
    jobs.shutdown()
    job = jobs.read(lambda token: pytest.fail("ran"), lambda _: None)
    assert job.token.cancelled
    assert jobs.idle()
    shiboken6.delete(jobs)


def test_waiting_for_a_server_holds_up_neither_reads_nor_writes(jobs: Jobs, qtbot: QtBot) -> None:
    release = threading.Event()
    answers: list[str] = []
    for _ in range(2):
        jobs.ask(lambda token: release.wait(20), lambda _: answers.append("asked"))
    jobs.read(lambda token: None, lambda _: answers.append("read"))
    jobs.write(lambda token: None, lambda _: answers.append("written"))
    qtbot.waitUntil(lambda: len(answers) == 2, timeout=10_000)
    assert sorted(answers) == ["read", "written"]
    release.set()
    qtbot.waitUntil(jobs.idle, timeout=10_000)
    assert answers[2:] == ["asked", "asked"]


def test_a_read_that_waits_for_a_server_holds_up_no_other_read(jobs: Jobs, qtbot: QtBot) -> None:
    release = threading.Event()
    answers: list[str] = []
    for name in "ab":
        jobs.read(lambda token: release.wait(20), lambda _: answers.append("waited"), key=name, waits=True)
    jobs.read(lambda token: None, lambda _: answers.append("read"))
    qtbot.waitUntil(lambda: answers == ["read"], timeout=10_000)
    release.set()
    qtbot.waitUntil(jobs.idle, timeout=10_000)
    assert answers == ["read", "waited", "waited"]


def test_what_was_asked_is_told_to_stop_and_answers_all_the_same(jobs: Jobs, qtbot: QtBot) -> None:
    started = threading.Event()

    def long(token: Token) -> str:
        started.set()
        while not token.cancelled:
            time.sleep(0.001)
        return "what was done until then"

    answers: list[str] = []
    jobs.ask(long, answers.append)
    assert started.wait(10)
    jobs.stop_asking()
    qtbot.waitUntil(jobs.idle, timeout=10_000)
    assert answers == ["what was done until then"]


def test_shutdown_ends_what_waits_for_a_server(jobs: Jobs) -> None:
    started, ended = threading.Event(), threading.Event()

    def long(token: Token) -> None:
        started.set()
        while not token.cancelled:
            time.sleep(0.001)
        ended.set()

    jobs.ask(long, lambda _: None)
    assert started.wait(10)
    assert jobs.shutdown()
    assert ended.is_set()

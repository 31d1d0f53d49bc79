"""One store, many threads: a connection for each, interruption, and closing while others read."""

from __future__ import annotations

import _thread
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from core import Store
from core.errors import Cancelled, ErrorCode, MnemoscopeError
from core.store import Database, Mode
from tests.core.hands import ALICE

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"


@pytest.fixture
def database(path: Path) -> Iterator[Database]:
    opened = Database.open(path, Mode.WRITE)
    yield opened
    opened.close()


def run_in_threads(count: int, work: object) -> None:
    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]  # type: ignore[arg-type]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_each_thread_has_a_connection_of_its_own(database: Database) -> None:
    meet = threading.Barrier(4)
    found: list[apsw.Connection] = []

    def look(_: int) -> None:
        with database.read() as connection:
            found.append(connection)
            meet.wait(30)

    run_in_threads(4, look)
    assert len({id(connection) for connection in found}) == 4


def test_connections_of_ended_threads_do_not_pile_up(database: Database) -> None:
    def look(_: int) -> None:
        with database.read() as connection:
            connection.execute("SELECT 1").fetchall()

    for _ in range(20):
        run_in_threads(1, look)
    assert len(database._connections) <= 3  # noqa: SLF001


def test_a_thread_unknown_to_threading_keeps_its_connection(database: Database) -> None:
    """Threads of a GUI toolkit are not started through `threading`."""
    first, second, ended = threading.Event(), threading.Event(), threading.Event()
    answers: list[object] = []

    def foreign() -> None:
        try:
            with database.read() as connection:
                connection.execute("SELECT count(*) FROM meta").fetchall()
                first.set()
                second.wait(30)
                answers.append(connection.execute("SELECT count(*) FROM meta").fetchall())
        except Exception as error:
            answers.append(error)
        ended.set()

    _thread.start_new_thread(foreign, ())
    assert first.wait(30)
    run_in_threads(2, lambda _: database.problems())
    second.set()
    assert ended.wait(30)
    assert answers == [[(0,)]]


def test_writes_of_many_threads_all_arrive(path: Path) -> None:
    with Store.open(path) as store:
        records = store.partition(ALICE).records

        def write(number: int) -> None:
            for count in range(10):
                records.remember(f"Fact {number}-{count}.", key=f"k{number}-{count}", source="user:t1")

        run_in_threads(4, write)
        assert len(records.facts()) == 40
        assert store.operator("ada").audit.verify().ok


def test_a_write_inside_a_write_is_a_mistake_of_ours(database: Database) -> None:
    with database.write(), pytest.raises(RuntimeError), database.write():
        pass


def test_a_read_inside_a_write_sees_the_write(database: Database) -> None:
    with database.write() as tx:
        tx.execute("INSERT INTO meta VALUES ('x', 'y')")
        with database.read() as connection:
            assert connection.execute("SELECT count(*) FROM meta").fetchall() == [(1,)]


def test_a_read_is_one_snapshot(database: Database) -> None:
    def other(_: int) -> None:
        with database.write() as tx:
            tx.execute("INSERT INTO meta VALUES ('x', 'y')")

    with database.read() as connection:
        assert connection.execute("SELECT count(*) FROM meta").fetchall() == [(0,)]
        run_in_threads(1, other)
        assert connection.execute("SELECT count(*) FROM meta").fetchall() == [(0,)]
    with database.read() as connection:
        assert connection.execute("SELECT count(*) FROM meta").fetchall() == [(1,)]


def test_a_failed_write_leaves_nothing_and_the_next_one_works(database: Database) -> None:
    def fail() -> None:
        with database.write() as tx:
            tx.execute("INSERT INTO meta VALUES ('x', 'y')")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    with database.write() as tx:
        assert tx.execute("SELECT count(*) FROM meta").fetchall() == [(0,)]


def test_another_thread_stops_a_read(database: Database) -> None:
    running = threading.Event()
    answer: list[BaseException] = []

    def read(_: int) -> None:
        try:
            with database.read() as connection:
                running.set()
                connection.execute(ENDLESS).fetchall()
        except MnemoscopeError as error:
            answer.append(error)

    reader = threading.Thread(target=read, args=(0,))
    reader.start()
    running.wait(30)
    while reader.is_alive():
        database.interrupt(reader.ident or 0)
        reader.join(0.01)
    assert [type(error) for error in answer] == [Cancelled]
    # The interruption is over with the statement.
    assert database.problems() == []


def test_interrupting_nobody_does_nothing(database: Database) -> None:
    database.interrupt(1)
    database.interrupt(threading.get_ident())
    assert database.problems() == []


def test_closing_stops_those_who_still_read(database: Database) -> None:
    running = threading.Barrier(4)
    answers: list[ErrorCode] = []

    def read(_: int) -> None:
        try:
            with database.read() as connection:
                running.wait(30)
                connection.execute(ENDLESS).fetchall()
        except MnemoscopeError as error:
            answers.append(error.code)

    readers = [threading.Thread(target=read, args=(number,)) for number in range(3)]
    for reader in readers:
        reader.start()
    running.wait(30)
    database.close()
    for reader in readers:
        reader.join(30)
    assert len(answers) == 3
    assert set(answers) <= {ErrorCode.CANCELLED, ErrorCode.CLOSED}


def test_closing_while_others_write_loses_no_acknowledged_write(path: Path) -> None:
    store = Store.open(path)
    acknowledged: list[int] = []
    ended: set[ErrorCode] = set()

    def write(number: int) -> None:
        records = store.partition(ALICE).records
        try:
            while True:
                result = records.remember(f"Fact {number} {time.monotonic_ns()}.", source="user:t1")
                assert result.record is not None
                acknowledged.append(result.record.id)
        except MnemoscopeError as error:
            ended.add(error.code)

    writers = [threading.Thread(target=write, args=(number,)) for number in range(3)]
    for writer in writers:
        writer.start()
    while len(acknowledged) < 20:
        time.sleep(0.001)
    store.close()
    for writer in writers:
        writer.join(30)
    assert ended <= {ErrorCode.CLOSED, ErrorCode.CANCELLED}
    with Store.open(path) as again:
        kept = {row["id"] for row in again.partition(ALICE).records.export()}
        assert set(acknowledged) <= kept
        assert again.operator("ada").audit.verify().ok
        assert again.check() == []

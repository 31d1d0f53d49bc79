"""An MCP client proposes, and the proposal stands in the open window: the whole way, in seconds.

The client speaks to a real ``mnemoscope-mcp`` over stdio; the window is on the same file, its Review pane in
front. A round trip begins when the client sends the call and ends when the row is in the list, painted.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from statistics import median

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import mcp
from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication

from app.application import start
from app.panes.review.pane import ReviewPane
from app.session import Session
from app.settings import Settings
from app.theme import theme
from app.window.main_window import MainWindow
from core import Scope, Store
from tests.bench.report import Report
from tests.bench.seeding import seed

ALICE = Scope("acme", "alice")
RECORDS = 10_000
TRIPS = 20
PATIENCE = 60.0
_TOPICS = ("tables", "maps", "lists", "charts", "letters", "invoices", "menus", "slides", "forms", "labels")


class Agent(threading.Thread):
    """The client with its server process: proposes one note whenever it is told to."""

    def __init__(self, path: Path) -> None:
        super().__init__(daemon=True)
        self._path = path
        self.orders: SimpleQueue[str | None] = SimpleQueue()
        self.answers: SimpleQueue[tuple[float, float, int]] = SimpleQueue()
        self.ready = threading.Event()
        self.connecting = 0.0

    def run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        arguments = ["--db", str(self._path), "--tenant", ALICE.tenant, "--user", ALICE.user]
        command = mcp.StdioServerParameters(
            command=str(Path(sys.executable).with_name("mnemoscope-mcp")), args=arguments
        )
        started = time.perf_counter()
        async with mcp.Client(command) as client:
            await client.list_tools()
            self.connecting = time.perf_counter() - started
            self.ready.set()
            while (content := await asyncio.to_thread(self.orders.get)) is not None:
                began = time.perf_counter()
                answer = await client.call_tool("propose_memory", _proposal(content))
                told = answer.structured_content or {}
                self.answers.put((began, time.perf_counter(), int(told["proposal"])))


def main() -> int:
    """Run the bench; the exit code."""
    report = Report("mcp")
    with tempfile.TemporaryDirectory() as name:
        os.environ["XDG_DATA_HOME"] = name
        app = start(["bench"])
        theme().apply(app, "light")
        path = Path(name) / "memory.db"
        with Store.open(path):
            pass
        seed(path, ALICE, RECORDS)
        session = Session(Settings(Path(name) / "settings.ini"))
        window = MainWindow(session)
        window.resize(1280, 800)
        window.show()
        session.open(path, "read-write", scope=ALICE)
        _wait(lambda: session.scope is not None)
        window.show_pane("review")
        pane = window.pane
        assert isinstance(pane, ReviewPane)
        agent = Agent(path)
        agent.start()
        _wait(agent.ready.is_set)
        trips, calls = _trips(agent, pane)
        agent.orders.put(None)
        agent.join(PATIENCE)
        report.row("records in the file", RECORDS)
        report.row("the server started and its tools were listed", agent.connecting, unit="s")
        report.row("round trips", len(trips))
        report.row("the call until its answer, median", median(calls), unit="s")
        report.row("propose until the held item is in the window, median", median(trips), 2, "s")
        report.row("propose until the held item is in the window, slowest", max(trips), 2, "s")
        window.close()
        session.shutdown()
        window.deleteLater()
        QApplication.processEvents()
    return report.finish()


def _trips(agent: Agent, pane: ReviewPane) -> tuple[list[float], list[float]]:
    trips, calls = [], []
    for number in range(TRIPS):
        topic = _TOPICS[number % len(_TOPICS)]
        agent.orders.put(f"Prefers {topic} of the kind number {number} in every answer about {topic}.")
        _wait(lambda: not agent.answers.empty())
        began, answered, proposal = agent.answers.get()
        _wait(lambda item=proposal: _shown(pane, item))  # type: ignore[misc]
        pane.page.list.table.viewport().repaint()
        trips.append(time.perf_counter() - began)
        calls.append(answered - began)
        # Not in step with the window's own rhythm.
        _pause(0.13 * (number % 7))
    return trips, calls


def _shown(pane: ReviewPane, item: int) -> bool:
    """The proposal has a row in the list: its own, or the line that counts it with others of its kind."""
    listed = pane.page.list
    if listed.answer is None:
        return False
    rows = set(listed.model.ids)
    number = next((number for number, entry in listed.answer.entries.items() if entry.id == item), None)
    lines = listed.answer.lines.values()
    return number in rows or any(number in line.members and line.number in rows for line in lines)


def _proposal(content: str) -> dict[str, object]:
    # A preference on an agent's own word waits for a person (guide/gate.md 5).
    return {
        "kind": "preference",
        "key": None,
        "content": content,
        "supersedes": None,
        "importance": None,
        "ttl_days": None,
        "evidence": [],
    }


def _pause(seconds: float) -> None:
    until = time.monotonic() + seconds
    _wait(lambda: time.monotonic() >= until)


def _wait(reached: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not reached():
        if time.monotonic() > deadline:
            raise TimeoutError
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 5)


if __name__ == "__main__":
    sys.exit(main())

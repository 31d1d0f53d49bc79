"""The Conversation pane over 3,000 messages: how long the window ever stands still."""

from __future__ import annotations

import itertools
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from app.application import start
from app.panes.conversation import ConversationPane
from app.panes.conversation.page import BUDGET, MAP, MESSAGES, NEEDLE, NUMBERS, PROMPT, STRATEGIES
from app.session import Session
from app.settings import Settings
from app.theme import theme
from core import Scope, Store
from core.memory.conversation import Message, Role
from core.memory.conversation.settings import Strategy
from tests.bench.bench_table import Watchdog, _turn
from tests.bench.report import Report

MESSAGES_COUNT = 3_000
WHO = Scope("bench", "talker")
BUDGET_TOKENS = 8_000
FLOOR_MS = 50  # what a person begins to feel
TIMES = 12
VIEWS = {
    "budget": BUDGET,
    "messages": MESSAGES,
    "map": MAP,
    "needle": NEEDLE,
    "strategies": STRATEGIES,
    "prompt": PROMPT,
    "numbers": NUMBERS,
}


class Gaps(Watchdog):
    """Notes beside the longest time without a turn the most CPU time the window's thread took for one.

    The first also counts what other programs on the machine took; the second is the pane's alone.
    """

    def __init__(self) -> None:
        super().__init__()
        self.busiest, self._cpu = 0.0, time.thread_time()

    @contextmanager
    def watching(self) -> Iterator[None]:
        self.busiest, self._cpu = 0.0, time.thread_time()
        with super().watching():
            yield

    def _on_tick(self) -> None:
        super()._on_tick()
        cpu = time.thread_time()
        self.busiest = max(self.busiest, cpu - self._cpu)
        self._cpu = cpu


def seed(path: Path, count: int) -> None:
    """A long talk with a logged prompt at its end and what the API would have reported for every turn."""
    with Store.open(path, "write") as store:
        partition = store.partition(WHO)
        partition.records.remember("The vendor Northwind pays within 30 days.", key="terms", source="user:t1")
        talk = partition.conversation("long", budget_tokens=BUDGET_TOKENS)
        said = []
        for number in range(count // 2):
            said.append(
                Message(Role.USER, f"Question {number + 1} is about invoice {number * 7} of Northwind. " * 3)
            )
            said.append(
                Message(
                    Role.ASSISTANT,
                    f"Answer {number + 1} lists the invoice. It shows vendor, amount and due date. " * 6,
                    reported_tokens=7_000 + number % 900,
                )
            )
        talk.extend(said[:-1])
        partition.prompt(talk, budget_tokens=BUDGET_TOKENS)
        talk.extend(said[-1:])


def main() -> int:
    """Run the bench; the exit code."""
    report = Report("conversation_pane")
    count = int(sys.argv[1]) if len(sys.argv) > 1 else MESSAGES_COUNT
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["XDG_DATA_HOME"] = name
        path = folder / "talk.db"
        seed(path, count)
        app = start(["bench"])
        theme().apply(app, "light")
        session = Session(Settings(folder / "settings.ini"))
        session.open(path, "read-only", scope=WHO)
        _until(lambda: session.scope is not None)
        watchdog = Gaps()
        _report_idle(report, watchdog)
        pane = ConversationPane(session)
        pane.resize(1084, 733)
        with watchdog.watching():
            pane.show()
            pane.activate()
            _until(lambda: pane.study is not None and pane.quiet)
        report.row("messages", count)
        report.row("longest event-loop gap on opening", watchdog.worst * 1000, FLOOR_MS, "ms")
        report.row(
            "its thread's CPU time in a gap, at most: on opening", watchdog.busiest * 1000, FLOOR_MS, "ms"
        )
        for what, act in _acts(pane).items():
            worst, typical, busiest = _measure(pane, watchdog, act)
            report.row(f"longest event-loop gap: {what}", worst, FLOOR_MS, "ms")
            report.row(f"median of its longest gaps: {what}", typical, None, "ms")
            report.row(f"its thread's CPU time in a gap, at most: {what}", busiest, FLOOR_MS, "ms")
        pane.close()
        session.shutdown()
        pane.deleteLater()
    return report.finish()


def _acts(pane: ConversationPane) -> dict[str, Callable[[], object]]:
    page, setting = pane.page, pane.page.setting
    budgets = itertools.cycle(range(2_000, 30_000, 700))
    turns = itertools.cycle(range(3, 1_400, 97))
    strategies = itertools.cycle(Strategy)
    needles = itertools.cycle(("invoice 700", "question 12 ", "due date"))

    def slide() -> None:
        setting.budget.setValue(next(budgets))

    def pull() -> None:
        for _ in range(20):
            slide()
            QApplication.processEvents()

    def scrub() -> None:
        pane.go(next(turns) % (pane.study.turns if pane.study else 1))

    def strategy() -> None:
        setting.strategy.setCurrentIndex(setting.strategy.findData(next(strategies)))
        setting.strategy.activated.emit(setting.strategy.currentIndex())

    def on(view: str, act: Callable[[], object]) -> Callable[[], object]:
        def there() -> None:
            if page.tabs.place != VIEWS[view]:
                page.tabs.show_view(VIEWS[view])
                _until(lambda: pane.quiet)
            act()

        return there

    def look() -> None:
        page.needle.text.setText(next(needles))
        page.needle.button.click()

    def big() -> None:
        pane.switch_room()

    acts: dict[str, Callable[[], object]] = {
        f"{view} shown": (lambda place=place: page.tabs.show_view(place)) for view, place in VIEWS.items()
    }
    acts["budget slider, one step"] = on("budget", slide)
    acts["budget slider pulled through 20 steps"] = on("budget", pull)
    acts["strategy changed"] = on("budget", strategy)
    for view in VIEWS:
        acts[f"turn changed, {view} on screen"] = on(view, scrub)
    acts["needle asked"] = on("needle", look)
    acts["budget slider with the map on screen"] = on("map", slide)
    acts["budget slider with messages on screen"] = on("messages", slide)
    acts["budget slider with numbers on screen"] = on("numbers", slide)
    acts["a message chosen"] = on(
        "messages", lambda: pane.choose((next(turns) * 2 + 1) % len(pane.study.messages))
    )
    acts["stakeholder view switched"] = on("budget", big)
    return acts


def _measure(
    pane: ConversationPane, watchdog: Watchdog, act: Callable[[], object]
) -> tuple[float, float, float]:
    """In milliseconds: the worst gap over all repeats, the median of each repeat's worst, the most CPU time."""
    found, busiest = [], 0.0
    for _ in range(TIMES):
        with watchdog.watching():
            act()
            # The timer that waits for somebody to stop moving has to run out.
            _until(lambda: pane.quiet)
            for _ in range(5):
                _turn()
        found.append(watchdog.worst * 1000)
        busiest = max(busiest, watchdog.busiest * 1000)
    return max(found), median(found), busiest


def _report_idle(report: Report, watchdog: Gaps) -> None:
    """What the machine does to a window in which nothing happens."""
    until = time.perf_counter() + 2
    with watchdog.watching():
        _until(lambda: time.perf_counter() > until)
    report.row("longest event-loop gap with nothing to do", watchdog.worst * 1000, None, "ms")


def _until(done: Callable[[], bool]) -> None:
    deadline = time.perf_counter() + 120
    while not done():
        if time.perf_counter() > deadline:
            raise TimeoutError("the pane did not settle")
        _turn()


if __name__ == "__main__":
    raise SystemExit(main())

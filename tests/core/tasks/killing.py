"""Agents of one task that are killed at any moment, and what the file says afterwards."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import apsw

from core import Scope, Store
from core.memory.tasks import Plan, StepState, TaskState
from core.memory.tasks.fold import changed
from core.store import task_rows
from tests.core.processes import ROOT, command

AGENTS = 4
PERSON = Scope("acme", "alice")
_PATIENCE = 60.0

_AGENT = """
import json, os, random, sys, time
from core import InvalidUpdate, Scope, Store
# One append per acknowledged write; a kill of this process loses nothing the kernel already has.
log = os.open(sys.argv[2], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
store = Store.open(sys.argv[1], "read-write")
person = Scope("acme", "alice")
tasks, desk = store.partition(person, sys.argv[3]).tasks, store.operator("ada").tasks(person)
number = 0
while True:
    name = f"task {number}"
    task = tasks.create(name, "Work", [f"step {place}" for place in range(30)]).task
    while (step := task.plan.current) is not None:
        if step.is_exhausted and step.state == "failed":
            try:
                desk.retry(name, step.id)
            except InvalidUpdate:
                pass
        elif step.state == "running" and not task.is_stale:
            time.sleep(0.002)
        else:
            result = tasks.propose(name, [{"op": "start", "step": step.id}], base_rev=task.rev)
            if result.outcome == "accepted":
                os.write(log, (json.dumps([name, step.id, "", result.task.rev]) + "\\n").encode())
                time.sleep(random.random() * 0.004)
                words = f"{os.getpid()} at {result.task.rev}"
                done = tasks.propose(
                    name,
                    [{"op": "done", "step": step.id, "result": words, "evidence": "call"}],
                    base_rev=result.task.rev,
                )
                if done.outcome == "accepted":
                    os.write(log, (json.dumps([name, step.id, words, done.task.rev]) + "\\n").encode())
        task = tasks.get(name)
    number += 1
"""


@dataclass(slots=True)
class Toll:
    """What a loop of kills cost.

    Attributes:
        died: messages of agents that ended by themselves instead of by a kill.
        acknowledged: starts and ends that an agent was told of.
        interrupted: steps whose agent was killed in the middle.
        lost: acknowledged ones that the file does not hold.
        skipped: moments of a log at which a step was begun before one ahead of it had passed.
        doubled: moments of a log with two running steps.
        apart: tasks whose plan is not what their log folds to.
        problems: what SQLite's quick check names.
    """

    died: list[bytes]
    acknowledged: int = 0
    interrupted: int = 0
    lost: int = 0
    skipped: int = 0
    doubled: int = 0
    apart: int = 0
    problems: tuple[str, ...] = ()
    chain_intact: bool = False


def kill_agents(path: Path, kills: int, seed: int) -> Toll:
    """Let four processes work on one task after the other and kill one after another at work."""
    Store.open(path).close()
    chance = random.Random(seed)
    running = [_start(path, number) for number in range(AGENTS)]
    died: list[bytes] = []
    try:
        for kill in range(kills):
            victim = kill % AGENTS
            _wait_for_a_write(path, victim, running[victim])
            time.sleep(chance.random() * 0.02)
            running[victim].send_signal(signal.SIGKILL)
            _, error = running[victim].communicate()
            if running[victim].returncode != -signal.SIGKILL:
                died.append(error)
            running[victim] = _start(path, victim)
    finally:
        for process in running:
            process.kill()
            process.communicate()
    return _count(path, Toll(died))


def _count(path: Path, toll: Toll) -> Toll:
    told = [
        json.loads(line) for number in range(AGENTS) for line in _log(path, number).read_text().splitlines()
    ]
    toll.acknowledged = len(told)
    with Store.open(path) as store:
        tasks = store.partition(PERSON).tasks
        plans = {task.name: task.plan for task in tasks.listed(finished=True, limit=100_000)}
        histories = _histories(path)
        for name, step, words, rev in told:
            wanted = StepState.DONE if words else StepState.RUNNING
            then, now = histories[name].get(rev), plans[name].step(step)
            kept = None if then is None else then.step(step)
            toll.lost += kept is None or kept.state is not wanted
            toll.lost += bool(words) and (now is None or now.result != words)
        for name, history in histories.items():
            toll.apart += history[max(history)] != plans[name]
            toll.interrupted += sum(
                attempt.interrupted for step in plans[name].steps for attempt in step.attempts
            )
            for plan in history.values():
                states = [step.state for step in plan.steps]
                toll.doubled += states.count(StepState.RUNNING) > 1
                first = next((place for place, state in enumerate(states) if not state.passed), len(states))
                toll.skipped += any(state is not StepState.PENDING for state in states[first + 1 :])
        toll.problems = tuple(store.check())
        toll.chain_intact = store.operator("ada").audit.verify().ok
    return toll


def _histories(path: Path) -> dict[str, dict[int, Plan]]:
    """Every plan there ever was, by task and revision, folded from the logs as they lie in the file."""
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        scope = connection.execute("SELECT scope FROM subjects").fetchall()[0][0]
        found = {}
        for row in task_rows.listed(connection, scope, tuple(TaskState), 100_000, 0):
            events = [
                event for event in reversed(task_rows.events(connection, scope, row.id, -1, 0)) if event.after
            ]
            plans: dict[int, Plan] = {}
            plan = None
            for event in events:
                plan = changed(plan, json.loads(event.after or ""), event.rev, event.at)
                plans[event.rev] = plan
            found[row.name] = plans
        return found
    finally:
        connection.close()


def _start(path: Path, number: int) -> subprocess.Popen[bytes]:
    program = command(_AGENT, path, _log(path, number), f"agent-{number}")
    return subprocess.Popen(program, cwd=ROOT, stderr=subprocess.PIPE)


def _wait_for_a_write(path: Path, number: int, agent: subprocess.Popen[bytes]) -> None:
    """Not before it has written since its start, so that each kill meets an agent at work."""
    log = _log(path, number)
    before = log.stat().st_size if log.exists() else 0
    patience = time.monotonic() + _PATIENCE
    while (log.stat().st_size if log.exists() else 0) == before and agent.poll() is None:
        assert time.monotonic() < patience, "an agent was kept from its work"
        time.sleep(0.002)


def _log(path: Path, number: int) -> Path:
    return path.with_name(f"acknowledged-{number}")

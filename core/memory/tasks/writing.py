"""How a proposal reaches the plan: read, judged and logged in one transaction."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

from core.audit import Action, Entry
from core.change import Change, Reversal, Undo
from core.errors import Conflict, ErrorCode, NotFound
from core.memory.ground import Ground, Writing
from core.memory.tasks.fold import changed, differences, plan_of, plan_text_of
from core.memory.tasks.judge import Hand, Judged, judge
from core.memory.tasks.lease import Keeper
from core.memory.tasks.legal import legal
from core.memory.tasks.log import Happened, Ruling
from core.memory.tasks.operation import Patch
from core.memory.tasks.owner import LEASE, Owner, is_gone
from core.memory.tasks.plan import Plan, TaskState
from core.memory.tasks.problem import Problem, problems_text
from core.memory.tasks.reading import seen_by, task_of
from core.memory.tasks.rules import Code
from core.memory.tasks.step import Step, StepState
from core.memory.tasks.update import UpdateOutcome, UpdateResult
from core.store import task_rows
from core.store.task_rows import EventRow, LeaseRow, TaskRow

Completed = Callable[[Writing, str], None]
"""Told inside the transaction that a task is complete, by its name."""

CHANGED = frozenset({"task"})
_CODE = "code:tasks"


def create(ground: Ground, name: str, plan: Plan, patch: Patch) -> UpdateResult:
    """Keep a new plan under a name; the same plan again is no news, another one is refused."""
    with ground.write() as writing:
        tx, scope = writing.tx, writing.scope
        row = task_rows.by_name(tx, scope, name)
        if row is not None:
            return _there_already(writing, row, patch)
        made = replace(plan, created=writing.now, changed=writing.now, rev=1)
        made = replace(made, steps=tuple(replace(step, created=writing.now) for step in made.steps))
        row = TaskRow(
            task_rows.next_id(tx, scope),
            name,
            1,
            made.state,
            plan_text_of(made),
            writing.now,
            writing.now,
        )
        task_rows.insert(tx, scope, row)
        seq = _log(writing, row.id, made, patch, Happened.CREATED, differences(None, made))
        writing.journal(Entry(Action.TASK, "task", row.id, code=Happened.CREATED))
        task = task_of(tx, scope, row, writing.now)
        return UpdateResult(
            UpdateOutcome.ACCEPTED,
            task,
            legal=legal(made, Hand()),
            event=seq,
            change=Change(CHANGED, (row.id,)),
        )


def propose(ground: Ground, name: str, patch: Patch, hand: Hand, completed: Completed | None) -> UpdateResult:
    """Judge a patch against the plan as it stands now, and write what comes of it.

    A writer also finds out what became of a running step: when its owner is gone, code fails it as
    interrupted before the patch is looked at.

    Raises:
        NotFound: there is no such task.
    """
    with ground.write() as writing:
        row = _row(writing, name)
        row, interrupted = _without_the_dead(writing, row)
        task = task_of(writing.tx, writing.scope, row, writing.now)
        hand = seen_by(task, hand)
        judged = _judged(writing, row, task.plan, patch, hand)
        if judged.problems:
            result = _refuse(writing, row, patch, judged, hand)
        else:
            result = _accept(writing, row, patch, judged, hand, completed)
        result = _with_interruption(result, interrupted)
    _keep_alive(ground, writing.scope, result)
    return result


def undo(ground: Ground, what: Undo, hand: Hand, note: str) -> UpdateResult:
    """Take a person's act back, as a new entry of the log.

    Raises:
        NotFound: the task is not there any more.
        Conflict: the plan has changed since.
    """
    with ground.write() as writing:
        row = task_rows.by_id(writing.tx, writing.scope, what.record)
        event = task_rows.event(writing.tx, writing.scope, what.record, what.event)
        if row is None or event is None or event.before is None or event.after is None:
            raise NotFound(ErrorCode.NO_TASK)
        if row.rev != event.rev:
            raise Conflict(task=row.id)
        plan = plan_of(row.plan, row.id)
        back = changed(plan, json.loads(event.before), plan.rev + 1, _moment(writing, row.id))
        # Numbers that were given stay given.
        back = replace(back, last_step=plan.last_step, last_artefact=plan.last_artefact)
        if event.act != Happened.UPDATE or not _can_be_undone(back, plan):
            raise Conflict(task=row.id)
        patch = Patch((), (), source=f"operator:{hand.person}", note=note)
        return _write(writing, row, plan, back, patch, Happened.UNDO, hand)


def _moment(writing: Writing, task: int) -> int:
    """The present, or the task's last entry if somebody set the clock back since (rule 12)."""
    return max(writing.now, task_rows.last_at(writing.tx, writing.scope, task))


def _there_already(writing: Writing, row: TaskRow, patch: Patch) -> UpdateResult:
    """A process that starts again creates its task again; another plan under its name is refused."""
    task = task_of(writing.tx, writing.scope, row, writing.now)
    hand = seen_by(task, Hand())
    first = task_rows.event(writing.tx, writing.scope, row.id, 1)
    if first is not None and first.digest == _digest(writing, patch):
        return UpdateResult(UpdateOutcome.NOOP, task, legal=legal(task.plan, hand))
    problem = Problem(Code.TASK_EXISTS, None, {"task": row.name})
    return _refuse(writing, row, patch, Judged(task.plan, (problem,)), hand)


def _row(writing: Writing, name: str) -> TaskRow:
    row = task_rows.by_name(writing.tx, writing.scope, name)
    if row is None:
        raise NotFound(ErrorCode.NO_TASK)
    return row


def _without_the_dead(writing: Writing, row: TaskRow) -> tuple[TaskRow, int | None]:
    """The task, its running step failed by code if its owner is gone; and the entry that says so."""
    plan = plan_of(row.plan, row.id)
    step = plan.running
    if step is None or not is_gone(task_rows.lease(writing.tx, writing.scope, row.id), writing.now):
        return row, None
    now = _moment(writing, row.id)
    *earlier, last = step.attempts
    ended = replace(last, ended=now, failed=True, interrupted=True)
    failed = replace(step, state=StepState.FAILED, attempts=(*earlier, ended), reason="")
    after = replace(plan, steps=tuple(failed if each.id == step.id else each for each in plan.steps))
    patch = Patch((), (), source=_CODE)
    result = _write(
        writing, row, plan, replace(after, rev=plan.rev + 1, changed=now), patch, Happened.INTERRUPTED
    )
    return _row(writing, row.name), result.event


def _judged(writing: Writing, row: TaskRow, plan: Plan, patch: Patch, hand: Hand) -> Judged:
    if patch.op_id is not None:
        known = task_rows.accepted_operation(writing.tx, writing.scope, row.id, patch.op_id)
        if known is not None and known.digest == _digest(writing, patch):
            return Judged(plan)
        if known is not None:
            return Judged(plan, (Problem(Code.OP_REUSED, None, {"op_id": patch.op_id}),))
    return judge(plan, patch, hand, _moment(writing, row.id))


def _refuse(writing: Writing, row: TaskRow, patch: Patch, judged: Judged, hand: Hand) -> UpdateResult:
    entry = _entry(writing, row.id, judged.plan, patch, Happened.UPDATE, None, judged.problems)
    # A model that repeats itself fills no log; how often it did is counted.
    seq = task_rows.came_again(writing.tx, writing.scope, row.id, entry)
    if seq is None:
        seq = task_rows.append(writing.tx, writing.scope, row.id, entry)
    writing.journal(Entry(Action.REFUSE, "task", row.id, code=judged.problems[0].code))
    task = task_of(writing.tx, writing.scope, row, writing.now)
    return UpdateResult(
        UpdateOutcome.REFUSED,
        task,
        judged.problems,
        legal(task.plan, hand),
        seq,
        Change(CHANGED, (row.id,)),
    )


def _accept(
    writing: Writing,
    row: TaskRow,
    patch: Patch,
    judged: Judged,
    hand: Hand,
    completed: Completed | None,
) -> UpdateResult:
    plan = plan_of(row.plan, row.id)
    if judged.plan == plan:
        task = task_of(writing.tx, writing.scope, row, writing.now)
        return UpdateResult(UpdateOutcome.NOOP, task, legal=legal(plan, hand))
    after = replace(judged.plan, rev=plan.rev + 1, changed=_moment(writing, row.id))
    for id_, text in judged.artefacts:
        task_rows.put_artefact(writing.tx, writing.scope, row.id, id_, text)
    result = _write(writing, row, plan, after, patch, Happened.UPDATE, hand)
    if completed is not None and after.state is TaskState.DONE and plan.state is not TaskState.DONE:
        completed(writing, row.name)
    return result


def _write(
    writing: Writing,
    row: TaskRow,
    before: Plan,
    after: Plan,
    patch: Patch,
    happened: Happened,
    hand: Hand | None = None,
) -> UpdateResult:
    """Bring the task to a new plan, with its entry in log and journal and its lease."""
    hand = hand or Hand()
    tx, scope = writing.tx, writing.scope
    moved = row._replace(rev=after.rev, state=after.state, plan=plan_text_of(after), changed_at=after.changed)
    if not task_rows.move(tx, scope, moved, before.rev):
        raise Conflict(task=row.id)
    seq = _log(writing, row.id, after, patch, happened, differences(before, after))
    _lease(writing, row.id, before.running, after.running)
    writing.journal(Entry(Action.TASK, "task", row.id, code=_told(before, after, happened)), patch.note)
    task = task_of(tx, scope, moved, writing.now)
    can_undo = bool(hand.person) and happened is Happened.UPDATE and _can_be_undone(before, after)
    back = Undo(Reversal.TASK, row.id, seq) if can_undo else None
    return UpdateResult(
        UpdateOutcome.ACCEPTED,
        task,
        legal=legal(after, seen_by(task, hand)),
        event=seq,
        change=Change(CHANGED, (row.id,), back),
    )


def _log(
    writing: Writing,
    task: int,
    plan: Plan,
    patch: Patch,
    happened: Happened,
    difference: tuple[str, str],
) -> int:
    entry = _entry(writing, task, plan, patch, happened, difference)
    return task_rows.append(writing.tx, writing.scope, task, entry)


def _entry(
    writing: Writing,
    task: int,
    plan: Plan,
    patch: Patch,
    happened: Happened,
    difference: tuple[str, str] | None,
    problems: tuple[Problem, ...] = (),
) -> EventRow:
    before, after = difference or (None, None)
    return EventRow(
        seq=0,
        rev=plan.rev,
        at=_moment(writing, task),
        actor=writing.actor,
        source=patch.source,
        act=happened,
        verdict=Ruling.REFUSED if problems else Ruling.ACCEPTED,
        base_rev=patch.base_rev,
        op_id=patch.op_id,
        digest=_digest(writing, patch),
        proposal=patch.text(),
        before=before,
        after=after,
        problems=problems_text(problems) if problems else None,
        note=patch.note or None,
        times=1,
    )


def _lease(writing: Writing, task: int, before: Step | None, after: Step | None) -> None:
    if after is None:
        task_rows.release(writing.tx, writing.scope, task)
    elif before is None or (before.id, before.attempts) != (after.id, after.attempts):
        owner = Owner.this()
        row = LeaseRow(after.id, owner.host, owner.process, writing.now + LEASE)
        task_rows.grant(writing.tx, writing.scope, task, row)


def _keep_alive(ground: Ground, scope: int, result: UpdateResult) -> None:
    """Once it is committed, a step of this process is renewed and a finished one no more."""
    keeper = Keeper.of(ground.database)
    if result.task.plan.running is not None and result.task.owner == Owner.this():
        keeper.hold(ground.database, ground.clock, scope, result.task.id)
    else:
        keeper.let_go(scope, result.task.id)


def _with_interruption(result: UpdateResult, event: int | None) -> UpdateResult:
    """Say that the task changed, also when the patch itself did nothing."""
    if event is None or result.change.kinds:
        return result
    return replace(result, change=Change(CHANGED, (result.task.id,)))


def _can_be_undone(before: Plan, after: Plan) -> bool:
    """Done and cancelled are final (guide/conversation.md 7.2), everything else a person did is not."""
    old = {step.id: step for step in before.steps}
    final = {StepState.DONE, StepState.CANCELLED}
    moved = [step for step in after.steps if step.id in old and old[step.id].state is not step.state]
    return not any(step.state in {*final, StepState.RUNNING, StepState.FAILED} for step in moved)


def _told(before: Plan, after: Plan, happened: Happened) -> str:
    """The journal's word for it: the last state a step came to."""
    if happened is not Happened.UPDATE:
        return happened
    old = {step.id: step.state for step in before.steps}
    states = [step.state for step in after.steps if old.get(step.id, StepState.PENDING) is not step.state]
    if not states and before.paused != after.paused:
        return "paused" if after.paused else "resumed"
    return states[-1] if states else "edited"


def _digest(writing: Writing, patch: Patch) -> bytes:
    return patch.digest(writing.subject.salt)

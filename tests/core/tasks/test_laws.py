"""Laws over any sequence of proposals, and over any prefix of the log they leave."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from core.memory.tasks import Plan, Step, StepState
from core.memory.tasks.fold import changed, differences, fold, plan_of, plan_text_of
from core.memory.tasks.judge import Hand, judge
from core.memory.tasks.operation import Act, Operation, Patch
from core.memory.tasks.step import MAX_ATTEMPTS

MODEL, PERSON = Hand(), Hand("ada")
_TRANSITIONS = {
    (StepState.PENDING, StepState.RUNNING),
    (StepState.RUNNING, StepState.DONE),
    (StepState.RUNNING, StepState.FAILED),
    (StepState.FAILED, StepState.RUNNING),
    # One patch may make several moves; each pair is one that such moves can end at.
    (StepState.PENDING, StepState.DONE),
    (StepState.PENDING, StepState.FAILED),
    (StepState.FAILED, StepState.DONE),
}
_OF_A_PERSON = {
    (StepState.PENDING, StepState.CANCELLED),
    (StepState.RUNNING, StepState.CANCELLED),
    (StepState.FAILED, StepState.CANCELLED),
    (StepState.PENDING, StepState.SKIPPED),
    (StepState.FAILED, StepState.PENDING),
}
_FINAL = {StepState.DONE, StepState.CANCELLED}


class Entry:
    """What a log keeps of an accepted update."""

    def __init__(self, before: Plan | None, plan: Plan) -> None:
        self.rev, self.at = plan.rev, plan.changed
        self.after: str | None = differences(before, plan)[1]


operations = st.builds(
    Operation,
    st.sampled_from(Act),
    st.integers(1, 6),
    st.sampled_from(["", "x", "y"]),
    st.sampled_from(["", "call"]),
    st.none() | st.integers(0, 6),
    st.none() | st.integers(1, 6),
    st.booleans(),
)
proposals = st.lists(
    st.tuples(
        st.sampled_from([MODEL, MODEL, PERSON]),
        st.lists(operations, min_size=1, max_size=4),
        st.integers(-5, 20),
    ),
    max_size=25,
)


def walked(steps: int, wanted: list[tuple[Hand, list[Operation], int]]) -> tuple[list[Plan], list[Hand]]:
    """Every plan that was, oldest first, and whose act led to each."""
    made = tuple(Step(number, f"step {number}", 0) for number in range(1, steps + 1))
    plans, hands = [Plan("Goal", made, 1, 0, 0, last_step=steps)], [MODEL]
    now = 0
    for hand, patch, passed in wanted:
        now += passed
        plan = plans[-1]
        judged = judge(plan, Patch(tuple(patch), ()), hand, max(now, plan.changed))
        if judged.problems:
            assert judged.plan == plan
        elif judged.plan != plan:
            after = {"steps": judged.plan.steps, "rev": plan.rev + 1, "changed": max(now, plan.changed)}
            fields = {name: getattr(judged.plan, name) for name in ("paused", "last_step", "last_artefact")}
            plans.append(Plan(goal=plan.goal, created=plan.created, **after, **fields))
            hands.append(hand)
    return plans, hands


def chained(moves: set[tuple[StepState, StepState]]) -> set[tuple[StepState, StepState]]:
    """Where a patch of several of these moves can end."""
    found = set(moves)
    while more := {(a, d) for a, b in found for c, d in moves if b is c} - found:
        found |= more
    return found


@given(st.integers(1, 4), proposals)
@settings(max_examples=300, deadline=None)
def test_any_sequence_of_proposals_keeps_rules_1_to_6(
    steps: int, wanted: list[tuple[Hand, list[Operation], int]]
) -> None:
    plans, hands = walked(steps, wanted)
    for before, after, hand in zip(plans, plans[1:], hands[1:], strict=False):
        allowed = _TRANSITIONS | (_OF_A_PERSON if hand.person else set())
        old = {step.id: step for step in before.steps}
        for step in after.steps:
            was = old.get(step.id)
            if was is not None and was.state is not step.state:
                assert (was.state, step.state) in (chained(allowed) if hand.person else allowed)  # rule 3
            if was is not None and was.state in _FINAL:
                assert step == was  # rule 6
        finished = [step.id for step in before.steps if step.state.passed]
        assert [step.id for step in after.steps if step.id in finished] == finished  # rule 6
    for plan in plans:
        states = [step.state for step in plan.steps]
        assert states.count(StepState.RUNNING) <= 1  # rule 1
        first = next((place for place, state in enumerate(states) if not state.passed), len(states))
        begun = {StepState.RUNNING, StepState.DONE, StepState.FAILED}
        assert not any(state in begun for state in states[first + 1 :])  # rule 2
        for step in plan.steps:
            assert (step.state is not StepState.DONE) or step.result  # rule 4
            assert (step.state is not StepState.FAILED) or step.reason  # rule 4
            assert len(step.attempts) <= step.limit  # rule 5
            assert step.limit == MAX_ATTEMPTS or any(hand.person for hand in hands)  # rule 5
            times = [step.created]
            for attempt in step.attempts:
                times += [attempt.started, attempt.started if attempt.ended is None else attempt.ended]
            assert times == sorted(times)  # rule 12
            assert len({each.id for each in plan.steps}) == len(plan.steps)  # rule 7


@given(st.integers(1, 4), proposals)
@settings(max_examples=200, deadline=None)
def test_any_prefix_of_the_log_folds_to_the_plan_that_was(
    steps: int, wanted: list[tuple[Hand, list[Operation], int]]
) -> None:
    plans, _ = walked(steps, wanted)
    log = [Entry(before, plan) for before, plan in zip([None, *plans], plans, strict=False)]
    for length, plan in enumerate(plans, 1):
        assert fold(log[:length]) == plan
        # Twice is once, read again as a whole or entry by entry.
        assert fold(log[:length] * 2) == plan
        assert fold([entry for entry in log[:length] for _ in range(2)]) == plan


@given(st.integers(1, 4), proposals)
@settings(max_examples=100, deadline=None)
def test_what_an_update_replaced_brings_the_plan_back(
    steps: int, wanted: list[tuple[Hand, list[Operation], int]]
) -> None:
    plans, _ = walked(steps, wanted)
    for before, after in pairwise(plans):
        back: dict[str, Any] = json.loads(differences(before, after)[0])
        assert changed(after, back, before.rev, before.changed) == before
        assert plan_of(plan_text_of(after), 1) == after

"""Repeat against novel, and remember everything, on the desk that comes with the program (specification 13)."""

from __future__ import annotations

import json

import pytest

from core.agent.model import Said
from core.evaluation.own_store import own_partition
from core.evaluation.triage import (
    MODES,
    Desk,
    Everything,
    Tried,
    measure_everything,
    measure_repeats,
    read_desk,
    scores,
)
from core.evaluation.triage.desk import Tracker, found_lines, likeness
from core.evaluation.triage.triager import Triager
from core.gate import WriteOutcome
from core.memory.tokens import counter_named

COUNTER = counter_named("chars/4")


@pytest.fixture(scope="module")
def tried() -> list[Tried]:
    return measure_repeats(COUNTER)


@pytest.fixture(scope="module")
def everything() -> Everything:
    return measure_everything(COUNTER)


def of(tried: list[Tried], mode: str, *, repeats: bool) -> list[Tried]:
    return [each for each in tried if each.mode == mode and (each.task.original is not None) is repeats]


def test_the_desk_has_five_repeats_and_three_new_problems_and_fifty_two_notes() -> None:
    desk = read_desk()
    assert sum(task.original is not None for task in desk.tasks) == 5
    assert sum(task.original is None for task in desk.tasks) == 3
    assert len(desk.originals) + len(desk.facts) == 52
    assert {task.original for task in desk.tasks} - {None} <= {issue.id for issue in desk.originals}


def test_no_report_repeats_the_words_of_its_original() -> None:
    """A repeat told in the original's own words would be found by anything."""
    desk = read_desk()
    issues = {issue.id: issue for issue in desk.originals}
    for task in desk.tasks:
        if task.original is not None:
            original = issues[task.original]
            assert likeness(task.whole, f"{original.title} {original.report}") < 0.65
            assert original.reference not in task.whole


def test_every_original_is_among_the_first_three_and_no_block_is_over_400(tried: list[Tried]) -> None:
    repeats = of(tried, "block", repeats=True)
    assert [each.recalled for each in repeats] == [True] * 5
    assert [each.right for each in repeats] == [True] * 5
    assert all(0 < each.block_tokens <= 400 for each in repeats)


def test_memory_saves_on_repeats_and_its_cost_on_new_problems_is_told(tried: list[Tried]) -> None:
    def tokens(mode: str, *, repeats: bool) -> int:
        return sum(each.tokens for each in of(tried, mode, repeats=repeats))

    assert tokens("block", repeats=True) < tokens("none", repeats=True)
    assert tokens("block", repeats=False) > tokens("none", repeats=False)
    # A call of its own and its answer cost more than a block that is there already.
    assert tokens("tool", repeats=True) > tokens("block", repeats=True)


def test_without_memory_nothing_is_recalled_and_nothing_embedded(tried: list[Tried]) -> None:
    for each in tried:
        if each.mode == "none":
            assert (each.recalled, each.block_tokens, each.embedded_tokens) == (None, 0, 0)
        else:
            assert each.embedded_tokens == COUNTER(each.task.whole)


def test_a_new_problem_is_called_new_in_every_mode(tried: list[Tried]) -> None:
    assert [each.named for mode in MODES for each in of(tried, mode, repeats=False)] == [None] * 9


def test_scores_are_the_sums_of_the_tasks(tried: list[Tried]) -> None:
    for score in scores(tried):
        part = of(tried, score.mode, repeats=score.repeats)
        assert score.tasks == len(part)
        assert score.tokens == sum(each.tokens for each in part)
        assert score.largest_block == max(each.block_tokens for each in part)
        assert (score.recalled is None) is (score.mode == "none" or not score.repeats)


def test_the_same_twice(tried: list[Tried]) -> None:
    assert measure_repeats(COUNTER) == tried


def test_a_task_sees_nothing_younger_than_itself() -> None:
    desk = read_desk()
    early = Desk(
        desk.originals,
        tuple(type(task)(task.id, 4, task.title, task.report, task.original) for task in desk.tasks),
        (),
        desk.log_lines,
    )
    with own_partition() as partition:
        tracker = Tracker(partition, early, early.tasks[1])
        assert "there is no such issue" in tracker.call("read_issue", {"id": 59}).text
        assert "#59" not in tracker.call("search_issues", {"query": early.tasks[1].whole}).text
    # Issue 4 is all there was, so only its repeat can be recalled and named.
    tried = of(measure_repeats(COUNTER, early), "block", repeats=True)
    assert [each.recalled for each in tried] == [each.task.original == 4 for each in tried]


def test_cancelling_keeps_what_was_measured() -> None:
    done: list[int] = []
    tried = measure_repeats(
        COUNTER, progress=lambda place, _: done.append(place), cancelled=lambda: len(done) == 2
    )
    assert done == [1, 2]
    assert len(tried) == 2 * len(MODES)


def test_the_scripted_model_names_only_what_it_has_opened() -> None:
    issue = read_desk().originals[0]
    model = Triager(COUNTER)
    system = Said("system", f'- [episodic] "{issue.note}"')
    reply = model.answer([system, Said("user", issue.report)])
    assert json.loads(reply.calls[0].arguments) == {"id": issue.id}
    assert reply.usage.prompt == COUNTER(system.content) + COUNTER(issue.report)
    opened = [system, Said("user", issue.report), Said("assistant", "", reply.calls)]
    opened.append(Said("tool", issue.as_read, answers=reply.calls[0].id))
    assert model.answer(opened).text.startswith(f"Same as #{issue.id}: ")


def test_the_tracker_ranks_titles_by_the_words_they_share() -> None:
    lines = found_lines(read_desk().originals, "login page keeps returning").splitlines()
    assert lines[0] == "#88 Login keeps returning to the login page"
    assert len(lines) == 5


def test_raw_output_crowds_the_notes_out(everything: Everything) -> None:
    rows = {(row.everything, row.k, row.cap): row for row in everything.rows}
    for k in (3, 6):
        for cap in (400, None):
            gated, crowded = rows[False, k, cap], rows[True, k, cap]
            assert gated.recalled == 5
            assert crowded.recalled < gated.recalled
            assert crowded.tokens > gated.tokens
            assert (gated.records, crowded.records) == (52, 100)
    assert all(each.tokens <= 400 for row in everything.rows if row.cap == 400 for each in row.asked)
    assert rows[True, 6, None].tokens > rows[True, 6, 400].tokens


def test_the_gate_keeps_none_of_the_raw_output(everything: Everything) -> None:
    assert sum(everything.verdicts.values()) == 48
    assert WriteOutcome.STORED not in everything.verdicts

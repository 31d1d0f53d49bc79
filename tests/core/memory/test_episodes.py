"""Episodes are written once, never edited, and found by session, outcome and tag."""

from __future__ import annotations

import pytest

from core import Details, Invalid, Outcome
from core.memory.records import OperatorRecords, Records
from tests.core.hands import Hand


def tell(alice: Records, text: str, **details: object) -> int:
    session = details.pop("session", None)
    result = alice.remember(
        text,
        kind="episodic",
        source="agent:run",
        session=session,  # type: ignore[arg-type]
        details=Details(**details),  # type: ignore[arg-type]
    )
    assert result.record is not None
    return result.record.id


def test_an_episode_holds_its_details(alice: Records) -> None:
    details = Details(
        outcome=Outcome.FAILURE,
        tags=("vendors", "late"),
        decisions=("reject Globex",),
        learnings=("check terms first",),
        applies_to="Orbit 3.x",
    )
    result = alice.remember("Rejected Globex.", kind="episodic", source="agent:run", details=details)
    assert result.record is not None
    assert alice.by_id(result.record.id).details == details


def test_two_dates_are_two_episodes(alice: Records) -> None:
    tell(alice, "On 2026-09-18 Alice rejected Globex.")
    tell(alice, "On 2026-09-19 Alice rejected Globex.")
    assert len(alice.episodes()) == 2


def test_a_key_does_not_make_episodes_replace_one_another(alice: Records) -> None:
    for number in (1, 2):
        alice.remember(f"Incident {number}.", kind="episodic", key="incident", source="agent:run")
    first, second = alice.history("incident")
    assert (first.state, second.state) == ("current", "current")
    assert (first.superseded_by, second.supersedes) == (None, None)
    assert alice.get("incident", kind="episodic") == second


def test_found_exactly_by_session_outcome_and_tag(alice: Records, clock: Hand) -> None:
    one = tell(alice, "One.", session="s1", outcome=Outcome.SUCCESS, tags=("a", "b"))
    clock.pass_(minutes=1)
    two = tell(alice, "Two.", session="s1", outcome=Outcome.FAILURE, tags=("b",))
    clock.pass_(minutes=1)
    three = tell(alice, "Three.", session="s10", outcome=Outcome.INCOMPLETE, tags=("ab",))

    def ids(**wanted: str) -> list[int]:
        return [record.id for record in alice.episodes(**wanted)]  # type: ignore[arg-type]

    assert ids() == [three, two, one]  # newest first
    assert ids(session="s1") == [two, one]
    assert ids(outcome="failure") == [two]
    assert ids(tag="b") == [two, one]
    assert ids(tag="a") == [one]
    assert ids(session="s1", outcome="success", tag="b") == [one]
    assert ids(session="s") == []
    assert ids(tag="%") == []


def test_an_unknown_outcome_is_bad_input(alice: Records) -> None:
    with pytest.raises(Invalid) as raised:
        alice.episodes(outcome="splendid")
    assert raised.value.data["field"] == "outcome"


@pytest.mark.parametrize("act", ["correct", "roll_back"])
def test_an_episode_is_never_edited(alice: Records, desk: OperatorRecords, act: str) -> None:
    id_ = tell(alice, "It happened.")
    before = desk.by_id(id_)
    with pytest.raises(Invalid) as raised:
        desk.correct(id_, "It did not.") if act == "correct" else desk.roll_back(id_)
    assert raised.value.data["problem"] == "episode_not_editable"
    assert desk.by_id(id_) == before


def test_the_same_words_with_another_outcome_are_another_episode(alice: Records) -> None:
    first = tell(alice, "Ran the nightly job.", outcome=Outcome.FAILURE)
    second = tell(alice, "Ran the nightly job.", outcome=Outcome.SUCCESS)
    assert first != second
    assert [record.details.outcome for record in alice.episodes()] == ["success", "failure"]

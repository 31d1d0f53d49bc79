"""Which records a filter finds, in which order, page by page."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core import Details, Invalid, Outcome
from core.memory.records import OperatorRecords, Records, Sort, SortColumn, query
from tests.core.hands import Hand


@pytest.fixture
def filled(alice: Records, desk: OperatorRecords, clock: Hand) -> OperatorRecords:
    """Ten records: 1–3 facts (1 replaced by 2), 4 loose, 5–6 episodes, 7 preference, 8–9 brief, 10 withdrawn."""
    alice.remember("Bergen is home.", key="home", source="user:t1", session="s1")
    clock.pass_(seconds=1)
    alice.remember("Berlin is home.", key="home", source="user:t2", session="s1")
    alice.remember("100% of invoices_due in Zürich.", key="rate_100%", source="web:page", importance=0.9)
    alice.remember("Alice said: never on a Friday!", source="agent:run", session="s2")
    alice.remember(
        "Failed in BERLIN.", kind="episodic", source="agent:run", session="s10",
        details=Details(outcome=Outcome.FAILURE, tags=("job", "night")),
    )  # fmt: skip
    alice.remember(
        "Worked.", kind="episodic", source="agent:run", session="s1", details=Details(outcome=Outcome.SUCCESS)
    )
    alice.remember("Home office on Fridays.", kind="preference", key="home", source="user:t3")
    alice.remember("Brief fact.", key="brief", source="user:t1", ttl=60)
    alice.remember("Brief episode.", kind="episodic", source="user:t1", ttl=60)
    change = alice.remember("A slip.", source="user:t1").change
    assert change.undo is not None
    desk.undo(change.undo)
    clock.pass_(minutes=5)
    return desk


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", {2, 3, 4, 5, 6, 7}),
        ("state:any", set(range(1, 11))),
        ("state:current", {2, 3, 4, 5, 6, 7}),
        ("state:superseded", {1}),
        ("state:expired", {8, 9}),
        ("state:withdrawn", {10}),
        ("-state:current", {1, 8, 9, 10}),
        ("kind:episode", {5, 6}),
        ("-kind:episodic", {2, 3, 4, 7}),
        ("key:home", {2, 7}),
        ("key:hom", {2, 7}),
        ("key:rate_100%", {3}),
        ("key:%", set()),
        ("key:_", set()),
        ("-key:home", {3, 4, 5, 6}),
        ("source:user", {2, 7}),
        ("source:user:t3", {7}),
        ("-source:agent", {2, 3, 7}),
        ("session:s1", {2, 6}),
        ("session:s", set()),
        ("outcome:failure", {5}),
        ("tag:night", {5}),
        ("tag:nigh", set()),
        ("-tag:night", {2, 3, 4, 6, 7}),
        ("trust:user", {2, 7}),
        ("trust<user", {3, 4, 5, 6}),
        ("trust<=agent trust>=agent", {4, 5, 6}),
        ("trust>none", {2, 3, 4, 5, 6, 7}),
        ("is:due", {8}),
        ("is:conflict", {2, 7}),
        ("id:1", {1}),
        ("id:0001", {1}),
        ("id:99", set()),
        ("berlin", {2, 5}),
        ("BERLIN home", {2}),
        ("home", {2, 7}),
        ("-berlin", {3, 4, 6, 7}),
        ('"is home"', {2}),
        ('"home is"', set()),
        ("100%", {3}),
        ("1%0", set()),
        ("invoices_due", {3}),
        ("invoices.due", set()),
        ("friday!", {4}),
        ("ZÜRICH", {3}),
        ("zürich", {3}),
        ("home state:any", {1, 2, 7}),
        ("state:any -state:superseded key:home", {2, 7}),
    ],
)  # fmt: skip
def test_what_is_found(filled: OperatorRecords, text: str, wanted: set[int]) -> None:
    found = query.parse(text)
    assert set(filled.ids(found)) == wanted
    assert filled.count(found) == len(wanted)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(text=st.text(max_size=30))
def test_no_text_breaks_a_search(filled: OperatorRecords, text: str) -> None:
    try:
        wanted = query.parse(text)
    except Invalid:
        return
    assert set(filled.ids(wanted)) <= set(range(1, 11))
    assert len(filled.export()) == 10


def test_a_long_filter_is_answered(filled: OperatorRecords) -> None:
    assert list(filled.ids(query.parse("x" * 9_999))) == []
    assert list(filled.ids(query.parse(" ".join(["-ü"] * 100)))) != []


@pytest.mark.parametrize("column", list(SortColumn))
@pytest.mark.parametrize("descending", [True, False])
def test_every_order_keeps_every_record(
    filled: OperatorRecords, column: SortColumn, descending: bool
) -> None:
    wanted = query.parse("state:any")
    assert sorted(filled.ids(wanted, Sort(column, descending))) == list(range(1, 11))


def test_the_order_is_newest_first_unless_told(filled: OperatorRecords) -> None:
    assert list(filled.ids()) == [7, 6, 5, 4, 3, 2]


def test_orders(filled: OperatorRecords) -> None:
    def ordered(column: SortColumn, *, descending: bool = False) -> list[int]:
        return list(filled.ids(None, Sort(column, descending)))

    assert ordered(SortColumn.ID) == [2, 3, 4, 5, 6, 7]
    assert ordered(SortColumn.IMPORTANCE, descending=True)[0] == 3
    assert ordered(SortColumn.TRUST)[0] == 3
    # Nothing to compare goes last in both directions; ties are newest first.
    assert ordered(SortColumn.KEY) == [7, 2, 3, 6, 5, 4]
    assert ordered(SortColumn.KEY, descending=True) == [3, 7, 2, 6, 5, 4]
    assert ordered(SortColumn.CONTENT)[:2] == [3, 4]


def test_a_page_keeps_the_order_and_the_gaps(filled: OperatorRecords) -> None:
    page = filled.page([7, 99, 2, 2**62, 7])
    assert [record.id if record else None for record in page] == [7, None, 2, None, 7]
    assert filled.page([]) == []


def test_a_page_of_more_than_one_statement_holds(alice: Records, desk: OperatorRecords) -> None:
    alice.remember("Only one.", source="user:t1")
    page = desk.page([1, *list(range(2, 2000)), 1])
    assert page[0] == page[-1] != None  # noqa: E711
    assert page[1:-1] == [None] * 1_998


def test_conflicts_and_the_review_list(filled: OperatorRecords) -> None:
    assert list(filled.conflicts()) == [7, 2]
    assert list(filled.review_due()) == [8]
    filled.correct(7, "Berlin is home.")
    assert list(filled.conflicts()) == []


def test_an_empty_scope_has_empty_lists(desk: OperatorRecords) -> None:
    assert list(desk.ids()) == []
    assert desk.count() == 0
    assert desk.page([1]) == [None]
    assert list(desk.conflicts()) == list(desk.review_due()) == []
    assert desk.events(1) == []

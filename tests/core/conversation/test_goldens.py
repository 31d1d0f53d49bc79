"""Goldens A and B, and the literal scores of specification 2."""

from __future__ import annotations

import pytest

from core import Store
from core.memory.conversation import Message, Role
from core.memory.conversation.cut import Cutter
from core.memory.conversation.importance import importance
from core.memory.conversation.settings import Settings, Strategy
from core.memory.conversation.trace import trace
from tests.core.conversation.talks import history, invoices
from tests.core.hands import ALICE

SUMMARY_A = (
    "Earlier in this conversation: Question 3 is about invoices; Answer 3 lists the invoice; "
    "Question 4 is about invoices; Answer 4 lists the invoice"
)
MANAGED_B = [35, 70, 105, 140, 175, 210, 245, 280, 199, 215, 230, 246, 261, 276, 291, 298, 299, 299, 300, 300]
MANAGED_B += [294, 294, 295, 295] + [295] * 16


def test_golden_a() -> None:
    talk = history(invoices(6))
    cut = Cutter(talk, Settings(110, 4)).cut(12)

    assert talk.cost(0, 12) == 210
    assert [talk.tokens[place] for place in range(8, 12)] == [18, 17, 18, 17]
    assert (cut.start, cut.verbatim) == (8, 70)
    # An unlimited summary would take 65, 58 without its label.
    assert talk.sentences.cost(0, 8) == 65
    assert talk.sentences.summary(cut.fold, cut.start) == SUMMARY_A
    assert (cut.summary, cut.total) == (36, 106)


def test_golden_a_through_the_public_face(store: Store) -> None:
    talk = store.partition(ALICE).conversation("c1", budget_tokens=110, keep_last=4, counter="chars/4")
    for message in invoices(6):
        talk.add(message.role, message.content)

    summary, messages = talk.context()

    assert summary == SUMMARY_A
    assert [message.content.split(" is")[0].split(" lists")[0] for message in messages] == [
        "Question 5",
        "Answer 5",
        "Question 6",
        "Answer 6",
    ]


def test_golden_b() -> None:
    traced = trace(history(invoices(40)), Settings(300, 6))

    assert [cut.total for cut in traced.cuts] == MANAGED_B
    assert list(traced.unmanaged[:10]) == [35, 70, 105, 140, 175, 210, 245, 280, 315, 351]
    assert {b - a for a, b in zip(traced.unmanaged[9:], traced.unmanaged[10:], strict=False)} == {36}
    assert traced.unmanaged[-1] == 1431
    assert (traced.sent, sum(traced.unmanaged)) == (10_372, 29_196)


@pytest.mark.parametrize(
    ("role", "text", "score"),
    [
        (Role.USER, "hi", 0.70),
        (Role.ASSISTANT, "ok", 0.50),
        (
            Role.USER,
            "My name is Amit. I am building a tool; my project is a Docker CLI and I prefer Python.",
            0.90,
        ),
    ],
)
def test_importance_is_the_literal_score(role: Role, text: str, score: float) -> None:
    assert importance(Message(role, text)) == pytest.approx(score)


def test_the_window_counts_the_system_message_and_keeps_it() -> None:
    talk = history([Message(Role.SYSTEM, "Be brief."), *invoices(40)])
    cut = Cutter(talk, Settings(0, strategy=Strategy.WINDOW)).cut(81)

    # 20 with the system message: 19 remain, and the first of them that a user says is the 18th from the end.
    assert cut.end - cut.start == 18
    assert cut.system == talk.tokens[0]


@pytest.mark.parametrize("keep_last", [0, 1, 2, 3, 100])
def test_keep_last_is_an_upper_bound_and_zero_is_not_everything(keep_last: int) -> None:
    talk = history(invoices(10))
    cut = Cutter(talk, Settings(150, keep_last)).cut(20)

    # After a full exchange the live turn of two messages is the least that is sent.
    assert (
        cut.end - cut.start == (18 if keep_last == 100 else 2 if keep_last < 4 else keep_last)
        or keep_last == 100
    )
    assert cut.start > 0 or keep_last == 100


def test_newest_first_fills_the_budget_from_a_user_on() -> None:
    cut = Cutter(history(invoices(40)), Settings(300, strategy=Strategy.NEWEST)).cut(80)

    # Exchanges of 36 tokens: eight fit into 300, a ninth does not.
    assert (cut.total, (cut.end - cut.start) // 2) == (288, 8)


def test_hysteresis_holds_a_cut_until_it_is_full() -> None:
    # Guide 4: cut to 0.7, hold until full; the prompt's beginning then stays the same most of the time.
    talk = history(invoices(400))
    held = trace(talk, Settings(300, strategy=Strategy.NEWEST, hysteresis=0.7))
    slid = trace(talk, Settings(300, strategy=Strategy.NEWEST))

    assert max(cut.total for cut in held.cuts) <= 300
    assert min(cut.total for cut in held.cuts[20:]) <= 210
    assert held.kept_prefix > slid.kept_prefix
    assert len(held.recut) < len(slid.recut) / 2

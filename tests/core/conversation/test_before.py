"""A history as it stood earlier is what it would be if nothing had been said since."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import settings as fast
from hypothesis import strategies as st

from core.memory.conversation import Message, Role
from core.memory.conversation.history import History
from core.memory.conversation.needle import half_life
from core.memory.conversation.settings import Settings, Strategy
from core.memory.conversation.trace import trace
from tests.core.conversation.talks import history, invoices
from tests.core.conversation.test_laws import talks


def told(talk: History) -> dict[str, Any]:
    """Everything a cut looks at."""
    return {
        "messages": talk.messages,
        "tokens": talk.tokens,
        "framed": talk.framed().tokens,
        "importance": talk.importance,
        "unsent": talk.unsent,
        "groups": talk.group_of,
        "users": talk.users,
        "system": talk.system_places,
        "sums": talk.running(),
        "framed sums": talk.framed().running(),
        "sentences": [talk.sentences.cost(0, end) for end in range(len(talk) + 1)],
        "first sentences": talk.sentences.texts,
    }


@given(talks(), st.integers(0, 25))
@fast(max_examples=400, deadline=None)
def test_what_stood_before_is_what_a_shorter_conversation_gives(said: list[Message], end: int) -> None:
    assert told(history(said).before(end)) == told(history(said[:end]))


@given(talks(), st.integers(0, 25))
@fast(max_examples=200, deadline=None)
def test_it_goes_on_like_one(said: list[Message], end: int) -> None:
    whole = history(said)
    past = whole.before(end)
    for message in said[len(past) :] if past is not whole else ():
        past.append(message)
    assert told(past) == told(history(said))
    assert told(whole) == told(history(said))


def test_the_half_life_of_a_window() -> None:
    """Ten exchanges are kept: what a person says on one turn is gone ten turns later."""
    talk = history(invoices(40))
    traced = trace(talk, Settings(300, strategy=Strategy.WINDOW))
    assert half_life(talk, traced) == 10
    assert half_life(talk, trace(talk, Settings(300, strategy=Strategy.WHOLE))) is None
    assert half_life(history([Message(Role.SYSTEM, "Be brief.")]), traced) is None

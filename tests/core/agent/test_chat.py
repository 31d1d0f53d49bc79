"""A talk with the demo agent: what is kept, what is told, and that it can only propose (specification 11)."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from core import Store
from core.agent.chat import (
    Ended,
    Event,
    Heard,
    Noted,
    ScriptedSpeaker,
    Sent,
    ServerSpeaker,
    Speaker,
    Talk,
    Worked,
    next_name,
)
from core.agent.loop import Ending
from core.agent.model import ServerModel
from core.errors import Gone, Invalid, ReadOnly
from core.gate import WriteOutcome
from tests.core.hands import ALICE
from tests.core.stub_server import StubServer, calling, chat, half

SCRIPTED = ScriptedSpeaker()


class Room:
    """A talk with everything that was told of it."""

    def __init__(self, store: Store, speaker: Speaker = SCRIPTED, **more: object) -> None:
        self.events: list[Event] = []
        self.partition = store.partition(ALICE, agent="demo-chat")
        self.talk = Talk(self.partition, "chat-1", speaker, told=self.events.append, **more)  # type: ignore[arg-type]

    def of(self, kind: type) -> list:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def roles(self) -> list[str]:
        return [each.role.value for each in self.partition.conversation("chat-1").messages()]


@pytest.fixture
def room(store: Store) -> Room:
    store.partition(ALICE).records.remember(
        "Alice's fiscal year starts in July.", key="fiscal_year_start", source="user:turn-9"
    )
    return Room(store)


@pytest.fixture
def stub() -> Iterator[StubServer]:
    made = StubServer()
    yield made
    made.close()


def speaker(stub: StubServer) -> ServerSpeaker:
    return ServerSpeaker(
        ServerModel("stub", base_url=stub.url, api_key="k", attempts=1, pause=stub.pauses.append)
    )


def test_a_question_is_answered_from_memory_and_every_step_is_told(room: Room) -> None:
    turned = room.talk.say("When does my fiscal year start?")

    assert turned.ending is Ending.ANSWERED
    assert "Alice's fiscal year starts in July." in turned.text
    assert [type(event) for event in room.events] == [Heard, Sent, Worked, Sent, Ended]
    (worked,) = room.of(Worked)
    assert worked.call.name == "recall_memory"
    assert worked.answer.data["notes"][0]["fit"] > 0
    assert room.roles == ["user", "assistant", "tool", "assistant"]


def test_the_prompt_that_is_told_is_the_one_that_is_logged(store: Store, room: Room) -> None:
    room.talk.say("When does my fiscal year start?")

    first, second = room.of(Sent)
    (logged,) = store.operator("ada").prompts(ALICE, "chat-1")
    assert first.prompt.ledger.lines == logged.ledger.lines
    assert sum(tokens for _, tokens in first.prompt.ledger.lines) == first.prompt.ledger.total
    assert [said.role for said in first.said] == ["system", "user"]
    assert "Alice's fiscal year starts in July." in first.said[-1].content
    assert first.model == "scripted, offline"
    # The second request carries the call and its result, and says what they cost.
    assert [said.role for said in second.said] == ["system", "user", "assistant", "tool"]
    assert (first.more, second.more > 0) == (0, True)


def test_what_nothing_fits_is_not_made_up(room: Room) -> None:
    assert "Nothing that is remembered here fits" in room.talk.say("Who painted the Mona Lisa?").text


def test_a_statement_is_read_by_the_rules_with_the_trust_of_the_person(store: Store, room: Room) -> None:
    turned = room.talk.say("I live in Oslo.")

    (noted,) = room.of(Noted)
    assert noted.proposed.outcome is WriteOutcome.STORED
    record = noted.proposed.record
    assert (record.content, record.source, record.session) == ("I live in Oslo.", "user:turn-1", "chat-1")
    assert "Kept" in turned.text
    # The talk is a run, so it stands among the runs of writers.
    assert [(run.id, run.kept) for run in store.operator("ada").runs(ALICE)] == [("chat-1", 1)]


def test_to_forget_is_proposed_and_waits_for_a_person(store: Store, room: Room) -> None:
    turned = room.talk.say("Please forget my fiscal year.")

    (worked,) = room.of(Worked)
    (item,) = store.operator("ada").review.waiting()
    assert (worked.answer.data["outcome"], worked.answer.item) == ("held", item.id)
    assert [found.code for found in worked.answer.findings] == ["deletion_needs_person"]
    assert f"#{item.id}" in turned.text
    assert room.partition.records.get("fiscal_year_start") is not None


def test_what_is_not_there_is_not_proposed_for_deletion(store: Store, room: Room) -> None:
    turned = room.talk.say("Please forget my shoe size.")

    assert room.of(Worked) == []
    assert "no deletion" in turned.text
    assert store.operator("ada").review.waiting() == []


def test_an_agent_may_not_replace_what_the_person_said(store: Store, room: Room) -> None:
    room.talk.say("Remember that my fiscal year starts in May.")

    (worked,) = room.of(Worked)
    assert worked.call.name == "propose_memory"
    assert json.loads(worked.call.arguments)["evidence"] == ["user:turn-1"]
    # guide/gate.md: a value of lower trust against one of higher trust is held.
    assert worked.answer.data["outcome"] == "held"
    kept = room.partition.records.get("fiscal_year_start")
    assert kept is not None
    assert kept.content == "Alice's fiscal year starts in July."


def test_a_task_is_moved_within_its_rules_and_no_further(room: Room) -> None:
    room.partition.tasks.create("q3", "Reconcile Q3 invoices", ["fetch_invoices", "fetch_payments", "match"])

    first = room.talk.say("fetch_invoices is done: 4 invoices.")
    second = room.talk.say("match is finished now")

    # The worked example of specification 9: steps in order.
    assert "next is “fetch_payments”" in first.text
    assert "refused" in second.text
    assert "“fetch_payments”" in second.text
    plan = room.partition.tasks.get("q3").plan
    assert [step.state.value for step in plan.steps] == ["done", "pending", "pending"]
    assert plan.steps[0].result == "4 invoices"


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("fetch_invoices is done: 4 invoices", "done"),
        ("I have finished the fetch invoices step", "done"),
        ("Mark fetch_invoices as done.", "done"),
        ("fetch invoices failed because the bank is closed", "failed"),
        ("I started fetch_invoices", "running"),
        ("fetch_invoices is done: 2 are not paid yet", "done"),
        ("fetch_invoices is not done yet", None),
        ("I haven't finished fetch_invoices", None),
        ("If fetch_invoices is done, tell Ada.", None),
        ("Is fetch_invoices done?", None),
        ("I am ready to talk about how to fetch invoices", None),
        ("We will be done when we match colours", None),
        ("The show about fetch_invoices and other things was all done by noon", None),
    ],
)
def test_an_update_is_read_only_where_a_step_and_its_status_stand_together(
    room: Room, words: str, status: str | None
) -> None:
    room.partition.tasks.create("q3", "Reconcile Q3 invoices", ["fetch_invoices", "match"])
    room.talk.say(words)

    calls = [event.call for event in room.of(Worked) if event.call.name == "propose_task_update"]
    assert [json.loads(call.arguments)["status"] for call in calls] == ([] if status is None else [status])


def test_the_open_task_and_the_longer_name_are_meant(room: Room) -> None:
    tasks = room.partition.tasks
    tasks.create("old", "Done long ago", ["match"])
    tasks.apply("old", {"step": "match", "status": "done", "output": "ok"})
    tasks.create("new", "To do", ["match payments", "match"])

    room.talk.say("match payments is done: all of them")

    (worked,) = room.of(Worked)
    given = json.loads(worked.call.arguments)
    assert (given["task"], given["step"], given["output"]) == ("new", "match payments", "all of them")


def test_what_became_of_a_proposal_is_told_and_a_number_alone_is_no_question(room: Room) -> None:
    room.talk.say("Please forget my fiscal year.")

    assert room.talk.say("What became of proposal 1?").text == "Proposal #1 is waiting."
    assert "nothing under that name" in room.talk.say("What became of proposal 99?").text
    before = len(room.of(Worked))
    room.talk.say("My proposal 3 was better.")
    assert len(room.of(Worked)) == before


def test_a_secret_reaches_neither_the_file_nor_the_model(store: Store, room: Room) -> None:
    turned = room.talk.say("my VPN password is hunter2")

    (heard,) = room.of(Heard)
    assert (heard.masked, "hunter2" in heard.text) == (1, False)
    assert all("hunter2" not in said.content for sent in room.of(Sent) for said in sent.said)
    (noted,) = room.of(Noted)
    assert noted.proposed.outcome is WriteOutcome.REFUSED
    assert "hunter2" not in noted.proposed.note.content + noted.proposed.note.quote
    assert "hunter2" not in turned.text
    assert all("hunter2" not in each.content for each in room.partition.conversation("chat-1").messages())


def test_several_things_in_one_message(room: Room) -> None:
    turned = room.talk.say(
        "My favourite editor is Helix. When does my fiscal year start? Please forget my fiscal year."
    )

    assert [event.call.name for event in room.of(Worked)] == ["recall_memory", "propose_deletion"]
    assert len(room.of(Noted)) == 1
    for words in ("July", "waits for a person", "Helix"):
        assert words in turned.text


def test_who_says_nothing_it_understands_is_told_what_it_is(room: Room) -> None:
    assert room.talk.say("Hello!").text.startswith(
        "I am a scripted agent and work offline; no model reads this."
    )


@pytest.mark.parametrize(("words", "problem"), [("", "empty"), (" \n", "empty"), ("a" * 20_001, "too_long")])
def test_nothing_and_too_much_are_refused_before_anything_is_kept(
    room: Room, words: str, problem: str
) -> None:
    with pytest.raises(Invalid) as refused:
        room.talk.say(words)

    assert refused.value.data["problem"] == problem
    assert room.partition.conversations() == []


def test_a_model_behind_a_server_works_with_the_same_tools(
    room: Room, store: Store, stub: StubServer
) -> None:
    deletion = {"key": "fiscal_year_start", "id": None, "reason": "asked"}
    stub.answers = [calling("propose_deletion", deletion), chat("It waits for a person.")]
    room = Room(store, speaker(stub))

    turned = room.talk.say("I live in Oslo. Forget my fiscal year please.")

    assert (turned.ending, turned.text, turned.tokens) == (Ending.ANSWERED, "It waits for a person.", 480)
    path, asked = stub.asked[0]
    assert path == "/v1/chat/completions"
    assert {tool["function"]["name"] for tool in asked["tools"]} >= {"recall_memory", "propose_deletion"}
    assert asked["messages"][0]["content"].count("user:turn-1") == 1
    assert [event.answer.data["outcome"] for event in room.of(Worked)] == ["held"]
    # The rules read the person's words beside the model; a deletion is the agent's to propose.
    assert [event.proposed.outcome for event in room.of(Noted)] == [WriteOutcome.STORED]
    answer = room.partition.conversation("chat-1").messages()[-1]
    assert (answer.content, answer.reported_tokens) == ("It waits for a person.", 200)


def test_a_server_that_fails_leaves_the_words_and_they_can_be_answered_again(
    store: Store, stub: StubServer
) -> None:
    room = Room(store, speaker(stub))
    stub.answers = [half]
    failed = room.talk.say("Hello")

    assert failed.ending is Ending.FAILED
    assert failed.failure is not None
    assert failed.failure.data["model"] == "stub"
    assert room.roles == ["user"]

    stub.answers = [chat("Hi.")]
    answered = room.talk.again()
    assert answered is not None
    assert answered.text == "Hi."
    assert room.roles == ["user", "assistant"]
    assert room.talk.again() is None


def test_a_model_that_declines_is_told_as_that(store: Store, stub: StubServer) -> None:
    stub.answers = [chat(None, refusal="I cannot help with that.")]

    turned = Room(store, speaker(stub)).talk.say("Hello")

    assert (turned.ending, turned.text) == (Ending.DECLINED, "I cannot help with that.")


def test_an_unknown_tool_and_wrong_arguments_are_answers(store: Store, stub: StubServer) -> None:
    stub.answers = [calling("release_item", {"id": 1}), calling("recall_memory", "{"), chat("Sorry.")]
    room = Room(store, speaker(stub))

    turned = room.talk.say("Release it yourself")

    assert turned.ending is Ending.ANSWERED
    assert [event.answer.is_error for event in room.of(Worked)] == [True, True]


def test_a_stop_carries_nothing_more_out_and_leaves_no_call_without_result(room: Room, store: Store) -> None:
    stops = iter([False, True])
    room = Room(store, stopped=lambda: next(stops, True))

    turned = room.talk.say("Please forget my fiscal year.")

    assert turned.ending is Ending.STOPPED
    assert store.operator("ada").review.waiting() == []
    assert room.roles == ["user", "assistant", "tool"]
    assert "stopped" in room.partition.conversation("chat-1").messages()[-1].content


def test_the_turns_are_a_run_for_a_writer(room: Room) -> None:
    room.talk.say("I live in Oslo.")
    room.talk.say("When does my fiscal year start?")

    turns = room.talk.turns(after=2)
    assert [turn.source for turn in turns] == ["user:turn-3", "agent:demo-chat-turn-6"]
    assert turns[0].text == "When does my fiscal year start?"


def test_an_erased_person_and_a_file_that_only_reads_are_errors_with_a_name(store: Store, path) -> None:
    room = Room(store)
    room.talk.say("I live in Oslo.")
    with Store.open(path, "read-only") as reading, pytest.raises(ReadOnly):
        Room(reading).talk.say("Hello")
    store.operator("ada").privacy.erase(ALICE, reason="asked")

    with pytest.raises(Gone):
        room.talk.say("Hello")


@pytest.mark.parametrize(
    ("taken", "name"),
    [
        ([], "chat-1"),
        (["chat-1", "chat-9", "golden-b"], "chat-10"),
        (["chat-x", "chat--4", "chat-²", "chat-" + "9" * 40], "chat-1"),
    ],
)
def test_a_new_talk_has_a_name_of_its_own(taken: list[str], name: str) -> None:
    assert next_name(taken) == name


def test_throwing_away_what_is_no_memory_is_no_deletion(room: Room) -> None:
    room.talk.say("Please drop the last column of that table.")

    assert room.of(Worked) == []
    assert "proposed no deletion" not in room.partition.conversation("chat-1").messages()[-1].content

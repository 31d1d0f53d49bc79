"""The contract of every request to a server: what is tried again, what is not, what is never said."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any

import pytest

from core.errors import Cancelled, EmbedderFailure, ModelFailure
from core.server import Client, Endpoint, Problem, probe
from tests.core.stub_server import (
    Answer,
    StubServer,
    busy_for,
    chat,
    dripping,
    half,
    models,
    slow,
)

if TYPE_CHECKING:
    from openai import OpenAI

SECRET = "the safe opens with 4711"
ERROR = {"error": {"message": f"no, {SECRET}"}}


def asking(client: OpenAI) -> str:
    answer = client.chat.completions.create(model="stub", messages=[{"role": "user", "content": SECRET}])
    return str(answer.choices[0].message.content)


def client(stub: StubServer, *, timeout: float = 20.0, attempts: int = 3, **more: Any) -> Client:
    more.setdefault("pause", stub.pauses.append)
    return Client(Endpoint(stub.url, "key-1", timeout, attempts), "stub", ModelFailure, **more)


def test_an_answer_is_an_answer(stub: StubServer) -> None:
    stub.answers = [chat("April.")]

    assert client(stub).ask(asking) == "April."
    assert stub.keys == ["Bearer key-1"]


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ((429, ERROR), Problem.BUSY),
        ((500, "oops"), Problem.UNREACHABLE),
        ((503, "<html>busy</html>"), Problem.UNREACHABLE),
        ((529, ERROR), Problem.UNREACHABLE),
        ((200, "<html>a proxy speaks</html>"), Problem.INCOMPLETE),
        ((200, "{"), Problem.INCOMPLETE),
        ((200, {"choices": []}), Problem.INCOMPLETE),
        (half, Problem.UNREACHABLE),
    ],
    ids=["429", "500", "503", "529", "html", "no json", "no choices", "half a stream"],
)
def test_what_may_pass_is_tried_three_times(stub: StubServer, answer: Answer, problem: Problem) -> None:
    stub.answers = [answer] * 3

    with pytest.raises(ModelFailure) as failed:
        client(stub).ask(asking)

    assert failed.value.data["problem"] == problem
    assert len(stub.asked) == 3
    # Half a second, doubled, with a quarter of jitter either way.
    assert [0.375 <= stub.pauses[0] <= 0.625, 0.75 <= stub.pauses[1] <= 1.25] == [True, True]

    stub.answers = [answer, chat("April.")]
    assert client(stub).ask(asking) == "April."


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ((400, ERROR), Problem.REFUSED),
        ((401, ERROR), Problem.WRONG_KEY),
        ((403, ERROR), Problem.WRONG_KEY),
        ((404, ERROR), Problem.NO_MODEL),
        ((422, ERROR), Problem.REFUSED),
        ((429, {"error": {"message": "pay", "code": "insufficient_quota"}}), Problem.NO_QUOTA),
    ],
)
def test_what_does_not_pass_is_asked_once(stub: StubServer, answer: Answer, problem: Problem) -> None:
    stub.answers = [answer] * 3

    with pytest.raises(ModelFailure) as failed:
        client(stub).ask(asking)

    assert (failed.value.data["problem"], len(stub.asked)) == (problem, 1)


def test_a_server_that_says_when_is_waited_for_and_not_for_ever(stub: StubServer) -> None:
    stub.answers = [busy_for("3"), busy_for("86400"), chat("April.")]

    assert client(stub).ask(asking) == "April."
    assert stub.pauses == [3.0, 20.0]


@pytest.mark.parametrize("header", ["soon", "-5", "nan", "inf", "Wed, 21 Oct 2026 07:28:00 GMT"])
def test_what_is_no_number_of_seconds_is_not_waited_for(stub: StubServer, header: str) -> None:
    stub.answers = [busy_for(header), chat("April.")]

    client(stub).ask(asking)

    assert 0.375 <= stub.pauses[0] <= 0.625


@pytest.mark.parametrize("answer", [slow, dripping], ids=["silent", "a byte now and then"])
def test_a_server_that_never_ends_is_late(stub: StubServer, answer: Answer) -> None:
    stub.answers = [answer]

    with pytest.raises(ModelFailure) as failed:
        client(stub, timeout=0.2, attempts=1).ask(asking)

    assert failed.value.data["problem"] == Problem.TIMED_OUT


def test_a_request_under_way_can_be_stopped(stub: StubServer) -> None:
    stub.answers = [slow]
    stop = threading.Event()

    def press() -> None:
        stub.waiting.wait(20)
        stop.set()

    presser = threading.Thread(target=press)
    presser.start()
    with pytest.raises(Cancelled):
        client(stub, timeout=60.0, cancelled=stop.is_set).ask(asking)
    presser.join()

    assert len(stub.asked) == 1


def test_a_pause_can_be_stopped_and_a_stopped_request_is_never_sent(stub: StubServer) -> None:
    stub.answers = [busy_for("20")]
    # Asked before the first attempt, then while it runs and pauses.
    looks = iter([False])

    with pytest.raises(Cancelled):
        client(stub, pause=None, cancelled=lambda: bool(stub.asked) and next(looks, True)).ask(asking)
    with pytest.raises(Cancelled):
        client(stub, cancelled=lambda: True).ask(asking)

    assert len(stub.asked) == 1


def test_nobody_is_there(stub: StubServer) -> None:
    endpoint = Endpoint("http://127.0.0.1:9/v1", "k", attempts=1)

    with pytest.raises(EmbedderFailure) as failed:
        Client(endpoint, "m", EmbedderFailure).ask(asking)

    assert failed.value.data == {"problem": "unreachable", "model": "m"}


def test_without_a_key_nothing_is_sent(stub: StubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)

    with pytest.raises(ModelFailure) as failed:
        Client(Endpoint(stub.url), "m", ModelFailure).ask(asking)

    assert (failed.value.data["problem"], stub.asked) == (Problem.NO_KEY, [])


def test_neither_log_nor_error_holds_a_text_or_the_key(
    stub: StubServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    stub.answers = [(500, ERROR), (400, ERROR)]
    asked = client(stub)

    with pytest.raises(ModelFailure) as failed:
        asked.ask(asking)

    told = caplog.text + str(failed.value) + repr(failed.value) + repr(Endpoint(stub.url, "key-1"))
    assert failed.value.__cause__ is None
    for private in (SECRET, "4711", "key-1"):
        assert private not in told


def test_openai_is_imported_with_the_first_request() -> None:
    code = (
        "import sys; from core.server import Client, Endpoint; from core.errors import ModelFailure;"
        "Client(Endpoint(), 'm', ModelFailure); print('openai' in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert told.stdout.strip() == "False"


def test_a_probe_tells_which_models_are_there(stub: StubServer) -> None:
    stub.answers = [models("chat-1", "embed-1")]

    found = probe(Endpoint(stub.url, "k"), ["chat-1", "chat-2", "chat-2"])

    assert (found.offered, found.missing) == (2, ("chat-2",))
    assert stub.asked == [("/v1/models", {})]


def test_a_server_without_a_list_answers_all_the_same(stub: StubServer) -> None:
    stub.answers = [(404, {"error": {"message": "no such path"}})]

    assert probe(Endpoint(stub.url, "k"), ["chat-1"]).offered is None


def test_a_probe_with_a_wrong_key_fails(stub: StubServer) -> None:
    stub.answers = [(401, ERROR)]

    with pytest.raises(ModelFailure) as failed:
        probe(Endpoint(stub.url, "k"), [])

    assert failed.value.data["problem"] == Problem.WRONG_KEY

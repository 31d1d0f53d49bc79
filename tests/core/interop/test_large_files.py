"""Files of a hundred megabytes are read in bounded memory, one family each.

Most of the bytes stand in few large messages, so that the files are made and read in seconds.
"""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import apsw
import pytest

from core.errors import StorageFailure, UnknownFormat
from core.interop import Problem, Skip, json_document
from core.interop import conversations as reading
from core.interop.conversations import conversations
from core.memory.conversation import Message, Role
from tests.core.interop.talks import read

SIZE = 100_000_000
LARGE = 1_000_000
"""Characters of one message."""

MEMORY = 40_000_000
"""A window over the text, the text of the message in it and its value; a file held whole takes more than 100 MB."""

MANY = SIZE // LARGE


def said(number: int) -> dict[str, object]:
    return {"role": "user" if number % 2 else "assistant", "content": f"{number} " + "x" * LARGE}


def listed(file: IO[str], values: Iterator[object]) -> None:
    file.write("[")
    for number, value in enumerate(values):
        file.write(("," if number else "") + json.dumps(value))
    file.write("]")


def message_list(file: IO[str]) -> None:
    listed(file, (said(n) for n in range(MANY)))


def request(file: IO[str]) -> None:
    file.write('{"model": "m", "messages": ')
    listed(file, (said(n) for n in range(MANY)))
    file.write(', "system": "Be brief."}')


def responses(file: IO[str]) -> None:
    def item(n: int) -> dict[str, object]:
        if n % 2:
            return {"type": "function_call", "call_id": str(n), "name": "f", "arguments": "x" * LARGE}
        return {"type": "function_call_output", "call_id": str(n - 1), "output": "x" * LARGE}

    listed(file, (item(n) for n in range(1, MANY + 1)))


def message_lines(file: IO[str]) -> None:
    for n in range(MANY):
        file.write(json.dumps(said(n)) + "\n")


def request_lines(file: IO[str]) -> None:
    for n in range(MANY):
        file.write(json.dumps({"messages": [said(n)]}) + "\n")


def transcript(file: IO[str]) -> None:
    for n in range(MANY):
        kind = "user" if n % 2 == 0 else "assistant"
        message = {"role": kind, "content": [{"type": "text", "text": "x" * LARGE}], "id": f"m{n}"}
        row = {"type": kind, "uuid": f"u{n}", "parentUuid": f"u{n - 1}" if n else None, "message": message}
        file.write(json.dumps(row) + "\n")


def rollout(file: IO[str]) -> None:
    for n in range(MANY):
        payload = {"type": "message", **said(n + 1)}
        row = {"timestamp": "2026-10-01T09:00:00Z", "type": "response_item", "payload": payload}
        file.write(json.dumps(row) + "\n")


def export(file: IO[str]) -> None:
    def talk(n: int) -> dict[str, object]:
        content = {"content_type": "text", "parts": ["x" * LARGE]}
        node = {"parent": None, "message": {"author": {"role": "user"}, "content": content}}
        return {"title": f"t{n}", "conversation_id": str(n), "current_node": "a", "mapping": {"a": node}}

    listed(file, (talk(n) for n in range(MANY)))


FAMILIES: dict[str, Callable[[IO[str]], None]] = {
    each.__name__: each
    for each in (
        *(message_list, request, responses, message_lines, request_lines),
        *(transcript, rollout, export),
    )
}


def walked(path: Path) -> tuple[int, int, int]:
    """Messages, characters they hold, and the most memory that was in use meanwhile."""
    tracemalloc.start()
    try:
        messages = characters = 0
        for talk in conversations(path):
            assert not isinstance(talk, Skip)
            for entry in talk.entries:
                assert isinstance(entry, Message)
                messages += 1
                characters += len(entry.content) + sum(len(call.arguments) for call in entry.calls)
        return messages, characters, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("family", list(FAMILIES))
def test_a_file_of_a_hundred_megabytes_is_read_to_its_end_in_bounded_memory(
    family: str, tmp_path: Path
) -> None:
    path = tmp_path / "large.json"
    with path.open("w") as file:
        FAMILIES[family](file)
    assert path.stat().st_size >= SIZE
    messages, characters, memory = walked(path)

    assert messages == MANY + (family == "request")
    assert characters >= SIZE
    assert memory < MEMORY
    path.unlink()


def test_sessions_of_a_hundred_megabytes_are_read_row_by_row(tmp_path: Path) -> None:
    path = tmp_path / "large.db"
    connection = apsw.Connection(str(path))
    connection.pragma("synchronous", "off")
    connection.execute("CREATE TABLE m(id INTEGER PRIMARY KEY, session_id, message_data, created_at)")
    with connection:
        for n in range(MANY):
            # Two sessions whose rows alternate.
            connection.execute("INSERT INTO m VALUES (?, ?, ?, '')", (n, f"s{n % 2}", json.dumps(said(n))))
    connection.close()
    messages, characters, memory = walked(path)

    assert (messages, characters >= SIZE) == (MANY, True)
    assert memory < MEMORY


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> int:
    """A limit of values that needs no large file to be passed."""
    monkeypatch.setattr(json_document, "LARGEST", 300_000)
    return 300_000


def test_a_message_that_is_too_large_is_left_out_and_the_rest_is_read(small: int, tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    rows = [
        {"role": "user", "content": "before"},
        {"role": "user", "content": '] } "' + "x\\" * small},
        {"role": "user", "content": "after"},
    ]
    path.write_text(json.dumps(rows))
    (talk,) = read(path)

    assert [m.content for m in talk.messages] == ["before", "after"]
    (left,) = talk.skips
    assert (left.where, left.problem) == ("message 2", Problem.TOO_LONG)
    assert left.data["length"] == len(json.dumps(rows[1]))


def test_a_line_that_is_too_large_is_left_out_and_the_rest_is_read(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    with path.open("w") as file:
        for text in ("before", "x" * 10_500_000, "after"):
            file.write(json.dumps({"role": "user", "content": text}) + "\n")
    (talk,) = read(path)

    assert [m.content for m in talk.messages] == ["before", "after"]
    assert [(s.where, s.problem) for s in talk.skips] == [("line 2", Problem.TOO_LONG)]


def test_a_message_longer_than_one_may_be_is_left_out(tmp_path: Path) -> None:
    """In a list a value may be larger than a message: a whole conversation is one."""
    path = tmp_path / "m.json"
    path.write_text(json.dumps([{"role": "user", "content": "x" * 10_000_001}, said(1)]))
    (talk,) = read(path)

    assert len(talk.messages) == 1
    assert [(s.where, s.problem) for s in talk.skips] == [("message 1", Problem.TOO_LONG)]


@pytest.mark.parametrize("after", ['{"role": "user"', '{"role": "user", "content": "half', ""])
def test_a_list_that_was_never_finished_gives_what_is_whole(after: str, tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text('[{"role": "user", "content": "whole"}, ' + after)
    (talk,) = read(path)

    assert [m.content for m in talk.messages] == ["whole"]
    assert [(s.where, s.problem) for s in talk.skips] == [("message 2", Problem.TORN)]


def test_a_broken_message_in_a_list_is_named_and_the_rest_is_read(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    good = '{"role": "user", "content": "%s"}'
    path.write_text(f'[{good % "a"}, {{"role": oops, "x": "]"}}, {good % "b"}, }}, {good % "c"}]')
    (talk,) = read(path)

    assert [m.content for m in talk.messages] == ["a", "b", "c"]
    assert talk.skips[0].problem is Problem.NOT_JSON
    assert talk.skips[0].data["position"] == len(f'[{good % "a"}, {{"role": ')


def test_values_across_the_edges_of_the_window_are_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever stands at an edge: a number, an escape, half of a character of several bytes."""
    rows = [
        {"role": "user", "content": f'é\\{n}\u2028🚀"[', "n": n, "at": 1_790_000_000 + n} for n in range(40)
    ]
    for ascii_ in (True, False):
        path = tmp_path / f"{ascii_}.json"
        path.write_text(json.dumps({"messages": rows}, ensure_ascii=ascii_, indent=1), "utf-8")
        for chunk in (1, 2, 3, 7, 64):
            monkeypatch.setattr(json_document, "_CHUNK", chunk)
            (talk,) = read(path)
            assert [m.content for m in talk.messages] == [row["content"] for row in rows]
            assert [m.at for m in talk.messages] == [(1_790_000_000 + n) * 1_000_000 for n in range(40)]


def test_a_list_that_comes_newest_first_and_is_too_large_to_turn_round_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "LARGEST_NEWEST_FIRST", 100)
    path = tmp_path / "items.json"
    item = {"type": "message", "role": "user", "content": "x" * 100}
    path.write_text(json.dumps({"object": "list", "data": [item]}))
    with pytest.raises(StorageFailure) as failure:
        read(path)
    assert failure.value.code == "too_big"


@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, '{"messages": ' + "[" * 100_000, "[]", "{}", "[1, 2]", "[{}]", '{"data": [{"a": 1}]}'],
)
def test_what_holds_no_conversation_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text(text)
    with pytest.raises(UnknownFormat):
        read(path)


def test_the_system_text_stands_first_wherever_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text(json.dumps({"messages": [{"role": "user", "content": "Hi"}], "system": "Be brief."}))
    (talk,) = read(path)
    assert [(m.role, m.content) for m in talk.messages] == [(Role.SYSTEM, "Be brief."), (Role.USER, "Hi")]


def test_what_was_asked_stands_before_the_answer(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    reply = [{"type": "message", "role": "assistant", "content": "Hello"}]
    path.write_text(json.dumps({"output": reply, "input": [{"role": "user", "content": "Hi"}]}))
    (talk,) = read(path)
    assert [m.content for m in talk.messages] == ["Hi", "Hello"]

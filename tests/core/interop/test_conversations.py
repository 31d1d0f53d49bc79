"""Readers of API messages; the shapes are those of guide/interop.md, 5.4."""

from __future__ import annotations

import json
from pathlib import Path

import apsw
import pytest

from core.errors import UnknownFormat
from core.memory.conversation import PartKind, Role
from tests.core.interop.talks import Read, read


def _read(path: Path, value: object) -> list[Read]:
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return read(path)


def test_a_chat_keeps_calls_results_and_images(tmp_path: Path) -> None:
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
    call = {"id": "c1", "type": "function", "function": {"name": "find", "arguments": '{"q": 1}'}}
    rows = [
        {"role": "developer", "content": "Be brief."},
        {"role": "user", "content": [{"type": "text", "text": "Look."}, image]},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": "found"},
    ]
    (talk,) = _read(tmp_path / "chat.json", rows)
    assert talk.format == "openai_chat"
    assert [message.role for message in talk.messages] == [Role.SYSTEM, Role.USER, Role.ASSISTANT, Role.TOOL]
    picture = talk.messages[1].parts[1]
    assert picture.kind is PartKind.IMAGE
    assert json.loads(picture.raw or "") == image
    assert talk.messages[1].content == "Look."
    assert talk.messages[2].calls[0].arguments == '{"q": 1}'
    assert talk.messages[3].answers == "c1"


def test_items_of_responses_become_calls_and_results_and_the_unknown_stays_raw(tmp_path: Path) -> None:
    odd = {"type": "reasoning", "summary": [], "encrypted_content": "x"}
    rows = [
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Hi"}]},
        odd,
        {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c", "output": "done"},
    ]
    (talk,) = _read(tmp_path / "items.json", rows)
    assert talk.format == "openai_responses"
    assert json.loads(talk.messages[1].parts[0].raw or "") == odd
    assert talk.messages[2].calls[0].id == talk.messages[3].answers == "c"


def test_results_inside_a_user_message_of_anthropic_answer_their_calls(tmp_path: Path) -> None:
    rows = [
        {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "f", "input": {"a": 1}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": "ok"}]},
    ]
    (talk,) = _read(tmp_path / "a.json", {"system": "Be kind.", "messages": rows})
    assert talk.format == "anthropic_messages"
    system, call, result = talk.messages
    assert (system.role, system.content) == (Role.SYSTEM, "Be kind.")
    assert json.loads(call.calls[0].arguments) == {"a": 1}
    assert (result.role, result.answers, result.content) == (Role.TOOL, "t", "ok")


def test_a_torn_line_and_an_unknown_role_are_noted_where_they_stand(tmp_path: Path) -> None:
    text = '{"role": "user", "content": "a\u2028b"}\n{"role": "oracle", "content": "c"}\n{"role": "us'
    (talk,) = _read(tmp_path / "m.jsonl", text)
    assert [message.content for message in talk.messages] == ["a\u2028b", "c"]
    assert [skip.where for skip in talk.skips] == ["line 2", "line 3"]


def test_a_malformed_file_says_where_it_broke(tmp_path: Path) -> None:
    with pytest.raises(UnknownFormat) as failure:
        _read(tmp_path / "bad.json", '[{"role": "user",, }]')
    assert failure.value.data["position"] == len('[{"role": "user",')


def test_sessions_still_in_the_log_are_read_and_the_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    live = apsw.Connection(str(path))
    live.pragma("journal_mode", "wal")
    live.execute("CREATE TABLE agent_messages(id INTEGER PRIMARY KEY, session_id, message_data, created_at)")
    row = json.dumps({"role": "user", "content": "hi"})
    live.execute("INSERT INTO agent_messages VALUES (1, 'a', ?, ''), (2, 'b', 'torn', '')", (row,))
    before = {one.name: one.stat().st_mtime_ns for one in tmp_path.iterdir()}
    first, second = read(path)
    assert (first.title, first.messages[0].content) == ("a", "hi")
    assert [skip.where for skip in second.skips] == ["row 2"]
    assert {one.name: one.stat().st_mtime_ns for one in tmp_path.iterdir()} == before
    live.close()

"""Transcripts, sessions and exports; the shapes and rules are those of guide/interop.md 5.1 to 5.4."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import apsw
import pytest

from core.errors import UnknownFormat
from core.interop import Problem
from core.interop.looking import look_at
from core.memory.conversation import Message, PartKind, Role
from tests.core.interop.conftest import SAMPLES
from tests.core.interop.talks import Read, read

CONVERSATIONS = SAMPLES / "conversations"
SESSION = "a210660d-6fd6-5431-b87a-ec8599a5822d"


def micros(*moment: int) -> int:
    return round(datetime(*moment, tzinfo=UTC).timestamp()) * 1_000_000  # type: ignore[misc,arg-type]


def problems(talk: Read) -> list[tuple[str, Problem]]:
    return [(skip.where, skip.problem) for skip in talk.skips]


def rows(*given: object) -> str:
    return "".join(json.dumps(row) + "\n" for row in given)


@pytest.fixture
def transcript() -> Read:
    (talk,) = read(CONVERSATIONS / "claude_code.jsonl")
    return talk


def test_a_transcript_gives_the_thread_the_last_message_ends(transcript: Read) -> None:
    """The chain the program's own reader gives, and before it the part that was compacted."""
    assert (transcript.format, transcript.id) == ("claude_code", SESSION)
    assert transcript.title == "Plan Oslo train trip"
    spoken = [m.content for m in transcript.messages if m.role is Role.USER]
    assert spoken[0] == "Plan my Oslo trip. I prefer trains \u2028 over planes."
    assert spoken[1].startswith("This session is being continued")
    assert spoken[2] == "What does this ticket say?"
    assert transcript.messages[-1].content == "It is a train ticket to Oslo S."


def test_the_lines_of_one_reply_become_one_message_and_its_parallel_results_answer_it(
    transcript: Read,
) -> None:
    reply, first, second = transcript.messages[1:4]
    assert [call.name for call in reply.calls] == ["TaskCreate", "Bash"]
    assert json.loads(reply.parts[0].raw or "")["type"] == "thinking"
    assert [first.answers, second.answers] == [call.id for call in reply.calls]
    assert second.content == "Oslo: -3C snow"


def test_a_transcript_tells_when_and_how_many_prompt_tokens(transcript: Read) -> None:
    reply = transcript.messages[1]
    assert transcript.messages[0].at == micros(2026, 10, 1, 10, 0, 1)
    assert reply.at == micros(2026, 10, 1, 10, 0, 2)
    # input 10, cache read 0, cache creation 0; each line of the reply repeats it.
    assert reply.reported_tokens == 10
    assert transcript.messages[0].reported_tokens is None


def test_prompt_tokens_that_came_from_the_cache_belong_to_the_prompt(tmp_path: Path) -> None:
    usage = {"input_tokens": 3, "cache_creation_input_tokens": 50, "cache_read_input_tokens": 900}
    path = tmp_path / "t.jsonl"
    path.write_text(
        rows(
            {"type": "user", "uuid": "u", "message": {"role": "user", "content": "Hi"}},
            {
                "type": "assistant",
                "uuid": "a",
                "parentUuid": "u",
                "message": {"id": "m", "role": "assistant", "content": "Hello", "usage": usage},
            },
        )
    )
    (talk,) = read(path)
    assert talk.messages[1].reported_tokens == 953


def test_a_compaction_is_marked_on_the_summary_that_follows_it(transcript: Read) -> None:
    summary = next(m for m in transcript.messages if m.content.startswith("This session"))
    assert summary.parts[0].kind is PartKind.OTHER
    assert json.loads(summary.parts[0].raw or "")["subtype"] == "compact_boundary"


def test_what_no_one_said_and_what_was_left_is_counted_where_it_stands(transcript: Read) -> None:
    assert set(problems(transcript)) == {
        ("line 1", Problem.PROGRAM),
        ("line 2", Problem.PROGRAM),
        ("line 4", Problem.PROGRAM),
        ("line 10", Problem.PROGRAM),
        ("line 14", Problem.OTHER_BRANCH),
        ("line 19", Problem.PROGRAM),
        ("line 23", Problem.UNKNOWN_TYPE),
        ("line 24", Problem.TORN),
    }


def test_the_transcript_of_a_helper_is_a_conversation_of_its_own() -> None:
    (talk,) = read(CONVERSATIONS / "claude_code_helper.jsonl")
    assert talk.id != SESSION
    assert [m.content for m in talk.messages] == ["Find trains", "08:05 and 10:11"]


def test_a_transcript_without_parents_is_read_in_its_order(tmp_path: Path) -> None:
    path = tmp_path / "web.json"
    said = [
        {
            "type": "user",
            "timestamp": "2025-12-24T10:00:00.000Z",
            "message": {"role": "user", "content": "a"},
        },
        {"type": "assistant", "timestamp": "bad", "message": {"role": "assistant", "content": "b"}},
    ]
    path.write_text(json.dumps({"loglines": said}, indent=1))
    (talk,) = read(path)
    assert [m.content for m in talk.messages] == ["a", "b"]
    assert [m.at for m in talk.messages] == [micros(2025, 12, 24, 10), None]


def test_a_circle_of_parents_and_a_repeated_record_end(tmp_path: Path) -> None:
    def record(uuid: str, parent: str | None, text: str) -> object:
        message = {"role": "user", "content": text}
        return {"type": "user", "uuid": uuid, "parentUuid": parent, "message": message}

    path = tmp_path / "t.jsonl"
    path.write_text(rows(record("a", "b", "1"), record("b", "a", "2"), record("b", "a", "2")))
    (talk,) = read(path)
    assert [m.content for m in talk.messages] == ["1", "2"]
    assert Problem.DUPLICATE in [skip.problem for skip in talk.skips] or len(talk.skips) == 1


def codex(tmp_path: Path, change: Callable[[list[dict[str, object]]], object]) -> Read:
    given = [json.loads(line) for line in (CONVERSATIONS / "codex.jsonl").read_text().splitlines()]
    change(given)
    path = tmp_path / "rollout.jsonl"
    path.write_text(rows(*given))
    (talk,) = read(path)
    return talk


def test_a_session_gives_its_items_and_not_what_repeats_them(tmp_path: Path) -> None:
    talk = codex(tmp_path, lambda given: given.pop())
    assert (talk.format, talk.id) == ("codex", "0199a213-81c0-7800-8aa1-bbab2a035a53")
    assert talk.title == "Plan the Oslo trip"
    texts = [m.content for m in talk.messages if m.content and m.role is not Role.TOOL]
    assert texts == ["Plan the Oslo trip", "It is -3 C. Booking the 08:05."]
    names = [call.name for m in talk.messages for call in m.calls]
    assert names == ["update_plan", "shell", "apply_patch", "update_plan"]
    assert talk.messages[0].at == micros(2026, 10, 1, 9, 0, 2)
    assert json.loads(talk.messages[1].parts[0].raw or "")["encrypted_content"] == "gAAAA"
    # What the program says in the person's name is no word of hers.
    assert ("line 3", Problem.PROGRAM) in problems(talk)


def test_turns_that_were_taken_back_are_left_out_and_counted(tmp_path: Path) -> None:
    talk = codex(tmp_path, lambda given: None)
    assert talk.messages == []
    assert problems(talk).count(("line 5", Problem.OTHER_BRANCH)) == 1


def test_the_report_after_a_reply_is_that_of_its_one_request(tmp_path: Path) -> None:
    def report(given: list[dict[str, object]]) -> None:
        given.pop()
        info = {"total_token_usage": {"input_tokens": 900}, "last_token_usage": {"input_tokens": 70}}
        given[17]["payload"] = {"type": "token_count", "info": info}

    talk = codex(tmp_path, report)
    reported = [m.reported_tokens for m in talk.messages if m.reported_tokens]
    assert reported == [70]
    last = next(m for m in talk.messages if m.reported_tokens)
    # The first thing that reply did.
    assert last.calls[0].arguments.startswith('{"plan"')


def test_base_instructions_are_the_system_text(tmp_path: Path) -> None:
    def told(given: list[dict[str, object]]) -> None:
        payload = given[0]["payload"]
        assert isinstance(payload, dict)
        payload["base_instructions"] = {"text": "You are a coding agent."}

    talk = codex(tmp_path, told)
    assert (talk.messages[0].role, talk.messages[0].content) == (Role.SYSTEM, "You are a coding agent.")


@pytest.fixture
def export() -> list[Read]:
    return read(CONVERSATIONS / "chatgpt.json")


def test_an_export_gives_the_path_to_the_current_message(export: list[Read]) -> None:
    talk = export[0]
    assert (talk.title, talk.format) == ("Oslo trip", "chatgpt")
    assert talk.id == "9c9de22a-8592-5efb-8e04-6702eac7e63c"
    said = [(m.role, m.content) for m in talk.messages if m.content and m.role is not Role.TOOL]
    assert said[1:3] == [
        (Role.USER, "Weather in Oslo? And remember I am vegetarian."),
        (Role.ASSISTANT, "It is -3 °C in Oslo \ue200cite\ue202turn0search0\ue201."),
    ]
    assert [skip.problem for skip in talk.skips] == [Problem.OTHER_BRANCH]
    assert talk.messages[2].at == 1_790_000_001_000_000


def test_a_message_to_a_tool_is_a_call_and_the_tools_answer_its_result(export: list[Read]) -> None:
    calls = [call for m in export[0].messages for call in m.calls]
    results = [m for m in export[0].messages if m.role is Role.TOOL]
    assert [(call.name, call.arguments) for call in calls] == [
        ("bio", "User is vegetarian."),
        ("python", "print(-3)"),
    ]
    assert [m.answers for m in results] == [call.id for call in calls]
    assert [m.name for m in results] == ["bio", "python"]


def test_pictures_and_voices_of_an_export_keep_what_is_said(export: list[Read]) -> None:
    picture, voice = export[0].messages[-2:]
    assert [part.kind for part in picture.parts] == [PartKind.IMAGE, PartKind.TEXT]
    assert (picture.content, voice.content) == ("What is this?", "A cat.")
    assert json.loads(voice.parts[1].raw or "")["asset_pointer"] == "sediment://file_aud"


def test_standing_instructions_are_sent_first_and_saved_memories_stay_data(export: list[Read]) -> None:
    instructions, memories = export[0].messages[:2]
    assert instructions.role is Role.SYSTEM
    assert "Answer in metric units." in instructions.content
    assert memories.role is not Role.SYSTEM
    assert "Prefers tea" in (memories.parts[0].raw or "")


def test_odd_trees_of_an_export_have_an_end(export: list[Read]) -> None:
    """Without its current message the newest leaf ends it; a circle and an empty one end, too."""
    _, orphan, circle, empty = export
    assert [m.content for m in orphan.messages] == ["second root"]
    assert len(orphan.skips) == 3
    assert [m.content for m in circle.messages] == ["cyclic parent links", "must not hang"]
    assert empty.messages == []


def test_an_export_is_read_inside_its_archive(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("user.json", "{}")
        archive.write(CONVERSATIONS / "chatgpt.json", "conversations-000.json")
        archive.writestr("../conversations.json", "[]")
    assert read(path)[0].title == "Oslo trip"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["export.zip"]


def test_an_archive_of_something_else_says_so(tmp_path: Path) -> None:
    path = tmp_path / "other.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.txt", "x")
    with pytest.raises(UnknownFormat):
        read(path)
    path.write_bytes(path.read_bytes()[:30])
    with pytest.raises(UnknownFormat):
        read(path)


@pytest.fixture
def session(tmp_path: Path) -> Path:
    path = tmp_path / "sessions.db"
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE said(id INTEGER PRIMARY KEY, session_id, message_data, created_at)")
    items = [
        ("s", {"role": "user", "content": "a"}),
        ("s", {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}),
        ("s", {"__enc__": 1, "payload": "gAAAA"}),
        ("t", {"role": "user", "content": "other"}),
        ("s", {"role": "user", "content": "b"}),
    ]
    for number, (name, item) in enumerate(items, 1):
        moment = f"2026-11-30 18:44:{40 - number:02}"
        connection.execute("INSERT INTO said VALUES (?, ?, ?, ?)", (number, name, json.dumps(item), moment))
    connection.close()
    return path


def test_times_of_a_session_are_utc_and_its_order_is_that_of_its_rows(session: Path) -> None:
    """The clock goes backwards from row to row; the rows do not (guide 3.4: order by id)."""
    first, second = read(session)
    assert [(m.content, m.at) for m in first.messages] == [
        ("a", micros(2026, 11, 30, 18, 44, 39)),
        ("", micros(2026, 11, 30, 18, 44, 38)),
        ("b", micros(2026, 11, 30, 18, 44, 35)),
    ]
    assert problems(first) == [("row 3", Problem.LOCKED)]
    assert (second.id, second.messages[0].content) == ("t", "other")


def test_each_branch_of_a_session_is_a_conversation(session: Path) -> None:
    connection = apsw.Connection(str(session))
    connection.execute("CREATE TABLE message_structure(session_id, message_id, branch_id, sequence_number)")
    for place, (message, branch) in enumerate([(1, "main"), (2, "main"), (1, "what-if"), (5, "what-if")]):
        connection.execute("INSERT INTO message_structure VALUES ('s', ?, ?, ?)", (message, branch, place))
    connection.close()
    found = {talk.title: [m.content for m in talk.messages] for talk in read(session) if talk.messages}
    assert found["s (what-if)"] == ["a", "b"]
    assert len({talk.id for talk in read(session)}) == len(read(session))


def read_one(tmp_path: Path, value: object) -> Message:
    path = tmp_path / "one.json"
    path.write_text(json.dumps(value))
    (talk,) = read(path)
    (message,) = talk.messages
    return message


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("at", "2026-03-02T09:00:00+02:00", micros(2026, 3, 2, 7)),
        ("timestamp", "2026-03-02T09:00:00.5Z", micros(2026, 3, 2, 9) + 500_000),
        ("created_at", "2026-03-02 09:00:00", micros(2026, 3, 2, 9)),
        ("created_at", 1_790_000_000, 1_790_000_000_000_000),
        ("create_time", 1_790_000_000.25, 1_790_000_000_250_000),
        ("timestamp", 1_790_000_000_123, 1_790_000_000_123_000),
        ("timestamp", 1_790_000_000_123_456, 1_790_000_000_123_456),
        ("timestamp", 1_790_000_000_123_456_789, 1_790_000_000_123_456),
        ("timestamp", "yesterday", None),
        ("timestamp", True, None),
        ("timestamp", -5, None),
        ("timestamp", float("inf"), None),
        ("timestamp", None, None),
        ("timestamp", "9999-12-31T23:59:59-23:00", None),
    ],
)
def test_times_are_read_in_their_units_and_an_unknown_one_stays_unknown(
    tmp_path: Path, field: str, value: object, expected: int | None
) -> None:
    assert read_one(tmp_path, [{"role": "user", "content": "x", field: value}]).at == expected


@pytest.mark.parametrize(
    ("value", "tokens", "at"),
    [
        (
            {
                "object": "chat.completion",
                "created": 1_790_000_000,
                "choices": [{"message": {"role": "assistant", "content": "x"}}],
                "usage": {"prompt_tokens": 12, "completion_tokens": 900, "total_tokens": 912},
            },
            12,
            1_790_000_000_000_000,
        ),
        (
            {
                "object": "response",
                "created_at": 1_790_000_000,
                "output": [{"type": "message", "role": "assistant", "content": "x"}],
                "usage": {"input_tokens": 34, "output_tokens": 5},
            },
            34,
            1_790_000_000_000_000,
        ),
        (
            {
                "type": "message",
                "role": "assistant",
                "content": [{"type": "text", "text": "x"}],
                "usage": {"input_tokens": 56, "output_tokens": 7},
            },
            56,
            None,
        ),
    ],
)
def test_what_a_reply_reports_is_kept_for_the_prompt_it_came_from(
    tmp_path: Path, value: object, tokens: int, at: int | None
) -> None:
    message = read_one(tmp_path, value)
    assert (message.content, message.reported_tokens, message.at) == ("x", tokens, at)


def test_results_of_a_batch_are_conversations(tmp_path: Path) -> None:
    path = tmp_path / "batch.jsonl"
    reply = {"role": "assistant", "content": "x"}
    path.write_text(
        rows(
            {"custom_id": "1", "response": {"body": {"choices": [{"message": reply}]}}},
            {"custom_id": "2", "result": {"type": "succeeded", "message": reply}},
        )
    )
    assert [[m.content for m in talk.messages] for talk in read(path)] == [["x"], ["x"]]


def test_a_list_from_the_api_is_turned_round(tmp_path: Path) -> None:
    path = tmp_path / "items.json"
    said = [{"type": "message", "role": "user", "content": text} for text in ("second", "first")]
    path.write_text(json.dumps({"object": "list", "data": said}))
    (talk,) = read(path)
    assert [m.content for m in talk.messages] == ["first", "second"]


def test_half_a_character_is_replaced_and_said(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text('[{"role": "user", "content": "a\\ud83d b"}]')
    (talk,) = read(path)
    assert talk.messages[0].content == "a\ufffd b"
    assert problems(talk) == [("message 1", Problem.LONE_SURROGATE)]


def test_rows_that_are_no_objects_and_blocks_that_are_texts_are_survived(tmp_path: Path) -> None:
    """The robustness faults guide 2 tells of."""
    path = tmp_path / "m.jsonl"
    path.write_text(
        rows({"role": "user", "content": ["bare", {"type": "text", "text": "x"}]}, 3, "s", [1], {})
    )
    (talk,) = read(path)
    assert talk.messages[0].content == "x"
    assert "bare" in (talk.messages[0].parts[0].raw or "")
    assert [problem for _, problem in problems(talk)] == [Problem.NOT_AN_OBJECT] * 3 + [Problem.MISSING_FIELD]


def test_nothing_beside_a_source_changes(tmp_path: Path) -> None:
    for sample in CONVERSATIONS.iterdir():
        shutil.copy(sample, tmp_path)
    before = {one.name: one.stat().st_mtime_ns for one in tmp_path.iterdir()}
    for one in sorted(tmp_path.iterdir()):
        read(one)
    assert {one.name: one.stat().st_mtime_ns for one in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("conversations/claude_code.jsonl", "claude_code"),
        ("conversations/codex.jsonl", "codex"),
        ("conversations/chatgpt.json", "chatgpt"),
        ("memory.jsonl", "mcp-memory"),
    ],
)
def test_a_look_tells_conversations_and_memories_apart(name: str, format: str) -> None:
    assert look_at(SAMPLES / name).format == format


def test_a_look_at_what_nobody_knows_says_what_it_saw(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"a": 1}')
    with pytest.raises(UnknownFormat) as failure:
        look_at(path)
    assert failure.value.data["kind"] == "json"
    with pytest.raises(UnknownFormat):
        look_at(tmp_path)

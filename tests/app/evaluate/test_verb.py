"""``mnemoscope evaluate``: what it prints, what it writes, and how it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.__main__ import main
from app.evaluate.board import Field, Form, Sheet

TALKS = [
    {
        "sample_id": "one",
        "conversation": {
            "session_1_date_time": "1 May 2023",
            "session_1": [
                {"dia_id": "D1:1", "speaker": "Ana", "text": "I adopted a grey cat called Pebble."},
                {"dia_id": "D1:2", "speaker": "Ben", "text": "The weather was dull all week."},
            ],
        },
        "qa": [{"question": "What is the cat called?", "evidence": ["D1:1"], "category": 1}],
    }
]


def run(*arguments: str) -> int:
    return int(main(["evaluate", *arguments]))


def test_world_writes_the_documented_object(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "world.json"
    assert run("world", "--seeds", "101,102", "--budget", "600", "--json", str(path)) == 0
    said = json.loads(path.read_text())
    assert [each["policy"] for each in said["policies"]] == [
        "none",
        "transcript",
        "flat",
        "semantic",
        "typed",
    ]
    typed = said["policies"][-1]
    assert typed["questions"] == len(typed["answers"]) == 20
    assert typed["correct"] == sum(each["correct"] for each in typed["answers"])
    assert (typed["poisoned"], typed["leaked"]) == (0, 0)
    assert typed["tokens"] == sum(each["tokens"] for each in typed["answers"])
    assert {each["seed"] for each in typed["answers"]} == {101, 102}
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:3] == ["policy", "correct", "of"]
    assert lines[-1].split()[:3] == ["typed", str(typed["correct"]), "20"]


def test_details_name_what_was_missed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("world", "--seeds", "101", "--fixed-script", "--details") == 0
    missed = [line for line in capsys.readouterr().out.splitlines() if "right value absent" in line]
    # Without memory only the question whose right answer is nothing can be answered.
    assert sum(line.startswith("none ") for line in missed) == 9


def test_a_world_that_was_written_is_run_again(tmp_path: Path) -> None:
    world, first, again = tmp_path / "w.json", tmp_path / "a.json", tmp_path / "b.json"
    assert run("world", "--seeds", "7", "--write-world", str(world)) == 0
    assert run("world", "--seeds", "7", "--json", str(first)) == 0
    assert run("world", "--world", str(world), "--json", str(again)) == 0

    def correct(path: Path) -> list[int]:
        return [each["correct"] for each in json.loads(path.read_text())["policies"]]

    assert correct(again) == correct(first)


def test_repeats_tell_costs_at_a_price(tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    assert run("repeats", "--price", "gpt-5.4-mini", "--json", str(path)) == 0
    said = json.loads(path.read_text())
    assert len(said["scores"]) == 6
    assert len(said["tasks"]) == 8 * 3
    for score in said["scores"]:
        assert score["cost"] == pytest.approx(score["tokens"] * said["price"]["usd_per_million"] / 1e6)


def test_everything_tells_what_the_gate_said(tmp_path: Path) -> None:
    path = tmp_path / "e.json"
    assert run("everything", "--json", str(path)) == 0
    said = json.loads(path.read_text())
    assert [(row["store"], row["k"], row["cap"]) for row in said["rows"]] == [
        (store, k, cap) for store in ("notes only", "everything") for k in (3, 6) for cap in (400, None)
    ]
    assert "stored" not in said["gate"]


def test_evidence_counts_questions_whose_turns_are_all_there(tmp_path: Path) -> None:
    data, path = tmp_path / "talks.json", tmp_path / "e.json"
    data.write_text(json.dumps(TALKS))
    assert run("evidence", str(data), "--budgets", "20,300", "--json", str(path)) == 0
    rows = {(row["strategy"], row["budget"]): row for row in json.loads(path.read_text())["rows"]}
    assert rows["recalled", 20]["all_evidence"] == 1
    # The newest turn fills twenty tokens, and it is not the one that is needed.
    assert rows["newest first", 20]["all_evidence"] == 0
    assert rows["newest first", 300]["all_evidence"] == 1


def test_piped_json_is_alone_on_the_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("everything", "--json", "-") == 0
    assert json.loads(capsys.readouterr().out)["board"] == "everything"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["world", "--seeds", "a,b"], 2, "--seeds takes numbers"),
        (["world", "--budget", "-1"], 2, "--budget takes"),
        (["world", "--world", "/nowhere.json"], 3, "/nowhere.json"),
        (["world", "--counter", "letters"], 3, "letters"),
        (["repeats", "--price", "a model"], 3, "GPT-5.4-mini"),
        (["evidence", "/nowhere.json"], 3, "/nowhere.json"),
        (["evidence", "/nowhere.json", "--budgets", "-3"], 2, "--budgets takes"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(
    arguments: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*arguments) == code
    told = capsys.readouterr()
    assert said in told.err
    assert told.out == ""


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("everything", "--json", str(tmp_path / "no" / "folder.json")) == 3
    assert "cannot be written" in capsys.readouterr().err


def test_a_sheet_on_a_terminal_keeps_numbers_at_the_right() -> None:
    sheet = Sheet(
        (Field("a", "name", Form.TEXT), Field("b", "count"), Field("c", "share", Form.SHARE)),
        (("x\nnew line", 12_000, 0.5), ("longer", None, 0.125)),
    )
    first, second, third = sheet.text().splitlines()
    assert first.endswith("share")
    assert "\n" not in second
    assert "50.0 %" in second
    assert third.split()[-3:] == ["–", "12.5", "%"]

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import core
from app.wording import ago, duration, finding, for_terminal, number, sentence, short_number, skip, state_word
from app.wording.error_table import ERRORS, SEEN, UNFORESEEN
from app.wording.finding_table import FINDINGS
from app.wording.imports import _SKIPS
from app.wording.invalid import _FIELDS, _PROBLEMS
from app.wording.language import plain
from core import InvalidUpdate, Scope, Store
from core.errors import ErrorCode, Invalid, MnemoscopeError, NotFound
from core.gate import Finding, Severity
from core.gate.table import TABLE
from core.interop import Problem, Skip
from core.interop.sniff import FileKind
from core.memory.records import State

CORE = Path(core.__file__).parent
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.mark.parametrize("code", list(ErrorCode))
def test_every_error_says_what_why_and_what_to_do(code: ErrorCode) -> None:
    assert code in ERRORS
    data = {"field": "key", "problem": "empty"} if code is ErrorCode.INVALID else {}
    told = sentence(MnemoscopeError(code, **data))
    for part in (told.title, told.text, told.advice):
        assert len(part) > 3
        assert "{" not in part
    assert told.text.endswith(".")
    assert told.advice.endswith((".", "?"))


@pytest.mark.parametrize("code", list(ErrorCode))
def test_a_terminal_has_no_menu_and_no_button(code: ErrorCode) -> None:
    data = {"field": "key", "problem": "empty"} if code is ErrorCode.INVALID else {}
    told = str(for_terminal(MnemoscopeError(code, **data)))
    for word in ("▸", "Enable writing", "Open a copy", "Reopen", "Refresh the list", "Choose a person"):
        assert word not in told


def test_every_problem_core_raises_has_a_sentence() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in CORE.rglob("*.py"))
    raised = re.findall(r'Invalid\(\s*(?:"(\w+)"|field), "(\w+)"', source)
    assert len(raised) > 15
    assert {problem for _, problem in raised} <= set(_PROBLEMS)
    assert {field for field, _ in raised if field} <= set(_FIELDS)


@pytest.mark.parametrize("problem", list(_PROBLEMS))
def test_every_problem_reads_as_a_sentence(problem: str) -> None:
    told = sentence(Invalid("filter", problem, position=3, known=["a", "b"], value="x", name="kind"))
    assert "{" not in told.text
    assert told.text.endswith(".")


def test_positions_are_counted_from_one() -> None:
    assert "position 4" in sentence(Invalid("tenant", "control_character", position=3)).text


@pytest.mark.parametrize("code", [*TABLE, "rule_failed"])
def test_every_finding_has_a_sentence(code: str) -> None:
    assert code in FINDINGS
    assert finding(Finding(code, Severity.LOW)).endswith(".")


@pytest.mark.parametrize("problem", list(Problem))
def test_every_skip_has_a_sentence(problem: Problem) -> None:
    assert problem.value in _SKIPS
    assert skip(Skip("line 1", problem)).endswith(".")


def test_every_kind_of_foreign_file_has_a_sentence() -> None:
    kinds = {kind.value for kind in FileKind} - {"text"} | {"json", "jsonl", "text", "binary"}
    assert kinds <= set(SEEN)


def test_what_nobody_foresaw_shows_no_text() -> None:
    assert "hunter2" not in str(sentence(RuntimeError("password is hunter2")))
    assert sentence(RuntimeError("x")).title == UNFORESEEN[0]
    secret = Finding("new_rule", Severity.HIGH, data={"text": "hunter2"})
    assert "hunter2" not in finding(secret)
    assert "hunter2" not in sentence(Invalid("content", "new_problem", text="hunter2")).text


def test_hidden_characters_in_names_are_shown() -> None:
    told = sentence(MnemoscopeError(ErrorCode.NOT_FOUND, path="a\u202eb\nc"))
    assert "a[U+202E]b[U+000A]c" in told.text
    assert len(plain("x" * 1000)) == 121


def test_lock_holders_are_named() -> None:
    told = sentence(MnemoscopeError(ErrorCode.LOCKED, path="x", holders=[4711]))
    assert "4711" in told.text


@pytest.mark.parametrize(
    ("past", "said"),
    [
        (timedelta(seconds=3), "just now"),
        (timedelta(minutes=51), "51 min"),
        (timedelta(hours=4), "4 h"),
        (timedelta(days=3), "3 d"),
        (timedelta(days=30), "31 Oct"),
        (timedelta(days=600), "Apr 2025"),
        (-timedelta(hours=5), "in 5 h"),
    ],
)
def test_ago(past: timedelta, said: str) -> None:
    assert ago(NOW - past, NOW) == said


def test_numbers() -> None:
    assert number(1_000_000) == "1\u202f000\u202f000"
    assert [short_number(n) for n in (0, 9999, 12_345, 2_500_000)] == ["0", "9999", "12k", "2.5M"]
    assert duration(59) == "59 s"
    assert ago(None, NOW) == "–"
    assert state_word(State.SUPERSEDED) == "superseded"


def test_a_refused_plan_says_which_rule_and_names_no_log(tmp_path: Path) -> None:
    with Store.open(tmp_path / "memory.db") as store, pytest.raises(InvalidUpdate) as raised:
        store.partition(Scope("acme", "alice")).tasks.create("t", "Goal", [])
    said = str(sentence(raised.value))
    assert said.startswith("The task was not created.")
    assert "a plan needs at least one step." in said
    assert "log" not in said


def test_a_missing_entity_is_called_an_entity(tmp_path: Path) -> None:
    with Store.open(tmp_path / "memory.db") as store, pytest.raises(NotFound) as raised:
        store.partition(Scope("acme", "alice")).graph.link("a", "b", "near")
    said = str(sentence(raised.value))
    assert said.startswith("There is no such entity.")
    assert "“a”" in said
    assert "record" not in said

"""The memory tool's commands answer in its own words (guide/interop.md 7; the SDK's transcript)."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core import Store
from core.memory.notes import Notes
from tests.core.hands import ALICE

PROFILE = "/memories/user_profile.md"


@pytest.fixture
def notes(store: Store) -> Notes:
    return store.partition(ALICE).notes


@pytest.fixture
def filled(notes: Notes) -> Notes:
    """The folder of the SDK's transcript (data/interop/anthropic_memory_tool)."""
    notes.create(PROFILE, "# Ada\n- prefers tea\n- lives in Oslo\n")
    notes.create("/memories/projects/trip/plan.md", "1. [x] look up weather\n2. [ ] book flight\n")
    notes.create("/memories/prefs.xml", "<prefs><units>metric</units></prefs>")
    notes.create("/memories/.hidden", "h")
    return notes


def test_an_empty_folder(notes: Notes) -> None:
    assert notes.view("/memories") == (
        "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and"
        " node_modules:\n4K\t/memories"
    )


def test_a_folder_two_levels_deep_sorted_by_name_without_hidden_items(filled: Notes) -> None:
    filled.create("/memories/node_modules/left.md", "x")
    assert filled.view("/memories").splitlines()[1:] == [
        "4K\t/memories",
        "36B\t/memories/prefs.xml",
        "4K\t/memories/projects/",
        "4K\t/memories/projects/trip/",
        "36B\t/memories/user_profile.md",
    ]
    assert filled.view("/memories/projects").splitlines()[1:] == [
        "4K\t/memories/projects",
        "4K\t/memories/projects/trip/",
        "42B\t/memories/projects/trip/plan.md",
    ]


@pytest.mark.parametrize(("length", "shown"), [(36, "36B"), (1023, "1023B"), (1536, "1.5K"), (4096, "4K")])
def test_sizes(notes: Notes, length: int, shown: str) -> None:
    notes.create("/memories/a.md", "x\n" * (length // 2) + "x" * (length % 2))
    assert f"{shown}\t/memories/a.md" in notes.view("/memories").splitlines()


def test_a_file_with_line_numbers_and_the_line_after_a_final_line_feed(filled: Notes) -> None:
    header = f"Here's the content of {PROFILE} with line numbers:\n"
    assert filled.view(PROFILE) == header + (
        "     1\t# Ada\n     2\t- prefers tea\n     3\t- lives in Oslo\n     4\t"
    )
    assert filled.view(PROFILE, [2, 3]) == header + "     2\t- prefers tea\n     3\t- lives in Oslo"
    assert filled.view(PROFILE, [2, -1]) == header + (
        "     2\t- prefers tea\n     3\t- lives in Oslo\n     4\t"
    )


@pytest.mark.parametrize(
    "lines", [[0, 2], [3, 2], [9, -1], [1], "12", [1, 2, 3], [1.0, 2], [True, 2], [1, -2]]
)
def test_lines_that_are_not_there(filled: Notes, lines: object) -> None:
    answer = filled.run({"command": "view", "path": PROFILE, "view_range": lines})
    assert answer.is_error
    assert "view_range" in answer


def test_a_long_view_is_cut_at_a_line_and_goes_on_with_a_range(notes: Notes) -> None:
    # 16 000 characters: what the model takes for granted (guide/interop.md 7).
    notes.create("/memories/long.md", "\n".join(f"line {number}" for number in range(1, 2_001)))
    first = notes.view("/memories/long.md").split("\n")[1:]
    assert len("\n".join(first)) <= 16_000
    last = int(first[-1].split("\t")[0])
    rest = notes.view("/memories/long.md", [last + 1, -1]).split("\n")[1:]
    assert rest[0].split("\t")[1] == f"line {last + 1}"


SUCCESSES = [
    ({"command": "create", "path": "/memories/a/b.md", "file_text": "x"},
     "File created successfully at: /memories/a/b.md"),
    (
        {"command": "str_replace", "path": PROFILE, "old_str": "prefers tea", "new_str": "prefers green tea"},
        "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n"
        "     1\t# Ada\n     2\t- prefers green tea\n     3\t- lives in Oslo\n     4\t",
    ),
    (
        {"command": "insert", "path": PROFILE, "insert_line": 1, "insert_text": "- speaks English\n"},
        f"The file {PROFILE} has been edited.",
    ),
    ({"command": "delete", "path": PROFILE}, f"Successfully deleted {PROFILE}"),
    ({"command": "delete", "path": "/memories/projects"}, "Successfully deleted /memories/projects"),
    (
        {"command": "rename", "old_path": "/memories/prefs.xml", "new_path": "/memories/preferences/prefs.xml"},
        "Successfully renamed /memories/prefs.xml to /memories/preferences/prefs.xml",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("command", "answer"), SUCCESSES, ids=lambda each: str(each)[:40])
def test_successes(filled: Notes, command: dict[str, object], answer: str) -> None:
    said = filled.run(command)
    assert said == answer
    assert not said.is_error
    assert said.outcome == "stored"


ERRORS = [
    ({"command": "view", "path": "/memories/nope.md"},
     "The path /memories/nope.md does not exist. Please provide a valid path."),
    ({"command": "create", "path": PROFILE, "file_text": "x"}, f"Error: File {PROFILE} already exists"),
    ({"command": "create", "path": "/memories/projects", "file_text": "x"},
     "Error: File /memories/projects already exists"),
    ({"command": "str_replace", "path": "/memories/none.md", "old_str": "a", "new_str": "b"},
     "Error: The path /memories/none.md does not exist. Please provide a valid path."),
    ({"command": "str_replace", "path": "/memories/projects", "old_str": "a", "new_str": "b"},
     "Error: The path /memories/projects does not exist. Please provide a valid path."),
    ({"command": "str_replace", "path": PROFILE, "old_str": "absent", "new_str": "x"},
     f"No replacement was performed, old_str `absent` did not appear verbatim in {PROFILE}."),
    ({"command": "str_replace", "path": PROFILE, "old_str": "", "new_str": "x"},
     f"No replacement was performed, old_str `` did not appear verbatim in {PROFILE}."),
    ({"command": "str_replace", "path": PROFILE, "old_str": "-", "new_str": "*"},
     "No replacement was performed. Multiple occurrences of old_str `-` in lines: 2, 3. Please ensure it is unique"),
    ({"command": "insert", "path": "/memories/none.md", "insert_line": 0, "insert_text": "x"},
     "Error: The path /memories/none.md does not exist"),
    ({"command": "insert", "path": PROFILE, "insert_line": 99, "insert_text": "x"},
     "Error: Invalid `insert_line` parameter: 99. It should be within the range of lines of the file: [0, 3]"),
    ({"command": "insert", "path": PROFILE, "insert_line": -1, "insert_text": "x"},
     "Error: Invalid `insert_line` parameter: -1. It should be within the range of lines of the file: [0, 3]"),
    ({"command": "delete", "path": "/memories/gone.md"}, "Error: The path /memories/gone.md does not exist"),
    ({"command": "delete", "path": "/memories"}, "Error: Cannot delete the /memories directory itself"),
    ({"command": "rename", "old_path": "/memories/gone.md", "new_path": "/memories/x.md"},
     "Error: The path /memories/gone.md does not exist"),
    ({"command": "rename", "old_path": "/memories/prefs.xml", "new_path": PROFILE},
     f"Error: The destination {PROFILE} already exists"),
    ({"command": "rename", "old_path": "/memories", "new_path": "/memories/x"},
     "Error: Cannot rename the /memories directory itself"),
]  # fmt: skip


@pytest.mark.parametrize(("command", "answer"), ERRORS, ids=lambda each: str(each)[:60])
def test_errors(filled: Notes, command: dict[str, object], answer: str) -> None:
    before = filled.view("/memories"), filled.view(PROFILE)
    said = filled.run(command)
    assert said == answer
    assert said.is_error
    assert (filled.view("/memories"), filled.view(PROFILE)) == before


@pytest.mark.parametrize(
    "command",
    [
        {},
        {"command": None},
        {"command": "frobnicate", "path": "/memories"},
        {"command": "_commands"},
        {"command": "run"},
        {"command": "citing", "source": "operator:x"},
        {"command": "view"},
        {"command": "create", "path": "/memories/a"},
        {"command": "create", "path": 7, "file_text": "x"},
        {"command": "create", "path": "/memories/a", "file_text": 7},
        {"command": "create", "path": "/memories/a", "file_text": "x", "trust": 4},
        {"command": "insert", "path": PROFILE, "insert_line": "1", "insert_text": "x"},
        {"command": "insert", "path": PROFILE, "insert_line": True, "insert_text": "x"},
        {"command": "str_replace", "path": PROFILE, "old_str": 7},
        {"command": "rename", "old_path": PROFILE, "new_path": None},
    ],
    ids=str,
)
def test_whatever_a_model_sends_is_answered(filled: Notes, command: dict[str, object]) -> None:
    answer = filled.run(command)
    assert answer.is_error
    assert answer.startswith("Error: ")


def test_without_new_str_the_place_is_taken_out(filled: Notes) -> None:
    filled.str_replace(PROFILE, "- prefers tea\n")
    assert filled.view(PROFILE).split("\n")[1:] == ["     1\t# Ada", "     2\t- lives in Oslo", "     3\t"]


@pytest.mark.parametrize(
    ("before", "line", "text", "after"),
    [
        ("a\nb\n", 0, "x", "x\na\nb\n"),
        ("a\nb\n", 1, "x\n", "a\nx\nb\n"),
        ("a\nb\n", 2, "x", "a\nb\nx\n"),
        ("a\nb", 2, "x", "a\nb\nx"),
        ("a\nb", 1, "x", "a\nx\nb"),
        ("a\u2028b\n", 1, "x", "a\u2028b\nx\n"),
    ],
)
def test_insertions_stand_on_lines_of_their_own(
    store: Store, notes: Notes, before: str, line: int, text: str, after: str
) -> None:
    notes.create("/memories/a.md", before)
    assert not notes.insert("/memories/a.md", line, text).is_error
    desk = store.operator("ada").notes(ALICE)
    assert desk.text(desk.tree()[0].id) == after


def test_a_folder_moves_with_all_in_it(filled: Notes) -> None:
    filled.rename("/memories/projects", "/memories/done")
    assert filled.view("/memories/done/trip/plan.md").endswith("2. [ ] book flight\n     3\t")
    assert filled.view("/memories/projects").is_error


@pytest.mark.parametrize("target", ["/memories/projects/inner", "/memories/projects/trip/deep"])
def test_a_folder_does_not_move_into_itself(filled: Notes, target: str) -> None:
    assert filled.rename("/memories/projects", target).is_error
    assert "plan.md" in filled.view("/memories/projects")


def test_a_note_is_no_folder(filled: Notes) -> None:
    assert filled.create(f"{PROFILE}/more.md", "x").is_error
    assert filled.rename("/memories/prefs.xml", f"{PROFILE}/more.md").is_error


def test_an_emptied_folder_is_gone_and_may_come_again(filled: Notes) -> None:
    filled.delete("/memories/projects/trip/plan.md")
    assert filled.view("/memories/projects").is_error
    assert not filled.create("/memories/projects", "a note now").is_error


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda each: st.lists(each, max_size=3),
    max_leaves=4,
)


@given(
    st.sampled_from(["view", "create", "str_replace", "insert", "delete", "rename", "", "x"]),
    st.dictionaries(
        st.sampled_from(
            ["path", "file_text", "old_str", "new_str", "insert_line", "insert_text", "old_path", "new_path",
             "view_range", "odd"]
        ),
        JSON | st.just(PROFILE) | st.just("/memories"),
    ),
)  # fmt: skip
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_call_of_a_model_raises(filled: Notes, command: str, arguments: dict[str, object]) -> None:
    assert filled.run({"command": command, **arguments})


@pytest.mark.parametrize("call", [None, [], "view", 7])
def test_what_is_no_call_is_answered(filled: Notes, call: object) -> None:
    assert filled.run(call).is_error  # type: ignore[arg-type]


@pytest.mark.parametrize("line", ["1", True, 1.0])
def test_a_line_given_as_a_text_is_not_called_out_of_range(filled: Notes, line: object) -> None:
    filled.create("/memories/a.md", "one\ntwo\n")
    answer = filled.run(
        {"command": "insert", "path": "/memories/a.md", "insert_line": line, "insert_text": "x"}
    )
    assert answer == "Error: Invalid `insert_line` parameter: it should be a whole number, not a text."
    assert answer.is_error

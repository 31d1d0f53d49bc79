"""Export: objects, and files that appear whole or not at all."""

from __future__ import annotations

import csv
import json
import stat
from pathlib import Path

import pytest

from core import Details, Invalid, Outcome, Store
from core.errors import Cancelled, ErrorCode, MnemoscopeError
from core.memory.records import OperatorRecords, Records
from core.memory.records.exporting import COLUMNS
from tests.core.hands import ALICE, Hand
from tests.core.processes import python

ODD = [
    'quote " and ""',
    "comma, semicolon; tab\t.",
    "line\nfeed",
    "=HYPERLINK(1)",
    "a\u2028b\u2029c",
    "سلام 佐藤 🙂",
    "trailing \\",
    "'",
]


@pytest.fixture
def filled(alice: Records, desk: OperatorRecords) -> OperatorRecords:
    for number, text in enumerate(ODD):
        alice.remember(text, key=f'odd, "{number}"', source="user:t1")
    alice.remember({"a": [1, None]}, key="json", source="user:t1")
    alice.remember(
        "It happened.", kind="episodic", source="agent:run", session="s1",
        details=Details(outcome=Outcome.SUCCESS, tags=("a,b", 'c"d')),
    )  # fmt: skip
    return desk


def test_the_specification_counts_six_five_of_them_current(tmp_path: Path) -> None:
    from core.demo import build
    from core.scope import Scope

    build(tmp_path / "demo.db")
    with Store.open(tmp_path / "demo.db") as store:
        alice = store.partition(Scope("acme", "alice")).records.export()
        carol = store.partition(Scope("globex", "carol")).records.export()
    assert len(alice) == 6
    assert sum(row["state"] == "current" for row in alice) == 5
    assert len(carol) == 1


def test_an_export_holds_every_version_oldest_first(alice: Records, clock: Hand) -> None:
    alice.remember("April.", key="k", source="user:t1", ttl=60)
    clock.pass_(seconds=1)
    alice.remember("July.", key="k", source="user:t2")
    old, new = alice.export()
    assert (old["content"], old["state"], old["superseded_by"]) == ("April.", "superseded", 2)
    assert (new["content"], new["state"], new["supersedes"]) == ("July.", "current", 1)
    assert old["recorded_at"] == "2026-03-02T09:00:00+00:00"
    assert old["expires_at"] == "2026-03-02T09:01:00+00:00"
    assert old["trust"] == "user"
    assert list(old) == list(COLUMNS)
    assert json.loads(json.dumps(alice.export())) == alice.export()


def test_an_export_by_source_has_a_literal_prefix(alice: Records) -> None:
    for source in ("web:a", "web:ab", "web:%"):
        alice.remember(f"From {source}.", source=source)
    assert [row["source"] for row in alice.export("web:a")] == ["web:a", "web:ab"]
    assert [row["source"] for row in alice.export("web:%")] == ["web:%"]


def test_csv_comes_back_field_by_field(filled: OperatorRecords, tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    ids = sorted(filled.ids())
    assert filled.write_file(path, "csv", ids) == len(ids)
    raw = path.read_bytes()
    assert raw.endswith(b"\r\n")
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, strict=True))
    assert list(rows[0]) == list(COLUMNS)
    assert [row["content"] for row in rows[: len(ODD)]] == ODD
    assert json.loads(rows[len(ODD)]["content"]) == {"a": [1, None]}
    assert json.loads(rows[-1]["tags"]) == ["a,b", 'c"d']
    assert rows[0]["expires_at"] == ""


def test_json_is_one_list(filled: OperatorRecords, tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    filled.write_file(path, "json", sorted(filled.ids()))
    assert json.loads(path.read_text(encoding="utf-8")) == filled.export()


def test_json_lines_are_one_object_a_line(filled: OperatorRecords, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    filled.write_file(path, "jsonl", sorted(filled.ids()))
    lines = path.read_bytes().split(b"\n")
    assert lines.pop() == b""
    assert [json.loads(line) for line in lines] == filled.export()


@pytest.mark.parametrize("format_", ["csv", "json", "jsonl"])
def test_nothing_to_write_is_an_empty_file_of_its_kind(
    desk: OperatorRecords, tmp_path: Path, format_: str
) -> None:
    path = tmp_path / "out"
    assert desk.write_file(path, format_, []) == 0
    text = path.read_text(encoding="utf-8")
    assert {"csv": text == ",".join(COLUMNS) + "\n", "json": text.split() == ["[", "]"], "jsonl": text == ""}[
        format_
    ]


def test_chosen_columns_in_the_order_of_the_ids(filled: OperatorRecords, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    filled.write_file(path, "jsonl", [3, 99, 1], columns=["key", "id"])
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [list(row.items()) for row in rows] == [
        [("key", 'odd, "2"'), ("id", 3)],
        [("key", 'odd, "0"'), ("id", 1)],
    ]


def test_only_its_owner_may_read_it(filled: OperatorRecords, tmp_path: Path) -> None:
    filled.write_file(tmp_path / "out.csv", "csv", [1])
    assert stat.S_IMODE((tmp_path / "out.csv").stat().st_mode) == 0o600


@pytest.mark.parametrize("options", [("xml", COLUMNS), ("csv", ("id", "colour"))])
def test_an_unknown_format_or_column(
    filled: OperatorRecords, tmp_path: Path, options: tuple[str, tuple[str, ...]]
) -> None:
    with pytest.raises(Invalid):
        filled.write_file(tmp_path / "out", options[0], [1], options[1])
    assert list(tmp_path.iterdir()) == []


def test_stopping_leaves_the_old_file(filled: OperatorRecords, tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    path.write_text("before")

    def stop(_done: int, _all: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        filled.write_file(path, "csv", [1, 2], progress=stop)
    assert path.read_text() == "before"
    assert [entry.name for entry in tmp_path.iterdir()] == ["out.csv"]


def test_a_place_that_is_none(filled: OperatorRecords, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    for target, code in (
        (tmp_path / "nowhere" / "out.csv", ErrorCode.NOT_FOUND),
        (folder, ErrorCode.IS_FOLDER),
    ):
        with pytest.raises(MnemoscopeError) as raised:
            filled.write_file(target, "csv", [1])
        assert raised.value.code == code
    assert [entry.name for entry in tmp_path.iterdir()] == ["folder"]


EXPORTS = """
import json, resource, sys
from pathlib import Path
from core import MnemoscopeError, Scope, Store
from tests.core.processes import drop_privileges
desk = Store.open(sys.argv[1], "read-only").operator("ada").records(Scope("acme", "alice"))
desk.ids()
drop_privileges()
if sys.argv[3] == "full":
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
try:
    desk.write_file(Path(sys.argv[2]), "csv", list(range(1, 10)) * 100)
except MnemoscopeError as error:
    print(error.code)
"""


@pytest.mark.parametrize(("why", "code"), [("full", "disk_full"), ("closed", "no_access")])
def test_a_disk_or_folder_that_refuses_is_left_as_it_was(
    filled: OperatorRecords, store: Store, tmp_path: Path, why: str, code: str
) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "out.csv").write_text("before")
    folder.chmod(0o700 if why == "full" else 0o500)
    assert python(EXPORTS, store.path, folder / "out.csv", why) == code
    folder.chmod(0o700)
    assert (folder / "out.csv").read_text() == "before"
    assert [entry.name for entry in folder.iterdir()] == ["out.csv"]
    assert ALICE.user == "alice"

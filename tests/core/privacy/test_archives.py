"""Out of one file and into another: equal row for row where the archive is our own (specification 12)."""

from __future__ import annotations

import csv
import hashlib
import json
import shutil
import stat
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from core import Scope, Store
from core.errors import Cancelled, ErrorCode, Gone, Invalid, NotAStore, NotFound, StorageFailure
from core.privacy import Privacy
from core.store.inventory import INVENTORY
from tests.core.hands import ALICE, CAROL, Hand
from tests.core.planting import plant
from tests.core.privacy.people import MARKER, number_of

# The journal stays with its file, and so do its reasons and the register of exports; the rest of what is
# not compared is made anew from what is.
_ASIDE = {"journal_notes", "exports", "recall_scopes", "postings_packed", "postings_log", "vector_segments"}


def rows(path: Path, scope: int) -> dict[str, list[dict[str, Any]]]:
    """Every row about a number, without it, and with people who acted by name."""
    names = dict(plant(path, "SELECT id, role || ':' || name FROM actors"))
    found = {}
    for table in INVENTORY:
        if not table.scoped or table.name in _ASIDE or table.name == "tombstones":
            continue
        columns = [row[0] for row in plant(path, f"SELECT name FROM pragma_table_info('{table.name}')")]
        told = []
        for row in plant(path, f"SELECT * FROM {table.name} WHERE scope = {scope}"):
            values = dict(zip(columns, row, strict=True))
            del values["scope"]
            values.pop("row", None)
            for column in ("author", "actor", "decided_by"):
                if values.get(column) is not None:
                    values[column] = names[values[column]]
            told.append(values)
        found[table.name] = sorted(told, key=repr)
    return found


@pytest.fixture
def other(tmp_path: Path, clock: Hand) -> Iterator[Store]:
    """An empty file to bring somebody into."""
    with Store.open(tmp_path / "other.db", clock=clock) as store:
        # So that the same people have other numbers there.
        store.operator("ada").records(CAROL).remember("Somebody is here already.", source="operator:ada")
        yield store


@pytest.fixture
def out(privacy: Privacy, told: Store, tmp_path: Path) -> Path:
    told.partition(ALICE).records.recall("painting in the cellar", k=3)
    told.partition(ALICE).records.remember("Alice reads maps.", source="user:t9")
    privacy.export(ALICE, tmp_path / "out")
    return tmp_path / "out"


@pytest.mark.parametrize("ending", ["", ".zip"])
def test_an_archive_of_ours_comes_back_equal(
    told: Store, other: Store, out: Path, path: Path, tmp_path: Path, ending: str
) -> None:
    before = rows(path, number_of(told, ALICE))
    restored = other.operator("ada").privacy.restore(f"{out}{ending}")
    assert (restored.mode, restored.refused, restored.masked) == ("restore", 0, 0)
    assert rows(tmp_path / "other.db", number_of(other, ALICE)) == before
    assert sum(map(len, before.values())) == restored.rows
    assert before["vectors"]
    assert before["quarantine"]


def test_an_empty_file_gives_an_equal_person(told: Store, out: Path, path: Path, tmp_path: Path) -> None:
    before = rows(path, number_of(told, ALICE))
    with Store.open(tmp_path / "empty.db") as empty:
        empty.operator("ada").privacy.restore(out)
        assert rows(tmp_path / "empty.db", number_of(empty, ALICE)) == before
        assert [each.scope for each in empty.operator("ada").scopes()] == [ALICE]


def test_what_came_back_is_recalled_and_stays_blocked(told: Store, other: Store, out: Path) -> None:
    other.operator("ada").privacy.restore(out)
    here, there = told.partition(ALICE).records, other.partition(ALICE).records
    asked = "which painting does Alice own?"
    assert [(hit.record.id, hit.score) for hit in there.recall(asked, k=9)] == [
        (hit.record.id, hit.score) for hit in here.recall(asked, k=9)
    ]
    assert [record.content for record in there.history("cellar")] == [
        record.content for record in here.history("cellar")
    ]
    again = there.remember(f"Please see the page about {MARKER}.", source="web:page")
    assert again.outcome in {"refused", "held"}
    assert there.remember("Something new.", source="user:t1").record.id == here.export()[-1]["id"] + 1  # type: ignore[union-attr,operator]


def test_under_another_name(other: Store, out: Path) -> None:
    twin = Scope("acme", "alice-2")
    other.operator("ada").privacy.restore(out, scope=twin)
    assert other.partition(twin).records.get("cellar") is not None
    assert other.partition(ALICE).records.export() == []


def test_twice_is_once(other: Store, out: Path) -> None:
    privacy = other.operator("ada").privacy
    privacy.restore(out)
    with pytest.raises(StorageFailure) as raised:
        privacy.restore(out)
    assert raised.value.code is ErrorCode.SCOPE_EXISTS


def test_somebody_suppressed_stays_away(privacy: Privacy, out: Path) -> None:
    privacy.erase(ALICE, reason="request")
    with pytest.raises(Gone):
        privacy.restore(out)
    with pytest.raises(Gone):
        privacy.restore(f"{out}.zip")


def test_a_restricted_person_comes_back_restricted(
    told: Store, privacy: Privacy, other: Store, tmp_path: Path
) -> None:
    privacy.restrict(ALICE, "she disputes it")
    privacy.put_on_hold(ALICE, "a claim")
    privacy.export(ALICE, tmp_path / "still")
    there = other.operator("ada").privacy
    there.restore(tmp_path / "still")
    assert there.restriction(ALICE).reason == "she disputes it"  # type: ignore[union-attr]
    assert there.hold(ALICE).reason == "a claim"  # type: ignore[union-attr]


def test_stopped_in_the_middle_nothing_came(other: Store, out: Path, tmp_path: Path) -> None:
    steps: list[str] = []

    def note(step: str, _done: int, _total: int | None) -> None:
        steps.append(step)

    with pytest.raises(Cancelled):
        other.operator("ada").privacy.restore(out, progress=note, cancelled=lambda: "write" in steps)
    assert plant(tmp_path / "other.db", "SELECT count(*) FROM subjects WHERE user = 'alice'") == [(0,)]


def change(name: str, edit: Callable[[str], str]) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        (folder / name).write_text(edit((folder / name).read_text()))

    return apply


TAMPERED: dict[str, tuple[str, Callable[[Path], None]]] = {
    "a record says something else": (
        "checksum",
        change("data/records.jsonl", lambda text: text.replace("attic", "vault")),
    ),
    "a line is gone": ("checksum", change("data/records.jsonl", lambda text: text[text.index("\n") + 1 :])),
    "the manifest says something else": (
        "signature",
        change("manifest.json", lambda text: text.replace('"user": "alice"', '"user": "mallory"')),
    ),
    "the signature is another": (
        "signature",
        change("manifest.json", lambda text: text.replace('"signature": "', '"signature": "00')),
    ),
    "a file is gone": ("checksum", lambda folder: (folder / "data/vectors.jsonl").unlink()),
}


@pytest.mark.parametrize("how", TAMPERED)
def test_any_other_archive_passes_the_gate(other: Store, out: Path, how: str) -> None:
    """Specification 12: claims at trust external from ``import:``, never row for row."""
    problem, tamper = TAMPERED[how]
    tamper(out)
    privacy = other.operator("ada").privacy
    info = privacy.inspect_archive(out)
    assert (info.genuine, info.problem) == (False, problem)
    restored = privacy.restore(out)
    assert (restored.mode, restored.problem) == ("import", problem)
    records = other.operator("ada").records(info.scope)
    kept = records.page(list(records.ids()))
    assert kept
    assert {record.trust.label for record in kept if record} == {"external"}
    assert all(record.source.startswith("import:") for record in kept if record)
    assert not any(record.approved for record in kept if record)
    # Again: nothing twice.
    assert privacy.restore(out).rows == 0
    assert len(records.ids()) == len(kept)


def test_an_archive_of_another_installation_is_a_claim(
    other: Store, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MNEMOSCOPE_KEY", "cd" * 32)
    assert other.operator("ada").privacy.restore(out).mode == "import"


def test_a_secret_in_our_own_archive_does_not_come_back(
    privacy: Privacy, told: Store, other: Store, path: Path, tmp_path: Path
) -> None:
    """The rules of today are run again over what was let in before there was a rule (specification 12)."""
    plant(path, "UPDATE records SET content = 'my VPN password is hunter2' WHERE id = 5 AND key IS NULL")
    plant(path, "UPDATE quarantine SET decision_note = 'her VPN password is hunter2'")
    privacy.export(ALICE, tmp_path / "old")
    restored = other.operator("ada").privacy.restore(tmp_path / "old")
    assert (restored.mode, restored.refused) == ("restore", 1)
    assert restored.masked >= 1
    other.close()
    assert b"hunter2" not in (tmp_path / "other.db").read_bytes()


BROKEN = ["nothing", "a text file", "an empty folder", "another zip", "no JSON", "a list", "a traversal"]


@pytest.mark.parametrize("what", BROKEN)
def test_what_is_no_archive(other: Store, out: Path, tmp_path: Path, what: str) -> None:
    target = tmp_path / "thing"
    match what:
        case "a text file":
            target.write_text("hello")
        case "an empty folder":
            target.mkdir()
        case "another zip":
            with zipfile.ZipFile(target, "w") as packed:
                packed.writestr("a.txt", "hello")
        case "no JSON" | "a list":
            target.mkdir()
            (target / "manifest.json").write_text("[]" if what == "a list" else "{")
        case "a traversal":
            shutil.copytree(out, target)
            manifest = json.loads((target / "manifest.json").read_text())
            manifest["files"] = {"../secret.jsonl": {"bytes": 1, "sha256": "0" * 64}}
            (target / "manifest.json").write_text(json.dumps(manifest))
    privacy = other.operator("ada").privacy
    if what == "a traversal":
        assert privacy.inspect_archive(target).problem == "signature"
        assert privacy.restore(target).rows == 0
        return
    with pytest.raises(NotFound if what == "nothing" else NotAStore) as raised:
        privacy.restore(target)
    assert raised.value.code is (ErrorCode.NOT_FOUND if what == "nothing" else ErrorCode.NOT_AN_ARCHIVE)


def test_checksums_say_what_is_there(out: Path) -> None:
    manifest = json.loads((out / "manifest.json").read_text())
    there = {str(file.relative_to(out)) for file in out.rglob("*") if file.is_file()} - {"manifest.json"}
    assert set(manifest["files"]) == there
    for name, told in manifest["files"].items():
        raw = (out / name).read_bytes()
        assert (told["bytes"], told["sha256"]) == (len(raw), hashlib.sha256(raw).hexdigest())
    sums = dict(line.split("  ")[::-1] for line in (out / "SHA256SUMS").read_text().splitlines())
    assert {name: manifest["files"][name]["sha256"] for name in sums} == sums
    with zipfile.ZipFile(f"{out}.zip") as packed:
        assert packed.testzip() is None
        assert set(packed.namelist()) == there | {"manifest.json"}


def test_every_row_is_as_the_schema_says(out: Path) -> None:
    schema = json.loads((out / "schema.json").read_text())
    for file in (out / "data").glob("*.jsonl"):
        if file.stem in {"journal", "actors", "embedders"}:
            continue
        fields = schema["$defs"][file.stem]
        for line in file.read_text().splitlines():
            row = json.loads(line)
            assert set(row) == set(fields["required"]) == set(fields["properties"])
            for name, value in row.items():
                assert fits(fields["properties"][name], value), (file.stem, name)


def fits(form: dict[str, Any], value: object) -> bool:
    """Whether a value is what the parts of JSON Schema say that our schema uses."""
    if "anyOf" in form:
        return any(fits(each, value) for each in form["anyOf"])
    types = [form["type"]] if isinstance(form["type"], str) else form["type"]
    names = {int: ("integer", "number"), float: ("number",), str: ("string",), type(None): ("null",)}
    if isinstance(value, dict):
        return "object" in types and set(value) == set(form["required"])
    return any(name in types for name in names[type(value)])  # type: ignore[index]


def test_the_page_is_readable_and_runs_nothing(told: Store, privacy: Privacy, tmp_path: Path) -> None:
    told.operator("ada").records(ALICE).remember("Alice wrote <b>bold</b> & co.", source="operator:ada")
    privacy.export(ALICE, tmp_path / "page")
    page = (tmp_path / "page" / "index.html").read_text()
    assert "&lt;b&gt;bold&lt;/b&gt; &amp; co." in page
    assert "<b>" not in page
    assert "<script" not in page
    assert MARKER in page


def test_the_portable_part_says_who_gave_what(out: Path) -> None:
    """Art. 20: provided by the person, observed, or inferred (guide/privacy.md 3.1)."""
    with (out / "portable" / "records.csv").open(newline="") as file:
        rows_ = list(csv.DictReader(file))
    assert {row["given"] for row in rows_} == {"provided"}
    lines = [json.loads(line) for line in (out / "portable" / "records.jsonl").read_text().splitlines()]
    assert [line["content"] for line in lines] == [row["content"] for row in rows_]


def test_operators_are_not_named(out: Path) -> None:
    """CJEU C-579/21: employees are no recipients; the person learns what was done, not who typed it."""
    actors = [json.loads(line) for line in (out / "data" / "actors.jsonl").read_text().splitlines()]
    assert {actor["name"] for actor in actors if actor["role"] == "operator"} == {None}
    assert '"ada"' not in (out / "data" / "journal.jsonl").read_text()


def test_only_this_user_may_read_it(out: Path) -> None:
    assert stat.S_IMODE(out.stat().st_mode) == 0o700
    assert stat.S_IMODE(Path(f"{out}.zip").stat().st_mode) == 0o600


@pytest.mark.parametrize("ending", ["", ".zip"])
def test_what_exists_is_not_overwritten(privacy: Privacy, tmp_path: Path, ending: str) -> None:
    there = tmp_path / f"mine{ending}"
    there.write_text("mine")
    with pytest.raises(StorageFailure) as raised:
        privacy.export(ALICE, tmp_path / "mine")
    assert raised.value.code is ErrorCode.EXISTS
    assert there.read_text() == "mine"
    assert {file.name for file in tmp_path.iterdir()} <= {
        there.name,
        "memory.db",
        "memory.db-wal",
        "memory.db-shm",
        "place",
    }


def test_a_folder_that_is_not_there(privacy: Privacy, tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        privacy.export(ALICE, tmp_path / "no" / "out")


def test_a_folder_that_may_not_be_written(told: Store, path: Path, tmp_path: Path) -> None:
    from tests.core.processes import python

    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    told.close()
    program = (
        "import sys; from core import MnemoscopeError, Scope, Store\n"
        "from tests.core.processes import drop_privileges\n"
        "store = Store.open(sys.argv[1])\n"
        "drop_privileges()\n"
        "try: store.operator('a').privacy.export(Scope('acme', 'alice'), sys.argv[2] + '/out')\n"
        "except MnemoscopeError as error: print(error.code)"
    )
    assert python(program, path, closed) == "no_access"
    assert list(closed.iterdir()) == []


def test_stopping_leaves_nothing_behind(privacy: Privacy, tmp_path: Path) -> None:
    before = {file.name for file in tmp_path.iterdir()}
    with pytest.raises(Cancelled):
        privacy.export(ALICE, tmp_path / "out", cancelled=lambda: True)
    assert {file.name for file in tmp_path.iterdir()} == before
    assert privacy.exports(ALICE) == ()


def test_an_export_is_registered_and_can_be_removed(privacy: Privacy, out: Path) -> None:
    assert {copy.path for copy in privacy.exports(ALICE)} == {out, Path(f"{out}.zip")}
    for copy in privacy.exports(ALICE):
        assert copy.reachable
        privacy.remove_export(ALICE, copy.id)
    assert privacy.exports(ALICE) == ()
    assert not out.exists()


def test_a_folder_that_is_no_export_any_more_is_left(privacy: Privacy, out: Path) -> None:
    shutil.rmtree(out)
    out.mkdir()
    (out / "thesis.txt").write_text("years of work")
    (folder,) = [copy for copy in privacy.exports(ALICE) if copy.path == out]
    with pytest.raises(StorageFailure):
        privacy.remove_export(ALICE, folder.id)
    assert (out / "thesis.txt").read_text() == "years of work"


@pytest.mark.parametrize("format_", ["csv", "json", "jsonl"])
def test_one_table_as_a_file(privacy: Privacy, out: Path, tmp_path: Path, format_: str) -> None:
    target = tmp_path / f"records.{format_}"
    written = privacy.export_table(ALICE, "records", target, format_)
    text = target.read_text()
    match format_:
        case "csv":
            told = len(list(csv.DictReader(text.splitlines())))
        case "json":
            told = len(json.loads(text))
        case _:
            told = len([json.loads(line) for line in text.splitlines()])
    assert written == told == privacy.holdings(ALICE, with_mentions=False).count("records")
    with pytest.raises(StorageFailure):
        privacy.export_table(ALICE, "records", target, format_)
    with pytest.raises(Invalid):
        privacy.export_table(ALICE, "vector_segments", tmp_path / "x", format_)


def test_a_cell_that_would_compute(told: Store, privacy: Privacy, path: Path, tmp_path: Path) -> None:
    plant(path, "UPDATE records SET content = '=1+1' WHERE id = 5")
    privacy.export_table(ALICE, "records", tmp_path / "r.csv")
    assert "'=1+1" in (tmp_path / "r.csv").read_text()


def test_bytes_that_are_no_utf_8_come_back(
    told: Store, privacy: Privacy, other: Store, path: Path, tmp_path: Path
) -> None:
    plant(path, "UPDATE records SET session = CAST(x'66ff6f' AS TEXT) WHERE id = 5")
    privacy.export(ALICE, tmp_path / "odd")
    other.operator("ada").privacy.restore(tmp_path / "odd.zip")
    there = plant(
        tmp_path / "other.db",
        "SELECT CAST(session AS BLOB) FROM records WHERE session IS NOT NULL AND id = 5",
    )
    assert there == [(b"f\xffo",)]

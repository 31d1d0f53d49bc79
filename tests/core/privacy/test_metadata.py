"""What stands beside the data of an export: Article 15(1) GDPR, other people, and what nobody wrote down."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from core import Scope, Store
from core.errors import Invalid, ReadOnly
from core.privacy import Privacy, Statements
from core.privacy.third_parties import INSTEAD, ThirdParties
from tests.core.hands import ALICE
from tests.core.privacy.people import everything


def exported(privacy: Privacy, folder: Path) -> dict[str, Any]:
    privacy.export(ALICE, folder)
    told: dict[str, Any] = json.loads((folder / "metadata.json").read_text(encoding="utf-8"))
    return told


def category(told: dict[str, Any], name: str) -> dict[str, Any]:
    return next(each for each in told["categories"] if each["category"] == name)


def test_what_nobody_wrote_down_is_said_to_be_so(privacy: Privacy, tmp_path: Path) -> None:
    told = exported(privacy, tmp_path / "out")
    records = category(told, "records")
    assert (told["controller"], told["transfers"], records["purpose"]) == ("not recorded",) * 3
    assert records["retention"] == "not recorded; no rule ends it, so it is kept until it is erased"
    assert records["origin"] == {"user": 15}
    assert "fixed rules" in records["automated_decisions"]
    assert category(told, "notes")["automated_decisions"] == "not recorded"
    # Every category is told of, also an empty one.
    assert {each["category"] for each in told["categories"]} == {
        table.name for table in privacy.holdings(ALICE).tables if table.exported
    }


def test_what_the_file_knows_is_told(told: Store, privacy: Privacy, tmp_path: Path) -> None:
    told.partition(ALICE, "mail-agent").records.remember("Alice likes rain.", source="user:t1")
    privacy.retention.set("episodic", 90)
    found = exported(privacy, tmp_path / "out")
    assert found["recipients"]["programs_in_the_journal"] == ["agent", "mail-agent"]
    assert category(found, "records")["retention"] == "episodic: 90 days"
    assert any("Art. 77" in right for right in found["rights"])


def test_what_the_installation_states_goes_along(told: Store, privacy: Privacy, tmp_path: Path) -> None:
    privacy.state(
        Statements(
            controller="Acme, privacy@acme.example",
            purposes="support (Art. 6(1)(b))",
            recipients="Example Hosting <Ltd>",
            retention="two years after the contract",
            categories={"messages": {"purposes": "answering questions"}},
        )
    )
    found = exported(privacy, tmp_path / "out")
    assert found["controller"] == "Acme, privacy@acme.example"
    assert category(found, "records")["purpose"] == "support (Art. 6(1)(b))"
    assert category(found, "messages")["purpose"] == "answering questions"
    assert category(found, "records")["retention"] == "two years after the contract"
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert "Example Hosting &lt;Ltd&gt;" in page
    assert told.operator("ada").audit.verify().ok


@pytest.mark.parametrize(
    "wrong",
    [
        Statements(purposes="x" * 2_001),
        Statements(categories={"nothing": {"purposes": "x"}}),
        Statements(categories={"records": {"controller": "x"}}),
    ],
)
def test_bad_statements_are_refused(privacy: Privacy, wrong: Statements) -> None:
    with pytest.raises(Invalid):
        privacy.state(wrong)
    assert privacy.statements() == Statements()


def test_others_are_taken_out_of_what_is_handed_over_and_that_is_listed(
    told: Store, privacy: Privacy, tmp_path: Path
) -> None:
    """Guide/privacy.md 3.1: third parties redacted, each redaction listed."""
    told.partition(ALICE).records.remember("Alice plays chess with Bob on Sundays.", source="user:t1")
    told.partition(Scope("acme", "Erika Mustermann")).records.remember("Somebody.", source="user:t1")
    told.partition(ALICE).records.remember("Her aunt is Erika Mustermann.", source="user:t1")
    found = exported(privacy, tmp_path / "out")
    handed = [(tmp_path / "out" / "index.html").read_text(encoding="utf-8")]
    with (tmp_path / "out" / "portable" / "records.csv").open(encoding="utf-8", newline="") as file:
        handed.append(" ".join(row["content"] for row in csv.DictReader(file)))
    for text in handed:
        assert f"Alice plays chess with {INSTEAD} on Sundays." in text
        assert f"Her aunt is {INSTEAD}." in text
        assert "Mustermann" not in text
    rows = found["third_parties"]["redactions"]
    assert {"file": "portable/records", "column": "content", "times": 2} in rows
    assert {"file": "index.html#records", "column": "content", "times": 2} in rows
    # What can be restored is as it was, and it is said that it is.
    assert "with Bob on" in (tmp_path / "out" / "data" / "records.jsonl").read_text(encoding="utf-8")
    assert "data/" in found["third_parties"]["not_redacted"]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Bob came, bob left.", f"{INSTEAD} came, {INSTEAD} left."),
        ("bobby is no Bob's", f"bobby is no {INSTEAD}'s"),
        ("mail u-2@acme and u-2.", f"mail u-2@acme and {INSTEAD}."),
        ("Alice herself", "Alice herself"),
        ("Jo is too short", "Jo is too short"),
    ],
)
def test_a_name_is_a_word_of_its_own(text: str, left: str) -> None:
    assert ThirdParties(["Bob", "u-2", "Jo", "alice"], "alice").redacted(text, "f", "c") == left


def test_a_file_open_for_reading_exports_and_says_what_is_not_recorded(
    told: Store, path: Path, tmp_path: Path
) -> None:
    before, entries = everything(path), told.operator("ada").audit.count()
    told.close()
    with Store.open(path, "read-only") as store:
        desk = store.operator("ada")
        out = desk.privacy.export(ALICE, tmp_path / "out")
        assert not out.registered
        assert out.rows > 10
        assert desk.privacy.exports(ALICE) == ()
        assert desk.audit.count() == entries
        with pytest.raises(ReadOnly):
            desk.privacy.state(Statements(controller="x"))
        assert desk.privacy.inspect_archive(tmp_path / "out.zip").genuine
    assert everything(path) == before

"""Findings as sentences: each code of guide/gate.md 5 has one, and none shows the text."""

from __future__ import annotations

import pytest

from app.wording import finding, finding_name, value_name
from app.wording.finding_table import DETAILS, FINDINGS
from core.gate import Severity
from tests.core.holding import found


@pytest.mark.parametrize("code", list(FINDINGS))
def test_a_sentence_is_whole_without_any_data(code: str) -> None:
    said = finding(found(code))
    assert said.endswith(".")
    assert "{" not in said
    assert 0 < len(finding_name(code)) <= 40


@pytest.mark.parametrize(
    ("code", "detail"), [(code, each) for code, forms in DETAILS.items() for each in forms]
)
def test_a_detail_has_its_own_sentence(code: str, detail: str) -> None:
    data = {"problem": detail, "length": 900, "limit": 400, "count": 3}
    said = finding(found(code, Severity.LOW, None, **data))
    assert said != finding(found(code))
    assert "{" not in said


def test_a_secret_is_named_by_kind_and_length_alone() -> None:
    secret = found("secret", Severity.CRITICAL, None, type="github-pat", length=40, value="ghp_abc")
    assert finding(secret) == (
        "It holds a secret (github pat, 40 characters). The value was masked and is not kept anywhere."
    )
    assert value_name({"type": "My hunter2 <b>"}) == "a value"


def test_a_disguise_is_told() -> None:
    assert finding(found("override", Severity.CRITICAL, None, view="rot13")) == (
        "It tells the agent to set its instructions aside. It was in disguise: shifted letters."
    )


def test_an_unknown_code_stays_general() -> None:
    assert finding(found("brand_new", Severity.LOW, None, text="secret words")) == (
        "A rule of the gate did not accept it."
    )
    assert finding_name("Ünknown\n") == "a rule"

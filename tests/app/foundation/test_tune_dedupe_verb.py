"""``mnemoscope tune-dedupe`` prints the table of the same core function as the window."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.__main__ import main
from app.exits import Exit


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.json"
    told = [
        {"a": "job ran twice", "b": "the job ran twice", "same": True},
        {"a": "job ran twice", "b": "dashboard login loops", "same": False},
    ]
    path.write_text(json.dumps(told))
    return path


def test_the_table(pairs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune-dedupe", str(pairs), "--embedder", "hashing", "--steps", "2"]) == Exit.OK
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Embedder hashing-256, 2 pairs"
    assert "    0.500            1           0" in lines
    assert "merges 1 of 1 and none wrongly" in lines[-1]


def test_json(pairs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune-dedupe", str(pairs), "--json"]) == Exit.OK
    told = json.loads(capsys.readouterr().out)
    assert told["thresholds"][0] == {"threshold": 0.0, "merged": 1, "wrong": 1}
    assert [pair["same"] for pair in told["pairs"]] == [True, False]


def test_what_cannot_be_read_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune-dedupe", str(tmp_path / "nope.json")]) == Exit.FILE
    assert "The file is not there" in capsys.readouterr().err
    bad = tmp_path / "bad.json"
    bad.write_text('[{"a": 1}]')
    assert main(["tune-dedupe", str(bad)]) == Exit.FILE
    assert "JSON list of objects with a, b and same" in capsys.readouterr().err
    assert main(["tune-dedupe", str(bad), "--steps", "0"]) == Exit.USAGE

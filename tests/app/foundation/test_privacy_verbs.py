"""The verbs of a person's rights, as a script meets them: what they print and how they end (README)."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest

from app.__main__ import main
from app.exits import Exit
from core import Scope, Store
from core.clock import system_clock, to_datetime

ALICE = Scope("acme", "alice")
WHO = ["--tenant", "acme", "--user", "alice"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "memory.db"
    with Store.open(path) as store:
        alice = store.partition(ALICE).records
        alice.remember("Alice keeps quillfeathers in Zaragoza.", key="hobby", source="user:t1")
        alice.remember("On 2026-03-01 Alice called.", kind="episodic", source="user:t2")
        store.partition(Scope("acme", "bob")).records.remember("Bob met alice in Oslo.", source="user:t1")
    return path


def said(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


def test_holdings(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["holdings", str(file), *WHO, "--json"]) == Exit.OK
    told = json.loads(said(capsys))
    assert {table["name"]: table["rows"] for table in told["tables"]}["records"] == 2
    assert told["mentions"] == [{"tenant": "acme", "user": "bob", "rows": 1}]
    assert main(["holdings", str(file), *WHO]) == Exit.OK
    text = said(capsys)
    assert "2 memories" in text
    assert "mentioned by acme / bob: 1" in text
    assert "Zaragoza" not in text


def test_nobody_of_that_name(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for verb in (["holdings"], ["export", "--to", str(file.with_name("x"))]):
        assert main([verb[0], str(file), "--tenant", "no", "--user", "body", *verb[1:]]) == Exit.FILE
        assert "There is no such person" in capsys.readouterr().err
    assert not file.with_name("x").exists()


def test_a_name_that_is_none(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["holdings", str(file), "--tenant", "", "--user", "x"]) == Exit.USAGE
    assert "The tenant is empty." in capsys.readouterr().err


def test_export_says_where_it_went(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(file), *WHO, "--to", str(tmp_path / "out")]) == Exit.OK
    text = said(capsys)
    assert str(tmp_path / "out.zip") in text
    assert "SHA-256" in text
    assert main(["export", str(file), *WHO, "--to", str(tmp_path / "out")]) == Exit.FILE
    assert "already" in capsys.readouterr().err


def test_erase_is_armed_by_the_name(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["erase", str(file), *WHO, "--confirm", "bob", "--reason", "request"]) == Exit.USAGE
    assert "Nothing was erased" in capsys.readouterr().err
    assert main(["holdings", str(file), *WHO]) == Exit.OK


def test_erase_and_its_receipt(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "receipt.json"
    erase = ["erase", str(file), *WHO, "--confirm", "alice", "--reason", "request", "--receipt", str(out)]
    assert main(erase) == Exit.OK
    text = said(capsys)
    assert text.startswith("VERIFIED")
    assert "2 memories" in text
    assert "What this cannot prove:" in text
    for word in ("alice", "Zaragoza", "quillfeather"):
        assert word not in text.lower().replace("zaragoza", "Zaragoza")
    assert main(["verify-receipt", str(out), "--file", str(file)]) == Exit.OK
    assert "Genuine" in said(capsys)
    assert main(erase) == Exit.USAGE  # the receipt is not overwritten
    assert main([*erase[:-2]]) == Exit.FILE
    assert "This person was erased" in capsys.readouterr().err


def test_a_tampered_receipt(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "receipt.json"
    main(["erase", str(file), *WHO, "--confirm", "alice", "--reason", "request", "--receipt", str(out)])
    out.write_text(out.read_text().replace("VERIFIED", "FAILED"))
    said(capsys)
    assert main(["verify-receipt", str(out)]) == Exit.NOT_RIGHT
    assert said(capsys).startswith("NOT GENUINE")
    out.write_text("{}")
    assert main(["verify-receipt", str(out)]) == Exit.FILE
    assert "This is no receipt" in capsys.readouterr().err


def test_an_erasure_that_waits(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reader = Store.open(file, "read-only")
    with reader._database.read() as connection:  # noqa: SLF001
        connection.execute("SELECT count(*) FROM journal").fetchall()
        code = main(
            ["erase", str(file), *WHO, "--confirm", "alice", "--reason", "request", "--patience", "0.1"]
        )
        assert code == Exit.SOME_LEFT_OUT
        assert said(capsys).startswith("DELETED_NOT_SCRUBBED")
    reader.close()
    assert main(["verify", str(file), "--json"]) == Exit.OK
    assert len(json.loads(said(capsys))["pending"]) == 1


def test_a_hold(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Store.open(file) as store:
        store.operator("ada").privacy.put_on_hold(ALICE, "a claim before court")
    assert main(["erase", str(file), *WHO, "--confirm", "alice", "--reason", "request"]) == Exit.FILE
    assert "a claim before court." in capsys.readouterr().err


def test_verify(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(file)]) == Exit.OK
    assert "intact" in said(capsys)


def test_verify_says_where_the_chain_breaks(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import apsw

    connection = apsw.Connection(str(file))
    connection.execute("UPDATE journal SET action = 'store' WHERE seq = 1")
    connection.close()
    assert main(["verify", str(file)]) == Exit.NOT_RIGHT
    assert "broken at entry 1" in said(capsys)


def test_sweep_shows_before_it_takes(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ago = to_datetime(system_clock()) - timedelta(days=90)
    with Store.open(file, clock=lambda: system_clock() - 90 * 86_400_000_000) as store:
        assert store.now() > ago
        store.partition(ALICE).records.remember(
            "On 2026-01-01 Alice called.", kind="episodic", source="user:t3"
        )
        store.operator("ada").privacy.retention.set("episodic", 30)
    assert main(["sweep", str(file), "--json"]) == Exit.OK
    assert [each["delete"] for each in json.loads(said(capsys))["due"]] == [1]
    assert main(["sweep", str(file), "--apply"]) == Exit.OK
    assert "1 deleted." in said(capsys)
    assert main(["sweep", str(file)]) == Exit.OK
    assert "No rule takes anything." in said(capsys)


@pytest.mark.parametrize("verb", ["holdings", "export", "erase", "verify"])
def test_a_file_that_is_not_there(tmp_path: Path, verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    more = {"export": ["--to", str(tmp_path / "o")], "erase": ["--confirm", "alice", "--reason", "request"]}
    who = [] if verb == "verify" else WHO
    assert main([verb, str(tmp_path / "no.db"), *who, *more.get(verb, [])]) == Exit.FILE
    assert "not there" in capsys.readouterr().err
    assert not (tmp_path / "no.db").exists()


def test_what_others_say_is_redacted_when_asked(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    erase = ["erase", str(file), *WHO, "--confirm", "alice", "--reason", "request", "--redact-mentions"]
    assert main(erase) == Exit.OK
    assert "Mentions by others: 1 rows of 1 other people, all redacted" in said(capsys)
    with Store.open(file) as store:
        bob = store.operator("ada").records(Scope("acme", "bob"))
        assert [record.content for record in bob.as_of(store.now()).all()] == ["Bob met [redacted] in Oslo."]


def test_what_is_kept_says_why(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    erase = ["erase", str(file), *WHO, "--confirm", "alice", "--reason", "request"]
    assert main([*erase, "--mentions-kept-because", "theirs"]) == Exit.OK
    assert "1 kept (they are the other people" in said(capsys)

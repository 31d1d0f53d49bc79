"""A secret leaves no trace: not in a table, the WAL, a log, an export, wherever it was put (specification 6)."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from subprocess import Popen

import pytest

from core import Store
from tests.core.hands import ALICE
from tests.core.planting import plant
from tests.core.processes import started

# Put together here, so that no scanner takes this file for a leak.
PASSWORD = "Tr0ub4" + "dor-9x"
KEY = "gh" + "p_" + "Zq7Xw2Lm9Rt4Bv6Nk1Pd8Hs3Jf5Gc0YaTeUi"
CARD = "4111 1111 " + "1111 1111"

WRITER = """
import json, logging, sys
from pathlib import Path
from core import Details, MnemoscopeError, Scope, Store
from core.gate import Citation, Run, Turn
folder = Path(sys.argv[1])
logging.basicConfig(filename=folder / "log.txt", level=logging.DEBUG)
password, key, card = sys.argv[2:]
said = f"the password is {password}"
store = Store.open(folder / "memory.db")
alice = store.partition(Scope("acme", "alice")).records
ada = store.operator("ada")
desk, review = ada.records(Scope("acme", "alice")), ada.review
stored = alice.remember("The office is in Lisbon.", key="office", source="user:t1").record
outcomes = []
def offer(content, source="user:t1", **more):
    outcomes.append(alice.remember(content, source=source, **more).outcome)
for secret in (said, f"deploys use {key}", f"his card is {card}"):
    offer(secret)
    offer({"note": {secret: [secret]}}, source="operator:ada")
    offer("A note with a tag.", details=Details(tags=(secret,)), kind="episodic")
    offer("A note with steps.", details=Details(steps=(secret,)), kind="procedural", key="p")
    offer("A note under a key.", key=secret)
    offer("A note from a source.", source=f"user:{secret}")
    offer("A note with a lineage.", source="agent:r", lineage=(f"web:{secret}",))
    offer("A note of a session.", session=secret)
    run = Run("r1", (Turn("user:turn-1", secret),))
    offer(secret + " and 17 more", source="user:turn-1", run=run)
    offer("A note that cites.", source="user:turn-1", run=run, cited=(Citation(f"web:{secret}", secret),))
    try:
        alice.forget(secret, source="agent:r")
    except MnemoscopeError as error:
        assert error.code == "no_record"
    alice.forget("office", source=f"web:{secret}")
    named = Run(secret, (Turn("user:turn-1", "The office has a garden."),))
    alice.remember("The office has a garden.", source="user:turn-1", run=named)
    alice.judge(secret, source="user:t1")
    desk.correct(stored.id, secret, reason=secret)
    desk.confirm(stored.id, reason=f"because {said}")
waits = alice.remember("The office is in Porto.", key="office", source="web:page").held
release = review.release(Scope("acme", "alice"), waits.id, waits.version, text=said, reason=said)
outcomes.append("refused" if not release.done else "stored")
review.reject(Scope("acme", "alice"), waits.id, waits.version, reason=f"no, {said}")
lines = [{"type": "entity", "name": "a", "entityType": "t", "observations": [said, f"key {key}", f"card {card}"]}]
outside = Path(sys.argv[1]).parent / "memory.jsonl"
outside.write_text("".join(json.dumps(line) + chr(10) for line in lines))
report = ada.import_path(Scope("acme", "alice"), outside)
assert report.stored == 0, report
desk.write_file(folder / "all.json", "json", desk.ids())
(folder / "export.json").write_text(json.dumps(alice.export(), default=str))
print(json.dumps(outcomes), flush=True)
sys.stdin.readline()
store.close()
print("closed", flush=True)
"""


@pytest.fixture
def folder(path: Path) -> Path:
    (path.parent / "store").mkdir()
    return path.parent / "store"


@pytest.fixture
def writer(folder: Path) -> Iterator[Popen[str]]:
    process = started(WRITER, folder, PASSWORD, KEY, CARD)
    yield process
    process.communicate(timeout=60)


def needles() -> dict[str, bytes]:
    found = {}
    for value in (PASSWORD, KEY, CARD, CARD.replace(" ", "")):
        found[value] = value.encode()
        found[value + " as UTF-16"] = value.encode("utf-16-le")
        found[value + " as base64"] = base64.b64encode(value.encode())[:-4]
        found[value + " backwards"] = value[::-1].encode()
    return found


def assert_clean(folder: Path) -> None:
    for file in sorted(folder.iterdir()):
        content = file.read_bytes()
        for name, needle in needles().items():
            assert needle not in content, f"{name} in {file.name}"


def test_no_file_holds_a_byte_of_it(writer: Popen[str], folder: Path) -> None:
    """Scanned from here, where nothing of it is open (guide/privacy.md 1 c): with its WAL, then closed."""
    assert writer.stdout is not None
    assert writer.stdin is not None
    outcomes = writer.stdout.readline()
    assert "refused" in outcomes
    assert "stored" not in outcomes
    assert (folder / "memory.db-wal").stat().st_size > 0
    assert_clean(folder)
    writer.stdin.write("\n")
    writer.stdin.flush()
    assert writer.stdout.readline() == "closed\n"
    assert_clean(folder)
    # The scan would have found it: what may be kept is there.
    assert b"The office is in Lisbon." in (folder / "memory.db").read_bytes()
    assert b"[password" in (folder / "memory.db").read_bytes()
    with Store.open(folder / "memory.db", "read-only") as store:
        assert store.check() == []
        items = [
            store.operator("ada").review.item(ALICE, entry.id)
            for entry in store.operator("ada").review.listed(("refused", "waiting"), ALICE)
        ]
    assert len(items) > 10
    assert not any(item.releasable for item in items if "secret" in {each.code for each in item.findings})


def test_the_words_of_the_specification(store: Store) -> None:
    """ "my VPN password is hunter2" → refused, masked, and the word is nowhere in the file afterwards."""
    held = store.partition(ALICE).records.remember("my VPN password is hunter2", source="user:t1").held
    assert held is not None
    assert (held.status, held.content) == ("refused", None)
    assert held.shown.startswith("my VPN password is [password · 7 · ")
    path = store.path
    store.close()
    assert b"hunter2" not in path.read_bytes()
    assert plant(path, "SELECT count(*) FROM quarantine WHERE content IS NULL") == [(1,)]

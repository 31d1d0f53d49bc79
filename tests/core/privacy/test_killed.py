"""kill -9 at every step of an erasure: before the rows go nothing happened, afterwards all of it does."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import pytest

from core import Store
from core.privacy import Limit, ReceiptState, Step
from tests.core.hands import ALICE
from tests.core.privacy.people import MARKER, bytes_with, everything, number_of, rows_of, tell
from tests.core.processes import ROOT, command

_ERASE = """
import os, signal, sys
from core import Scope, Store
def at(step, done, total):
    if step == sys.argv[2]:
        os.kill(os.getpid(), signal.SIGKILL)
with Store.open(sys.argv[1], "read-write") as store:
    store.operator("ada").privacy.erase(Scope("acme", "alice"), reason="request", progress=at)
"""
BEFORE = [Step.PRECHECK, Step.INVENTORY, Step.MENTIONS, Step.NEEDLES, Step.OTHERS, Step.CONTROL, Step.DELETE]
AFTER = [Step.DELETED, Step.SCRUB, Step.SCRUBBED, Step.VERIFY, Step.RECEIPT]


def kill_at(path: Path, step: Step) -> None:
    done = subprocess.run(command(_ERASE, path, step), cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr


@pytest.mark.parametrize("step", BEFORE)
def test_killed_before_the_rows_go(told: Store, path: Path, step: Step) -> None:
    before = everything(path)
    told.close()
    kill_at(path, step)
    with Store.open(path, "read-write") as store:
        assert everything(path) == before
        assert store.operator("ada").privacy.pending() == ()
        assert store.operator("ada").privacy.erase(ALICE, reason="request").state is ReceiptState.VERIFIED
    assert sum(bytes_with(path, MARKER).values()) == 0


@pytest.mark.parametrize("step", AFTER)
def test_killed_after_the_rows_went(told: Store, path: Path, step: Step) -> None:
    scope, others = number_of(told, ALICE), everything(path, but=ALICE)
    told.close()
    kill_at(path, step)
    # Nobody asks for it: opening the file for writing goes on with what was begun.
    with Store.open(path, "read-write") as store:
        privacy = store.operator("ada").privacy
        assert privacy.pending() == ()
        (receipt,) = privacy.receipts()
        assert rows_of(path, scope) == 0
        assert everything(path) == others
        assert store.operator("ada").audit.verify().ok
    assert receipt.state is ReceiptState.VERIFIED
    # Where the receipt stood already it was not done again.
    assert (Limit.SCAN_NOT_REPEATED in receipt.limits) is (step is not Step.RECEIPT)
    assert sum(bytes_with(path, MARKER).values()) == 0


def test_every_step_was_tried() -> None:
    of_other_acts = {Step.WRITE, Step.ARCHIVE, Step.READ}
    assert {*BEFORE, *AFTER} == {*Step} - of_other_acts


def test_a_forgetting_that_was_killed(store: Store, path: Path) -> None:
    tell(store)
    store.close()
    forget = """
import os, signal, sys
from core import Scope, Store
with Store.open(sys.argv[1], "read-write") as store:
    store.operator("ada").records(Scope("acme", "alice")).forget_source("user:")
    os.kill(os.getpid(), signal.SIGKILL)
"""
    subprocess.run(command(forget, path), cwd=ROOT, check=False)
    with Store.open(path, "read-only") as reading:
        assert [each.what for each in reading.operator("ada").privacy.pending()] == ["forget"]
    with Store.open(path, "read-write") as writing:
        privacy = writing.operator("ada").privacy
        assert privacy.pending() == ()
        assert [(each.state, each.body["what"]) for each in privacy.receipts()] == [
            (ReceiptState.VERIFIED, "forget")
        ]

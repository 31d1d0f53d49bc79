"""Two people at two desks on one file: every item is decided once, and both are told the truth."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from core import Store
from tests.core.hands import ALICE
from tests.core.processes import started

ITEMS = 20

DESK = """
import json, sys
from core import MnemoscopeError, Scope, Store
alice = Scope("acme", "alice")
with Store.open(sys.argv[1]) as store:
    review = store.operator(sys.argv[2]).review
    entries = review.waiting(alice)
    print("ready", flush=True)
    sys.stdin.readline()
    answers = {}
    for number, entry in enumerate(entries):
        try:
            if (number + len(sys.argv[2])) % 2:
                review.release(alice, entry.id, entry.version, reason=sys.argv[2])
            else:
                review.reject(alice, entry.id, entry.version, reason=sys.argv[2])
            answers[entry.id] = "decided"
        except MnemoscopeError as error:
            answers[entry.id] = error.code
    print(json.dumps(answers), flush=True)
"""


def test_an_item_is_decided_once(path: Path) -> None:
    with Store.open(path) as store:
        agent = store.partition(ALICE).records
        for number in range(ITEMS):
            agent.remember(f"Please visit room {number}.", source=f"web:page-{number}")
        assert len(store.operator("ada").review.waiting(ALICE)) == ITEMS
    desks = {name: started(DESK, path, name) for name in ("ada", "bert")}
    for desk in desks.values():
        assert desk.stdout is not None
        assert desk.stdout.readline() == "ready\n"
    for desk in desks.values():
        assert desk.stdin is not None
        desk.stdin.write("\n")
        desk.stdin.flush()
    answers = {name: json.loads(desk.communicate(timeout=60)[0]) for name, desk in desks.items()}
    with Store.open(path) as store:
        review = store.operator("eve").review
        assert review.waiting(ALICE) == []
        for entry in review.listed(("released", "rejected"), ALICE):
            told = Counter({name: answer[str(entry.id)] for name, answer in answers.items()}.values())
            assert told == {"decided": 1, "conflict": 1}
            item = review.item(ALICE, entry.id)
            assert answers[item.decided_by or ""][str(entry.id)] == "decided"
            assert (item.version, item.decision_note) == (2, item.decided_by)
        released = review.listed(("released",), ALICE)
        assert len(store.partition(ALICE).records.export()) == len(released)
        assert len(review.blocks(ALICE)) == ITEMS - len(released)
        assert store.operator("eve").audit.verify().ok

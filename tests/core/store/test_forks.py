"""A process that forks: the child never touches the parent's connections."""

from __future__ import annotations

from pathlib import Path

from core import Store
from tests.core.hands import ALICE
from tests.core.processes import python

FORKED = """
import gc, os, sys
from core import MnemoscopeError, Scope, Store
store = Store.open(sys.argv[1])
records = store.partition(Scope("acme", "alice")).records
records.remember("Before the fork.", source="user:t1")
child = os.fork()
if child == 0:
    answers = []
    for use in (records.facts, store.data_version, lambda: records.remember("In the child.", source="user:t1")):
        try:
            use()
            answers.append("used")
        except MnemoscopeError as error:
            answers.append(f"{error.code} {error.data.get('forked')}")
    store.close()
    print(answers, flush=True)
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
records.remember("After the fork.", source="user:t1")
print(len(records.export()), store.check(), flush=True)
# The child opens a store of its own and works.
child = os.fork()
if child == 0:
    with Store.open(sys.argv[1]) as own:
        own.partition(Scope("acme", "alice")).records.remember("The child's own.", source="user:t1")
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
records.remember("At the end.", source="user:t1")
store.close()
"""


def test_a_child_is_refused_and_the_parent_goes_on(path: Path) -> None:
    printed = python(FORKED, path).splitlines()
    assert printed == [str(["closed True"] * 3), "2 []"]
    with Store.open(path) as store:
        kept = [row["content"] for row in store.partition(ALICE).records.export()]
        assert kept == ["Before the fork.", "After the fork.", "The child's own.", "At the end."]
        assert store.check() == []
        assert store.operator("ada").audit.verify().ok

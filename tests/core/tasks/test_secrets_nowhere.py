"""A secret in any text of a task is masked before anything is written."""

from __future__ import annotations

from pathlib import Path

from core import Store
from core.store import inventory
from tests.core.hands import ALICE
from tests.core.planting import plant

# Put together here, so that no scanner takes this file for a leak.
SECRET = "gh" + "p_" + "Zq7Xw2Lm9Rt4Bv6Nk1Pd8Hs3Jf5Gc0YaTeUi"


def test_no_text_of_a_task_holds_a_secret(path: Path) -> None:
    with Store.open(path) as store:
        tasks = store.partition(ALICE).tasks
        person = store.operator("ada").tasks(ALICE)
        name = f"key {SECRET}"
        tasks.create(name, f"Use {SECRET}", [f"log in with {SECRET}", "two", "three", "four"])
        assert tasks.get(name).steps[0].name.startswith("log in with [")
        step = {"step": f"log in with {SECRET}"}
        tasks.apply(name, {**step, "status": "running"}, op_id=SECRET)
        tasks.apply(name, {**step, "status": "failed", "output": f"{SECRET} was refused"})
        tasks.apply(name, {**step, "status": "running"})
        tasks.apply(
            name,
            {**step, "status": "done", "output": f"{'x ' * 1_500}{SECRET}", "evidence": f"call {SECRET}"},
        )
        tasks.propose(name, [{"op": "add", "name": f"with {SECRET}"}], base_rev=1, source=f"agent:{SECRET}")
        tasks.propose(name, [{"op": SECRET, SECRET: 1}], base_rev=1)
        tasks.propose(name, [{"op": "start", "step": SECRET}], base_rev=1, source=f"web:{SECRET}")
        person.skip(name, 2, reason=f"{SECRET} is known")
        person.edit(name, 3, f"edit {SECRET}")
        person.add(name, f"add {SECRET}", reason=SECRET)
        person.pause(name, reason=SECRET)
        person.cancel(name, reason=SECRET)
        assert len(tasks.log(name)) == 13
    for table in inventory.INVENTORY:
        for row in plant(path, f"SELECT * FROM {table.name}"):
            assert SECRET not in repr(row), table.name


def test_the_columns_that_hold_a_text_are_all_listed(path: Path) -> None:
    """Every column a word of a task reaches is one the inventory names."""
    word = "zanzibar"
    with Store.open(path) as store:
        tasks = store.partition(ALICE).tasks
        person = store.operator("ada").tasks(ALICE)
        tasks.create(word, word, [word, "b"], source=f"agent:{word}")
        tasks.apply(word, {"step": word, "status": "done", "output": f"{word} {'y' * 2_000}"}, op_id=word)
        tasks.propose(word, [{"op": "start", "step": word}], base_rev=1)
        person.skip(word, 2, reason=word)
    listed = {(table.name, column) for table in inventory.INVENTORY for column in table.texts}
    found = set()
    for name in ("tasks", "task_events", "task_artefacts", "task_leases", "journal", "journal_notes"):
        for (column,) in plant(path, f"SELECT name FROM pragma_table_info('{name}')"):
            if plant(path, f"SELECT 1 FROM {name} WHERE instr(CAST({column} AS TEXT), '{word}')"):
                found.add((name, column))
    assert found == {
        (name, column) for name, column in listed if name in {"tasks", "task_events", "task_artefacts"}
    } | {("journal_notes", "note")}

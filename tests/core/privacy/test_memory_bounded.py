"""Archives are streamed: what they take of memory does not grow with what they hold (issue 7, part 4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.privacy_file import build
from tests.core.processes import python

FEW, MANY = 400, 3_200
_WORDS = 150
_ACT = """
import sys
from core import Scope, Store
path, act, archive = sys.argv[1:]
with Store.open(path) as store:
    privacy = store.operator("ada").privacy
    if act == "export":
        privacy.export(Scope("acme", "person-0"), archive)
    else:
        privacy.restore(archive + ".zip")
# The most this process held itself; getrusage would tell of the one that started it as well.
with open("/proc/self/status") as status:
    print(next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM")))
"""


pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="asks Linux for the memory")


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> dict[int, dict[str, int]]:
    """For each count the bytes of the archive's folder, and the most memory of each process."""
    found = {}
    for count in (FEW, MANY):
        folder: Path = tmp_path_factory.mktemp(f"n{count}")
        build(folder / "memory.db", 1, count, padding=_WORDS)
        out = folder / "out"
        export = int(python(_ACT, folder / "memory.db", "export", out))
        restore = int(python(_ACT, folder / "other.db", "restore", out))
        size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
        found[count] = {"size": size, "export": export, "restore": restore}
    return found


@pytest.mark.parametrize("act", ["export", "restore"])
def test_eight_times_as_much_takes_hardly_more_memory(measured: dict[int, dict[str, int]], act: str) -> None:
    """Whoever held the archive in memory would grow by more than its size."""
    more = measured[MANY]["size"] - measured[FEW]["size"]
    assert more > 10_000_000
    assert measured[MANY][act] - measured[FEW][act] < more / 2

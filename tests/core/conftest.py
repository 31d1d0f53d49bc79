"""The library is tested as it is used on a server: Qt is not there, installed or not."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from types import ModuleType


class _NoQt(MetaPathFinder):
    """Refuses Qt and what is made of it, as an installation without them would."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> None:
        if fullname.partition(".")[0] in {"PySide6", "shiboken6", "pyqtgraph"}:
            raise ModuleNotFoundError(f"tests/core runs without {fullname}", name=fullname)


# One pytest process for all tests has loaded Qt by now (pytest-qt does); `make test` runs
# tests/core in a process of its own, and there this holds.
if "PySide6" not in sys.modules:
    sys.meta_path.insert(0, _NoQt())

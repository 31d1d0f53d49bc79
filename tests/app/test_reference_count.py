"""A guard for the bound on PySide6: 6.12.0 on Python 3.11 loses one True per emit, then aborts."""

from __future__ import annotations

import sys

from PySide6.QtCore import QObject, Signal


class _Bell(QObject):
    rung = Signal()


def test_emitting_keeps_every_reference_of_true() -> None:
    bell = _Bell()
    bell.rung.emit()
    before = sys.getrefcount(True)
    for _ in range(1000):
        bell.rung.emit()
    after = sys.getrefcount(True)
    assert after == before

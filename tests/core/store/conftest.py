"""Here the disk is what is tested."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the store of a test lies, alone in its folder."""
    folder = tmp_path / "place"
    folder.mkdir()
    return folder / "memory.db"

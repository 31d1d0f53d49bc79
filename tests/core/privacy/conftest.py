"""What these tests stand on."""

from __future__ import annotations

import pytest

from core import Store
from core.privacy import Privacy
from tests.core.privacy.people import tell


@pytest.fixture
def told(store: Store) -> Store:
    """A store with the story in it."""
    tell(store)
    return store


@pytest.fixture
def privacy(told: Store) -> Privacy:
    """A person's rights, in Ada's hands."""
    return told.operator("ada").privacy

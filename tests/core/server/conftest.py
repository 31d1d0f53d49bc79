"""A server of the test's own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.core.stub_server import StubServer


@pytest.fixture
def stub() -> Iterator[StubServer]:
    made = StubServer()
    yield made
    made.close()

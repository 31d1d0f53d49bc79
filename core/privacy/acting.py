"""One act of an operator about a person as a whole, also while the person's memory is restricted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from core import audit
from core.errors import ErrorCode, NotFound
from core.memory.ground import Ground, Writing
from core.store import subjects


@contextmanager
def acting(ground: Ground) -> Iterator[Writing]:
    """A write transaction about somebody who is in the file.

    Raises:
        NotFound: nobody of that name is.
        ReadOnly, Locked, Moved, StorageFailure: the file could not be written.
    """
    scope = ground.scope
    with ground.database.write() as tx:
        subject = subjects.find(tx, scope.tenant, scope.user)
        if subject is None:
            raise NotFound(ErrorCode.NO_SCOPE, tenant=scope.tenant, user=scope.user)
        yield Writing(tx, subject, audit.actor_id(tx, ground.actor), ground.clock(), ground.recall)

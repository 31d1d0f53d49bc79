"""Where a memory system stands: one open file, one scope, one actor."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import apsw

from core import audit
from core.clock import Clock
from core.errors import Gone, Restricted
from core.gate import Settings, cleaned
from core.recall import Recall
from core.scope import Scope
from core.store import Database, person_rows, subjects, suppression_rows
from core.store.subjects import Subject

DEFAULTS = Settings()


@dataclass(frozen=True, slots=True)
class Ground:
    """What every memory system is given; nothing in it can be swapped for another scope."""

    database: Database
    scope: Scope
    actor: audit.Actor
    clock: Clock
    recall: Recall
    settings: Settings = DEFAULTS

    @contextmanager
    def read(self) -> Iterator[tuple[apsw.Connection, int | None]]:
        """A snapshot and the scope's number; None when nothing was ever written about it.

        Raises:
            Restricted: an agent asks while the person's memory may not be used.
        """
        with self.database.read() as connection:
            found = self.subject(connection)
            yield connection, found.scope if found else None

    @contextmanager
    def write(self) -> Iterator[Writing]:
        """A write transaction in which the scope exists.

        Raises:
            Gone: the person was erased, or may not come back by name yet. The triggers in the file
                say so too, but only where a row is written; a refusal or a deletion would pass them.
            Restricted: the person's memory is kept as it is.
            ReadOnly, Locked, Moved, StorageFailure: the file could not be written.
        """
        with self.database.write() as tx:
            now = self.clock()
            actor = audit.actor_id(tx, self.actor)
            subject, is_new = subjects.admit(tx, self.scope.tenant, self.scope.user, now)
            writing = Writing(tx, subject, actor, now, self.recall)
            if is_new:
                self._require_welcome(tx, now)
            elif subjects.buried(tx, subject.scope):
                raise Gone(path=str(self.database.path))
            elif person_rows.restricted(tx, subject.scope):
                raise Restricted(path=str(self.database.path))
            if is_new:
                writing.journal(audit.Entry(audit.Action.CREATE_SCOPE, "scope"))
            yield writing

    def subject(self, connection: apsw.Connection) -> Subject | None:
        """The scope's row in the file; None when nothing was ever written about it.

        Raises:
            Restricted: an agent asks while the person's memory may not be used.
        """
        found = subjects.find(connection, self.scope.tenant, self.scope.user)
        if found is None:
            # A partition of somebody erased meanwhile may still be open in memory.
            self.recall.drop_buried(connection)
        elif self.actor.role is audit.Role.AGENT and person_rows.restricted(connection, found.scope):
            raise Restricted(path=str(self.database.path))
        return found

    def require_welcome(self) -> None:
        """Refuse a person who was erased and may not come back by name yet.

        Raises:
            Gone: the person is suppressed.
        """
        with self.database.read() as connection:
            if subjects.find(connection, self.scope.tenant, self.scope.user) is None:
                self._require_welcome(connection, self.clock())

    def _require_welcome(self, connection: apsw.Connection, now: int) -> None:
        kept_away = suppression_rows.find(connection, self.scope.tenant, self.scope.user, now)
        if kept_away is not None:
            raise Gone(path=str(self.database.path), until=kept_away.expires_at)

    def admit(self) -> Subject:
        """The scope's row in the file, created if nothing was ever written about it."""
        with self.database.read() as connection:
            found = self.subject(connection)
        if found is not None:
            return found
        with self.write() as writing:
            return writing.subject


@dataclass(frozen=True, slots=True)
class Writing:
    """One write transaction: every change in it has the same time, person and actor."""

    tx: apsw.Connection
    subject: Subject
    actor: int
    now: int
    recall: Recall

    @property
    def scope(self) -> int:
        """The scope's number in this file."""
        return self.subject.scope

    def journal(self, entry: audit.Entry, note: str = "") -> None:
        """Append to the chain; ``note`` is a person's reason and is kept apart from it, its secrets masked."""
        told = cleaned(note, self.subject.salt) if note else ""
        audit.append(self.tx, self.actor, self.subject, entry, self.now, told)

"""Copies outside the file: backups of all of it, exports of one person, and how to get rid of them."""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import apsw

from core import audit
from core.audit import Action, Actor, Entry
from core.change import Change
from core.clock import Clock, optional_datetime, to_datetime
from core.errors import ErrorCode, NotFound, StorageFailure
from core.memory.ground import Ground
from core.privacy.acting import acting
from core.scope import Scope
from core.store import Database, backup_rows, person_rows, subjects
from core.store.backup_rows import BackupRow
from core.store.copies import vacuum_into
from core.store.faults import reported, translated
from core.store.person_rows import ExportRow
from core.store.subjects import Subject

CHANGED = frozenset({"copy"})
_CHANGE = Change(CHANGED)
_DAY = 86_400_000_000


@dataclass(frozen=True, slots=True)
class Copy:
    """One backup or export.

    Attributes:
        reachable: something lies at the path now.
        same: it is what was written there; None where it is not there.
        expired: its time has come and it should be deleted.
    """

    id: int
    at: datetime
    path: Path
    expires_at: datetime | None
    removed_at: datetime | None
    reachable: bool
    expired: bool
    change: Change = _CHANGE


class Backups:
    """The register of copies of the whole file that the app made."""

    def __init__(self, database: Database, actor: Actor, clock: Clock) -> None:
        self._database = database
        self._actor = actor
        self._clock = clock

    def make(self, path: Path | str, *, expires_days: float | None = 90) -> Copy:
        """Write a compact copy of the whole file, without what was deleted, and register it.

        Raises:
            StorageFailure: something is there already (exists), or the folder or disk refuses.
            NotFound, ReadOnly: the folder is not there or cannot be written to.
        """
        target = Path(path).absolute()
        if os.path.lexists(target):
            raise StorageFailure(ErrorCode.EXISTS, path=str(target))
        draft = target.with_name(f".{target.name}.{secrets.token_hex(6)}.part")
        with reported(target.parent):
            try:
                # SQLite makes the file and would let others read it while it grows.
                os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
                with translated(target):
                    with self._database.read() as connection:
                        seq = audit.head(connection)[0]
                    vacuum_into(self._database.file, draft)
                with draft.open("rb") as file:
                    digest = hashlib.file_digest(file, "sha256").digest()
                size = draft.stat().st_size
                draft.rename(target)
            finally:
                draft.unlink(missing_ok=True)
        with self._database.write() as tx:
            now = self._clock()
            actor = audit.actor_id(tx, self._actor)
            expires = None if expires_days is None else now + round(expires_days * _DAY)
            row = BackupRow(0, seq, now, actor, str(target), size, digest, expires, None)
            row = row._replace(id=backup_rows.add(tx, row))
            audit.append(tx, actor, None, Entry(Action.BACK_UP, "file", None), now)
        return shown(row, self._clock())

    def listed(self) -> tuple[Copy, ...]:
        """Every backup that was not removed, the newest first."""
        with self._database.read() as connection:
            rows = [row for row in backup_rows.listed(connection) if row.removed_at is None]
        return tuple(shown(row, self._clock()) for row in rows)

    def holding(self, scope: Scope) -> tuple[Copy, ...]:
        """Backups that hold a person."""
        with self._database.read() as connection:
            subject = subjects.find(connection, scope.tenant, scope.user)
            rows = [] if subject is None else held_in_backups(connection, subject)
        return tuple(shown(row, self._clock()) for row in rows)

    def remove(self, id_: int) -> Change:
        """Delete a backup's file, and say so in the register; one that is not there is said to be gone.

        Raises:
            NotFound: there is no such backup in the register.
            StorageFailure: the file cannot be deleted.
        """
        with self._database.read() as connection:
            row = next((each for each in backup_rows.listed(connection) if each.id == id_), None)
        if row is None:
            raise NotFound(ErrorCode.NO_RECORD, id=id_)
        delete_files(Path(row.path))
        with self._database.write() as tx:
            now = self._clock()
            backup_rows.removed(tx, id_, now)
            entry = Entry(Action.REMOVE_COPY, "file", None, code="backup")
            audit.append(tx, audit.actor_id(tx, self._actor), None, entry, now)
        return Change(CHANGED, (id_,))


def exports(ground: Ground) -> tuple[Copy, ...]:
    """The exports of the ground's person that were not removed, the newest first."""
    with ground.database.read() as connection:
        subject = subjects.find(connection, ground.scope.tenant, ground.scope.user)
        rows = [] if subject is None else person_rows.exports(connection, subject.scope)
    return tuple(shown(row, ground.clock()) for row in rows if row.removed_at is None)


def remove_export(ground: Ground, id_: int) -> Change:
    """Delete the files of an export, and say so in the register.

    Raises:
        NotFound: there is no such export.
        StorageFailure: the files cannot be deleted.
    """
    found = next((each for each in exports(ground) if each.id == id_), None)
    if found is None:
        raise NotFound(ErrorCode.NO_RECORD, id=id_)
    delete_files(found.path)
    with acting(ground) as writing:
        person_rows.export_removed(writing.tx, writing.scope, id_, writing.now)
        writing.journal(Entry(Action.REMOVE_COPY, "export", id_, code="export"))
    return Change(CHANGED, (id_,))


def shown(row: BackupRow | ExportRow, now: int) -> Copy:
    """A registered copy, and whether it can be reached."""
    return Copy(
        row.id,
        to_datetime(row.at),
        Path(row.path),
        optional_datetime(row.expires_at),
        optional_datetime(row.removed_at),
        os.path.lexists(row.path),
        row.expires_at is not None and row.expires_at <= now,
    )


def delete_files(path: Path) -> None:
    """Delete a file, or a folder an export wrote; what is not there needs no deleting."""
    with reported(path):
        if path.is_symlink() or path.is_file():
            path.unlink()
        elif path.is_dir():
            # Only what is an export of ours; a path in the register may name another folder by now.
            if not (path / "manifest.json").is_file():
                raise StorageFailure(ErrorCode.NO_ACCESS, path=str(path))
            shutil.rmtree(path)


def held_in_backups(connection: apsw.Connection, subject: Subject) -> list[BackupRow]:
    """Backups in the register that were made since a person came.

    What counts is the journal's order, for a clock may have been set back.
    """
    first = audit.first_about(connection, subject)
    return [row for row in backup_rows.listed(connection) if row.removed_at is None and row.seq >= first]

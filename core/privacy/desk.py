"""A person's rights as an operator serves them."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from core import audit
from core.audit import Action, Entry
from core.change import Change
from core.clock import to_datetime
from core.errors import ErrorCode, NotFound
from core.memory.ground import Ground
from core.privacy import copies, erasing, forgetting, limits, receipt
from core.privacy.archive import Archive, ArchiveInfo
from core.privacy.copies import Backups, Copy
from core.privacy.erasing import ErasePreview, Order
from core.privacy.exporting import Exported, export
from core.privacy.finishing import Pending, finish, pending
from core.privacy.forgetting import ForgetPreview
from core.privacy.holdings import Holdings, holdings, mentions
from core.privacy.installation import InstallationKey
from core.privacy.limits import Standing
from core.privacy.progress import Progress, Step, Watch
from core.privacy.quotes import KeptBecause, Quote, open_other
from core.privacy.receipt import Receipt, ReceiptCheck
from core.privacy.register import Register, Returned
from core.privacy.requests import Requests
from core.privacy.restoring import Restored, restore
from core.privacy.retention import Due, Retention, Swept
from core.privacy.statements import Statements
from core.privacy.statements import read as read_statements
from core.privacy.statements import write as write_statements
from core.privacy.table_files import write_table
from core.privacy.waiting import WAITING
from core.scope import Scope
from core.store import Database, erasure_rows, subjects, suppression_rows
from core.store.person_rows import Flag
from core.store.value_copies import ValueCopy

Asked = Callable[[], bool]
_SOMEBODY = Scope("mnemoscope", "nobody")


@dataclass(frozen=True, slots=True)
class Suppression:
    """A name that may not come back yet; whose it is can be tested and not read."""

    id: int
    at: datetime
    expires_at: datetime


class Privacy:
    """Holdings, export and erasure of one person at a time, under the operator's name."""

    def __init__(self, database: Database, ground: Callable[[Scope], Ground]) -> None:
        self._database = database
        self._ground = ground
        self._key = InstallationKey()
        self._own = ground(_SOMEBODY)

    @cached_property
    def requests(self) -> Requests:
        """What people asked for, and by when."""
        return Requests(self._database, self._ground)

    @cached_property
    def retention(self) -> Retention:
        """How long each kind of memory is kept."""
        return Retention(self._database, self._own.actor, self._own.clock, self._ground)

    @cached_property
    def backups(self) -> Backups:
        """Copies of the whole file that the app made."""
        return Backups(self._database, self._own.actor, self._own.clock)

    def statements(self) -> Statements:
        """What the installation states with every export: who is responsible, what for, who else gets it."""
        with self._database.read() as connection:
            return read_statements(connection)

    def state(self, statements: Statements) -> Change:
        """Keep what is stated with every export from now on.

        Raises:
            Invalid: a text is too long, or about a category no archive has.
            ReadOnly, Locked, StorageFailure: the file could not be written.
        """
        return write_statements(self._database, self._own.actor, self._own.clock, statements)

    # --- what is held, and handing it over -----------------------------------------------------

    def holdings(
        self,
        scope: Scope,
        *,
        with_mentions: bool = True,
        progress: Progress | None = None,
        cancelled: Asked | None = None,
    ) -> Holdings:
        """What is held about a person, table by table, and where others mention them; counts only.

        Raises:
            NotFound: nobody of that name is in the file.
        """
        watch = Watch(progress, cancelled)
        with self._database.read() as connection:
            subject = subjects.find(connection, scope.tenant, scope.user)
            if subject is None:
                raise NotFound(ErrorCode.NO_SCOPE, tenant=scope.tenant, user=scope.user)
            found = holdings(connection, scope, subject)
            if not with_mentions:
                return found
            told = mentions(connection, scope, subject, watch.at(Step.MENTIONS))
        return Holdings(found.scope, found.tables, found.journal_entries, told)

    def export(
        self,
        scope: Scope,
        folder: Path | str,
        *,
        archive: bool = True,
        expires_days: float | None = None,
        progress: Progress | None = None,
        cancelled: Asked | None = None,
    ) -> Exported:
        """Write everything held about a person to a new folder, and to a zip beside it.

        Both appear whole or not at all, readable by this user alone, and are registered, for they
        are copies. From a file that is open for reading only they are written too and are not
        registered, which `Exported.registered` says.

        Raises:
            NotFound: nobody of that name is in the file, or the folder to write in is not there.
            StorageFailure: the folder or the zip exists (exists), may not be written, or the disk is full.
        """
        watch = Watch(progress, cancelled)
        return export(self._ground(scope), self._key, Path(folder), archive, expires_days, watch)

    def export_table(self, scope: Scope, table: str, path: Path | str, format_: str = "csv") -> int:
        """Write one table of a person to a new CSV, JSON or JSON Lines file; how many rows.

        Raises:
            Invalid: no such table or format.
            NotFound, StorageFailure, ReadOnly: as `export`.
        """
        return write_table(self._ground(scope), table, Path(path), format_)

    def inspect_archive(self, path: Path | str) -> ArchiveInfo:
        """What an archive says about itself, and whether it is one of this installation.

        Raises:
            NotAStore: it is no archive (code not_an_archive).
            NotFound, StorageFailure: it cannot be read.
        """
        return Archive(Path(path)).info(self._key)

    def restore(
        self,
        path: Path | str,
        *,
        scope: Scope | None = None,
        progress: Progress | None = None,
        cancelled: Asked | None = None,
    ) -> Restored:
        """Bring a person back from an archive, under their name or another.

        An archive of this installation comes back row for row, its journal aside; the secret and
        frame rules run again. Any other is proposed to the gate like a foreign file.

        Raises:
            Gone: the person was erased and may not come back yet.
            StorageFailure: the person is in the file already (scope_exists).
            NotAStore: it is no archive (code not_an_archive); nothing was written.
        """
        archive = Archive(Path(path))
        info = archive.info(self._key)
        ground = self._ground(scope or archive.scope)
        return restore(ground, self._key, archive, info, Watch(progress, cancelled))

    # --- erasing -------------------------------------------------------------------------------

    def preview(
        self, scope: Scope, *, progress: Progress | None = None, cancelled: Asked | None = None
    ) -> ErasePreview:
        """What erasing a person would take, what stays and why, and what stands in the way."""
        held = self.holdings(scope, progress=progress, cancelled=cancelled)
        return erasing.preview(
            self._ground(scope), held, self.backups.holding(scope), self.exports(scope), self.hold(scope)
        )

    def quotes(self, scope: Scope, other: Scope) -> tuple[Quote, ...]:
        """What one other person's records say about a person, text by text; the journal keeps that it was read.

        Raises:
            NotFound: one of the two is not in the file.
            ReadOnly, Locked, StorageFailure: the journal could not be written, so nothing is shown.
        """
        return open_other(self._ground(scope), self._ground(other))

    def erase(
        self,
        scope: Scope,
        *,
        reason: str,
        identity: str | None = None,
        remove_backups: Collection[int] = (),
        remove_exports: Collection[int] = (),
        suppress_days: float = erasing.SUPPRESSED_DAYS,
        patience: float = 5.0,
        redact: Collection[Quote] = (),
        mentions_kept_because: str = KeptBecause.NOT_DECIDED,
        progress: Progress | None = None,
        cancelled: Asked | None = None,
    ) -> Receipt:
        """Erase a person, search for what is left of them, and say what was found.

        Args:
            reason: one of `EraseReason`, or words, which die with the person.
            identity: how it was checked that the person is who they say.
            remove_backups, remove_exports: numbers of the copies to delete as well, before the rows go.
            suppress_days: how long the name may not come back; 0 lets it at once.
            patience: seconds to wait for readers; then the receipt is DELETED_NOT_SCRUBBED, and
                `finish` brings it to its end.
            redact: of what `quotes` showed, what others' records shall not say any more; it is
                overwritten in the transaction in which the rows go.
            mentions_kept_because: one of `KeptBecause`, for what others' records go on saying.
            cancelled: asked until the rows go; from then on it goes through.

        Raises:
            Conflict: a text to redact has changed since it was shown; nothing has changed.
            Restricted: somebody whose text is to be redacted is under a restriction.
            NotFound: nobody of that name is in the file.
            Gone: they were erased before.
            OnHold: a legal hold keeps the person.
            Invalid: no reason.
            ReadOnly, Locked, StorageFailure: the file could not be written; nothing has changed.
        """
        order = Order(
            reason,
            identity,
            patience,
            suppress_days,
            tuple(remove_backups),
            tuple(remove_exports),
            tuple(redact),
            mentions_kept_because,
        )
        watch = Watch(progress, cancelled)
        return erasing.erase(self._ground(scope), self._key, WAITING, order, self.backups, watch)

    def returned(self) -> tuple[Returned, ...]:
        """People who were erased on this installation and are in the file again: it is an older copy.

        Raises:
            ReadOnly, StorageFailure: the list of erasures outside the file cannot be read.
        """
        return Register().returned(self._database)

    def pending(self) -> tuple[Pending, ...]:
        """Deletions whose bytes may still stand in the file, and who is in the way."""
        return pending(self._database)

    def finish(
        self, patience: float = 0.5, *, progress: Progress | None = None, identifiers: Collection[str] = ()
    ) -> tuple[Receipt, ...]:
        """Scrub and verify what was deleted while somebody stood in the way; the receipts.

        A timer calls it, and so does opening the file for writing.

        Args:
            identifiers: names or words of the erased to search for where the needles are gone, as
                after a crash; they are kept nowhere.
        """
        watch = Watch(progress, None)
        jobs = [each.job for each in self.pending()]
        return finish(self._own, self._key, WAITING, jobs, patience, watch, identifiers) if jobs else ()

    def receipts(self, limit: int = 100) -> tuple[Receipt, ...]:
        """The last receipts of this file, newest first."""
        with self._database.read() as connection:
            rows = erasure_rows.listed(connection, limit)
        return tuple(receipt.parsed(row.receipt) for row in rows if row.receipt is not None)

    def check_receipt(self, given: Path | str | Mapping[str, Any]) -> ReceiptCheck:
        """Whether a receipt is one of this installation, letter for letter.

        Raises:
            NotAStore: it is no receipt (code not_a_receipt).
            NotFound, StorageFailure: the file cannot be read.
        """
        if isinstance(given, Mapping):
            told = receipt.parsed(json.dumps(given))
        else:
            told = receipt.read(Path(given))
        return receipt.checked(self._key, told, self._database)

    def suppressions(self) -> tuple[Suppression, ...]:
        """Names that may not come back yet, the oldest first."""
        with self._database.read() as connection:
            return tuple(
                Suppression(each.id, to_datetime(each.at), to_datetime(each.expires_at))
                for each in suppression_rows.listed(connection)
            )

    def suppressed(self, scope: Scope) -> Suppression | None:
        """Whether a name may not come back yet."""
        with self._database.read() as connection:
            found = suppression_rows.find(connection, scope.tenant, scope.user, self._own.clock())
        return found and Suppression(found.id, to_datetime(found.at), to_datetime(found.expires_at))

    def lift_suppression(self, id_: int) -> Change:
        """Let a name come back.

        Raises:
            NotFound: there is no such entry.
        """
        with self._database.write() as tx:
            if not suppression_rows.lift(tx, id_):
                raise NotFound(ErrorCode.NO_RECORD, id=id_)
            actor = audit.actor_id(tx, self._own.actor)
            audit.append(tx, actor, None, Entry(Action.LIFT_SUPPRESSION, "scope"), self._own.clock())
        return limits.CHANGED

    # --- one fact ------------------------------------------------------------------------------

    def preview_forget(
        self, scope: Scope, *, key: str | None = None, id_: int | None = None, kind: str | None = None
    ) -> ForgetPreview:
        """What forgetting a fact takes, and every other place its value stands in.

        Raises:
            NotFound: it is not there.
            Invalid: neither a key nor an id, or both.
        """
        return forgetting.preview(self._ground(scope), key, id_, kind)

    def forget(
        self,
        scope: Scope,
        shown: ForgetPreview,
        *,
        scrub: Collection[ValueCopy] = (),
        reason: str = "",
        patience: float = 5.0,
        progress: Progress | None = None,
        cancelled: Asked | None = None,
    ) -> Receipt:
        """Forget what a preview listed, scrub the copies chosen from it, and search for what is left.

        Raises:
            Conflict: what was listed has changed since; nothing went.
            NotFound: it is gone already.
            Restricted: the person's memory is kept as it is.
        """
        watch = Watch(progress, cancelled)
        ground = self._ground(scope)
        return forgetting.forget(ground, self._key, WAITING, shown, scrub, reason, patience, watch)

    # --- restriction, hold, copies, retention --------------------------------------------------

    def restriction(self, scope: Scope) -> Standing | None:
        """Whether a person's memory is kept and not used, since when and why."""
        return limits.standing(self._ground(scope), Flag.RESTRICTION)

    def restrict(self, scope: Scope, reason: str) -> Standing:
        """Keep a person's memory as it is: agents recall nothing and nobody writes."""
        return limits.impose(self._ground(scope), Flag.RESTRICTION, reason)

    def lift_restriction(self, scope: Scope, reason: str = "") -> Change:
        """Let a person's memory be used again."""
        return limits.lift(self._ground(scope), Flag.RESTRICTION, reason)

    def hold(self, scope: Scope) -> Standing | None:
        """Whether a legal hold keeps a person from being erased, since when and why."""
        return limits.standing(self._ground(scope), Flag.LEGAL_HOLD)

    def put_on_hold(self, scope: Scope, reason: str) -> Standing:
        """Keep a person from being erased, for a reason the law knows (Art. 17(3) GDPR)."""
        return limits.impose(self._ground(scope), Flag.LEGAL_HOLD, reason)

    def lift_hold(self, scope: Scope, reason: str = "") -> Change:
        """Let a person be erased again."""
        return limits.lift(self._ground(scope), Flag.LEGAL_HOLD, reason)

    def exports(self, scope: Scope) -> tuple[Copy, ...]:
        """Where exports of a person were put and not removed, the newest first."""
        return copies.exports(self._ground(scope))

    def remove_export(self, scope: Scope, id_: int) -> Change:
        """Delete the files of an export, and say so in the register."""
        return copies.remove_export(self._ground(scope), id_)

    def sweep(
        self,
        due: Collection[Due],
        *,
        reason: str = "",
        progress: Progress | None = None,
        cancelled: Asked | None = None,
    ) -> tuple[Swept, tuple[Receipt, ...]]:
        """Carry a preview of `retention` out and scrub the file; what went, and the receipts."""
        swept = self.retention.run(tuple(due), reason=reason, watch=Watch(progress, cancelled))
        return swept, self.finish(5.0, progress=progress)

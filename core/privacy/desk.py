"""A person's rights as an operator serves them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from core.errors import ErrorCode, NotFound
from core.memory.ground import Ground
from core.privacy import erasing, receipt
from core.privacy.erasing import Order
from core.privacy.exporting import Exported, export
from core.privacy.finishing import finish
from core.privacy.holdings import Holdings, holdings, mentions
from core.privacy.installation import InstallationKey
from core.privacy.progress import Progress, Step, Watch
from core.privacy.receipt import Receipt, ReceiptCheck
from core.privacy.waiting import WAITING
from core.scope import Scope
from core.store import Database, erasure_rows, subjects

Cancelled = Callable[[], bool]


class Privacy:
    """Holdings, export and erasure of one person at a time, under the operator's name."""

    def __init__(self, database: Database, ground: Callable[[Scope], Ground]) -> None:
        self._database = database
        self._ground = ground
        self._key = InstallationKey()

    def holdings(
        self,
        scope: Scope,
        *,
        with_mentions: bool = True,
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
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

    def erase(
        self,
        scope: Scope,
        *,
        reason: str,
        identity: str | None = None,
        patience: float = 5.0,
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> Receipt:
        """Erase a person, search for what is left of them, and say what was found.

        Args:
            reason: one of `EraseReason`, or words, which die with the person.
            identity: how it was checked that the person is who they say.
            patience: seconds to wait for readers; then the receipt is DELETED_NOT_SCRUBBED, and
                `finish` brings it to its end.
            cancelled: asked until the rows go; from then on it goes through.

        Raises:
            NotFound: nobody of that name is in the file.
            OnHold: a legal hold keeps the person.
            ReadOnly, Locked, StorageFailure: the file could not be written; nothing has changed.
        """
        order = Order(reason, identity, patience)
        return erasing.erase(self._ground(scope), self._key, WAITING, order, Watch(progress, cancelled))

    def export(
        self,
        scope: Scope,
        folder: Path | str,
        *,
        archive: bool = True,
        expires_days: float | None = None,
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
    ) -> Exported:
        """Write everything held about a person to a new folder, and to a zip beside it.

        Both appear whole or not at all, readable by this user alone, and are registered, for they
        are copies.

        Raises:
            NotFound: nobody of that name is in the file, or the folder to write in is not there.
            StorageFailure: the folder or the zip exists (exists), may not be written, or the disk is full.
        """
        watch = Watch(progress, cancelled)
        return export(self._ground(scope), self._key, Path(folder), archive, expires_days, watch)

    def finish(self, patience: float = 0.5, progress: Progress | None = None) -> tuple[Receipt, ...]:
        """Scrub and verify what was deleted while somebody stood in the way; the receipts.

        A timer calls it, and so does opening the file for writing.
        """
        with self._database.read() as connection:
            jobs = [job.job for job in erasure_rows.pending(connection)]
        ground = self._ground(_NOBODY)
        return tuple(finish(ground, self._key, WAITING, job, patience, Watch(progress, None)) for job in jobs)

    def receipts(self, limit: int = 100) -> tuple[Receipt, ...]:
        """The last receipts of this file, newest first."""
        with self._database.read() as connection:
            rows = erasure_rows.listed(connection, limit)
        return tuple(receipt.parsed(row.receipt) for row in rows if row.receipt is not None)

    def check_receipt(self, given: Path | Mapping[str, Any]) -> ReceiptCheck:
        """Whether a receipt is one of this installation, letter for letter.

        Raises:
            NotAStore: it is no receipt.
            NotFound, StorageFailure: the file cannot be read.
        """
        import json

        told = receipt.read(given) if isinstance(given, Path) else receipt.parsed(json.dumps(given))
        genuine = self._key.signed(receipt.FORMAT, told.body, told.signature)
        with self._database.read() as connection:
            row = erasure_rows.find(connection, told.job)
        known = row is not None and row.receipt == told.to_json()
        return ReceiptCheck(genuine, known, told, None if genuine else "signature")


_NOBODY = Scope("mnemoscope", "nobody")

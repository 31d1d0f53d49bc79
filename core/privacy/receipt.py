"""The receipt: what was erased, what was checked and found, and what nobody can prove."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from core.change import NOTHING, Change
from core.errors import ErrorCode, NotAStore
from core.privacy.installation import InstallationKey
from core.store import Database, erasure_rows
from core.store.faults import reported
from core.store.holders import Holder

FORMAT = "mnemoscope-receipt"
VERSION = 1
_MOST_BYTES = 1 << 20


class ReceiptState(StrEnum):
    """How an erasure ended; the middle one ends by itself once nobody stands in the way."""

    VERIFIED = "VERIFIED"
    DELETED_NOT_SCRUBBED = "DELETED_NOT_SCRUBBED"
    FAILED = "FAILED"


class EraseReason(StrEnum):
    """Why a person was erased (Art. 17(1) GDPR); words of the operator's own die with the person."""

    REQUEST = "request"
    CONSENT_WITHDRAWN = "consent_withdrawn"
    NO_LONGER_NEEDED = "no_longer_needed"
    OBJECTION = "objection"
    UNLAWFUL = "unlawful"
    LEGAL_DUTY = "legal_duty"
    CAME_BACK = "came_back"
    OTHER = "other"


class Limit(StrEnum):
    """What a receipt cannot prove, or says was left."""

    BACKUPS_LEFT = "backups_left"
    EXPORTS_LEFT = "exports_left"
    NOT_REGISTERED = "not_registered"
    OTHER_COPIES = "other_copies"
    DEVICE = "device"
    PROCESS_MEMORY = "process_memory"
    COMPRESSED = "compressed"
    SUPPRESSION_GUESSABLE = "suppression_guessable"
    SCAN_NOT_REPEATED = "scan_not_repeated"
    NOTHING_TO_SEARCH = "nothing_to_search"
    ROWS_CAME_LATE = "rows_came_late"
    MENTIONS_KEPT = "mentions_kept"
    COPIES_KEPT = "copies_kept"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at; ``ok`` is None where it could not be told."""

    name: str
    ok: bool | None
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Receipt:
    """What `Privacy.erase` answers with: the signed facts, without a word of anybody's memory.

    Attributes:
        body: the facts as JSON-ready values; ``signature`` is their keyed hash.
        blocking: processes that keep old pages alive, as of now.
        left: paths of exports and backups that still hold the person; told here, not in the body.
    """

    body: Mapping[str, Any]
    signature: str
    blocking: tuple[Holder, ...] = ()
    left: tuple[str, ...] = ()
    change: Change = NOTHING

    @property
    def job(self) -> str:
        """The name of the erasure."""
        return str(self.body["job"])

    @property
    def state(self) -> ReceiptState:
        """How it ended, or stands."""
        return ReceiptState(self.body["state"])

    @property
    def checks(self) -> tuple[Check, ...]:
        """What was looked at."""
        return tuple(Check(each["name"], each["ok"], each["data"]) for each in self.body["checks"])

    @property
    def limits(self) -> tuple[Limit, ...]:
        """What it cannot prove."""
        return tuple(Limit(each) for each in self.body["limits"])

    def check(self, name: str) -> Check | None:
        """One check by name."""
        return next((each for each in self.checks if each.name == name), None)

    def to_json(self) -> str:
        """The receipt as a file holds it."""
        whole = {**self.body, "signature": self.signature}
        return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"

    def write(self, path: Path) -> None:
        """Write the receipt to a new file.

        Raises:
            StorageFailure, ReadOnly, NotFound: the folder refuses, or something is there already.
        """
        with reported(path), path.open("x", encoding="utf-8") as file:
            file.write(self.to_json())


@dataclass(frozen=True, slots=True)
class ReceiptCheck:
    """Whether a receipt is one of this installation, letter for letter.

    Attributes:
        known: the open file holds the same receipt.
        problem: why it is not genuine: ``signature``.
    """

    genuine: bool
    known: bool
    receipt: Receipt
    problem: str | None = None


def signed(key: InstallationKey, body: Mapping[str, Any], blocking: tuple[Holder, ...] = ()) -> Receipt:
    """A receipt of these facts."""
    return Receipt(body, key.sign(FORMAT, body), blocking)


def checked(key: InstallationKey, told: Receipt, database: Database | None) -> ReceiptCheck:
    """Whether a receipt is genuine, and whether a file holds the same one."""
    genuine = key.signed(FORMAT, told.body, told.signature)
    row = None
    if database is not None:
        with database.read() as connection:
            row = erasure_rows.find(connection, told.job)
    known = row is not None and row.receipt == told.to_json()
    return ReceiptCheck(genuine, known, told, None if genuine else "signature")


def check_receipt(path: Path) -> ReceiptCheck:
    """Whether a receipt in a file is one of this installation; no memory file is needed.

    Raises:
        NotAStore: it is no receipt.
        NotFound, StorageFailure: it cannot be read.
    """
    return checked(InstallationKey(), read(path), None)


def parsed(text: str, path: Path | None = None) -> Receipt:
    """The receipt a text holds.

    Raises:
        NotAStore: it is no receipt (code not_a_receipt).
    """
    try:
        whole = json.loads(text)
        signature = str(whole.pop("signature"))
        receipt = Receipt(whole, signature)
        known = whole["format"] == FORMAT and whole["version"] == VERSION
        # Each of these is read once, so that whoever shows the receipt need not doubt it.
        _ = (receipt.job, receipt.state, receipt.checks, receipt.limits)
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        known = False
    if not known:
        raise NotAStore(ErrorCode.NOT_A_RECEIPT, path=None if path is None else str(path))
    return receipt


def read(path: Path) -> Receipt:
    """The receipt in a file.

    Raises:
        NotAStore: it is no receipt.
        NotFound, StorageFailure: it cannot be read.
    """
    with reported(path), path.open("rb") as file:
        raw = file.read(_MOST_BYTES + 1)
    if len(raw) > _MOST_BYTES:
        raise NotAStore(ErrorCode.NOT_A_RECEIPT, path=str(path))
    return parsed(raw.decode("utf-8", "replace"), path)

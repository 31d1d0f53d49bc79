"""The room of a person's rights: show what is held, hand it over, erase it, and prove that it is gone.

Everything here reads the one inventory of ``core.store``, so holdings, export and erasure speak of
the same tables; a table that is new there needs no line here. Only an operator enters, for one
person at a time. What identifies an erased person (the needles of the search) lives in memory and
in a pipe, never in a file, a log or a receipt.
"""

from core.privacy.archive import ArchiveInfo
from core.privacy.copies import Backups, Copy
from core.privacy.desk import Privacy, Suppression
from core.privacy.erasing import ErasePreview
from core.privacy.exporting import Exported
from core.privacy.finishing import Pending
from core.privacy.forgetting import ForgetPreview
from core.privacy.holdings import Holdings, Mention, TableHoldings
from core.privacy.limits import Standing
from core.privacy.progress import Step
from core.privacy.quotes import KeptBecause, Quote
from core.privacy.receipt import Check, EraseReason, Limit, Receipt, ReceiptCheck, ReceiptState, check_receipt
from core.privacy.register import Returned
from core.privacy.requests import Request, RequestKind, Requests, RequestStatus
from core.privacy.restoring import Restored
from core.privacy.retention import Due, Retention, RetentionRule, Swept
from core.privacy.statements import Statements

__all__ = [
    "ArchiveInfo",
    "Backups",
    "Check",
    "Copy",
    "Due",
    "ErasePreview",
    "EraseReason",
    "Exported",
    "ForgetPreview",
    "Holdings",
    "KeptBecause",
    "Limit",
    "Mention",
    "Pending",
    "Privacy",
    "Quote",
    "Receipt",
    "ReceiptCheck",
    "ReceiptState",
    "Request",
    "RequestKind",
    "RequestStatus",
    "Requests",
    "Restored",
    "Retention",
    "RetentionRule",
    "Returned",
    "Standing",
    "Statements",
    "Step",
    "Suppression",
    "Swept",
    "TableHoldings",
    "check_receipt",
]

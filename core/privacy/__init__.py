"""The room of a person's rights: show what is held, hand it over, erase it, and prove that it is gone.

Everything here reads the one inventory of ``core.store``, so holdings, export and erasure speak of
the same tables; a table that is new there needs no line here. Only an operator enters, for one
person at a time. What identifies an erased person (the needles of the search) lives in memory and
in a pipe, never in a file, a log or a receipt.
"""

from core.privacy.desk import Privacy
from core.privacy.holdings import Holdings, Mention, TableHoldings
from core.privacy.receipt import Check, EraseReason, Receipt, ReceiptState

__all__ = [
    "Check",
    "EraseReason",
    "Holdings",
    "Mention",
    "Privacy",
    "Receipt",
    "ReceiptState",
    "TableHoldings",
]

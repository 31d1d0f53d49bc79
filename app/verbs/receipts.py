"""A receipt on a terminal."""

from __future__ import annotations

from app.exits import Exit
from app.wording import number
from app.wording.privacy import check_text, limit_text, state_sentence, table_word
from core.privacy import Receipt, ReceiptState

_MARKS = {True: "ok ", False: "NO ", None: "?  "}
CODES = {
    ReceiptState.VERIFIED: Exit.OK,
    ReceiptState.DELETED_NOT_SCRUBBED: Exit.SOME_LEFT_OUT,
    ReceiptState.FAILED: Exit.NOT_RIGHT,
}


def as_text(receipt: Receipt) -> str:
    """What was deleted, checked, found, and what cannot be proven."""
    rows = ", ".join(
        f"{number(count)} {table_word(name, count)}" for name, count in receipt.body["rows"].items() if count
    )
    lines = [f"{receipt.state} · receipt {receipt.job}", state_sentence(receipt.state), f"Deleted: {rows}"]
    lines += [f"  {_MARKS[each.ok]} {check_text(each.name, each.ok, each.data)}" for each in receipt.checks]
    if receipt.blocking:
        lines += ["In the way: " + ", ".join(f"{each.program} ({each.pid})" for each in receipt.blocking)]
    lines += ["What this cannot prove:"]
    lines += [f"  - {limit_text(limit)}" for limit in receipt.limits]
    lines += [f"Still holds the person: {path}" for path in receipt.left]
    return "\n".join(lines)

"""A receipt on a terminal."""

from __future__ import annotations

from app.exits import Exit
from app.wording.receipts import (
    blocking,
    blocking_text,
    check_lines,
    left_text,
    limit_lines,
    mentions_text,
    rows_text,
    state_sentence,
)
from core.privacy import Receipt, ReceiptState

_MARKS = {True: "ok ", False: "NO ", None: "?  "}
CODES = {
    ReceiptState.VERIFIED: Exit.OK,
    ReceiptState.DELETED_NOT_SCRUBBED: Exit.SOME_LEFT_OUT,
    ReceiptState.FAILED: Exit.NOT_RIGHT,
}


def as_text(receipt: Receipt) -> str:
    """What was deleted, checked, found, and what cannot be proven."""
    lines = [f"{receipt.state} · receipt {receipt.job}", state_sentence(receipt.state)]
    lines.append(f"Deleted: {rows_text(receipt)}")
    lines += [f"  {_MARKS[line.ok]} {line.text}" for line in check_lines(receipt)]
    if (told := mentions_text(receipt.body.get("mentions"))) is not None:
        lines.append(f"Mentions by others: {told}")
    lines += filter(None, [blocking_text(blocking(receipt))])
    lines.append("What this cannot prove:")
    lines += [f"  - {line.text}" for line in limit_lines(receipt)]
    lines += filter(None, [left_text(receipt)])
    return "\n".join(lines)

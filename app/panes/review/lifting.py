"""Blocked values with the words they are known by, where those are still kept; and lifting one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from app.panes.review.columns import proposal_text
from app.panes.review.covering import covered_item
from core.change import NOTHING, Change
from core.clock import optional_datetime, to_datetime
from core.errors import NotFound
from core.review import Review
from core.scope import Scope
from core.store.blocks import Block


@dataclass(frozen=True, slots=True)
class BlockLine:
    """One blocked value.

    Attributes:
        text: the words of the rejected proposal; empty where nothing but the hash is kept.
    """

    block: Block
    text: str
    at: datetime
    stopped_at: datetime | None


@dataclass(frozen=True, slots=True)
class Lifted:
    """What lifting did."""

    was_blocked: bool
    change: Change


def read_blocks(review: Review, scope: Scope) -> list[BlockLine]:
    """Every block of one person, newest first."""
    return [
        BlockLine(
            block,
            _words(review, scope, block.item),
            to_datetime(block.at),
            optional_datetime(block.stopped_at),
        )
        for block in review.blocks(scope)
    ]


def lift(review: Review, scope: Scope, value: bytes, reason: str) -> Lifted:
    """Lets a value come back."""
    lifted = review.lift_block(scope, value, reason=reason)
    return Lifted(lifted, Change(frozenset({"quarantine"})) if lifted else NOTHING)


def _words(review: Review, scope: Scope, item: int | None) -> str:
    if item is None:
        return ""
    try:
        return proposal_text(covered_item(review.item(scope, item)))[:80]
    except NotFound:
        return ""

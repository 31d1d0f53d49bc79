"""Where proposals go that were not stored: held for a person, refused, or skipped, with reasons.

Rows come in from the writing of records only, in the same transaction as their journal entry.
What lies here is never indexed, embedded, recalled or shown to an agent; a secret or high-risk
personal value was masked before it was written. People decide about it in ``core.review``.
"""

from core.memory.quarantine.item import HeldItem, ItemStatus
from core.memory.quarantine.keyed import block_tag, bytes_tag, origin_tag, slot_tag

__all__ = ["HeldItem", "ItemStatus", "block_tag", "bytes_tag", "origin_tag", "slot_tag"]

"""The desk where a person decides what code would not: release, edit, redact, reject, undo.

Items come from the quarantine; decisions name the version they were made on, so nothing is
decided twice, not even by two processes. A release runs today's rules on the exact words again
and passes the gate's operator column. Only an operator's handle reaches this room.
"""

from core.review.consequences import Consequences
from core.review.decisions import Decision
from core.review.desk import Revealed, Review
from core.review.queue import QueueCounts, QueueEntry

__all__ = ["Consequences", "Decision", "QueueCounts", "QueueEntry", "Revealed", "Review"]

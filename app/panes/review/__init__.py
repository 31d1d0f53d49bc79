"""The Review pane: what was not stored, why, what a release would do, and the decision.

The list covers everybody who waits, or one person by a chip. It holds ids, risk and age; the
words of each row are read through that person's own partition. Every decision goes through
``core.review`` and names the version that was on screen, so nothing is decided twice.
"""

from app.panes.review.pane import ReviewPane

__all__ = ["ReviewPane"]

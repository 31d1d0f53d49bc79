"""The Recall pane: what a question brings back, why, and why something else does not.

Every answer comes from ``core`` through a reader: the scores taken apart, the fate of one
record, the block for the prompt, the trials of isolation and of near-duplicates. What may enter
here is the drawing of those numbers and the asking; how a score is made is decided in
``core.recall``. Nothing here writes to the file, so all of it works read-only.
"""

from app.panes.recall.pane import RecallPane

__all__ = ["RecallPane"]

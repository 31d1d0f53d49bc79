"""The Memory pane: every record of one person, its history, and what a person may do to it.

The list asks core for ids and pages, the detail asks for one record with its chain and its
events, and every act goes through the session, so that other panes hear of it. What may enter
here is the drawing of records and the dialogs about them; what a correction or a deletion
means is decided in ``core.memory.records``.
"""

from app.panes.memory.pane import MemoryPane

__all__ = ["MemoryPane"]

"""The Audit pane: the journal of every act, and the proof that it is whole.

It lists entries, links those of the person in the picker to their reasons and records, and
recomputes the chain. Of everybody else it knows action, kind, time and actor, because core tells
no more. Nothing here writes to the file.
"""

from app.panes.audit.pane import AuditPane

__all__ = ["AuditPane"]

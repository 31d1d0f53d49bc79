"""The Conversation pane: where the tokens go, what survives on each turn, and what if.

Every number comes from ``core``'s trace of a stored conversation under a setting; the pane draws it,
moves the setting and tells what was logged with a prompt. Bars, lines, map and tables show one and
the same trace, so that no two numbers of a turn can differ. Nothing here writes to the file but the talk
with the demo agent (``chat*``), and that through the agent's handle, which only proposes.
"""

from app.panes.conversation.pane import ConversationPane

__all__ = ["ConversationPane"]

"""The tools a model is given: recall, read, propose, and ask what became of a proposal.

One handler answers for function tools and for the MCP server alike, so that a name means the same at
every door. Every answer is an envelope the model can read, also for a mistake; nothing raises into an
agent's loop. There is no tool that releases, approves or erases.
"""

from core.agent.tools.definitions import TOOLS
from core.agent.tools.tool import Tool
from core.agent.tools.toolbox import Answer, Toolbox

__all__ = ["TOOLS", "Answer", "Tool", "Toolbox"]

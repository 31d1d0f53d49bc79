"""The room of models: what answers a prompt, whichever it is.

A scripted model answers as it was told, for tests and the demo; a compatible server answers for real,
when somebody configured one. Both are asked in the same way, and what a request cost is told with the
answer. No text of a request or an answer is logged.
"""

from core.agent.model.chat import ChatModel, Reply, Said, Usage
from core.agent.model.scripted import ScriptedModel
from core.agent.model.server_model import ServerModel

__all__ = ["ChatModel", "Reply", "Said", "ScriptedModel", "ServerModel", "Usage"]

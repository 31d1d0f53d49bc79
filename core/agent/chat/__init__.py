"""The room where a person talks to the demo agent and everything it does can be watched.

A turn is kept as a conversation of the person's memory, the prompt is built and logged as for any agent,
the model (a scripted one without network, or a server's) answers through the tools, and what happens is
told step by step. All of it goes through the agent's handle: it can propose, and nothing else.
"""

from core.agent.chat.events import Ended, Event, Heard, Noted, Sent, Worked
from core.agent.chat.speaker import ScriptedSpeaker, ServerSpeaker, Speaker
from core.agent.chat.talk import Talk, next_name

__all__ = [
    "Ended",
    "Event",
    "Heard",
    "Noted",
    "ScriptedSpeaker",
    "Sent",
    "ServerSpeaker",
    "Speaker",
    "Talk",
    "Worked",
    "next_name",
]

"""What the Conversation pane can do."""

from __future__ import annotations

from app.actions.action import SCOPE, SELECTION, Action, mark

CONVERSATION: tuple[Action, ...] = (
    Action(
        "conversation.next",
        mark("Next turn"),
        "J",
        mark("Show the turn after this one"),
        "",
        "conversation",
        "",
        SCOPE,
        "move",
    ),
    Action(
        "conversation.previous",
        mark("Previous turn"),
        "K",
        mark("Show the turn before this one"),
        "",
        "conversation",
        "",
        SCOPE,
        "move",
    ),
    Action(
        "conversation.open",
        mark("Show in Memory"),
        "Ctrl+Return",
        mark("Show the chosen recalled record with its history"),
        "memory",
        "conversation",
        "record",
        SELECTION,
        "read",
    ),
    Action(
        "conversation.stakeholder",
        mark("For the room"),
        "B",
        mark("Two lines and one sentence in big type, to be read from afar"),
        "zoom",
        "conversation",
        "view",
        SCOPE,
        "view",
    ),
    Action(
        "conversation.chat",
        mark("Talk to the agent"),
        "T",
        mark("Say something to the demo agent, and see what it is sent, recalls and proposes"),
        "play",
        "conversation",
        "view",
        SCOPE,
        "view",
    ),
    Action(
        "conversation.export",
        mark("Export…"),
        "Ctrl+E",
        mark("Write the chart on screen as PNG or SVG, or its numbers as CSV"),
        "export",
        "conversation",
        "file",
        SCOPE,
        "data",
    ),
)

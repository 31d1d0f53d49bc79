"""Why there is no conversation on screen, and what can be done about it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.panes.conversation.page import ConversationPage


def show_unchosen(page: ConversationPage, *, file: bool) -> None:
    """No file is open, or nobody of it is chosen."""
    page.show_nothing()
    if file:
        page.stack.show_empty(_tr("No person is chosen"), _tr("Choose one at the top."))
    else:
        page.stack.show_empty(_tr("No file is open"), _tr("Open a memory file, or try the demo."))


def show_none(page: ConversationPage) -> None:
    """The person has no conversation."""
    page.show_nothing()
    page.stack.show_empty(
        _tr("This person has no conversation yet"),
        _tr(
            "An agent that holds its messages in a conversation of this file shows up here as it "
            "speaks. Or import one, a JSON file of messages, by the File menu; or talk to the demo agent."
        ),
    )


def show_silence(page: ConversationPage) -> None:
    """A new session has begun and nothing was said in it; another conversation can be picked."""
    page.show_nothing()
    page.bar.show()
    page.stack.show_empty(
        _tr("Nothing was said in this session yet"),
        _tr("Its earlier messages left the prompt; the next one appears here."),
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("conversation", text)

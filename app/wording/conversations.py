"""What a conversation's parts, strategies, fates and reasons are called on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.wording.language import say

if TYPE_CHECKING:
    from core.memory.conversation import Role
    from core.memory.conversation.settings import Strategy
    from core.memory.conversation.trace import Fate, Why
    from core.memory.prompt.ledger import PromptPart
    from core.memory.prompt.log import Since

_PARTS = {
    "system": "System",
    "tools": "Tools",
    "summary": "Summary",
    "scratchpad": "Scratchpad",
    "recalled": "Recalled",
    "verbatim": "Verbatim",
}
_STRATEGIES = {
    "summary": "Summary",
    "whole": "Whole history",
    "window": "Sliding window",
    "selective": "Most important",
    "newest": "Newest first",
    "model_summary": "Model summary",
}
_FATES = {0: "not said yet", 1: "verbatim", 2: "folded", 3: "dropped"}
_PRESENCES = {
    0: "absent",
    1: "in the summary",
    2: "word for word",
    3: "recalled from memory",
    4: "no prompt logged",
}
_ROLES = {"system": "system", "user": "user", "assistant": "assistant", "tool": "tool"}
_WHYS = {
    0: "",
    1: "it fits into the budget",
    2: "it belongs to the live turn, which is never cut",
    3: "its first sentence is in the summary",
    4: "the summary has no room for it",
    5: "it was cut to stay in the budget",
    6: "it is older than the window",
    7: "others matter more",
    8: "it is a result without its call",
    9: "it is a call that was left without a result",
    10: "system messages are always sent",
    11: "it has no words a summary could keep",
}
_SINCE = {
    "unchanged": "unchanged since",
    "superseded": "superseded since",
    "corrected": "corrected by a person since",
    "expired": "expired since",
    "withdrawn": "withdrawn since",
    "forgotten": "erased since; nothing of it is left",
}
_STEPS = {
    "elided": "long results of tools were shortened",
    "less_recalled": "fewer memories were recalled",
    "short_scratchpad": "the scratchpad was shortened",
    "no_summary": "summary, memories and scratchpad were left out",
}
_FALLBACKS = {
    "unreachable": "the server was away",
    "timed_out": "the server did not answer in time",
    "busy": "the server was busy",
    "no_quota": "the account has no quota left",
    "no_key": "there is no key for the server",
    "wrong_key": "the server did not take the key",
    "no_model": "the server does not have that model",
    "refused": "the model declined",
    "incomplete": "the answer broke off",
    "empty": "the model told nothing",
    "no_room": "the turn leaves no room for it",
}
_ROUTES = {"key": "key", "similarity": "similarity"}


def part_word(part: PromptPart) -> str:
    """A part of the prompt in legends and tables."""
    return say(_PARTS[part])


def strategy_word(strategy: Strategy) -> str:
    """What is done with a history that does not fit."""
    return say(_STRATEGIES[strategy])


def message_fate_word(fate: Fate) -> str:
    """What became of a message on a turn."""
    return say(_FATES[fate])


def message_why(why: Why) -> str:
    """Why it had that fate, as a clause; empty where nothing is to be said."""
    return say(_WHYS[why])


def presence_word(presence: int) -> str:
    """How a text is there on a turn, by the number of a `Presence` or of what was recalled."""
    return say(_PRESENCES[presence])


def role_word(role: Role) -> str:
    """Who speaks."""
    return say(_ROLES[role])


def since_word(since: Since) -> str:
    """What has changed about a record since it was recalled."""
    return say(_SINCE[since])


def step_word(step: str) -> str:
    """What was done so that a prompt fits."""
    return say(_STEPS.get(step, step))


def fallback_word(problem: str) -> str:
    """Why the first sentences stand in for a model's summary."""
    return say(_FALLBACKS.get(problem, "it failed"))


def route_word(route: str) -> str:
    """A way to memory."""
    return say(_ROUTES.get(route, route))

"""What the model sees of memory on one call, and what each part costs in tokens.

Text enters here only as data: every recalled line is quoted, labelled with kind, source and date,
escaped, and counted against a cap of its own. Nothing recalled leaves the prompt as it was, to
the byte. What is superseded, expired, held or refused never comes in, because recall does not return
it. The routes to memory are chosen here too, and say which of them was used.
"""

from core.memory.prompt.quoting import Quoted, beside
from core.memory.prompt.recalled import CAP_TOKENS, RecalledBlock, recalled_block
from core.memory.prompt.routing import Route, Routed, always_loaded, look_up
from core.memory.tokens.counter import CharsPerToken, Pieces, TokenCounter, counter_named

__all__ = [
    "CAP_TOKENS",
    "CharsPerToken",
    "Pieces",
    "Quoted",
    "RecalledBlock",
    "Route",
    "Routed",
    "TokenCounter",
    "always_loaded",
    "beside",
    "counter_named",
    "look_up",
    "recalled_block",
]

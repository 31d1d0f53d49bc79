"""The room of token counters: how long a text is for a model, as well as can be known offline.

A counter has a name that stands beside every number it gave, because an estimate is no count. The
default needs no data file and no network; only what an API reported is called exact.
"""

from core.memory.tokens.counter import CharsPerToken, Pieces, TokenCounter, counter_named

__all__ = ["CharsPerToken", "Pieces", "TokenCounter", "counter_named"]

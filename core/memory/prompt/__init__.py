"""What the model sees of a memory: texts with their bill in tokens.

Parts of the prompt are built here from what the memory systems hand out, and nothing is read or
written. Every quoted text is escaped and labelled as data on its way in, so that no record can
pass for an instruction or end the block it stands in. Tokens are counted by whoever the caller
names; every number says by whom.
"""

from core.memory.prompt.recalled import CAP, BlockLine, RecalledBlock, recalled_block
from core.memory.prompt.tokens import CharsPerFour, TokenCounter

__all__ = ["CAP", "BlockLine", "CharsPerFour", "RecalledBlock", "TokenCounter", "recalled_block"]

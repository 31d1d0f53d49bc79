"""Reading direct statements out of what was said, by rules: no model, no network, the same every time.

A turn comes in with what is known by key; notes come out, each in the words of the turn it was read
from. The rules look at grammar (who speaks, whether it is asserted, what is replaced) and at what a
sentence is about, not at whole phrases. What they are not sure of they leave.
"""

from core.agent.extraction.extractor import Extractor
from core.agent.extraction.note import Act, Note

__all__ = ["Act", "Extractor", "Note"]

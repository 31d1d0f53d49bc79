"""How texts are compared by meaning. The gate asks it for near-duplicates; nothing here writes.

An embedder turns a text into a vector of unit length; a threshold belongs to the embedder it was
measured with and is never carried over to another.
"""

from core.recall.embedder import Embedder, similarity
from core.recall.hashing import HashingEmbedder

__all__ = ["Embedder", "HashingEmbedder", "similarity"]

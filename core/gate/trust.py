"""How far a source is trusted: by its prefix, and never above what it was derived from."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum


class Trust(IntEnum):
    """Rank of a source (specification 4)."""

    NONE = 0
    EXTERNAL = 1
    AGENT = 2
    USER = 3
    OPERATOR = 4

    @property
    def label(self) -> str:
        """The name it is shown and filtered by."""
        return self.name.lower()


_BY_PREFIX = {
    "operator": Trust.OPERATOR,
    "maintainer": Trust.OPERATOR,
    "user": Trust.USER,
    "system": Trust.USER,
    "agent": Trust.AGENT,
    "conversation": Trust.AGENT,
    "tool": Trust.EXTERNAL,
    "doc": Trust.EXTERNAL,
    "web": Trust.EXTERNAL,
    "issue": Trust.EXTERNAL,
    "mail": Trust.EXTERNAL,
    "mcp": Trust.EXTERNAL,
    "entity": Trust.EXTERNAL,
    "import": Trust.EXTERNAL,
}


def trust_of(source: str, internal_tools: frozenset[str] = frozenset()) -> Trust:
    """Trust of one source string such as ``user:turn-3``; unknown prefixes have none.

    Args:
        internal_tools: names of tools the host registered as internal (``tool:<name>…``).
    """
    prefix, separator, rest = source.partition(":")
    if not separator or not rest.strip():
        return Trust.NONE
    if prefix == "tool" and rest.split(":", 1)[0].split("#", 1)[0] in internal_tools:
        return Trust.AGENT
    return _BY_PREFIX.get(prefix, Trust.NONE)


def effective_trust(
    source: str, lineage: Iterable[str], internal_tools: frozenset[str] = frozenset()
) -> Trust:
    """The minimum over the source and everything it was derived from (guide/gate.md 4)."""
    return min(trust_of(each, internal_tools) for each in (source, *lineage))

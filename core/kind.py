"""The four kinds of long-term memory."""

from __future__ import annotations

from enum import StrEnum

from core.errors import Invalid


class Kind(StrEnum):
    """What a record is; each kind has its own update rule (specification 4)."""

    SEMANTIC = "semantic"
    EPISODIC = "episodic"
    PROCEDURAL = "procedural"
    PREFERENCE = "preference"

    @classmethod
    def parse(cls, name: str) -> Kind:
        """The kind of that name; fact, episode and procedure are accepted too.

        Raises:
            Invalid: no kind has that name.
        """
        try:
            return cls(_ALIASES.get(name, name))
        except ValueError:
            raise Invalid("kind", "unknown", value=name, known=[kind.value for kind in cls]) from None


_ALIASES = {"fact": "semantic", "episode": "episodic", "procedure": "procedural"}

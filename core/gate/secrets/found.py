"""A secret as the rules see it: what it is, where it stands, and how sure they are."""

from __future__ import annotations

from typing import NamedTuple


class Secret(NamedTuple):
    """One value in a text that must not be kept.

    Attributes:
        kind: the rule that saw it, such as ``password`` or a provider's rule id.
        certain: False for a value that only looks like a secret.
    """

    start: int
    end: int
    kind: str
    certain: bool = True

"""Who a memory belongs to."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from core.errors import Invalid

MAX_NAME = 200


@dataclass(frozen=True, slots=True, order=True)
class Scope:
    """One person of one tenant: the partition every read and write starts from.

    Both names come from the caller's authentication, never from a query.

    Raises:
        Invalid: a name is empty, longer than 200 characters, or holds a control
            character or a lone surrogate.
    """

    tenant: str
    user: str

    def __post_init__(self) -> None:
        _check("tenant", self.tenant)
        _check("user", self.user)

    def __str__(self) -> str:
        return f"{self.tenant} / {self.user}"


def _check(field: str, name: object) -> None:
    if not isinstance(name, str):
        raise Invalid(field, "type", expected="str", got=type(name).__name__)
    if not name.strip():
        raise Invalid(field, "empty")
    if len(name) > MAX_NAME:
        raise Invalid(field, "too_long", limit=MAX_NAME, length=len(name))
    for position, character in enumerate(name):
        if unicodedata.category(character) in {"Cc", "Cs"}:
            raise Invalid(field, "control_character", position=position)

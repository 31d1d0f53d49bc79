"""An entity, a link, and what a write to the graph gives back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType

from core.change import NOTHING, Change
from core.clock import to_datetime
from core.errors import Corrupt
from core.gate import Trust
from core.store.graph_rows import EntityRow, LinkRow

CONVERSATION = "conversation"
"""The type of an entity that stands for a conversation; its name is the title."""


@dataclass(frozen=True, slots=True)
class Entity:
    """Somebody or something the memory speaks of.

    Attributes:
        id: given by the host; writing it again replaces what stood there.
        properties: JSON values by name.
    """

    id: str
    type: str
    name: str
    properties: Mapping[str, object]
    source: str
    trust: Trust
    created_at: datetime
    changed_at: datetime

    @property
    def title(self) -> str:
        """Of a conversation, its title."""
        return self.name

    @property
    def tags(self) -> tuple[str, ...]:
        """Of a conversation, its tags."""
        tags = self.properties.get("tags", ())
        return tuple(str(tag) for tag in tags) if isinstance(tags, list | tuple) else ()

    @property
    def summary(self) -> str:
        """Of a conversation, what it was about."""
        return str(self.properties.get("summary", ""))


@dataclass(frozen=True, slots=True)
class Link:
    """How one entity stands to another, by their ids."""

    origin: str
    target: str
    relation: str
    source: str
    trust: Trust
    created_at: datetime


@dataclass(frozen=True, slots=True)
class GraphWrite:
    """What a write to the graph did.

    Attributes:
        is_new: nothing of that id, or no such link, was there before.
        masked: how many secrets were taken out.
    """

    entity: Entity | None = None
    link: Link | None = None
    is_new: bool = False
    masked: int = 0
    change: Change = field(default=NOTHING)


def entity_of(row: EntityRow) -> Entity:
    """The entity of a row.

    Raises:
        Corrupt: a column holds what this program never writes there.
    """
    try:
        return Entity(
            row.id,
            row.type,
            row.name,
            MappingProxyType(dict(json.loads(row.properties))),
            row.source,
            Trust(row.trust),
            to_datetime(row.created_at),
            to_datetime(row.changed_at),
        )
    except (ValueError, TypeError, OverflowError):
        raise Corrupt(table="entities") from None


def link_of(row: LinkRow) -> Link:
    """The link of a row.

    Raises:
        Corrupt: a column holds what this program never writes there.
    """
    try:
        return Link(
            row.origin, row.target, row.relation, row.source, Trust(row.trust), to_datetime(row.created_at)
        )
    except (ValueError, TypeError, OverflowError):
        raise Corrupt(table="links") from None

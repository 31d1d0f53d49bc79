"""What only whoever runs the installation can say of a file: who is responsible, what for, who else gets it.

Article 15(1) GDPR asks for it with every copy of the data. It is kept in the file, so that every
operator hands out the same, and it is about nobody in particular.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields

import apsw

from core import audit
from core.audit import Action, Actor, Entry
from core.change import Change
from core.clock import Clock
from core.errors import Invalid
from core.gate import cleaned
from core.store import Database, meta
from core.store.inventory import INVENTORY

_NAME = "statements"
_LONGEST = 2_000
_CATEGORIES = frozenset(table.name for table in INVENTORY if table.exported)
NO_SALT = bytes(32)


@dataclass(frozen=True, slots=True)
class Statements:
    """Texts of the installation; what is empty is told as not recorded.

    Attributes:
        controller: who is responsible, and how to reach them.
        purposes: what the memory is kept for, and on which legal ground.
        recipients: who else receives it.
        retention: how long it is kept, or by what that is decided.
        transfers: to which countries outside, and under which safeguards.
        automated_decisions: what is decided about people by it, and by which logic.
        categories: by table of the archive, texts of these names that differ there.
    """

    controller: str = ""
    purposes: str = ""
    recipients: str = ""
    retention: str = ""
    transfers: str = ""
    automated_decisions: str = ""
    categories: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def of(self, name: str, category: str | None = None) -> str | None:
        """One text, that of a category before that of the whole; None where nobody wrote it down."""
        own = self.categories.get(category or "", {}).get(name, "")
        return own or getattr(self, name) or None


TEXTS = tuple(each.name for each in fields(Statements) if each.name != "categories")
PER_CATEGORY = frozenset({"purposes", "recipients", "retention", "automated_decisions"})


def read(connection: apsw.Connection) -> Statements:
    """What is written down in a file; nothing where that is no longer readable."""
    try:
        told = json.loads(meta.read(connection, _NAME) or "{}")
        texts = {name: str(told.get(name, "")) for name in TEXTS}
        categories = {
            str(table): {str(name): str(text) for name, text in own.items()}
            for table, own in dict(told.get("categories", {})).items()
        }
    except (ValueError, TypeError, AttributeError):
        return Statements()
    return Statements(**texts, categories=categories)


def write(database: Database, actor: Actor, clock: Clock, statements: Statements) -> Change:
    """Keep them in the file.

    Raises:
        Invalid: a text is too long, or about a category the archive does not have.
        ReadOnly, Locked, StorageFailure: the file could not be written.
    """
    whole = {name: _text(name, getattr(statements, name)) for name in TEXTS}
    categories = {
        table: {name: _text(name, text, PER_CATEGORY) for name, text in own.items()}
        for table, own in statements.categories.items()
    }
    if unknown := sorted(set(categories) - _CATEGORIES):
        raise Invalid("statements", "unknown", value=unknown[0], known=sorted(_CATEGORIES))
    with database.write() as tx:
        meta.write(tx, _NAME, json.dumps({**whole, "categories": categories}, ensure_ascii=False))
        entry = Entry(Action.STATE, "file", None, sum(map(bool, whole.values())))
        audit.append(tx, audit.actor_id(tx, actor), None, entry, clock())
    return Change(frozenset({"statements"}))


def _text(name: str, text: str, known: frozenset[str] = frozenset(TEXTS)) -> str:
    if name not in known:
        raise Invalid("statements", "unknown", value=name, known=sorted(known))
    if len(text) > _LONGEST:
        raise Invalid("statements", "too_long", limit=_LONGEST, length=len(text))
    return cleaned(text.strip(), NO_SALT)

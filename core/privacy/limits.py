"""Restriction and legal hold: what keeps a person's memory from being used, or from being erased."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import apsw

from core import audit
from core.audit import Action, Entry
from core.change import Change
from core.clock import to_datetime
from core.errors import Invalid
from core.gate import cleaned
from core.memory.ground import Ground
from core.privacy.acting import acting
from core.store import person_rows, subjects
from core.store.person_rows import Flag, FlagRow

CHANGED = Change(frozenset({"scope"}))
_SET = {Flag.RESTRICTION: Action.RESTRICT, Flag.LEGAL_HOLD: Action.LEGAL_HOLD}
_LIFTED = {Flag.RESTRICTION: Action.LIFT_RESTRICTION, Flag.LEGAL_HOLD: Action.LIFT_LEGAL_HOLD}


@dataclass(frozen=True, slots=True)
class Standing:
    """A restriction or a hold: since when, by whom, why."""

    since: datetime
    operator: str
    reason: str
    change: Change = CHANGED


def standing(ground: Ground, which: Flag) -> Standing | None:
    """The restriction or hold of the ground's person; None where there is none."""
    with ground.database.read() as connection:
        subject = subjects.find(connection, ground.scope.tenant, ground.scope.user)
        row = None if subject is None else person_rows.flag(connection, which, subject.scope)
        return None if row is None else _shown(connection, row)


def impose(ground: Ground, which: Flag, reason: str) -> Standing:
    """Set it, or give it a new reason.

    Raises:
        Invalid: no reason; whoever meets it must be told why.
        NotFound: nobody of that name is in the file.
    """
    if not reason.strip():
        raise Invalid("reason", "empty")
    with acting(ground) as writing:
        kept = cleaned(reason.strip(), writing.subject.salt)
        row = FlagRow(writing.now, writing.actor, kept)
        person_rows.raise_flag(writing.tx, which, writing.scope, row)
        writing.journal(Entry(_SET[which], "scope"), reason)
        return _shown(writing.tx, row)


def lift(ground: Ground, which: Flag, reason: str) -> Change:
    """Take it away; nothing happens where there is none."""
    with acting(ground) as writing:
        if person_rows.lower_flag(writing.tx, which, writing.scope):
            writing.journal(Entry(_LIFTED[which], "scope"), reason)
    return CHANGED


def _shown(connection: apsw.Connection, row: FlagRow) -> Standing:
    return Standing(to_datetime(row.at), audit.name_of(connection, row.actor) or "", row.reason)

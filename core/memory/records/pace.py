"""How much an origin has proposed lately, so that one page cannot fill a memory."""

from __future__ import annotations

import apsw

from core.gate import Load, Trust, effective_trust
from core.memory.quarantine import origin_tag
from core.memory.records.draft import Draft
from core.memory.records.holding import origin_of
from core.store import quarantine_rows, record_rows
from core.store.subjects import Subject

_HOUR = 3_600 * 1_000_000
_DAY = 24 * _HOUR
# Among how many new records, in multiples of the limit, an origin is looked for: a burst stands
# close together, and what is spread thinner than this is none.
_WINDOW = 4


def load_of(connection: apsw.Connection, subject: Subject, draft: Draft, now: int) -> Load:
    """What the draft's origin has written and what of it waits.

    Who may write at any pace is not counted: the user, the operator, and a file that a person
    takes in. What was only seen again does not count either, for nothing grows by it.
    """
    scope, proposal = subject.scope, draft.proposal
    origin = draft.origin or origin_of(proposal.source)
    tag = origin_tag(subject.salt, origin)
    waiting = quarantine_rows.waiting_since(connection, scope, tag, now - _DAY)
    settings = proposal.settings
    limit = settings.hourly_writes
    told = (*proposal.lineage, *(each.source for each in proposal.cited))
    trust = effective_trust(proposal.source, told, settings.internal_tools)
    if limit <= 0 or trust >= Trust.USER or proposal.source.startswith("import:"):
        return Load(waiting=waiting)
    since = now - _HOUR
    writes = quarantine_rows.seen_since(connection, scope, tag, since)
    writes += record_rows.written_since(connection, scope, origin, since, _WINDOW * limit)
    return Load(writes, limit, waiting)

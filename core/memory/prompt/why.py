"""Why the model could say what it said: what memory gave to its prompt, and what became of that since."""

from __future__ import annotations

from datetime import datetime

import apsw

from core.audit import Role
from core.memory.ground import Ground
from core.memory.prompt.log import Because, Since
from core.memory.records import Record, State
from core.memory.records.reading import fetch
from core.store import prompt_rows, record_rows
from core.store.prompt_rows import PromptRecordRow

_SINCE = {
    State.CURRENT: Since.UNCHANGED,
    State.SUPERSEDED: Since.SUPERSEDED,
    State.EXPIRED: Since.EXPIRED,
    State.WITHDRAWN: Since.WITHDRAWN,
}


def why(ground: Ground, conversation: str, prompt: int) -> list[Because]:
    """What memory gave to one prompt, in its order, and what became of it."""
    now = ground.clock()
    with ground.read() as (connection, scope):
        if scope is None:
            return []
        rows = prompt_rows.records(connection, scope, conversation, prompt)
        recalled = {each.id: each for each in fetch(connection, scope, [row.record for row in rows], now)}
        over = [each.superseded_by for each in recalled.values() if each.superseded_by is not None]
        authors = record_rows.authors(connection, scope, over)
        by_a_person = {id_ for id_, (role, _) in authors.items() if role == Role.OPERATOR}
        return [
            _because(row, record, by_a_person, _newest(connection, scope, record, now))
            for row in rows
            for record in (recalled.get(row.record),)
        ]


def _because(
    row: PromptRecordRow, record: Record | None, by_a_person: set[int], newest: Record | None
) -> Because:
    if record is None:
        return Because(row.record, None, row.score, row.fit, bool(row.shown), Since.FORGOTTEN)
    since = _SINCE[record.state]
    if since is Since.SUPERSEDED and record.superseded_by in by_a_person:
        since = Since.CORRECTED
    return Because(
        row.record,
        record,
        row.score,
        row.fit,
        bool(row.shown),
        since,
        record.superseded_by,
        newest,
        _ended(record),
    )


def _ended(record: Record) -> datetime | None:
    return record.expires_at if record.state is State.EXPIRED else record.ended_at


def _newest(connection: apsw.Connection, scope: int, record: Record | None, now: int) -> Record | None:
    """The end of the chain of versions after a record; None where there is none, or a link is forgotten."""
    newest, seen = record, set[int]()
    while newest is not None and newest.superseded_by is not None and newest.id not in seen:
        seen.add(newest.id)
        found = fetch(connection, scope, [newest.superseded_by], now)
        newest = found[0] if found else None
    return None if record is None or newest is record else newest

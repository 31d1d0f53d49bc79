"""What people asked for, and by when the law wants it answered (Art. 12(3) GDPR)."""

from __future__ import annotations

import calendar
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

import apsw

from core import audit
from core.audit import Action, Entry
from core.change import Change
from core.clock import optional_datetime, to_datetime, to_micros
from core.errors import Conflict, ErrorCode, Invalid, NotFound
from core.gate import cleaned
from core.memory.ground import Ground
from core.privacy.acting import acting
from core.scope import Scope
from core.store import Database, person_rows, subjects, table_rows
from core.store.person_rows import RequestRow

CHANGED = frozenset({"request"})
_LONGEST_NOTE = 4_000
_EXTENSION = 2


class RequestKind(StrEnum):
    """The rights a person may use."""

    ACCESS = "access"
    ERASURE = "erasure"
    RECTIFICATION = "rectification"
    RESTRICTION = "restriction"


class RequestStatus(StrEnum):
    """Where a request stands."""

    OPEN = "open"
    DONE = "done"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Request:
    """One request.

    Attributes:
        due_at: a month after it came, three when it was extended.
        answer: what was said when it was closed or extended.
        identity: how it was checked that the person is who they say; None where nobody did.
    """

    scope: Scope
    id: int
    kind: RequestKind
    at: datetime
    due_at: datetime
    extended: bool
    status: RequestStatus
    closed_at: datetime | None
    operator: str
    note: str
    answer: str
    identity: str | None
    overdue: bool
    change: Change


class Requests:
    """The requests of everybody, asked person by person."""

    def __init__(self, database: Database, ground: Callable[[Scope], Ground]) -> None:
        self._database = database
        self._ground = ground

    def listed(self, scope: Scope | None = None, *, open_only: bool = False) -> tuple[Request, ...]:
        """Requests of one person or of all, the first due first, open ones before the others."""
        found: list[Request] = []
        with self._database.read() as connection:
            if scope is None:
                people = table_rows.scopes(connection)
            else:
                subject = subjects.find(connection, scope.tenant, scope.user)
                people = [] if subject is None else [subject.scope]
            for number in people:
                rows = person_rows.requests(connection, number)
                if rows:
                    of = Scope(*subjects.names(connection, number))
                    found += [self._shown(connection, of, row) for row in rows]
        if open_only:
            found = [each for each in found if each.status is RequestStatus.OPEN]
        return tuple(sorted(found, key=lambda each: (each.status is not RequestStatus.OPEN, each.due_at)))

    def add(self, scope: Scope, kind: str, note: str = "", identity: str | None = None) -> Request:
        """Write down what a person asks for; it is due in a month.

        Raises:
            Invalid: no such right, or a note too long.
            NotFound: nobody of that name is in the file.
        """
        if kind not in set(RequestKind):
            raise Invalid("kind", "unknown", value=kind, known=[each.value for each in RequestKind])
        _require_short(note)
        ground = self._ground(scope)
        with acting(ground) as writing:
            salt = writing.subject.salt
            due = to_micros(months_after(to_datetime(writing.now), 1))
            row = RequestRow(
                0, kind, writing.now, due, 0, RequestStatus.OPEN, None, writing.actor,
                cleaned(note, salt), "", cleaned(identity, salt) if identity else None,
            )  # fmt: skip
            id_ = person_rows.add_request(writing.tx, writing.scope, row)
            writing.journal(Entry(Action.REQUEST, "request", id_, code=kind))
            return self._shown(writing.tx, scope, row._replace(id=id_))

    def extend(self, scope: Scope, id_: int, *, reason: str) -> Request:
        """Two months more, once, for what is complex; the person has to be told why.

        Raises:
            Conflict: it was extended before, or is closed.
            Invalid: no reason.
        """
        if not reason.strip():
            raise Invalid("reason", "empty")

        def extended(row: RequestRow, _now: int) -> RequestRow:
            if row.extended:
                raise Conflict(request=id_)
            due = to_micros(months_after(to_datetime(row.due_at), _EXTENSION))
            return row._replace(due_at=due, extended=1, answer=reason)

        return self._change(scope, id_, extended, Action.EXTEND)

    def close(self, scope: Scope, id_: int, outcome: str = RequestStatus.DONE, *, note: str = "") -> Request:
        """Say that it was done, or refused and why.

        Raises:
            Conflict: it is closed already.
            Invalid: no such outcome, or a refusal without a reason.
        """
        if outcome not in {RequestStatus.DONE, RequestStatus.REFUSED}:
            raise Invalid("outcome", "unknown", value=outcome, known=["done", "refused"])
        if outcome == RequestStatus.REFUSED and not note.strip():
            raise Invalid("reason", "empty")

        def closed(row: RequestRow, now: int) -> RequestRow:
            return row._replace(status=outcome, closed_at=now, answer=note or row.answer)

        return self._change(scope, id_, closed, Action.CLOSE_REQUEST, outcome)

    def _change(
        self,
        scope: Scope,
        id_: int,
        change: Callable[[RequestRow, int], RequestRow],
        action: Action,
        code: str | None = None,
    ) -> Request:
        with acting(self._ground(scope)) as writing:
            rows = person_rows.requests(writing.tx, writing.scope)
            row = next((each for each in rows if each.id == id_), None)
            if row is None:
                raise NotFound(ErrorCode.NO_RECORD, id=id_)
            if row.status != RequestStatus.OPEN:
                raise Conflict(request=id_)
            after = change(row, writing.now)
            _require_short(after.answer)
            after = after._replace(answer=cleaned(after.answer, writing.subject.salt))
            person_rows.change_request(writing.tx, writing.scope, after)
            writing.journal(Entry(action, "request", id_, code=code))
            return self._shown(writing.tx, scope, after)

    def _shown(self, connection: apsw.Connection, scope: Scope, row: RequestRow) -> Request:
        now = self._ground(scope).clock()
        return Request(
            scope,
            row.id,
            RequestKind(row.kind),
            to_datetime(row.at),
            to_datetime(row.due_at),
            bool(row.extended),
            RequestStatus(row.status),
            optional_datetime(row.closed_at),
            audit.name_of(connection, row.actor) or "",
            row.note,
            row.answer,
            row.identity,
            row.status == RequestStatus.OPEN and row.due_at <= now,
            Change(CHANGED, (row.id,)),
        )


def months_after(moment: datetime, months: int) -> datetime:
    """The same day so many months later, or the last of the month where there is no such day.

    (Regulation 1182/71 Art. 3(2)(c): a period of months ends with the day of the same date, or the
    last of the month.)
    """
    year, month = divmod(moment.year * 12 + moment.month - 1 + months, 12)
    day = min(moment.day, calendar.monthrange(year, month + 1)[1])
    return moment.replace(year=year, month=month + 1, day=day)


def _require_short(note: str) -> None:
    if len(note) > _LONGEST_NOTE:
        raise Invalid("note", "too_long", limit=_LONGEST_NOTE, length=len(note))

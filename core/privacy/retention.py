"""How long memory is kept: a rule per kind, a preview of what it would take, and the sweep."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

import apsw

from core import audit
from core.audit import Action, Actor, Entry
from core.change import Change
from core.clock import Clock, optional_datetime
from core.errors import Conflict, Invalid, NotFound
from core.gate import cleaned
from core.kind import Kind
from core.memory.ground import Ground
from core.memory.records import deleting
from core.privacy.progress import Step, Watch
from core.scope import Scope
from core.store import Database, person_rows, retention_rows, subjects, table_rows
from core.store.person_rows import Flag
from core.store.retention_rows import RetentionRow

_DAY = 86_400_000_000
_LONGEST = 36_525
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class RetentionRule:
    """One rule.

    Attributes:
        days: what was recorded longer ago goes; live facts and preferences are listed instead.
        reviewer: who looks at the preview first.
        every_days: how often; None for by hand only.
        due: it has a schedule, and its time has come.
    """

    kind: Kind
    days: float
    reviewer: str
    every_days: float | None
    last_run: datetime | None
    due: bool


@dataclass(frozen=True, slots=True)
class Due:
    """What the rules would take of one person, by id.

    Attributes:
        ids: versions that go.
        review: old facts and preferences that a person has to look at.
        kept_because: ``legal_hold`` or ``restricted``; nothing of this person is swept then.
    """

    scope: Scope
    kind: Kind
    ids: tuple[int, ...]
    review: tuple[int, ...]
    kept_because: str | None = None


@dataclass(frozen=True, slots=True)
class Swept:
    """What a sweep took, and people of whom something else would have gone than was shown."""

    count: int
    skipped: tuple[Scope, ...]
    change: Change


class Retention:
    """The rules of one file."""

    def __init__(
        self, database: Database, actor: Actor, clock: Clock, ground: Callable[[Scope], Ground]
    ) -> None:
        self._database = database
        self._actor = actor
        self._clock = clock
        self._ground = ground

    def rules(self) -> tuple[RetentionRule, ...]:
        """Every rule, by kind."""
        now = self._clock()
        with self._database.read() as connection:
            return tuple(_shown(row, now) for row in retention_rows.listed(connection))

    def set(
        self, kind: str, days: float, *, reviewer: str = "", every_days: float | None = None
    ) -> RetentionRule:
        """Say how long a kind is kept.

        Raises:
            Invalid: no such kind, a time out of range, or a name too long.
        """
        for field, value in (("days", days), ("every_days", every_days)):
            if value is not None and not 0 < value <= _LONGEST:
                raise Invalid(field, "range", low=0, high=_LONGEST)
        if len(reviewer) > _LONGEST_NAME:
            raise Invalid("reviewer", "too_long", limit=_LONGEST_NAME, length=len(reviewer))
        row = RetentionRow(Kind.parse(kind).value, float(days), cleaned(reviewer), every_days, None)
        with self._database.write() as tx:
            retention_rows.put(tx, row)
            self._note(tx, row.kind)
        return next(rule for rule in self.rules() if rule.kind == row.kind)

    def clear(self, kind: str) -> None:
        """Keep a kind for as long as its records say."""
        with self._database.write() as tx:
            if retention_rows.clear(tx, Kind.parse(kind).value):
                self._note(tx, Kind.parse(kind).value)

    def preview(
        self, scope: Scope | None = None, *, due_only: bool = False, watch: Watch | None = None
    ) -> tuple[Due, ...]:
        """What the rules would take now, of one person or of everybody; nothing changes."""
        rules = [rule for rule in self.rules() if rule.due or not due_only]
        if not rules:
            return ()
        found: list[Due] = []
        with self._database.read() as connection:
            people = table_rows.scopes(connection) if scope is None else []
            scopes = [Scope(*subjects.names(connection, number)) for number in people] or (
                [] if scope is None else [scope]
            )
        for number, each in enumerate(scopes):
            if watch is not None:
                watch.at(Step.READ)(number, len(scopes))
            found += self._of(each, rules)
        return tuple(found)

    def run(self, due: Sequence[Due], *, reason: str = "", watch: Watch | None = None) -> Swept:
        """Delete what a preview listed; of whom something else would go by now, nothing does."""
        swept = 0
        skipped: list[Scope] = []
        ids: list[int] = []
        for number, each in enumerate(due):
            if watch is not None:
                watch.at(Step.DELETE)(number, len(due))
            if not each.ids or each.kept_because:
                continue
            try:
                gone = deleting.forget_ids(
                    self._ground(each.scope), each.ids, reason, Action.SWEEP, "retention", each.ids
                )
            except (Conflict, NotFound):
                skipped.append(each.scope)
                continue
            swept += gone.count
            ids += each.ids
        with self._database.write() as tx:
            for kind in {each.kind for each in due}:
                retention_rows.ran(tx, kind.value, self._clock())
        return Swept(swept, tuple(skipped), Change(frozenset({"record"}), tuple(ids)))

    def _of(self, scope: Scope, rules: Sequence[RetentionRule]) -> list[Due]:
        found = []
        with self._database.read() as connection:
            subject = subjects.find(connection, scope.tenant, scope.user)
            if subject is None:
                return []
            held = person_rows.flag(connection, Flag.LEGAL_HOLD, subject.scope) is not None
            still = person_rows.restricted(connection, subject.scope)
            for rule in rules:
                before = self._clock() - round(rule.days * _DAY)
                ids, review = deleting.ids_of_age(connection, subject.scope, before, [rule.kind])
                if ids or review:
                    kept = "legal_hold" if held else "restricted" if still else None
                    found.append(Due(scope, rule.kind, tuple(ids), tuple(review), kept))
        return found

    def _note(self, tx: apsw.Connection, kind: str) -> None:
        actor = audit.actor_id(tx, self._actor)
        audit.append(tx, actor, None, Entry(Action.RETENTION, "rule", None, code=kind), self._clock())


def _shown(row: RetentionRow, now: int) -> RetentionRule:
    due = row.every_days is not None and (
        row.last_run is None or row.last_run + round(row.every_days * _DAY) <= now
    )
    return RetentionRule(
        Kind(row.kind), row.days, row.reviewer, row.every_days, optional_datetime(row.last_run), due
    )

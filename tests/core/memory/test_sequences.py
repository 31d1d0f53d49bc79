"""Whatever is done in whatever order: one current value per key, whole histories, rising versions."""

from __future__ import annotations

from collections import defaultdict
from datetime import timedelta
from pathlib import Path
from tempfile import mkdtemp

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

from core import Store, Undo
from core.errors import Conflict, Invalid, NotFound
from core.memory.records import WriteResult
from tests.core.hands import ALICE, Hand

KEYS = st.sampled_from(["city", "drink", None])
KINDS = st.sampled_from(["semantic", "preference", "procedural", "episodic"])
TEXTS = st.sampled_from(["Bergen.", "Oslo.", "bergen.", "Tea at 4.", "Tea at 5."])
SOURCES = st.sampled_from(["user:t1", "user:t2", "web:page", "agent:run", "operator:ada"])
IDS = st.integers(1, 12)


class Memory(RuleBasedStateMachine):
    """One person's memory in the hands of an agent and an operator."""

    undos = Bundle("undos")

    def __init__(self) -> None:
        super().__init__()
        self.clock = Hand()
        ram = Path("/dev/shm")
        self.path = Path(mkdtemp(dir=ram if ram.is_dir() else None)) / "memory.db"
        self.store = Store.open(self.path, clock=self.clock)
        self.agent = self.store.partition(ALICE).records
        self.desk = self.store.operator("ada").records(ALICE)
        self.newest = 0
        self.past: dict[object, dict[str, object]] = {}

    def teardown(self) -> None:
        path = self.path
        self.store.close()
        path.unlink()
        path.parent.rmdir()

    def done(self, result: WriteResult) -> Undo | None:
        if result.record is not None and result.outcome == "stored":
            self.newest = max(self.newest, result.record.id)
        return result.change.undo

    @rule(seconds=st.integers(0, 90))
    def wait(self, seconds: int) -> None:
        now = self.clock.now
        self.past[now] = {"all": [(each.id, each.content) for each in self.agent.as_of(now).all()]}
        self.clock.pass_(seconds=seconds, microseconds=1)

    @rule(target=undos, text=TEXTS, key=KEYS, kind=KINDS, source=SOURCES, ttl=st.sampled_from([None, 60]))
    def remember(self, text: str, key: str | None, kind: str, source: str, ttl: int | None) -> Undo | None:
        return self.done(self.agent.remember(text, key=key, kind=kind, source=source, ttl=ttl))

    @rule(target=undos, id_=IDS, text=TEXTS)
    def correct(self, id_: int, text: str) -> Undo | None:
        return self._attempt(lambda: self.desk.correct(id_, text))

    @rule(target=undos, id_=IDS)
    def confirm(self, id_: int) -> Undo | None:
        return self._attempt(lambda: self.desk.confirm(id_))

    @rule(target=undos, id_=IDS)
    def roll_back(self, id_: int) -> Undo | None:
        return self._attempt(lambda: self.desk.roll_back(id_))

    @rule(target=undos, id_=IDS, days=st.sampled_from([None, -1, 1]))
    def set_expiry(self, id_: int, days: int | None) -> Undo | None:
        when = None if days is None else self.clock.now + timedelta(days=days)
        return self._attempt(lambda: self.desk.set_expiry(id_, when))

    @rule(target=undos, what=consumes(undos))
    def undo(self, what: Undo | None) -> Undo | None:
        return None if what is None else self._attempt(lambda: self.desk.undo(what))

    @rule(id_=IDS)
    def forget_id(self, id_: int) -> None:
        try:
            self.agent.forget_id(id_, source="user:t1")
        except NotFound:
            return
        self.past.clear()  # gone from the past, too

    @rule(key=st.sampled_from(["city", "drink"]))
    def forget(self, key: str) -> None:
        try:
            self.agent.forget(key, source="user:t1")
        except NotFound:
            return
        self.past.clear()

    def _attempt(self, act: object) -> Undo | None:
        try:
            return self.done(act())  # type: ignore[operator]
        except (NotFound, Conflict, Invalid):
            return None

    @invariant()
    def one_current_value_per_key_and_kind(self) -> None:
        in_force: dict[tuple[object, object], int] = defaultdict(int)
        for row in self.desk.export():
            if row["ended_at"] is None and row["key"] is not None and row["kind"] != "episodic":
                in_force[row["kind"], row["key"]] += 1
        assert set(in_force.values()) <= {1}

    @invariant()
    def histories_are_whole(self) -> None:
        rows = {row["id"]: row for row in self.desk.export()}
        for id_, row in rows.items():
            assert 0 < id_ <= self.newest  # type: ignore[operator]
            for forward, backward in (("superseded_by", "supersedes"), ("supersedes", "superseded_by")):
                if row[forward] is not None:
                    assert rows[row[forward]][backward] == id_
            assert (row["ended_at"] is None) == (row["state"] in {"current", "expired"})
            assert [record.id for record in self.desk.chain(id_)].count(id_) == 1  # type: ignore[arg-type]

    @invariant()
    def versions_rise(self) -> None:
        for key in ("city", "drink"):
            for kind in ("semantic", "preference", "procedural"):
                versions = [record.version for record in self.agent.history(key, kind=kind)]
                assert versions == sorted(set(versions))

    @invariant()
    def an_episode_is_never_replaced(self) -> None:
        for row in self.desk.export():
            if row["kind"] == "episodic":
                assert row["state"] in {"current", "expired", "withdrawn"}

    @invariant()
    def the_past_stays_as_it_was(self) -> None:
        for moment, then in self.past.items():
            assert [(each.id, each.content) for each in self.agent.as_of(moment).all()] == then["all"]  # type: ignore[arg-type]

    @invariant()
    def the_chain_holds(self) -> None:
        assert self.store.operator("ada").audit.verify().ok


TestMemory = Memory.TestCase
TestMemory.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)

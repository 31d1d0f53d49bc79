"""Questions on their way to core and back: each in the background, the newest one answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from app.embedder_choice import EmbedderKind
from app.jobs import Job, Token
from app.panes.recall.study import Ask, Study, study, with_setting
from app.session import Session
from app.widgets.bar_chart import load
from core.memory.records import Explanation, HeldBack, Hits, OperatorRecords

T = TypeVar("T")

_LISTED = 200


class Asking(QObject):
    """Signals:
    answered: a Study, and the Study of the pinned setting or None.
    explained: an Explanation.
    held_listed: numbers of the items that wait in Review, with a few words of why.
    held_explained: a HeldBack.
    compared: a list of (question, Hits).
    failed, not_explained, not_compared: an error.
    busy_changed: whether an answer is on its way.
    """

    answered = Signal(object, object)
    explained = Signal(object)
    held_listed = Signal(object)
    held_explained = Signal(object)
    compared = Signal(object)
    failed = Signal(object)
    not_explained = Signal(object)
    not_compared = Signal(object)
    busy_changed = Signal(bool)

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._under_way: dict[str, Job] = {}

    @property
    def recalling(self) -> bool:
        """Whether the answer to a question is on its way."""
        return "study" in self._under_way

    def stop(self) -> None:
        """Waits for nothing any more; what arrives later is dropped."""
        for job in self._under_way.values():
            self._session.jobs.cancel(job)
        self._under_way.clear()
        self.busy_changed.emit(False)

    def warm_up(self, then: Callable[[], None]) -> None:
        """Loads numpy, the embedder's table and the drawing library before they are wanted."""
        store = self._session.store

        def work(token: Token) -> None:
            load()
            if store is not None:
                store.likeness("warm", "up")

        self._session.jobs.read(work, lambda _: then(), failed=_done, key="recall.warm", owner=self)

    def ask(self, ask: Ask, pinned: Ask | None) -> None:
        """Answers a question under the present setting and under the pinned one."""
        operator, scope = self._session.operator, self._session.scope
        if operator is None or scope is None:
            return

        def work(records: OperatorRecords, token: Token) -> tuple[Study, Study | None]:
            load()
            now = study(operator, scope, ask)
            token.raise_if_cancelled()
            return now, None if pinned is None else study(operator, scope, with_setting(ask, pinned))

        self._read("study", work, lambda both: self.answered.emit(*both), self.failed.emit)

    def explain(self, id_: int, last: Study | None, ask: Ask) -> None:
        """Says what became of one record."""
        shown: set[int] | None = None
        if last is not None and last.ask == ask:
            shown = {hit.record.id for hit in last.hits} - set(last.block.left_out)

        def work(records: OperatorRecords, token: Token) -> Explanation:
            kinds = None if ask.kinds is None else sorted(ask.kinds)
            return records.explain(
                id_, ask.query, ask.k, kinds, ask.min_score, weights=ask.weights, shown=shown
            )

        self._read("explain", work, self.explained.emit, self.not_explained.emit)

    def list_held(self) -> None:
        """Says what waits in Review for a person; without a word of it."""
        operator, scope = self._session.operator, self._session.scope
        if operator is None or scope is None:
            return

        def work(records: OperatorRecords, token: Token) -> list[tuple[int, str]]:
            return [(entry.id, entry.reason) for entry in operator.review.waiting(scope)[:_LISTED]]

        self._read("held", work, self.held_listed.emit, self.not_explained.emit)

    def explain_held(self, item: int) -> None:
        """Says why an item of Review takes no part."""

        def work(records: OperatorRecords, token: Token) -> HeldBack:
            return records.explain_held(item)

        self._read("explain", work, self.held_explained.emit, self.not_explained.emit)

    def compare(self, questions: Sequence[str], ask: Ask) -> None:
        """Answers several questions under one setting."""

        def work(records: OperatorRecords, token: Token) -> list[tuple[str, Hits]]:
            load()
            kinds = None if ask.kinds is None else sorted(ask.kinds)
            answers = []
            for question in questions:
                token.raise_if_cancelled()
                hits = records.recall(question, ask.k, kinds, ask.min_score, weights=ask.weights)
                answers.append((question, hits))
            return answers

        self._read("questions", work, self.compared.emit, self.not_compared.emit)

    def _read(
        self,
        name: str,
        work: Callable[[OperatorRecords, Token], T],
        then: Callable[[T], None],
        failed: Callable[[Exception], None],
    ) -> None:
        records = self._session.records()

        def answer(result: T) -> None:
            self._end(name)
            then(result)

        def refuse(error: Exception) -> None:
            self._end(name)
            failed(error)

        self._under_way[name] = self._session.jobs.read(
            lambda token: work(records, token),
            answer,
            failed=refuse,
            key=f"recall.{name}",
            owner=self,
            waits=self._session.settings.embedder.kind is EmbedderKind.SERVER,
        )
        self.busy_changed.emit(True)

    def _end(self, name: str) -> None:
        """One answer is here; another may still be on its way."""
        self._under_way.pop(name, None)
        self.busy_changed.emit(bool(self._under_way))


def _done(_: object) -> None:
    """Whatever failed here fails again, and aloud, with the first question."""

"""Keeps the detail on the current item: reads its case, and again when something changed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.panes.review.case import Case, read_case
from app.panes.review.detail import CaseDetail
from app.session import Session
from app.wording import sentence
from core.errors import NotFound
from core.review import Consequences, Revealed
from core.scope import Scope


class CaseFollowing(QObject):
    """Which item the detail shows; only the newest wish is answered.

    Signals:
        followed: the wished item is on screen, or the reason why it cannot be.
    """

    followed = Signal()

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self.wished: tuple[Scope, int] | None = None
        self._revealed: tuple[Scope, int] | None = None
        self._session = session
        self._detail: CaseDetail | None = None
        # Keys held down move faster than the file is read: one reading per turn of the loop.
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._read)

    @property
    def pending(self) -> bool:
        """True while a reading is about to begin."""
        return self._soon.isActive()

    def show_in(self, detail: CaseDetail) -> None:
        """Shows what is followed in ``detail``."""
        self._detail = detail

    def follow(self, scope: Scope | None, item: int = 0) -> None:
        """Shows another item, or nothing; what was revealed of the last one is covered again."""
        self.wished = None if scope is None else (scope, item)
        if self.wished != self._revealed:
            self._revealed = None
        if self.wished is not None:
            self._soon.start()
            return
        self._soon.stop()
        if self._detail is not None:
            self._detail.show_nothing()
        self.followed.emit()

    def reveal(self, reason: str) -> None:
        """Shows the contact data of the item on screen, once the journal has it."""
        wished, operator = self.wished, self._session.operator
        if wished is None or operator is None:
            return

        def done(shown: Revealed) -> None:
            if wished == self.wished:
                self._revealed = wished
                self.again()

        self._session.act(
            lambda: operator.review.reveal(*wished, reason=reason),
            done=done,
            says=lambda shown: self.tr("Contact data of #{0} was shown to you").format(wished[1]),
            inverse=lambda result: None,
            owner=self,
        )

    def cover(self) -> None:
        """Forgets what was revealed: whoever comes back asks anew."""
        if self._revealed is not None:
            self._revealed = None
            self.again()

    @Slot()
    def again(self) -> None:
        """Reads the same item again."""
        if self.wished is not None:
            self._soon.start()

    def ask(
        self,
        case: Case,
        text: str,
        then: Callable[[Consequences], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """What releasing ``text`` in place of the proposal would do; the newest text wins."""
        operator = self._session.operator
        if operator is not None:
            scope, item = case.scope, case.item.id
            self._session.jobs.read(
                lambda token: operator.review.consequences(scope, item, text),
                then,
                failed=failed,
                key="review.edit",
                owner=self,
            )

    @Slot()
    def _read(self) -> None:
        wished, operator = self.wished, self._session.operator
        if wished is None or operator is None:
            return
        shown = wished == self._revealed
        self._session.jobs.read(
            lambda token: read_case(operator.review, *wished, revealed=shown),
            lambda case: self._arrived(wished, case),
            failed=lambda error: self._failed(wished, error),
            key="review.case",
            owner=self,
        )

    def _arrived(self, wished: tuple[Scope, int], case: Case) -> None:
        if case.revealed and wished != self._revealed:
            # Covered again while it was read; that reading is on its way.
            return
        if self._detail is not None and wished == self.wished:
            self._detail.show_case(case, self._session.now(), writable=self._session.writable)
            self.followed.emit()

    def _failed(self, wished: tuple[Scope, int], error: Exception) -> None:
        if self._detail is None or wished != self.wished:
            return
        if isinstance(error, NotFound):
            self._detail.show_gone()
        else:
            self._detail.show_error(sentence(error))
        self.followed.emit()

"""What the keys A, E, D, R and U begin, and how their questions are answered."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from app.panes.review.bottom import Mode
from app.panes.review.case import Case
from app.panes.review.case_facts import consequence
from app.panes.review.deciding import Deciding
from app.panes.review.lines import bulk_question, item_name
from app.panes.review.page import ReviewPage
from app.panes.review.redaction import redacted
from app.wording import glyph, number, severity_word
from core.review import QueueEntry


class Verbs(QObject):
    """Asks what has to be asked in the detail, then decides; about one item or the selection.

    An answer is about what the question named, whatever was clicked in between.
    """

    def __init__(self, page: ReviewPage, deciding: Deciding, parent: QObject) -> None:
        super().__init__(parent)
        self._page = page
        self._deciding = deciding
        self._asked: Case | list[QueueEntry] | None = None
        page.detail.bottom.confirmed.connect(self._on_confirmed)
        page.detail.bottom.rejected.connect(self._on_rejected)
        page.detail.body.editor.saved.connect(self._on_saved)
        deciding.refused.connect(self._on_refused)

    @property
    def _case(self) -> Case | None:
        return self._page.detail.case

    def release(self) -> None:
        """Releases the case on screen; what is high asks for a second key first."""
        case = self._case
        if case is None:
            return
        if not case.urgent:
            self._deciding.release(case)
            return
        self._asked = case
        asked = self.tr("{0} {1} risk. {2}")
        severity = severity_word(case.item.severity).capitalize()
        text = asked.format(glyph(case.item.severity), severity, consequence(case))
        self._page.detail.confirm(text, self.tr("Release {0}").format(self._named(case)))

    def release_many(self) -> None:
        """Releases the selection, after a second key."""
        self._asked = chosen = self._page.list.chosen
        many = sum(not entry.one_by_one for entry in chosen)
        self._page.detail.confirm(
            bulk_question(chosen, rejecting=False), self.tr("Release {0}").format(number(many))
        )

    def reject(self) -> None:
        """Asks why the case on screen is rejected."""
        if self._case is not None:
            self._asked = self._case
            asked = self.tr("Why is {0} rejected for good?")
            self._page.detail.reject(asked.format(self._named(self._case)))

    def reject_many(self) -> None:
        """Asks why the selection is rejected."""
        self._asked = chosen = self._page.list.chosen
        self._page.detail.reject(bulk_question(chosen, rejecting=True))

    def take_back(self) -> None:
        """Lets the decided item on screen wait again."""
        if self._case is not None:
            self._deciding.take_back(self._case)

    def edit(self) -> None:
        """Opens the words for a change."""
        if self._case is not None:
            self._page.detail.edit(self._case.item.shown, redacting=False)

    def redact(self) -> None:
        """Opens the words without what was marked in them."""
        text = redacted(self._case) if self._case is not None else None
        if text is not None:
            self._page.detail.edit(text, redacting=True)

    def _named(self, case: Case) -> str:
        return item_name(case.item.id, case.scope, narrowed=self._deciding.narrowed)

    def _take_asked(self) -> Case | list[QueueEntry] | None:
        asked, self._asked = self._asked, None
        self._page.detail.read()
        self._page.list.focus()
        return asked

    @Slot()
    def _on_confirmed(self) -> None:
        asked = self._take_asked()
        if isinstance(asked, Case):
            self._deciding.release(asked)
        elif asked:
            self._deciding.bulk(asked)

    @Slot(str)
    def _on_rejected(self, why: str) -> None:
        asked = self._take_asked()
        if isinstance(asked, Case):
            self._deciding.reject(asked, why)
        elif asked:
            self._deciding.bulk(asked, reject_because=why)

    @Slot(str, str)
    def _on_saved(self, text: str, why: str) -> None:
        if self._case is not None:
            self._deciding.release(self._case, text=text, reason=why)

    @Slot(str)
    def _on_refused(self, why: str) -> None:
        if self._page.detail.mode is Mode.EDITING:
            self._page.detail.body.editor.complain(why)
        else:
            self._deciding.tell(self.tr("Not released: {0}").format(why))

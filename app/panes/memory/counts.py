"""The counts beside the list: how many records there are, match, wait for review, contradict."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QObject
from PySide6.QtGui import QIcon

from app.icons import icon
from app.panes.memory.page import MemoryPage
from app.session import Session
from app.wording import number
from core.memory.records import OperatorRecords
from core.memory.records.query import RecordFilter

# A query with one of these finds more than what is current.
_BEYOND_CURRENT = ("state", "is", "id")


@dataclass(frozen=True, slots=True)
class Standing:
    """Counts of one person's records; in the past there was nothing to review or to settle."""

    current: int
    due: int | None
    conflicts: int | None


def read_standing(records: OperatorRecords, as_of: datetime | None) -> Standing:
    """Counts; runs on a worker, beside the reading of the list."""
    if as_of is not None:
        return Standing(records.count(RecordFilter(as_of=as_of)), None, None)
    return Standing(records.count(), len(records.review_due()), len(records.conflicts()))


class Counts(QObject):
    """Keeps the count line and the two standing filters true."""

    def __init__(self, session: Session, page: MemoryPage) -> None:
        super().__init__(page)
        self._session = session
        self._page = page
        self._standing: Standing | None = None

    def forget(self) -> None:
        """The person or the file is another one."""
        self._standing = None

    def read(self) -> None:
        """Counts again, in the background."""
        if self._session.scope is None or self._session.operator is None:
            self.forget()
            self.write_line()
            return
        records, as_of = self._session.records(), self._page.list.filter.as_of
        self._session.jobs.read(
            lambda token: read_standing(records, as_of),
            self._arrived,
            # The list itself says what is wrong with the file; a count has nothing to add.
            failed=lambda error: None,
            key="memory.standing",
            owner=self,
        )

    def write_line(self) -> None:
        """Says what is listed, from what is known now."""
        listed, parts = self._page.list, []
        if self._session.scope is None:
            self._page.set_line("")
            return
        if self._standing is not None:
            parts.append(self._records(self._standing.current))
        if listed.matches is not None and (listed.filtered or listed.filter.as_of is not None):
            said = self.tr("{0} match the filter before") if self._page.filter.error else self.tr("{0} match")
            parts.append(said.format(number(listed.matches)))
        selected = listed.table.selected_count()
        if selected > 1:
            parts.append(self.tr("{0} selected").format(number(selected)))
        parts.append(listed.sort_text())
        self._page.set_line("  ·  ".join(parts))

    def _arrived(self, standing: Standing) -> None:
        self._standing = standing
        due, conflicts = self._page.due, self._page.conflicts
        for chip, label, count in (
            (due, self.tr("Review due"), standing.due),
            (conflicts, self.tr("Conflicts"), standing.conflicts),
        ):
            # Today's number would stand beside a list of another day.
            chip.setText(label if count is None else f"{label}  {number(count)}")
        due.setIcon(icon("flag", "warn") if standing.due else QIcon())
        conflicts.setIcon(icon("conflict", "warn") if standing.conflicts else QIcon())
        self._page.filter.chips.arrange()
        self.write_line()

    def _records(self, count: int) -> str:
        # Two numbers for one thing must agree: say which of the two is counted.
        if any(term.name in _BEYOND_CURRENT for term in self._page.list.filter.terms):
            said = self.tr("1 current record") if count == 1 else self.tr("{0} current records")
            return said.format(number(count))
        return self.tr("1 record") if count == 1 else self.tr("{0} records").format(number(count))

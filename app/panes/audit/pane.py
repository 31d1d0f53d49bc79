"""The Audit pane: filter, list and detail of the journal, and the check of its chain."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.panes.audit.page import AuditPage
from app.panes.audit.taking_out import TakingOut
from app.panes.audit.verifying import Verifying
from app.panes.pane import Pane
from app.session import Session
from app.theme import theme
from app.widgets.return_key import press_focused
from app.wording import ago, number, sentence
from core.audit import Landmark
from core.handles.journal import Journal, JournalChoices, JournalFilter, Link
from core.scope import Scope

_AGE = 30_000


class AuditPane(Pane):
    """Who did what, when, why and to which object, in this file."""

    id = "audit"
    icon = "audit"

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.title = self.tr("Audit")
        self._stale = True
        self._total: int | None = None
        self._linked: int | None = None
        self._head: Landmark | None = None
        self._seq: int | None = None
        self.verifying = Verifying(session, self)
        self.out = TakingOut(session, self)
        self.page = AuditPage(session, self.verifying.holds, self.action)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.page)
        # Keys held down move faster than the file is read: one reading per turn of the loop.
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._read_link)
        self._age = QTimer(self)
        self._age.setInterval(_AGE)
        self._age.timeout.connect(self._say_state)
        self._connect()
        self._on_file()

    @property
    def quiet(self) -> bool:
        """True when nothing is on its way to the screen."""
        page = self.page
        waiting = (page.list.busy, page.list.waiting, page.filters.waiting, self._soon.isActive())
        return self.session.jobs.idle() and not any(waiting)

    def activate(self) -> None:
        if self._stale:
            self.refresh()
        if not self.page.filters.words.hasFocus():
            self.page.list.focus()

    def refresh(self) -> None:
        self._stale = False
        self._ask()
        self._read_standing()

    def handles(self, action_id: str) -> Callable[[], object] | None:
        listed, session = self.page.list, self.session
        if session.operator is None:
            return None
        found: dict[str, Callable[[], object]] = {
            "edit.find": self._edit_words,
            "edit.find_next": lambda: listed.table.step(1),
            "audit.next": lambda: listed.table.step(1),
            "audit.previous": lambda: listed.table.step(-1),
        }
        if not self.verifying.running:
            found["audit.verify"] = self.verifying.start
        if self.page.filters.narrowed:
            found["audit.clear"] = self.page.filters.clear
        if listed.model.ids:
            found["audit.export"] = self._export
        if self._head is not None:
            found["audit.copy_head"] = self._copy_head
        if self._broken_at is not None:
            found["audit.broken"] = self._show_broken
        entry = listed.entry
        if entry is not None:
            found["audit.copy"] = self._copy
            found["audit.copy_hash"] = lambda: self.out.put(entry.hash.hex(), self.tr("Copied the hash"))
            if entry.object_kind == "record" and entry.object_id is not None:
                record = entry.object_id
                found["audit.open"] = lambda: session.show_record(record)
        return found.get(action_id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not press_focused(event):
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._age.start()
        self._say_state()
        if self._stale:
            self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._age.stop()

    def show_entry(self, seq: int) -> None:
        """Makes one entry current, with the filter cleared if it leaves it out."""
        if not self.page.list.go_to(seq):
            self.page.list.prefer(seq)
            self.page.filters.clear()

    @property
    def _broken_at(self) -> int | None:
        checked = self.verifying.checked
        return checked.found.broken_at if checked is not None else None

    def _connect(self) -> None:
        session, page = self.session, self.page
        session.file_changed.connect(self._on_file)
        session.scope_changed.connect(self._on_scope)
        session.changed.connect(self._on_changed)
        page.filters.changed.connect(self._ask)
        page.list.clear_asked.connect(page.filters.clear)
        page.list.shown.connect(self._on_shown)
        page.list.busy_changed.connect(page.loading.set_busy)
        page.list.stale.connect(self._on_stale)
        page.list.table.current_changed.connect(self._on_current)
        page.list.table.selection_count_changed.connect(self._on_count)
        page.list.table.opened.connect(lambda _seq: self.run("audit.open"))
        page.list.model.dataChanged.connect(self.update_actions)
        page.stale.pressed.connect(self.refresh)
        page.broken.pressed.connect(self._show_broken)
        page.detail.entry_asked.connect(self.show_entry)
        page.detail.record_asked.connect(session.show_record)
        self.verifying.changed.connect(self._on_verified)
        # Glyphs carry their colours with them.
        theme().changed.connect(self._soon.start)

    def _ask(self) -> None:
        filters = self.page.filters
        self.page.list.ask(lambda: filters.wanted(self.session.now()), narrowed=filters.narrowed)
        self.update_actions()

    def _read_standing(self) -> None:
        """How many entries there are, the last of them, and what can be chosen from."""
        operator = self.session.operator
        if operator is None:
            return
        journal, scope = operator.audit, self.session.scope
        self.session.jobs.read(
            lambda token: _standing(journal, scope),
            self._on_standing,
            # The list itself says what is wrong with the file; a count has nothing to add.
            failed=lambda error: None,
            key="audit.standing",
            owner=self,
        )

    def _on_standing(self, standing: tuple[int, int | None, Landmark, JournalChoices]) -> None:
        self._total, self._linked, self._head, choices = standing
        self.page.filters.offer(choices)
        self._say_head()
        self._say_state()
        self._write_line()
        self.update_actions()

    def _say_head(self) -> None:
        head = self._head
        if head is None or head.seq == 0:
            self.page.head.setText("")
            return
        self.page.head.setText(self.tr("Head  #{0}  {1}").format(head.seq, head.hash.hex()))
        said = self.tr(
            "{0}\nKeep it outside this file: a journal whose end was cut off shows only against it."
        )
        self.page.head.setToolTip(said.format(head.hash.hex()))

    @Slot()
    def _say_state(self) -> None:
        page, verifying = self.page, self.verifying
        checked, total = verifying.checked, self._total
        if self.session.operator is None:
            page.say_state("", "muted")
        elif verifying.running:
            page.say_state(self.tr("◐ checking the chain…"), "muted")
        elif verifying.error is not None:
            said = sentence(verifying.error)
            page.say_state(
                self.tr("✗ could not be checked"), "danger", f"{said.title}. {said.text} {said.advice}"
            )
        elif checked is None:
            page.say_state(self.tr("– not checked yet"), "muted", self.tr("Verify recomputes every hash."))
        else:
            age = ago(checked.at, _now())
            if age.endswith(("s", "min", "h", "d")) and age != self.tr("just now"):
                age = self.tr("{0} ago").format(age)
            if checked.found.broken_at is not None:
                said_ = self.tr("✗ broken at entry #{0}, {1}").format(checked.found.broken_at, age)
                page.say_state(said_, "danger")
            elif not checked.intact:
                page.say_state(self.tr("✗ entries are missing, {0}").format(age), "danger")
            elif total is not None and total > checked.found.entries:
                said_ = self.tr("✓ intact up to #{0}, {1}").format(checked.found.entries, age)
                page.say_state(said_, "ok", self._known())
            else:
                page.say_state(self.tr("✓ chain intact, {0}").format(age), "ok", self._known())

    def _known(self) -> str:
        checked = self.verifying.checked
        if checked is None or checked.known is None or checked.known.seq == 0:
            return self.tr("Every entry follows the one before it.")
        said = self.tr(
            "Every entry follows the one before it, and #{0}, the last one when this file was opened, is among them."
        )
        return said.format(checked.known.seq)

    def _say_broken(self) -> None:
        checked = self.verifying.checked
        if checked is None or checked.intact or self.verifying.running:
            self.page.broken.hide()
        elif checked.found.broken_at is not None:
            said = self.tr(
                "The chain breaks at entry #{0}: this entry or one before it was changed, taken out or put "
                "in afterwards, past this program. From there on the journal proves nothing. Keep this file as "
                "it is and compare it with a backup."
            )
            self.page.broken.say(
                "✗", said.format(number(checked.found.broken_at)), self.tr("Show entry"), "danger"
            )
        elif checked.known is not None:
            said = self.tr(
                "Entry #{0} was the last one when this file was opened and is not in the chain any more: "
                "its end was cut off, or the file was replaced by an older copy."
            )
            self.page.broken.say("✗", said.format(number(checked.known.seq)), None, "danger")

    def _write_line(self) -> None:
        listed, parts = self.page.list, []
        if self.session.operator is None:
            self.page.heading.set_line("")
            return
        if self._total is not None:
            one, many = self.tr("1 entry"), self.tr("{0} entries")
            parts.append(one if self._total == 1 else many.format(number(self._total)))
        if self.page.filters.narrowed and listed.matches is not None:
            parts.append(self.tr("{0} match").format(number(listed.matches)))
        selected = listed.table.selected_count()
        if selected > 1:
            parts.append(self.tr("{0} selected").format(number(selected)))
        if self._linked is not None:
            # The sidebar counts those of the person: say which of the two numbers this is.
            parts.append(self.tr("{0} about {1}").format(number(self._linked), self.session.scope))
        parts.append(self.tr("newest first") if listed.descending else self.tr("oldest first"))
        self.page.heading.set_line("  ·  ".join(parts))

    def _read_link(self) -> None:
        seq, operator, about = self._seq, self.session.operator, self.page.list.about
        if seq is None or operator is None:
            return
        journal = operator.audit
        self.session.jobs.read(
            lambda token: (journal.link(seq, about), about),
            self._on_link,
            failed=lambda error: self.page.detail.show_error(sentence(error)),
            key="audit.link",
            owner=self,
        )

    def _on_link(self, answer: tuple[Link | None, Scope | None]) -> None:
        link, about = answer
        if link is None:
            self.page.detail.show_nothing()
        elif link.entry.seq == self._seq:
            person = str(about) if about is not None else ""
            checked = self.verifying.checked
            broken = checked is not None and not checked.intact
            self.page.detail.show_link(link, person, self.session.now(), broken=broken)

    @Slot()
    def _on_file(self) -> None:
        self._total = self._linked = self._head = self._seq = None
        self._soon.stop()
        self.verifying.forget()
        self.page.detail.show_nothing()
        self.page.list.forget_place()
        self.page.stale.hide()
        self._say_head()
        self._on_scope()

    @Slot()
    def _on_scope(self) -> None:
        self.page.filters.show_person(self.session.scope)
        self._linked = None
        self._stale = True
        if self.isVisible() or self.session.operator is None:
            self.refresh()
        self.update_actions()

    @Slot(object)
    def _on_changed(self, change: object) -> None:
        # Every write appends an entry, whatever it was about.
        if self.isVisible():
            self.page.list.reload_soon()
            self._read_standing()
        else:
            self._stale = True

    @Slot()
    def _on_shown(self) -> None:
        self.page.stale.hide()
        self._write_line()
        self._on_current(self.page.list.table.current_id())
        self._soon.start()

    @Slot(object)
    def _on_current(self, seq: int | None) -> None:
        if seq != self._seq:
            self._seq = seq
            if seq is None:
                self.page.detail.show_nothing()
            else:
                self._soon.start()
        self.update_actions()

    @Slot(int)
    def _on_count(self, count: int) -> None:
        self._write_line()

    @Slot(object)
    def _on_stale(self, error: Exception) -> None:
        said = sentence(error)
        text = self.tr("This list is as it was read before. {0}. {1}").format(said.title, said.advice)
        self.page.stale.say("✗", text, self.tr("Try again"), "danger")

    @Slot()
    def _on_verified(self) -> None:
        self._say_state()
        self._say_broken()
        self._soon.start()
        self.page.list.table.viewport().update()
        self.update_actions()

    @Slot()
    def _show_broken(self) -> None:
        if (seq := self._broken_at) is not None:
            self.show_entry(seq)

    def _edit_words(self) -> None:
        self.page.filters.words.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.page.filters.words.selectAll()

    def _export(self) -> None:
        # Reasons are personal: they go along when the list was narrowed to their person.
        about = self.page.filters.wanted(self.session.now()).about
        self.out.export(self.page.list.model.ids, about)

    def _copy(self) -> None:
        listed = self.page.list
        self.out.copy(listed.table.selected_ids(), listed.visible_columns(), listed.about)

    def _copy_head(self) -> None:
        if self._head is not None:
            self.out.put(
                f"#{self._head.seq} {self._head.hash.hex()}", self.tr("Copied the head of the chain")
            )


def _now() -> datetime:
    # A check happens in this world's time, in the demo too.
    return datetime.now(UTC)


def _standing(journal: Journal, scope: Scope | None) -> tuple[int, int | None, Landmark, JournalChoices]:
    linked = None if scope is None else journal.count(JournalFilter(about=scope))
    return journal.count(), linked, journal.head(), journal.choices()

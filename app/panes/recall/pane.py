"""The Recall pane: ask, see why, move the setting, compare."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.panes.pane import Pane
from app.panes.recall.asking import Asking
from app.panes.recall.comparing import Comparing
from app.panes.recall.dedupe_dialog import DedupeDialog
from app.panes.recall.embedder_dialog import EmbedderDialog
from app.panes.recall.isolation_dialog import IsolationDialog
from app.panes.recall.page import COMPARE, PROMPT, QUESTIONS, RecallPage
from app.panes.recall.questions_view import Found
from app.panes.recall.said import heading_line, note_of, prompt_reason, route_line
from app.panes.recall.study import Ask, Row, Study
from app.panes.recall.taking_out import TakingOut
from app.session import Session
from app.widgets.hidden_characters import one_line
from app.wording import sentence
from core.errors import WrongEmbedder
from core.memory.records import Explanation, Fate

_SETTLE_MS = 30
_LATE_MS = 300
_REMEMBERED = 12


class RecallPane(Pane):
    """What a question brings back from one person's memory, and why."""

    id = "recall"
    icon = "recall"

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.title = self.tr("Recall")
        self.asked: Ask | None = None
        self.pinned: Ask | None = None
        self.study: Study | None = None
        self._pinned_study: Study | None = None
        self._questions: list[str] = []
        # The file changed, and what is on screen may be of what was forgotten.
        self._stale = False
        self._is_new = False
        self._explains = False
        self.asking = Asking(session, self)
        self.page = page = RecallPage(session, self.action)
        self.comparing = Comparing(
            self.asking,
            page.questions,
            lambda: self._setting(""),
            lambda: page.tabs.place == QUESTIONS,
            self,
        )
        self.out = TakingOut(session, self.page, self)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_SETTLE_MS)
        self._soon.timeout.connect(self._ask_again)
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.setInterval(_LATE_MS)
        self._late.timeout.connect(self._on_late)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.page)
        self._connect()
        self._on_scope()

    @property
    def quiet(self) -> bool:
        """True when nothing is on its way to the screen."""
        return self.session.jobs.idle() and not self._soon.isActive()

    def activate(self) -> None:
        if self._stale:
            self.refresh()
        if self.study is None:
            self.asking.warm_up(self.page.prepare)
        if self.study is None and not self.page.query.text():
            self.page.query.setFocus(Qt.FocusReason.OtherFocusReason)

    def refresh(self) -> None:
        self._ask_again()

    def ask(self, query: str) -> None:
        """Asks a question as if it had been typed."""
        self.page.query.setText(query)
        self._on_asked()

    def handles(self, action_id: str) -> Callable[[], object] | None:
        session, study = self.session, self.study
        offered: dict[str, Callable[[], object]] = {}
        if session.store is not None:
            offered |= {
                "recall.isolation": self.check_isolation,
                "recall.dedupe": self.tune_dedupe,
                "recall.embedder": self.choose_embedder,
            }
        if session.scope is not None:
            offered |= {"edit.find": self._find, "recall.pin": self.pin}
        if self.out.bars is not None and not self._stale:
            offered["recall.export"] = self.out.export
        if study is not None and study.rows:
            view = self.page.questions if self.page.tabs.place == QUESTIONS else self.page.scores
            offered["recall.next"] = lambda: view.step(1)
            offered["recall.previous"] = lambda: view.step(-1)
        if self.page.why.row is not None:
            offered["recall.open"] = self.open_record
        return offered.get(action_id)

    def pin(self) -> None:
        """Keeps the present setting, and shows what another one changes."""
        self.pinned = self.page.setting.apply("", self.page.prompt.cap.value())
        if self.asked is None:
            self.session.toast(self.tr("Pinned the present setting; ask a question to compare with it"))
            return
        self.page.tabs.show_view(COMPARE)
        self._ask_again()
        self.session.toast(self.tr("Pinned the present setting"))

    def unpin(self) -> None:
        """Forgets the setting that others are compared with."""
        self.pinned = self._pinned_study = None
        self._show_view()
        self.update_actions()

    def open_record(self) -> None:
        """Shows the record that is explained in Memory."""
        if self.page.why.row is not None:
            self.session.show_record(self.page.why.row.record.id)

    def check_isolation(self) -> IsolationDialog:
        """Opens the isolation check."""
        dialog = IsolationDialog(self.session, self)
        dialog.open()
        return dialog

    def choose_embedder(self) -> EmbedderDialog:
        """Opens the choice of an embedder."""
        dialog = EmbedderDialog(self.session, self)
        dialog.open()
        return dialog

    def tune_dedupe(self) -> DedupeDialog:
        """Opens the measuring of near-duplicates."""
        dialog = DedupeDialog(self.session, self)
        dialog.open()
        return dialog

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def _connect(self) -> None:
        session, page, asking = self.session, self.page, self.asking
        session.scope_changed.connect(self._on_scope)
        session.changed.connect(self._on_changed)
        session.state_changed.connect(self.update_actions)
        page.query.returnPressed.connect(self._on_asked)
        page.ask.clicked.connect(self._on_asked)
        page.halt.clicked.connect(self.stop)
        page.setting.changed.connect(self._soon.start)
        page.prompt.cap_changed.connect(self._soon.start)
        page.scores.chosen.connect(self._on_chosen)
        page.why.record_wanted.connect(session.show_record)
        page.why_not.asked.connect(self._on_why_not)
        page.why_not.held_wanted.connect(asking.list_held)
        page.why_not.held_asked.connect(asking.explain_held)
        asking.held_listed.connect(page.why_not.offer_held)
        asking.held_explained.connect(page.why_not.show_held)
        self.comparing.changed.connect(self._on_compared)
        page.questions.chosen.connect(self._on_found)
        page.tabs.switched.connect(self._on_switched)
        page.compare.unpin_wanted.connect(self.unpin)
        asking.busy_changed.connect(page.loading.set_busy)
        asking.answered.connect(self._on_answered)
        asking.explained.connect(self._on_explained)
        asking.not_explained.connect(page.why_not.show_error)
        asking.failed.connect(self._on_failed)

    def _find(self) -> None:
        self.page.query.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.page.query.selectAll()

    def _setting(self, query: str) -> Ask:
        return self.page.setting.apply(query, self.page.prompt.cap.value())

    @Slot()
    def _on_asked(self) -> None:
        query = self.page.query.text()
        if self.session.scope is None:
            return
        if not query:
            self._forget()
            return
        self.asked = self._setting(query)
        self._is_new = True
        self.page.why_not.forget_answer()
        self._ask()

    @Slot()
    def _ask_again(self) -> None:
        """The same questions under what the sliders say now, of the file as it is now."""
        if self.session.scope is None:
            return
        if self.asked is not None:
            self.asked = self._setting(self.asked.query)
            self._ask()
        self.comparing.again()

    def _ask(self) -> None:
        if self.asked is not None:
            self._late.start()
            self.asking.ask(self.asked, self.pinned)

    @Slot()
    def _on_late(self) -> None:
        """The answer on screen is to another question, or of a file that changed since."""
        if not self.asking.recalling or self.asked is None:
            return
        self.page.show_late(True)
        if self._is_new or self._stale:
            self._drop_answer()
            self.page.stack.show_empty(
                self.tr("Recalling “{0}”").format(one_line(self.asked.query, 60)),
                self.tr("The answer is on its way. Stop ends the wait."),
            )
            self.update_actions()

    def stop(self) -> None:
        """Waits no longer for the answer."""
        self.asking.stop()
        self._late.stop()
        self.page.show_late(False)
        self._drop_answer()
        self.page.stack.show_empty(
            self.tr("Stopped"),
            self.tr("The question was not answered."),
            self.tr("Ask again"),
            self._ask_again,
        )
        self.update_actions()

    def _drop_answer(self) -> None:
        """Nothing of the last answer stays: neither its counts nor its explanation."""
        self.study = self._pinned_study = None
        page = self.page
        page.heading.set_line("")
        page.note.hide()
        page.why.show_row(None)
        page.why_not.forget_answer()
        page.compare.show_studies(None, None)
        self.comparing.outdate()

    def _forget(self) -> None:
        """No question, no answer."""
        self.asking.stop()
        self._soon.stop()
        self._late.stop()
        self.asked = None
        self._stale = self._is_new = False
        self._drop_answer()
        page = self.page
        page.show_late(False)
        page.why_not.forget_answer()
        page.show_unasked(self.session)
        self.update_actions()

    @Slot(object, object)
    def _on_answered(self, study: Study, pinned: Study | None) -> None:
        if self.asked is None:
            return
        self._arrived()
        self.study = study
        page = self.page
        page.heading.set_line(heading_line(study))
        token, note = note_of(study)
        page.note.say("!", note, token=token) if note else page.note.hide()
        if study.hits:
            page.setting.show_measured(study.hits[0].parts.meaning.weight)
        self._pinned_study = pinned
        page.scores.show_study(study, route_line(study), keep=not self._is_new)
        self._is_new = False
        self._show_view()
        self._remember(study.ask.query)
        if study.live == 0:
            page.stack.show_empty(
                self.tr("There is nothing to recall"),
                self.tr("This person has no current records. Memory shows what there was."),
            )
        else:
            page.stack.show_content()
        if page.why_not.explained is not None:
            self.asking.explain(page.why_not.explained, study, study.ask)
        self.update_actions()

    def _arrived(self) -> None:
        self._late.stop()
        self._stale = False
        self.page.show_late(False)

    @Slot(object)
    def _on_chosen(self, row: Row | None) -> None:
        if self.page.tabs.place != QUESTIONS:
            self.page.why.show_row(row)
        self.update_actions()

    @Slot(object)
    def _on_found(self, found: Found | None) -> None:
        if self.page.tabs.place == QUESTIONS:
            row = None if found is None else Row(found.hit.record, found.rank, found.hit, Fate.RECALLED)
            self.page.why.show_row(row, "" if found is None else found.question)
            self.update_actions()

    @Slot(int)
    def _on_why_not(self, id_: int) -> None:
        if self.session.scope is None:
            return
        if self.asked is None:
            self.page.why_not.ask_first()
            return
        self._explains = True
        self.asking.explain(id_, self.study, self._setting(self.asked.query))

    @Slot(object)
    def _on_explained(self, explained: Explanation) -> None:
        self.page.why_not.show_explanation(explained, prompt_reason(explained, self.study))
        # Only who asked is taken there; an answer brought up to date moves nothing.
        if self._explains:
            self._explains = False
            self.page.scores.choose(explained.record.id)

    def _show_view(self) -> None:
        """Fills the view that is on screen; the others are filled when they are switched to."""
        page, study = self.page, self.study
        if page.tabs.place == PROMPT and study is not None:
            page.prompt.show_study(study)
        elif page.tabs.place == COMPARE:
            page.compare.show_studies(self._pinned_study, study)

    @Slot()
    def _on_compared(self) -> None:
        self._explain_chosen()
        self.update_actions()

    def _explain_chosen(self) -> None:
        """Explains what is chosen in the view on screen."""
        if self.page.tabs.place == QUESTIONS:
            self._on_found(self.page.questions.current)
        elif self.study is not None:
            self.page.why.show_row(self.page.scores.current)

    @Slot(int)
    def _on_switched(self, place: int) -> None:
        self._show_view()
        self._explain_chosen()
        if place == QUESTIONS:
            self.page.questions.offer(self._questions)
            self.comparing.look()
        self.update_actions()

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        self._arrived()
        self._drop_answer()
        if isinstance(error, WrongEmbedder):
            self.page.stack.show_error(sentence(error), self.tr("Embedder…"), self.choose_embedder)
        else:
            self.page.stack.show_error(sentence(error), self.tr("Try again"), self._ask_again)
        self.update_actions()

    @Slot()
    def _on_scope(self) -> None:
        self._questions.clear()
        # A setting is pinned for the questions of one person.
        self.pinned = None
        page = self.page
        page.query.clear()
        page.why_not.clear()
        self.comparing.clear()
        for widget in (page.query, page.ask, page.side):
            widget.setEnabled(self.session.scope is not None)
        self._forget()

    @Slot(object)
    def _on_changed(self, change: object) -> None:
        kinds: frozenset[str] = getattr(change, "kinds", frozenset())
        box = self.page.why_not
        if box.asks_for_held and (not kinds or "quarantine" in kinds):
            self.asking.list_held()
            if box.explained_item is not None:
                self.asking.explain_held(box.explained_item)
        if self.asked is None or (kinds and "record" not in kinds):
            return
        self._stale = True
        self.comparing.outdate()
        if self.isVisible():
            self._soon.start()
        self.update_actions()

    def _remember(self, query: str) -> None:
        if query in self._questions:
            self._questions.remove(query)
        self._questions.append(query)
        del self._questions[:-_REMEMBERED]

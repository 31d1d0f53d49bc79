"""The Recall pane: ask, see why, move the setting, compare."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.panes.pane import Pane
from app.panes.recall.asking import Asking
from app.panes.recall.dedupe_dialog import DedupeDialog
from app.panes.recall.embedder_dialog import EmbedderDialog
from app.panes.recall.isolation_dialog import IsolationDialog
from app.panes.recall.page import COMPARE, PROMPT, QUESTIONS, RecallPage
from app.panes.recall.said import heading_line, note_of, route_line
from app.panes.recall.study import Ask, Row, Study
from app.panes.recall.taking_out import TakingOut
from app.session import Session
from app.wording import sentence
from core.errors import WrongEmbedder
from core.memory.records import Explanation, Hits

_SETTLE_MS = 30
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
        self._stale = False
        self.asking = Asking(session, self)
        self.page = RecallPage(session, self.action)
        self.out = TakingOut(session, self.page, self)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_SETTLE_MS)
        self._soon.timeout.connect(self._ask_again)
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
            self.asking.warm_up()
        if self.study is None and not self.page.query.text():
            self.page.query.setFocus(Qt.FocusReason.OtherFocusReason)

    def refresh(self) -> None:
        self._stale = False
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
        if self.out.bars is not None:
            offered["recall.export"] = self.out.export
        if study is not None and study.rows:
            offered["recall.next"] = lambda: self.page.scores.step(1)
            offered["recall.previous"] = lambda: self.page.scores.step(-1)
        if self.page.why.row is not None:
            offered["recall.open"] = self.open_record
        return offered.get(action_id)

    def pin(self) -> None:
        """Keeps the present setting, and shows what another one changes."""
        self.pinned = self.page.setting.apply("", self.page.prompt.cap.value())
        self.page.tabs.show_view(COMPARE)
        self._ask_again()
        self.session.toast(self.tr("Pinned the present setting"))

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
        page.setting.changed.connect(self._soon.start)
        page.prompt.cap_changed.connect(self._soon.start)
        page.scores.chosen.connect(self._on_chosen)
        page.why.record_wanted.connect(session.show_record)
        page.why_not.asked.connect(self._on_why_not)
        page.why_not.held_wanted.connect(asking.list_held)
        page.why_not.held_asked.connect(asking.explain_held)
        asking.held_listed.connect(page.why_not.offer_held)
        asking.held_explained.connect(page.why_not.show_held)
        page.questions.asked.connect(self._on_questions)
        page.tabs.switched.connect(self._on_switched)
        asking.busy_changed.connect(page.loading.set_busy)
        asking.answered.connect(self._on_answered)
        asking.explained.connect(self._on_explained)
        asking.not_explained.connect(page.why_not.show_error)
        asking.compared.connect(self._on_compared)
        asking.failed.connect(self._on_failed)

    def _find(self) -> None:
        self.page.query.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.page.query.selectAll()

    def _setting(self, query: str) -> Ask:
        return self.page.setting.apply(query, self.page.prompt.cap.value())

    @Slot()
    def _on_asked(self) -> None:
        query = self.page.query.text()
        if self.session.scope is None or not query:
            return
        self.asked = self._setting(query)
        self.page.why_not.forget_answer()
        self.page.stack.show_loading(self.tr("Recalling…"))
        self.asking.ask(self.asked, self.pinned)

    @Slot()
    def _ask_again(self) -> None:
        """The same question under what the sliders say now."""
        if self.asked is not None and self.session.scope is not None:
            self.asked = self._setting(self.asked.query)
            self.asking.ask(self.asked, self.pinned)

    @Slot(object, object)
    def _on_answered(self, study: Study, pinned: Study | None) -> None:
        if self.asked is None:
            return
        self.study = study
        page = self.page
        page.heading.set_line(heading_line(study))
        token, note = note_of(study)
        page.note.say("!", note, token=token) if note else page.note.hide()
        if study.hits:
            page.setting.show_measured(study.hits[0].parts.meaning.weight)
        self._pinned_study = pinned
        page.scores.show_study(study, route_line(study))
        self._show_view()
        self._remember(study.ask.query)
        if study.live == 0:
            page.stack.show_empty(
                self.tr("There is nothing to recall"),
                self.tr("This person has no current records. Memory shows what there was."),
            )
        elif not study.rows and page.tabs.place not in (COMPARE, QUESTIONS):
            self._show_nothing(study)
        else:
            page.stack.show_content()
        self.update_actions()

    def _show_nothing(self, study: Study) -> None:
        if study.hits.blank:
            text = self.tr("The question has no word to look for; words such as “the” do not count.")
        else:
            text = self.tr("No memory was compared with this setting: look at k, threshold and kinds.")
        self.page.stack.show_empty(self.tr("Nothing came back"), text)

    @Slot(object)
    def _on_chosen(self, row: Row | None) -> None:
        self.page.why.show_row(row)
        self.update_actions()

    @Slot(int)
    def _on_why_not(self, id_: int) -> None:
        if self.session.scope is None:
            return
        query = self.asked.query if self.asked is not None else self.page.query.text()
        self.asking.explain(id_, self.study, self._setting(query))

    @Slot(object)
    def _on_explained(self, explained: Explanation) -> None:
        self.page.why_not.show_explanation(explained)
        self.page.scores.choose(explained.record.id)

    @Slot(object)
    def _on_questions(self, questions: list[str]) -> None:
        if self.session.scope is not None:
            self.asking.compare(questions, self._setting(""))

    @Slot(object)
    def _on_compared(self, answers: list[tuple[str, Hits]]) -> None:
        self.page.questions.show_answers(answers)
        self.update_actions()

    def _show_view(self) -> None:
        """Fills the view that is on screen; the others are filled when they are switched to."""
        page, study = self.page, self.study
        if page.tabs.place == PROMPT and study is not None:
            page.prompt.show_study(study)
        elif page.tabs.place == COMPARE:
            page.compare.show_studies(self._pinned_study, study)

    @Slot(int)
    def _on_switched(self, place: int) -> None:
        self._show_view()
        if place == QUESTIONS:
            self.page.questions.offer(self._questions)
        self.update_actions()

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, WrongEmbedder):
            self.page.stack.show_error(sentence(error), self.tr("Embedder…"), self.choose_embedder)
            return
        self.page.stack.show_error(sentence(error), self.tr("Try again"), self._ask_again)

    @Slot()
    def _on_scope(self) -> None:
        self.asked = self.study = self._pinned_study = None
        self._questions.clear()
        self._stale = False
        page = self.page
        page.note.hide()
        page.heading.set_line("")
        page.query.clear()
        page.why.show_row(None)
        page.why_not.clear()
        page.questions.clear()
        page.compare.show_studies(None, None)
        has_scope = self.session.scope is not None
        for widget in (page.query, page.ask, page.side):
            widget.setEnabled(has_scope)
        if self.session.store is None:
            page.stack.show_empty(self.tr("No file is open"), self.tr("Open a memory file, or try the demo."))
        elif not has_scope:
            page.stack.show_empty(self.tr("No person is chosen"), self.tr("Choose one at the top."))
        else:
            page.stack.show_empty(
                self.tr("Ask what the agent would ask"),
                self.tr("Enter recalls. Every score is taken apart, and what was not kept says why."),
            )
        self.update_actions()

    @Slot(object)
    def _on_changed(self, change: object) -> None:
        kinds: frozenset[str] = getattr(change, "kinds", frozenset())
        if self.page.why_not.asks_for_held and (not kinds or "quarantine" in kinds):
            self.asking.list_held()
        if self.asked is None or (kinds and "record" not in kinds):
            return
        if self.isVisible():
            self._soon.start()
        else:
            self._stale = True

    def _remember(self, query: str) -> None:
        if query in self._questions:
            self._questions.remove(query)
        self._questions.append(query)
        del self._questions[:-_REMEMBERED]

"""What can be done in the Review pane now, and why something cannot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.actions import Action
from app.panes.review.bottom import Mode
from app.panes.review.case import Case
from app.panes.review.redaction import redacted

if TYPE_CHECKING:
    from app.panes.review.pane import ReviewPane

Run = Callable[[], object]
_VERBS = frozenset({"review.release", "review.edit", "review.redact", "review.reject"})


def offers(pane: ReviewPane) -> Mapping[str, Run]:
    """Action id to function, for everything that is possible now."""
    session = pane.session
    if session.operator is None:
        return {}
    found: dict[str, Run] = {}
    if pane.page.detail.mode is not Mode.EDITING:
        found |= {
            "review.next": lambda: pane.step(1),
            "review.previous": lambda: pane.step(-1),
            "review.tab": pane.next_tab,
        }
        if session.scope is not None:
            found |= {"review.narrow": pane.narrow, "review.blocks": pane.show_blocks}
    if pane.page.detail.mode is not Mode.READING:
        return found
    if pane.page.list.entry is not None:
        found |= {
            "review.select": lambda: pane.choose(pane.selection.toggle),
            "review.extend_next": lambda: pane.choose(lambda: pane.selection.extend(1)),
            "review.extend_previous": lambda: pane.choose(lambda: pane.selection.extend(-1)),
            "review.group": lambda: pane.choose(pane.selection.take_group),
        }
    if pane.case is not None:
        found |= {"review.skip": pane.skip, "review.copy": pane.copy}
    if session.writable and not pane.deciding.busy:
        found |= _decisions(pane)
        if pane.case is not None and pane.case.covered:
            found["review.reveal"] = pane.show_contacts
        if pane.case is not None and not pane.case.open:
            found["review.undo"] = pane.verbs.take_back
        elif session.undo_text is not None:
            found["review.undo"] = session.undo
    return found


def reason(pane: ReviewPane, entry: Action) -> str | None:
    """Why an act is not offered; None when the pane has nothing of its own to say."""
    session, case = pane.session, pane.case
    if session.store is None or entry.id not in _VERBS | {"review.reveal"}:
        return None
    if not session.writable and entry.id == "review.reveal":
        return _tr("Showing it is journaled, and the file is open read-only.")
    if not session.writable:
        return _tr("The file is open read-only; enable writing beside its name.")
    if pane.deciding.busy:
        return _tr("A decision is being written.")
    if case is None:
        return _tr("No item is selected.")
    if entry.id == "review.reveal":
        return _tr("No contact data of it is covered.")
    if pane.page.list.gathers and entry.id in ("review.edit", "review.redact"):
        return _tr("The line stands for many; Enter lists them, to change one.")
    if not case.open:
        return _tr("It is decided already; undo takes the decision back.")
    return _why_not(entry.id, case)


def _decisions(pane: ReviewPane) -> dict[str, Run]:
    if pane.many:
        decidable = any(not entry.one_by_one for entry in pane.page.list.chosen)
        if not decidable:
            return {}
        return {"review.release": pane.verbs.release_many, "review.reject": pane.verbs.reject_many}
    case = pane.case
    if case is None or not case.open:
        return {}
    found: dict[str, Run] = {"review.reject": pane.verbs.reject}
    if case.releasable:
        found["review.release"] = pane.verbs.release
    if not case.is_deletion and not case.covered:
        found["review.edit"] = pane.verbs.edit
    if not case.is_deletion and redacted(case) is not None:
        found["review.redact"] = pane.verbs.redact
    return found


def _why_not(action_id: str, case: Case) -> str | None:
    if case.is_deletion and action_id in ("review.edit", "review.redact"):
        return _tr("A deletion has no words to change.")
    if case.covered and action_id == "review.edit":
        return _tr("Contact data in it is covered; show it first (V).")
    if action_id == "review.redact":
        return _tr("Nothing in it is marked; edit it instead.")
    if case.masked:
        return _tr("What was masked was never stored; redact, edit or reject it.")
    if case.is_deletion:
        return _tr("What it names is gone already; reject it.")
    return _tr("Today’s rules refuse these words from anybody; edit or reject it.")


def _tr(text: str) -> str:
    return QCoreApplication.translate("review", text)

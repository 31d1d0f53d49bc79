"""What can be done in the Memory pane now, and why something cannot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.actions import Action
from app.panes.memory.page import CONFLICT, DUE
from app.panes.memory.tabs import RECORDS
from core.memory.records import Kind, Record, State

if TYPE_CHECKING:
    from app.panes.memory.pane import MemoryPane

Run = Callable[[], object]


def offers(pane: MemoryPane) -> Mapping[str, Run]:
    """Action id to function, for everything that is possible now."""
    if pane.session.scope is None:
        return {}
    tabs = _tabs(pane)
    if pane.page.place != RECORDS:
        return tabs
    found = _always(pane) | tabs
    record = pane.record
    if record is not None:
        found |= _reading(pane, record)
        if pane.may_write:
            found |= _writing(pane, record)
    return found


def reason(pane: MemoryPane, entry: Action) -> str | None:
    """Why a writing act is not offered; None when the pane itself has nothing against it."""
    session, record = pane.session, pane.record
    if session.scope is not None and pane.page.place != RECORDS:
        return _tr("It is about records; go back to their tab first.")
    if entry.id == "memory.export" and pane.page.filter.error:
        return _tr("The filter cannot be read; what is listed is the answer to the one before.")
    if session.scope is None or "write" not in entry.needs or not session.writable:
        return None
    if pane.as_of is not None:
        return _tr("The past cannot be changed; go back to now first.")
    if record is None:
        return _tr("No record is selected.")
    if record.kind is Kind.EPISODIC and entry.id in ("memory.correct", "memory.roll_back"):
        return _tr("An episode is written once and never edited.")
    if entry.id == "memory.roll_back":
        return _tr("This version is in force; choose an older one.")
    if record.state is State.SUPERSEDED:
        return _tr("A newer version stands in its place; roll back makes this one current.")
    return _tr("The record is no longer in force.")


def _tabs(pane: MemoryPane) -> dict[str, Run]:
    names = ("records", "notes", "entities", "documents")
    return {f"memory.{name}": partial(pane.show_tab, place) for place, name in enumerate(names)}


def _always(pane: MemoryPane) -> dict[str, Run]:
    page = pane.page
    found: dict[str, Run] = {
        "edit.find": pane.edit_filter,
        "edit.find_next": lambda: page.list.table.step(1),
        "memory.next": lambda: page.list.table.step(1),
        "memory.previous": lambda: page.list.table.step(-1),
        "memory.review_due": lambda: pane.toggle(DUE),
        "memory.conflicts": lambda: pane.toggle(CONFLICT),
        "memory.as_of": pane.ask_moment,
        "memory.columns": pane.choose_columns,
    }
    if page.list.matches and not page.filter.error:
        found["memory.export"] = pane.export
    if pane.may_write:
        found["memory.forget_source"] = lambda: pane.purges.forget_source(pane.record)
        found["memory.sweep"] = pane.purges.sweep
    return found


def _reading(pane: MemoryPane, record: Record) -> dict[str, Run]:
    out, listed = pane.out, pane.page.list
    return {
        "memory.open": lambda: pane.open_window(record.id),
        "memory.copy": lambda: out.copy_text(pane.agreement.chosen()),
        "memory.copy_headers": lambda: out.copy_table(pane.agreement.chosen(), listed.visible_columns()),
        "memory.copy_json": lambda: out.copy_json(pane.agreement.chosen(), listed.model.columns),
        "memory.copy_id": lambda: out.copy_ids(pane.agreement.chosen()),
    }


def _writing(pane: MemoryPane, record: Record) -> dict[str, Run]:
    found: dict[str, Run] = {"memory.forget": pane.forget}
    if record.ended_at is None:
        found["memory.confirm"] = lambda: pane.acts.confirm(record)
        found["memory.set_expiry"] = lambda: pane.acts.set_expiry(record, pane.now())
        if record.kind is not Kind.EPISODIC:
            found["memory.correct"] = pane.correction.start
    elif record.kind is not Kind.EPISODIC:
        found["memory.roll_back"] = lambda: pane.acts.roll_back(record.id, record.version, record.id)
    return found


def _tr(text: str) -> str:
    return QCoreApplication.translate("memory", text)

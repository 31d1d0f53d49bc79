"""The stores as the Overview tells of them: rule, lifetime, and what is counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication

from app.wording import number
from core import Kind

if TYPE_CHECKING:
    from core.handles.overview import Overview


class Count(NamedTuple):
    """What there is now, the word for it, and what else is kept."""

    now: int
    word: str
    past: str


@dataclass(frozen=True, slots=True)
class StoreText:
    """One store: how it is kept, for how long, and how to count it."""

    name: str
    rule: str
    lifetime: str
    count: Callable[[Overview], Count]
    kind: Kind | None = None


def _tr(text: str) -> str:
    return QCoreApplication.translate("Overview", text)


def _records(kind: Kind) -> Callable[[Overview], Count]:
    def count(overview: Overview) -> Count:
        found = next(each for each in overview.kinds if each.kind is kind)
        past = [
            f"{number(amount)} {word}"
            for amount, word in (
                (found.superseded, _tr("superseded")),
                (found.expired, _tr("expired")),
                (found.withdrawn, _tr("withdrawn")),
            )
            if amount
        ]
        return Count(found.live, _tr("current"), " · ".join(past))

    return count


def _held(overview: Overview) -> Count:
    past = [
        f"{number(amount)} {word}"
        for amount, word in (
            (overview.decided, _tr("decided")),
            (overview.refused, _tr("refused or skipped")),
        )
        if amount
    ]
    return Count(overview.waiting, _tr("waiting"), " · ".join(past))


def _tasks(overview: Overview) -> Count:
    ended = overview.ended_tasks
    return Count(overview.open_tasks, _tr("open"), f"{number(ended)} {_tr('finished')}" if ended else "")


def _scratchpads(overview: Overview) -> Count:
    count = overview.scratchpads
    return Count(count, _tr("task") if count == 1 else _tr("tasks"), "")


def _notes(overview: Overview) -> Count:
    return Count(overview.notes, _tr("note") if overview.notes == 1 else _tr("notes"), "")


def _graph(overview: Overview) -> Count:
    kept = (
        (overview.links, _tr("link"), _tr("links")),
        (overview.documents, _tr("document"), _tr("documents")),
    )
    past = [f"{number(amount)} {one if amount == 1 else many}" for amount, one, many in kept if amount]
    word = _tr("entity") if overview.entities == 1 else _tr("entities")
    return Count(overview.entities, word, " · ".join(past))


def long_term() -> list[StoreText]:
    """The four kinds of record."""
    return [
        StoreText(
            _tr("Semantic"),
            _tr("One current value per key; a new one supersedes it."),
            _tr("Kept until forgotten; expiry makes it due for review."),
            _records(Kind.SEMANTIC),
            Kind.SEMANTIC,
        ),
        StoreText(
            _tr("Episodic"),
            _tr("A dated event, written once and never edited."),
            _tr("Kept until it expires, is swept or is forgotten."),
            _records(Kind.EPISODIC),
            Kind.EPISODIC,
        ),
        StoreText(
            _tr("Procedural"),
            _tr("Versioned; the newest is current; roll back adds one."),
            _tr("Kept until forgotten, every version."),
            _records(Kind.PROCEDURAL),
            Kind.PROCEDURAL,
        ),
        StoreText(
            _tr("Preference"),
            _tr("From the person or an operator only; keyed."),
            _tr("Kept until forgotten; expiry makes it due for review."),
            _records(Kind.PREFERENCE),
            Kind.PREFERENCE,
        ),
    ]


def others() -> list[StoreText]:
    """What else is kept."""
    return [
        StoreText(
            _tr("Conversation"),
            _tr("Messages in the token budget; older ones are folded."),
            _tr("Kept for one conversation."),
            lambda overview: Count(overview.turns, _tr("turns"), ""),
        ),
        StoreText(
            _tr("Scratchpad"),
            _tr("Plan, findings and next step of one task."),
            _tr("Cleared when the task is complete."),
            _scratchpads,
        ),
        StoreText(
            _tr("Tasks"),
            _tr("Ordered steps; code refuses a skipped one."),
            _tr("Kept with its log, also when it is complete."),
            _tasks,
        ),
        StoreText(
            _tr("Notes"),
            _tr("Files read on demand; every passage is judged."),
            _tr("Kept until forgotten, every version."),
            _notes,
        ),
        StoreText(
            _tr("Graph"),
            _tr("Entities, links and chunks of documents."),
            _tr("Kept until forgotten."),
            _graph,
        ),
        StoreText(
            _tr("Review queue"),
            _tr("Held writes; a person releases or rejects."),
            _tr("Waits until decided; what was refused stays with its reason."),
            _held,
        ),
    ]

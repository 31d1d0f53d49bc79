"""Keeping the conversations of a foreign file: they are read and kept piece by piece, never judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from core.change import Change
from core.errors import UnknownFormat
from core.handles.import_report import Differing, ImportReport
from core.interop import Skip
from core.interop.conversations import conversations
from core.interop.talk import ForeignConversation
from core.memory.conversation import Message
from core.memory.conversation.desk import OperatorConversations
from core.memory.ground import Ground

_STEP = 500
Progress = Callable[[int, int | None, str], None]


def import_conversations(
    ground: Ground,
    report: ImportReport,
    unknown: UnknownFormat,
    progress: Progress | None,
    cancelled: Callable[[], bool] | None,
) -> None:
    """Keep the conversations of a file that holds no memories; see `Operator.import_path`.

    Args:
        unknown: what the search for memories in it said.
    """
    shelf = OperatorConversations(ground)
    kinds: frozenset[str] = frozenset()
    try:
        for talk in conversations(report.path):
            if cancelled is not None and cancelled():
                report.stopped = True
                break
            if isinstance(talk, Skip):
                report.leave_out([talk])
                continue
            report.format = talk.format
            kinds |= _take(shelf, talk, report, progress, cancelled)
            if report.stopped:
                break
    except UnknownFormat as other:
        # Where no reader knows it, what the first look saw is the better word; a store is one, too.
        raise (other if other.data.get("kind") == "conversation" else unknown) from None
    report.change = Change(kinds)


def _take(
    shelf: OperatorConversations,
    talk: ForeignConversation,
    report: ImportReport,
    progress: Progress | None,
    cancelled: Callable[[], bool] | None,
) -> frozenset[str]:
    """Keep one conversation; the kinds of objects that changed."""

    def said() -> Iterator[Message]:
        for entry in talk.entries:
            if isinstance(entry, Skip):
                report.leave_out([entry])
                continue
            report.found += 1
            yield entry
            if report.found % _STEP == 0:
                if progress is not None:
                    progress(report.found, None, talk.format)
                if cancelled is not None and cancelled():
                    report.stopped = True
                    return

    title = talk.title if talk.id is None else ""
    taken = shelf.take_in(
        said(),
        title=talk.title,
        origin=f"{talk.format}:{talk.path.name}",
        # Without an id of the format's own, a file and its place in it name a conversation.
        name=f"{talk.format}\0{talk.id}" if talk.id is not None else f"\0{talk.path.name}\0{title}",
        identity=None if talk.id is None else f"{talk.format}\0{talk.id}",
    )
    report.messages += taken.added
    report.masked += taken.masked
    report.conversations += bool(taken.added)
    report.already += bool(taken.read) and not taken.added
    if taken.differs is not None and taken.id is not None:
        before = taken.differs
        report.differing.append(Differing(talk.title, taken.id, before.conversation, before.message))
    if progress is not None:
        progress(report.found, None, talk.format)
    return taken.change.kinds

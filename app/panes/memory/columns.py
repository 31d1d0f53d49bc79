"""The columns of the list of records."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QCoreApplication

from app.theme import theme
from app.widgets.column import Alignment, Column, Mark
from app.widgets.hidden_characters import one_line, revealed
from app.widgets.marks import DOT
from app.wording import ago, glyph, kind_word, moment, state_word, trust_word
from core.memory.records import Record, State
from core.store.record_query import SortColumn


def kind_mark(record: Record) -> Mark:
    """The dot of a record's kind."""
    return Mark(DOT, theme().tokens.kind_color(record.kind))


def state_mark(record: Record) -> Mark:
    """The glyph of a record's state."""
    tokens = theme().tokens
    color = tokens.ok if record.state is State.CURRENT else tokens.muted
    return Mark(glyph(record.state.value), color)


def trust_text(record: Record) -> str:
    """The name of the rank; an approved record says so."""
    word = trust_word(record.trust)
    return f"{word} ✓" if record.approved else word


def muted(record: Record) -> bool:
    """Records that are not believed stand back."""
    return record.state is not State.CURRENT


def record_columns(now: Callable[[], datetime]) -> tuple[Column[Record], ...]:
    """All columns, in their default order; ``now`` gives the moment that ages count from."""

    def age(read: Callable[[Record], datetime | None]) -> Callable[[Record], str]:
        return lambda record: ago(read(record), now())

    def exact(read: Callable[[Record], datetime | None]) -> Callable[[Record], str]:
        return lambda record: moment(read(record))

    right = Alignment.RIGHT
    return (
        Column(
            "kind",
            _tr("Kind"),
            lambda r: kind_word(r.kind),
            lambda r: r.kind.value,
            "procedural",
            always=True,
            sort=SortColumn.KIND,
            mark=kind_mark,
        ),
        Column(
            "key",
            _tr("Key"),
            lambda r: one_line(r.key or ""),
            lambda r: r.key,
            "meeting_hours",
            sort=SortColumn.KEY,
            rank=5,
            tip=lambda r: revealed(r.key or ""),
        ),
        Column(
            "text",
            _tr("Text"),
            lambda r: one_line(r.content),
            lambda r: r.content,
            always=True,
            stretch=True,
            sort=SortColumn.CONTENT,
            tip=lambda r: revealed(r.content),
        ),
        Column(
            "source",
            _tr("Source"),
            lambda r: one_line(r.source),
            lambda r: r.source,
            "web:example.org/a",
            sort=SortColumn.SOURCE,
            shown=False,
            rank=6,
            tip=lambda r: revealed(r.source),
        ),
        Column(
            "trust",
            _tr("Trust"),
            trust_text,
            lambda r: r.trust.label,
            "operator ✓",
            sort=SortColumn.TRUST,
            descending_first=True,
            rank=3,
        ),
        Column(
            "state",
            _tr("State"),
            lambda r: state_word(r.state),
            lambda r: r.state.value,
            "superseded",
            sort=SortColumn.STATE,
            shown=False,
            rank=4,
            mark=state_mark,
        ),
        Column(
            "since",
            _tr("Since"),
            age(lambda r: r.recorded_at),
            lambda r: r.recorded_at,
            "in 23 min",
            right,
            sort=SortColumn.RECORDED,
            descending_first=True,
            rank=1,
            tip=exact(lambda r: r.recorded_at),
        ),
        Column(
            "seen",
            _tr("Seen"),
            age(lambda r: r.seen_at),
            lambda r: r.seen_at,
            "in 23 min",
            right,
            sort=SortColumn.SEEN,
            descending_first=True,
            shown=False,
            rank=8,
            tip=exact(lambda r: r.seen_at),
        ),
        Column(
            "importance",
            _tr("Importance"),
            lambda r: f"{r.importance:.2f}",
            lambda r: r.importance,
            "0.55",
            right,
            sort=SortColumn.IMPORTANCE,
            descending_first=True,
            shown=False,
            rank=7,
        ),
        Column(
            "expires",
            _tr("Expires"),
            age(lambda r: r.expires_at),
            lambda r: r.expires_at,
            "in 23 min",
            right,
            sort=SortColumn.EXPIRES,
            shown=False,
            rank=9,
            tip=exact(lambda r: r.expires_at),
        ),
        Column(
            "version",
            _tr("Version"),
            lambda r: f"v{r.version}" if r.key is not None else "",
            lambda r: r.version,
            "v12",
            right,
            sort=SortColumn.VERSION,
            descending_first=True,
            shown=False,
            rank=10,
        ),
        Column(
            "session",
            _tr("Session"),
            lambda r: one_line(r.session or ""),
            lambda r: r.session,
            "session-1",
            sort=SortColumn.SESSION,
            shown=False,
            rank=11,
            tip=lambda r: revealed(r.session or ""),
        ),
        Column(
            "id",
            _tr("Id"),
            lambda r: f"#{r.id}",
            lambda r: r.id,
            "#1000000",
            right,
            sort=SortColumn.ID,
            descending_first=True,
            shown=False,
            rank=12,
        ),
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("memory", text)

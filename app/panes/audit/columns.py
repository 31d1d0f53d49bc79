"""The columns of the journal."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QCoreApplication

from app.theme import theme
from app.widgets.column import Alignment, Column, Mark
from app.widgets.hidden_characters import one_line, revealed
from app.wording import action_word, code_word, moment, number, object_word, stamp
from core.audit import Role
from core.handles.journal import JournalEntry

# What the last check says of one entry: it holds, it breaks the chain, or nothing is known of it.
Standing = Callable[[int], bool | None]


def standing_mark(holds: bool | None) -> Mark:
    """The glyph of what is known of an entry."""
    tokens = theme().tokens
    if holds is None:
        return Mark("–", tokens.muted)
    return Mark("✓", tokens.ok) if holds else Mark("✗", tokens.danger)


def actor_text(entry: JournalEntry) -> str:
    """Who acted."""
    return _tr("unknown") if entry.by is None else one_line(entry.by.name)


def object_text(entry: JournalEntry) -> str:
    """Which thing, by number where it is known, else by the tag that leads nowhere."""
    word = object_word(entry.object_kind)
    if entry.object_id is not None:
        return f"{word} #{entry.object_id}"
    if entry.object is not None:
        return f"{word} {entry.object.hex()[:4]}…"
    return word if entry.count == 1 else f"{word} × {number(entry.count)}"


def reason_text(entry: JournalEntry) -> str:
    """The reason somebody typed, or the coded one."""
    if entry.note:
        return one_line(entry.note)
    return "" if entry.code is None else code_word(entry.code)


def person_text(entry: JournalEntry, person: str) -> str:
    """Whether it is about the person looked at; of others no name is kept."""
    if entry.linked:
        return person
    return _tr("nobody") if entry.subject is None else _tr("another")


def journal_columns(
    standing: Standing, person: Callable[[], str], now: Callable[[], datetime]
) -> tuple[Column[JournalEntry], ...]:
    """All columns, in their default order."""
    right = Alignment.RIGHT
    return (
        Column(
            "time",
            _tr("Time"),
            lambda e: stamp(e.at, now()),
            lambda e: e.at,
            "30 Nov, 19:02:11",
            always=True,
            sort="seq",
            descending_first=True,
            mark=lambda e: standing_mark(standing(e.seq)),
            tip=lambda e: moment(e.at),
        ),
        Column("actor", _tr("Actor"), actor_text, actor_text, "demo-agent", rank=2, tip=_actor_tip),
        Column(
            "action",
            _tr("Action"),
            lambda e: action_word(e.action),
            lambda e: e.action,
            "see again",
            always=True,
        ),
        Column("object", _tr("Object"), object_text, object_text, "proposal #10", rank=1),
        Column(
            "person",
            _tr("Person"),
            lambda e: person_text(e, one_line(person())),
            lambda e: person() if e.linked else None,
            "acme / alice",
            rank=5,
            shown=False,
        ),
        Column(
            "reason",
            _tr("Reason"),
            reason_text,
            lambda e: e.note or e.code,
            stretch=True,
            always=True,
            tip=lambda e: revealed(e.note) if e.note else reason_text(e),
        ),
        Column("entry", _tr("Entry"), lambda e: f"#{e.seq}", lambda e: e.seq, "#1000000", right, rank=4),
        Column(
            "hash",
            _tr("Hash"),
            lambda e: f"{e.hash.hex()[:8]}…",
            lambda e: e.hash.hex(),
            "9c41ab07…",
            rank=3,
            fixed_font=True,
            tip=lambda e: e.hash.hex(),
        ),
    )


def _actor_tip(entry: JournalEntry) -> str:
    if entry.by is None:
        return _tr("No actor of that number is known in this file.")
    role = _tr("operator") if entry.by.role is Role.OPERATOR else _tr("agent’s process")
    return f"{revealed(entry.by.name)} ({role})"


def _tr(text: str) -> str:
    return QCoreApplication.translate("audit", text)

"""What the pane says in a line."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.panes.conversation.study import PARTS, Study
from app.widgets.hidden_characters import one_line
from app.wording import day, number
from app.wording.conversations import message_fate_word, message_why, part_word, role_word
from core.memory.conversation.desk import ConversationSummary
from core.memory.conversation.trace import Fate, Why
from core.memory.tokens import counter_named

HEAD = 200


def compact(tokens: int) -> str:
    """Tokens on an axis and in a legend: exact below 10 000, then "93.8k"."""
    return number(tokens) if tokens < 10_000 else f"{tokens / 1000:.1f}k"


def share(part: int, whole: int) -> str:
    """A share in per cent, with a decimal."""
    return f"{100 * part / whole:.1f}\u202f%" if whole else "–"


def about(tokens: int) -> str:
    """An estimate."""
    return f"≈\u202f{number(tokens)}"


def conversation_line(each: ConversationSummary) -> str:
    """A conversation in the picker."""
    title = one_line(each.title or each.id, 80)
    return _tr("{0} · {1} messages · {2}").format(title, number(each.messages), day(each.last_at))


def heading_line(study: Study, turn: int) -> str:
    """Which turn, how much of how much, and who counted."""
    total, exact = study.total(turn), study.exact.get(turn)
    said = [
        _tr("turn {0}").format(number(turn + 1)),
        _tr("{0} of {1}, {2}").format(about(total), number(study.budget), share(total, study.budget)),
    ]
    if exact is not None:
        said.append(_tr("{0} reported by the API, exact").format(number(exact)))
    return " · ".join(said)


def counter_line(study: Study) -> str:
    """Who counted."""
    return _tr("estimate by {0}").format(counter_named(study.ask.counter).name)


def turn_tip(study: Study, turn: int) -> str:
    """A turn in a few lines: the parts, their sum, what it would be, and the jump."""
    parts = study.parts(turn)
    total = study.total(turn)
    lines = [_tr("Turn {0}: {1} tokens, estimate by {2}").format(turn + 1, about(total), study.ask.counter)]
    lines += [
        f"{part_word(part)}  {number(parts[part])}  {share(parts[part], total)}"
        for part in PARTS
        if parts[part]
    ]
    lines.append(_tr("unmanaged  {0}").format(number(study.unmanaged(turn))))
    if turn:
        lines.append(_tr("{0} since the turn before").format(f"{total - study.total(turn - 1):+,}"))
    if turn in study.trace.recut:
        lines.append(_tr("▼ the beginning of the prompt changed here"))
    if turn in study.exact:
        lines.append(_tr("{0} reported by the API, exact").format(number(study.exact[turn])))
    return "\n".join(lines)


def cell_tip(study: Study, turn: int, place: int) -> str:
    """A message on a turn: who, the first words, tokens, fate and reason."""
    message = study.messages[place]
    fate, why = Fate(int(study.fate[turn, place])), Why(int(study.why[turn, place]))
    reason = message_why(why)
    head = _tr("Message {0}, {1}, {2} tokens").format(
        place + 1, role_word(message.role), about(study.history.tokens[place])
    )
    fated = _tr("On turn {0}: {1}").format(turn + 1, message_fate_word(fate))
    return "\n".join((head, one_line(message.content, HEAD), f"{fated}, {reason}" if reason else fated))


def saved_line(study: Study) -> str:
    """What the strategy saves, in one sentence."""
    sent = sum(study.totals())
    whole = sum(study.unmanaged(turn) for turn in range(study.turns))
    first = next((turn for turn in range(study.turns) if study.unmanaged(turn) > study.budget), None)
    if first is None:
        return _tr("All {0} turns fit into {1} tokens; nothing had to be left out.").format(
            number(study.turns), number(study.budget)
        )
    saving = share(whole - sent, whole)
    return _tr(
        "Unmanaged it no longer fits at turn {0}; managed it sends ≈\u202f{1} instead of ≈\u202f{2} tokens "
        "over {3} turns, {4} less."
    ).format(number(first + 1), number(sent), number(whole), number(study.turns), saving)


def _tr(text: str) -> str:
    return QCoreApplication.translate("conversation", text)

"""A setting in words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.panes.recall.study import Ask, Study
from app.wording import kind_word
from core.memory.records import Hits


def setting_line(ask: Ask, hits: Hits | None = None) -> str:
    """A setting in one line; the weight of meaning that was measured comes from the answer."""
    return " · ".join(_words(ask, hits).values())


def differing(pinned: Study, now: Study) -> tuple[str, str]:
    """Of two settings only what they do not share; two empty lines where they are the same."""
    before, after = _words(pinned.ask, pinned.hits), _words(now.ask, now.hits)
    names = [name for name in before if before[name] != after[name]]
    return " · ".join(before[name] for name in names), " · ".join(after[name] for name in names)


def _words(ask: Ask, hits: Hits | None) -> dict[str, str]:
    weights = ask.weights
    meaning = weights.meaning
    if meaning is None and hits:
        meaning = hits[0].parts.meaning.weight
    if ask.kinds is None:
        kinds = _tr("all kinds")
    else:
        kinds = ", ".join(kind_word(kind) for kind in sorted(ask.kinds)) or _tr("no kind")
    return {
        "meaning": _tr("meaning {0}").format("–" if meaning is None else f"{meaning:.2f}"),
        "recency": _tr("recency {0}").format(f"{weights.recency:.2f}"),
        "trust": _tr("trust {0}").format(f"{weights.trust:.2f}"),
        "importance": _tr("importance {0}").format(f"{weights.importance:.2f}"),
        "k": _tr("k {0}").format(ask.k),
        "fit": _tr("fit ≥ {0}").format(f"{ask.min_score:.2f}"),
        "neighbours": _tr("neighbours lift") if weights.neighbours else _tr("no neighbours"),
        "kinds": kinds,
        "cap": _tr("{0} tokens").format(ask.cap),
    }


def _tr(text: str) -> str:
    return QCoreApplication.translate("recall", text)

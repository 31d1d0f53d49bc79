"""What the pane says in a line: how much was seen, which way was used, what went wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.panes.recall.study import Study
from app.widgets.hidden_characters import revealed
from app.wording import number, sentence, why
from core.memory.prompt import Route
from core.memory.records import Explanation, Fate

if TYPE_CHECKING:
    from core.recall.server import Spent


LONGEST = 10_001
"""What the field of a question takes: one more than is read of it, so that a cut is known."""


def heading_line(study: Study) -> str:
    """How many were compared and kept, and how long it took."""
    hits = study.hits
    said = [_tr("{0} seen").format(number(study.seen))]
    # A key that answers alone leaves what is like the question out of the prompt.
    said.append((_tr("{0} alike") if study.routed.exact else _tr("{0} kept")).format(number(len(hits))))
    if study.ask.k == 0:
        said.append(_tr("k = 0 keeps nothing"))
    return " · ".join([*said, milliseconds(hits.seconds)])


def milliseconds(seconds: float) -> str:
    """A time in milliseconds, with a decimal where it is short."""
    amount = seconds * 1000
    return f"{amount:.1f} ms" if amount < 10 else f"{amount:.0f} ms"


def prompt_reason(explained: Explanation, study: Study | None) -> str:
    """Why a record is, or is not, in the prompt: loaded always, by its key, or by likeness."""
    record = explained.record
    if study is None:
        return why(explained)
    shown = record.id in study.block.shown
    if any(each.id == record.id for each in study.preferences):
        if shown:
            return _tr("In the prompt whatever is asked: it is a preference that is always loaded.")
        return _tr("A preference that is always loaded, but over the token budget: its line does not fit.")
    if any(each.id == record.id for each in study.routed.keyed):
        key = revealed(record.key or "", 40)
        if shown:
            return _tr("In the prompt by its key: the question names {0}.").format(key)
        return _tr("Found by its key {0}, but over the token budget: its line does not fit.").format(key)
    if shown and explained.fate is Fate.BELOW_K:
        sides = [hit for hit in study.hits if record.id in hit.conflicts]
        others = ", ".join(f"#{hit.record.id}" for hit in sides)
        return _tr("In the prompt beside {0}, which it contradicts; by itself it is number {1}.").format(
            others, explained.rank
        )
    if study.routed.exact and explained.fate in (Fate.RECALLED, Fate.OVER_BUDGET):
        keys = ", ".join(revealed(each.key or "", 40) for each in study.routed.keyed)
        form = _tr("Number {0} by likeness, but not in the prompt: key {1} answers the question alone.")
        return form.format(explained.rank, keys)
    return why(explained)


def route_line(study: Study) -> str:
    """Which ways the router used, and which preferences are loaded whatever is asked."""
    ways = []
    if Route.KEY in study.routed.used:
        keys = ", ".join(revealed(record.key or "", 40) for record in study.routed.keyed)
        form = _tr("key {0}, which answers it alone") if study.routed.exact else _tr("key {0}")
        ways.append(form.format(keys))
    if Route.GRAPH in study.routed.used:
        names = ", ".join(revealed(each.entity.name, 40) for each in study.routed.named)
        ways.append(_tr("links of {0}").format(names))
    if Route.SIMILARITY in study.routed.used:
        found = len(study.routed.documents)
        passages = _tr("similarity, with 1 passage of a document")
        many = _tr("similarity, with {0} passages of documents")
        with_documents = passages if found == 1 else many.format(number(found))
        ways.append(with_documents if found else _tr("similarity"))
    used = _tr("Router: {0}").format(_tr(", then ").join(ways) if ways else _tr("no way led anywhere"))
    ids = ", ".join(f"#{record.id}" for record in study.preferences)
    always = (
        _tr("always loaded: preferences {0}").format(ids) if ids else _tr("no preference is always loaded")
    )
    return f"{used} · {always}"


def spent_line(spent: Spent | None) -> str:
    """What the server has been asked since the file was opened, and what that cost."""
    if spent is None:
        return ""
    said = _tr("{0} requests, {1} tokens since the file was opened").format(
        number(spent.requests), number(spent.tokens)
    )
    cost = _tr("no price is set") if spent.money is None else _tr("cost {0}").format(f"{spent.money:.6f}")
    return f"{said} · {cost}"


def in_units(text: str) -> int:
    """How long a field thinks a text is: what is beyond the basic plane counts twice."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def too_long() -> str:
    """What is said where a question was cut."""
    return _tr("The question is very long; only its first 10 000 characters are read.")


def note_of(study: Study) -> tuple[str, str]:
    """A colour token and a sentence for what a person must know of this answer; empty if nothing."""
    hits = study.hits
    if hits.without_meaning is not None:
        said = sentence(hits.without_meaning)
        text = _tr("Only words were compared: the embedder failed. {0} {1}")
        return "warn", text.format(said.text, said.advice).strip()
    if hits.cut or in_units(study.ask.query) >= LONGEST:
        return "warn", too_long()
    return "muted", ""


def _tr(text: str) -> str:
    return QCoreApplication.translate("recall", text)

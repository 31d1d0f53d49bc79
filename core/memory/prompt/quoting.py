"""How entities and passages of documents are quoted beside recalled records: one line each, in the same form."""

from __future__ import annotations

from dataclasses import dataclass

from core.memory.documents import DocumentHit
from core.memory.graph.naming import Named
from core.memory.prompt.routing import Routed

PASSAGE = 280
"""Characters of a passage that are quoted, around the words it was found by."""

_BEFORE = 80
_LINKS = 6
_LOOKS_LIKE_MARKUP = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': '\\"', "\\": "\\\\", "`": "'", "\t": " "}
)


@dataclass(frozen=True, slots=True)
class Quoted:
    """A line that quotes no record.

    Attributes:
        entity: the id of the entity it is about.
        passage: document and place of the passage it quotes.
    """

    text: str
    entity: str | None = None
    passage: tuple[str, int] | None = None


def escaped(text: str) -> str:
    """A text on one line, without anything that could end its quotes or pass for markup."""
    shown = "".join(character for character in text if character.isprintable() or character in "\n\r\t")
    return "\\n".join(shown.translate(_LOOKS_LIKE_MARKUP).splitlines())


def beside(routed: Routed) -> list[Quoted]:
    """What stands in the prompt beside the records: entities the question names, then passages."""
    return [*map(entity_line, routed.named), *map(passage_line, routed.documents)]


def entity_line(named: Named) -> Quoted:
    """An entity that the question names, with how it stands to others, the first links only."""
    entity = named.entity
    names = {entity.id: entity.name, **{id_: each.name for id_, each in named.related.items()}}
    told = [
        f"{names.get(link.origin, link.origin)} {link.relation} {names.get(link.target, link.target)}"
        for link in named.links[:_LINKS]
    ]
    more = len(named.links) - len(told)
    told += [f"+{more} not shown"] if more > 0 else []
    text = escaped("; ".join([f"{entity.name} ({entity.type})", *told]))
    line = f'- [entity · {escaped(entity.source)} · {entity.changed_at:%Y-%m-%d}] "{text}"'
    return Quoted(line, entity=entity.id)


def passage_line(hit: DocumentHit) -> Quoted:
    """A passage of a document, cut to what stands around the first word it was found by."""
    document, chunk = hit.document, hit.chunk
    text = f"{document.title}, words {chunk.first} to {chunk.last}: {_around(chunk.text, hit.matched)}"
    line = f'- [document · {escaped(document.source)} · {document.added_at:%Y-%m-%d}] "{escaped(text)}"'
    return Quoted(line, passage=(document.id, chunk.place))


def _around(text: str, words: tuple[str, ...]) -> str:
    shown = " ".join(text.split())
    if len(shown) <= PASSAGE:
        return shown
    folded = shown.casefold()
    found = [place for word in words if (place := folded.find(word.casefold())) >= 0]
    start = max(0, min(found, default=0) - _BEFORE)
    if start:
        start = shown.find(" ", start) + 1
    cut = shown[start : start + PASSAGE].rpartition(" ")[0] or shown[start : start + PASSAGE]
    return ("… " if start else "") + cut + (" …" if start + len(cut) < len(shown) else "")

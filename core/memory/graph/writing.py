"""Writing entities and links: checked, their secrets masked in place, journaled."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from core.audit import Action, Entry
from core.change import Change
from core.errors import ErrorCode, Invalid, NotFound
from core.gate import Trust, cleaned, effective_trust
from core.gate.canonical import canonical, folded, lone_surrogate
from core.gate.masking import mask
from core.memory.graph.entity import GraphWrite, entity_of, link_of
from core.memory.ground import Ground, Writing
from core.store import graph_rows
from core.store.graph_rows import EntityRow, LinkRow

LONGEST = 500
"""Characters of an id, a type, a name or a relation."""
LARGEST = 20_000
"""Characters of the properties, written as JSON."""
_DEEPEST = 20
_GRAPH = frozenset({"graph"})


def upsert(
    ground: Ground,
    id_: str,
    type_: str,
    name: str,
    properties: Mapping[str, object] | None,
    source: str,
    about: Iterable[str] = (),
) -> GraphWrite:
    """Write an entity, over what stood under its id, and link it to those it is about.

    Entity and links are one transaction: where one of the others is missing, nothing is written.

    Raises:
        Invalid: a text is empty, too long or none; the properties are no JSON; the source is unknown.
        NotFound: one of the others is not there.
    """
    trust = _trusted(ground, source)
    for field, value in (("entity", id_), ("type", type_), ("name", name)):
        require_text(field, value)
    values = _properties(properties)
    salt = ground.admit().salt
    masker = _Masker(salt)
    row = EntityRow(
        require_plain("entity", id_.strip(), salt),
        masker.text(canonical(type_)),
        masker.text(canonical(name)),
        "",
        json.dumps(masker.value(values), ensure_ascii=False),
        masker.text(source),
        trust,
        0,
        0,
    )
    with ground.write() as writing:
        row = row._replace(folded=folded(row.name), created_at=writing.now, changed_at=writing.now)
        is_new = graph_rows.put(writing.tx, writing.scope, row)
        writing.journal(Entry(Action.STORE if is_new else Action.EDIT, "graph"))
        for other in about:
            _link(writing, row.id, other, "about", row.source, trust)
        stored = graph_rows.entity(writing.tx, writing.scope, row.id) or row
    return GraphWrite(entity_of(stored), is_new=is_new, masked=masker.count, change=Change(_GRAPH))


def link(ground: Ground, origin: object, target: object, relation: str, source: str) -> GraphWrite:
    """Link two entities; a link that is there already stays as it is.

    Raises:
        NotFound: one of them is not there.
        Invalid: the relation is empty, too long or no text; the source is unknown.
    """
    trust = _trusted(ground, source)
    require_text("relation", relation)
    masker = _Masker(ground.admit().salt)
    relation = masker.text(canonical(relation))
    source = masker.text(source)
    with ground.write() as writing:
        row, is_new = _link(writing, origin, target, relation, source, trust)
    return GraphWrite(link=link_of(row), is_new=is_new, masked=masker.count, change=Change(_GRAPH))


def texts(field: str, values: object) -> list[str]:
    """Several texts; one text alone is none, or it would be read as its letters.

    Raises:
        Invalid: it is no list of texts.
    """
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
        raise Invalid(field, "type", expected="list", got=type(values).__name__)
    read = list(values)
    for each in read:
        require_text(field, each)
    return read


def _link(
    writing: Writing, origin: object, target: object, relation: str, source: str, trust: Trust
) -> tuple[LinkRow, bool]:
    """Link inside the caller's transaction; the row, and whether it is new."""
    start, end = _existing(writing, origin), _existing(writing, target)
    row = LinkRow(start, end, relation, source, trust, writing.now)
    is_new = graph_rows.link(writing.tx, writing.scope, row)
    if is_new:
        writing.journal(Entry(Action.LINK, "graph"))
    return row, is_new


def _existing(writing: Writing, id_: object) -> str:
    if not isinstance(id_, str) or graph_rows.entity(writing.tx, writing.scope, id_) is None:
        raise NotFound(ErrorCode.NO_ENTITY, entity=str(id_)[:80])
    return id_


def require_text(field: str, value: object, longest: int = LONGEST) -> None:
    """Make sure a value is a text of some length.

    Raises:
        Invalid: it is not.
    """
    if not isinstance(value, str):
        raise Invalid(field, "type", expected="str", got=type(value).__name__)
    if not value.strip():
        raise Invalid(field, "empty")
    if len(value) > longest:
        raise Invalid(field, "too_long", limit=longest, length=len(value))
    if lone_surrogate(value) is not None or "\0" in value:
        raise Invalid(field, "not_text")


def require_plain(field: str, value: str, salt: bytes) -> str:
    """A name others are found by, which cannot be masked without being lost.

    Raises:
        Invalid: it holds a secret.
    """
    if cleaned(value, salt) != value:
        raise Invalid(field, "secret")
    return value


class _Masker:
    """Takes secrets out of texts, and counts them."""

    def __init__(self, salt: bytes) -> None:
        self._salt = salt
        self.count = 0

    def text(self, text: str) -> str:
        self.count += len(mask(text, self._salt).spans)
        return cleaned(text, self._salt)

    def value(self, value: object) -> object:
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.value(each) for each in value]
        if isinstance(value, dict):
            # "password": "hunter2" is a secret only where both are read together.
            return {self.text(key): self._under(key, each) for key, each in value.items()}
        return value

    def _under(self, key: str, value: object) -> object:
        if not isinstance(value, str):
            return self.value(value)
        label = key if cleaned(key, self._salt) == key else "value"
        return self.text(f"{label}: {value}").removeprefix(f"{label}: ")


def _trusted(ground: Ground, source: str) -> Trust:
    require_text("source", source, 1_000)
    trust = effective_trust(source, (), ground.settings.internal_tools)
    if trust is Trust.NONE:
        raise Invalid("source", "unknown", value=source[:80])
    return trust


def _properties(properties: Mapping[str, object] | None) -> dict[str, object]:
    if properties is not None and not isinstance(properties, Mapping):
        raise Invalid("properties", "type", expected="dict", got=type(properties).__name__)
    try:
        text = json.dumps(dict(properties or {}), ensure_ascii=False, allow_nan=False)
        values: dict[str, object] = json.loads(text)
        too_deep = _depth(values) > _DEEPEST
    except (TypeError, ValueError, RecursionError):
        raise Invalid("properties", "not_json") from None
    if too_deep:
        raise Invalid("properties", "not_json")
    if len(text) > LARGEST:
        raise Invalid("properties", "too_long", limit=LARGEST, length=len(text))
    if lone_surrogate(text) is not None or "\\u0000" in text:
        raise Invalid("properties", "not_text")
    return values


def _depth(value: object) -> int:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(_depth, inside), default=0)

"""A draft as text, so that a held proposal can be proposed again exactly as it came."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields, replace

from core.gate import Proposal
from core.kind import Kind
from core.memory.records.draft import Draft
from core.memory.records.record import Details, Outcome
from core.memory.records.rows import parts_of

_LISTS = ("tags", "decisions", "learnings", "steps")
_PLAIN = tuple(field.name for field in fields(Draft) if field.name not in {"proposal", "details"})


def draft_text(draft: Draft, clean: Callable[[str], str]) -> str:
    """Everything of a draft but its words, kind, key and sources, which have columns of their own.

    Args:
        clean: takes out of a text what may not be written down.
    """
    details = draft.details
    kept: dict[str, object] = {name: getattr(draft, name) for name in _PLAIN}
    kept |= {"is_json": draft.proposal.is_json, "outcome": details.outcome}
    for name, text in (
        ("applies_to", details.applies_to),
        ("session", draft.session),
        ("origin", draft.origin),
    ):
        kept[name] = None if text is None else clean(text)
    for name in _LISTS:
        kept[name] = [clean(text) for text in getattr(details, name)]
    return json.dumps(kept, ensure_ascii=False)


def draft_of(
    text: str, content: str, kind: Kind, key: str | None, source: str, lineage: tuple[str, ...]
) -> Draft:
    """The draft that `draft_text` kept, with these words."""
    kept = json.loads(text)
    details = Details(
        outcome=Outcome(kept["outcome"]) if kept["outcome"] else None,
        applies_to=kept["applies_to"],
        **{name: tuple(kept[name]) for name in _LISTS},
    )
    proposal = Proposal(
        content,
        kind,
        source,
        key,
        lineage,
        kept["is_json"],
        parts_of(details),
        applies_to=details.applies_to,
        session=kept["session"],
    )
    return Draft(proposal=proposal, details=details, **{name: kept[name] for name in _PLAIN})


def with_words(draft: Draft, content: str) -> Draft:
    """The same draft saying something else."""
    return replace(draft, proposal=replace(draft.proposal, content=content))

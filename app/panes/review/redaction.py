"""A proposal without the passages that were marked in it."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from PySide6.QtCore import QCoreApplication

from app.panes.review.case import Case
from app.widgets.hidden_characters import pieces
from app.wording import finding_name, value_name
from core.gate import Finding
from core.gate.masking import stand_ins

_VALUES = frozenset({"secret", "suspected_secret", "personal_data", "contact_data"})


def redacted(case: Case) -> str | None:
    """The text with every marked passage replaced by its kind; None where nothing is marked.

    Where a secret was masked before anything was written, what stands for it is taken out.
    """
    item = case.item
    if case.is_deletion:
        return None
    # What is covered would be released as dots, so it goes; and a finding marks the first of a kind only.
    whole = case.covered or any(found.code == "contact_data" for found in item.findings)
    contacts = [
        (start, end, _removed(value_name(MappingProxyType({"type": kind}))))
        for start, end, kind in (case.places if whole else ())
    ]
    if item.content is None:
        # What stands for a secret carries a hash of it, which no record may hold.
        masked = [
            (start, end, _removed(value_name(MappingProxyType({"type": kind}))))
            for start, end, kind in stand_ins(item.shown)
        ]
        return _without(item.shown, [*masked, *contacts])
    marked = [
        (*found.span, _label(found)) for found in item.findings if found.span in case.spans and found.span
    ]
    text = _without(item.content, [*marked, *contacts])
    if any(found.code == "hidden_characters" for found in item.findings):
        text = "".join(piece.text for piece in pieces(text) if not piece.hidden)
    return None if text == item.content else text


def _without(text: str, passages: Sequence[tuple[int, int, str]]) -> str:
    parts: list[str] = []
    place = 0
    for start, end, label in _merged(passages):
        parts += [text[place:start], f"[{label}]"]
        place = end
    return "".join([*parts, text[place:]])


def _merged(passages: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """The passages in order; those that overlap become one, named after the first."""
    merged: list[tuple[int, int, str]] = []
    for start, end, named in sorted(passages, key=lambda each: each[:2]):
        if merged and start < merged[-1][1]:
            first, last, label = merged[-1]
            merged[-1] = (first, max(last, end), label)
        else:
            merged.append((start, end, named))
    return merged


def _label(found: Finding) -> str:
    name = value_name(found.data) if found.code in _VALUES else finding_name(found.code)
    return _removed(name)


def _removed(name: str) -> str:
    return QCoreApplication.translate("review", "removed: {0}").format(name)

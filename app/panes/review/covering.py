"""Contact data under dots: what every list, detail and message of the pane shows until it is asked for.

Only what was proposed is covered. Names of people and of those who decided are how the program calls
them everywhere, addresses or not, and stay readable.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from core.gate import Cover
from core.gate.citing import Cited
from core.memory.quarantine import HeldItem
from core.memory.records import Record, Sourced
from core.review import Consequences


def cover_of(
    item: HeldItem,
    sourced: Iterable[Sourced] = (),
    found: Consequences | None = None,
    *,
    numbered: bool = False,
) -> Cover:
    """The cover over an item and all that is shown beside it."""
    texts = [item.shown, item.content or "", item.key or "", item.source, *item.lineage]
    texts += [item.session or "", item.decision_note or ""]
    texts += [text for behind in sourced for cited in behind.cited for text in cited]
    if found is not None:
        records = (found.supersedes, found.duplicates, *found.doomed)
        texts += [record.content for record in records if record is not None]
        texts += [found.path or "", found.before, found.after]
    return Cover(texts, numbered=numbered)


def covered_item(item: HeldItem, cover: Cover | None = None) -> HeldItem:
    """The item with its words, key, sources and reason covered; every place keeps its number."""
    cover = cover or cover_of(item)
    return replace(
        item,
        content=_maybe(cover, item.content),
        shown=cover.over(item.shown).text,
        key=_maybe(cover, item.key),
        source=cover.over(item.source).text,
        lineage=tuple(cover.over(source).text for source in item.lineage),
        session=_maybe(cover, item.session),
        decision_note=_maybe(cover, item.decision_note),
    )


def covered_consequences(found: Consequences, cover: Cover) -> Consequences:
    """What a release would do, the words of others covered like the item's own."""
    return replace(
        found,
        supersedes=_record(cover, found.supersedes),
        duplicates=_record(cover, found.duplicates),
        doomed=tuple(replace(each, content=cover.over(each.content).text) for each in found.doomed),
        path=_maybe(cover, found.path),
        before=cover.over(found.before).text,
        after=cover.over(found.after).text,
    )


def covered_sources(sourced: Iterable[Sourced], cover: Cover) -> tuple[Sourced, ...]:
    """The cited words, covered."""
    return tuple(
        replace(
            behind,
            cited=tuple(
                Cited(cover.over(source).text, cover.over(words).text) for source, words in behind.cited
            ),
        )
        for behind in sourced
    )


def _record(cover: Cover, record: Record | None) -> Record | None:
    return None if record is None else replace(record, content=cover.over(record.content).text)


def _maybe(cover: Cover, text: str | None) -> str | None:
    return None if text is None else cover.over(text).text

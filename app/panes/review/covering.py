"""Contact data under dots: what every list, detail and message of the pane shows until it is asked for.

Only what was proposed is covered. Names of people and of those who decided are how the program calls
them everywhere, addresses or not, and stay readable.
"""

from __future__ import annotations

from dataclasses import replace

from core.gate import covered
from core.gate.citing import Cited
from core.memory.quarantine import HeldItem
from core.memory.records import Record, Sourced
from core.review import Consequences


def covered_item(item: HeldItem) -> HeldItem:
    """The item with its words, key, sources and reason covered; every place keeps its number."""
    return replace(
        item,
        content=None if item.content is None else covered(item.content).text,
        shown=covered(item.shown).text,
        key=None if item.key is None else covered(item.key).text,
        source=covered(item.source).text,
        lineage=tuple(covered(source).text for source in item.lineage),
        session=None if item.session is None else covered(item.session).text,
        decision_note=None if item.decision_note is None else covered(item.decision_note).text,
    )


def covered_record(record: Record) -> Record:
    """A record with its words covered."""
    return replace(record, content=covered(record.content).text)


def covered_consequences(found: Consequences) -> Consequences:
    """What a release would do, the words of others covered like the item's own."""
    return replace(
        found,
        supersedes=None if found.supersedes is None else covered_record(found.supersedes),
        duplicates=None if found.duplicates is None else covered_record(found.duplicates),
        doomed=tuple(covered_record(record) for record in found.doomed),
        path=None if found.path is None else covered(found.path).text,
        before=covered(found.before).text,
        after=covered(found.after).text,
    )


def covered_sources(sourced: tuple[Sourced, ...]) -> tuple[Sourced, ...]:
    """The cited words, covered."""
    return tuple(
        replace(
            behind,
            cited=tuple(Cited(covered(source).text, covered(words).text) for source, words in behind.cited),
        )
        for behind in sourced
    )

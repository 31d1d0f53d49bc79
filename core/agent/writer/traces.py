"""Other records that hold what was forgotten: a number or an address that stands in more than one place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.agent.extraction.sentence import clauses, sentences
from core.agent.extraction.value import MAIL, PHONE
from core.memory.records import Record, Records

_WORTH_KEEPING = 3
_MOST = 200


def identifiers(*texts: str) -> frozenset[str]:
    """Phone numbers as bare digits and addresses in lower case: values that mean one person wherever they stand."""
    found = {re.sub(r"\D", "", match[0]) for text in texts for match in PHONE.finditer(text)}
    return frozenset(found | {match[0].lower() for text in texts for match in MAIL.finditer(text)})


def traces(records: Records, *forgotten: str) -> list[Record]:
    """Every record that holds an identifier of the forgotten texts: the current ones and their earlier versions."""
    wanted = identifiers(*forgotten)
    if not wanted:
        return []
    found: dict[int, Record] = {}
    for record in records.get_all():
        assert record.key is not None
        versions = records.history(record.key)
        found |= {version.id: version for version in versions if identifiers(version.content) & wanted}
    # Records without a key are reached by their words: an exact number or address ranks first.
    for text in forgotten:
        for exact in [*PHONE.finditer(text), *MAIL.finditer(text)]:
            hits = records.recall(exact[0], _MOST)
            found |= {hit.record.id: hit.record for hit in hits if identifiers(hit.record.content) & wanted}
    return list(found.values())


def without(content: str, wanted: frozenset[str]) -> str:
    """What a text says beside the identifiers; empty where that is nothing."""
    kept = [
        clause
        for sentence in sentences(content)
        for clause in _parts(sentence.text)
        if not identifiers(clause) & wanted
    ]
    text = ". ".join(part.strip(" .") for part in kept)
    return f"{text}." if len(text.split()) >= _WORTH_KEEPING else ""


def _parts(sentence: str) -> Iterator[str]:
    for clause in clauses(sentence):
        yield from re.split(r"\s*,\s+|\s+(?:and|or)\s+", clause)

"""The words of a record as people read and edit them."""

from __future__ import annotations

import json

from core.memory.records import Record


def pretty_with_steps(record: Record) -> str:
    """What versions are compared by: the words, and the steps of a procedure."""
    steps = (f"{place}. {step}" for place, step in enumerate(record.details.steps, 1))
    return "\n".join((pretty(record), *steps))


def pretty(record: Record) -> str:
    """The content to read and to edit: JSON is indented."""
    if not record.is_json:
        return record.content
    try:
        return json.dumps(json.loads(record.content), ensure_ascii=False, indent=2)
    except ValueError:
        return record.content

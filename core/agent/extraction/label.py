"""Facts as a list states them: a label, a sign, a value."""

from __future__ import annotations

import re

from core.agent.extraction.topic import Topic, topic_called
from core.agent.extraction.value import MAIL, PHONE

_LABELLED = re.compile(
    r"^[\s\-*•]*(?:my |our )?(?P<label>[A-Za-z][A-Za-z \-]{1,30}?)\s*(?::|=|->|→|['’]s\b)\s*"
    r"(?:now\s+)?(?P<value>\S.{0,120}?)\s*$"
)
_NUMBERED = re.compile(r"(?i)^(?:(?:tele)?phone|cell|mobile|tel|number)\b")


def labelled(line: str) -> tuple[Topic, str] | None:
    """The topic a line labels, with its value; None where the label names no topic or the value cannot be one."""
    found = _LABELLED.match(line.strip().rstrip(".;,"))
    if found is not None:
        topic = _topic(found["label"].strip().lower())
        if topic is not None and _fits(topic, found["value"]):
            return topic, found["value"]
    number = PHONE.search(line)
    if number is not None and _NUMBERED.match(line.strip(" -*•")):
        phone = topic_called("phone number")
        return None if phone is None else (phone, line.strip(" -*•"))
    return None


def _topic(label: str) -> Topic | None:
    if re.fullmatch(
        r"(?:(?:weekly|monthly|daily) )?(?:reports?|summar(?:y|ies)|digests?)(?: (?:to|go to|address))?",
        label,
    ):
        return topic_called("report address")
    return (
        topic_called(label) if label not in {"number", "name", "company", "title", "role", "town"} else None
    )


def _fits(topic: Topic, value: str) -> bool:
    if topic.key == "phone_number":
        return bool(PHONE.search(value))
    if topic.key in {"report_address", "email_address"}:
        return bool(MAIL.search(value))
    return not value.endswith("?") and len(value.split()) <= 8

"""One proposal that was not stored."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType

from core.clock import optional_datetime, to_datetime
from core.errors import Corrupt
from core.gate import Finding, Severity, Trust
from core.kind import Kind
from core.store.quarantine_rows import QuarantineRow


class ItemStatus(StrEnum):
    """Where a proposal stands; only `WAITING` asks for a person."""

    WAITING = "waiting"
    RELEASED = "released"
    REJECTED = "rejected"
    REFUSED = "refused"
    SKIPPED = "skipped"


class Act(StrEnum):
    """What was proposed."""

    RECORD = "record"
    DELETION = "deletion"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class HeldItem:
    """A proposal with everything code found in it.

    Attributes:
        content: the canonical text; None where it held a secret, which was never written.
        shown: the text to show: as proposed, or with what may not be read replaced by its
            type, length and keyed hash.
        reason: code of the finding that decided.
        supersedes: the record it would have replaced when it was judged.
        version: what a decision must name, so that nobody decides twice.
        record: what releasing it produced.
        is_json: the words are a JSON value, and an edit of them has to be one too.
        target: the one record a deletion names, where it names no key.
        key: of a note, its path.
        author, decided_by: names, where the item was read to be shown.
    """

    id: int
    act: Act
    status: ItemStatus
    severity: Severity
    sensitivity: int
    kind: Kind | None
    key: str | None
    content: str | None
    shown: str
    source: str
    lineage: tuple[str, ...]
    trust: Trust
    session: str | None
    findings: tuple[Finding, ...]
    reason: str
    supersedes: int | None
    seen_count: int
    first_at: datetime
    last_at: datetime
    expires_at: datetime | None
    version: int
    decided_at: datetime | None
    decision_note: str | None
    record: int | None
    is_json: bool = False
    target: int | None = None
    author: str | None = None
    decided_by: str | None = None

    @property
    def releasable(self) -> bool:
        """Whether its words exist to be stored; masked ones can be redacted, edited or rejected."""
        return self.content is not None


SEVERITIES = tuple(Severity)
"""Severities by rank, lowest first; the rank is what the store keeps."""


def item_of(row: QuarantineRow) -> HeldItem:
    """The item a row holds.

    Raises:
        Corrupt: a column holds what this program never writes there.
    """
    try:
        return _item(row)
    except (ValueError, TypeError, LookupError, AttributeError, OverflowError):
        # The exception may quote the text, so only the number travels.
        raise Corrupt(item=row.id) from None


def _item(row: QuarantineRow) -> HeldItem:
    draft = json.loads(row.draft)
    return HeldItem(
        id=row.id,
        act=Act(row.act),
        status=ItemStatus(row.status),
        severity=SEVERITIES[row.severity],
        sensitivity=row.sensitivity,
        kind=None if row.kind is None else Kind(row.kind),
        key=row.key,
        content=row.content,
        shown=row.redacted,
        source=row.source,
        lineage=tuple(json.loads(row.lineage)) if row.lineage else (),
        trust=Trust(row.trust),
        session=row.session,
        findings=findings_of(row.findings),
        reason=row.reason,
        supersedes=row.supersedes,
        seen_count=row.seen_count,
        first_at=to_datetime(row.first_at),
        last_at=to_datetime(row.last_at),
        expires_at=optional_datetime(row.expires_at),
        version=row.version,
        decided_at=optional_datetime(row.decided_at),
        decision_note=row.decision_note,
        record=row.record,
        is_json=bool(draft.get("is_json", False)),
        target=draft["id"] if row.act == Act.DELETION else None,
    )


def findings_of(text: str | None) -> tuple[Finding, ...]:
    """Findings as `findings_text` wrote them."""
    return tuple(
        Finding(
            each["code"],
            Severity(each["severity"]),
            tuple(each["span"]) if each["span"] else None,
            MappingProxyType(each["data"]),
        )
        for each in (json.loads(text) if text else ())
    )


def findings_text(findings: tuple[Finding, ...]) -> str:
    """The column that keeps findings."""
    return json.dumps(
        [
            {"code": each.code, "severity": each.severity, "span": each.span, "data": _plain(each.data)}
            for each in findings
        ],
        ensure_ascii=False,
    )


def _plain(data: Mapping[str, object]) -> dict[str, object]:
    return {name: value.hex() if isinstance(value, bytes) else value for name, value in data.items()}

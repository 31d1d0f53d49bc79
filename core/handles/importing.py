"""Feeding what a reader yields to a person's records, in batches that can be resumed."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TypeVar

from core.change import Change, Reversal, Undo
from core.errors import UnknownFormat
from core.handles.import_report import ImportReport, Refusal
from core.handles.importing_conversations import import_conversations
from core.interop import ImportItem, Reader, Skip, detect
from core.memory.ground import Ground
from core.memory.records.draft import draft
from core.memory.records.intake import Offered, take_in
from core.store import imported, subjects

T = TypeVar("T")


def import_path(
    ground: Ground,
    path: Path,
    progress: Callable[[int, int | None, str], None] | None,
    cancelled: Callable[[], bool] | None,
    batch: int,
) -> ImportReport:
    """Read ``path`` and propose everything in it; see `Operator.import_path`."""
    try:
        reader = detect(path)
    except UnknownFormat as unknown:
        report = ImportReport("", path)
        import_conversations(ground, report, unknown, progress, cancelled)
        return report
    total = reader.total()
    report = ImportReport(reader.format, path)
    done = 0
    spans: list[tuple[int, int]] = []
    for chunk in _batches(reader.items(), batch):
        if cancelled is not None and cancelled():
            report.stopped = True
            break
        for id_ in _take(ground, reader, chunk, report):
            if spans and spans[-1][1] == id_ - 1:
                spans[-1] = (spans[-1][0], id_)
            else:
                spans.append((id_, id_))
        done += len(chunk)
        if progress is not None:
            progress(done, total, reader.format)
    if report.stored or report.refreshed:
        undo = Undo(Reversal.IMPORT, spans=tuple(spans)) if spans else None
        report.change = Change(frozenset({"record"}), undo=undo)
    return report


def _take(
    ground: Ground, reader: Reader, chunk: Sequence[ImportItem | Skip], report: ImportReport
) -> list[int]:
    """Propose one chunk; ids of the records that were stored."""
    skips = [entry for entry in chunk if isinstance(entry, Skip)]
    report.leave_out(skips)
    items = [entry for entry in chunk if isinstance(entry, ImportItem)]
    report.found += len(items)
    offered = _new(ground, reader, items, report)
    if not offered:
        return []
    tally = take_in(ground, offered)
    report.stored += len(tally.stored)
    report.refreshed += tally.refreshed
    report.held_count += len(tally.held)
    report.refuse([Refusal(external_id, reasons) for external_id, reasons in tally.refused])
    return tally.stored


def _new(ground: Ground, reader: Reader, items: Sequence[ImportItem], report: ImportReport) -> list[Offered]:
    """The items not imported before, or edited since; the others are counted."""
    if not items:
        return []
    subject = ground.admit()
    offered = [_offer(subject, reader, item, ground.clock()) for item in items]
    with ground.database.read() as connection:
        known = imported.known(connection, subject.scope, [each.item for each in offered])
    fresh = []
    for each in offered:
        before = known.get(each.item)
        if before is None or (before.record is not None and before.digest != each.digest):
            fresh.append(each)
        elif before.record is None:
            report.forgotten += 1
        else:
            report.already += 1
    return fresh


def _offer(subject: subjects.Subject, reader: Reader, item: ImportItem, now: int) -> Offered:
    proposed = draft(
        item.content,
        now,
        kind=item.kind,
        key=item.key,
        source=item.source,
        details=item.details,
        written_at=item.created_at,
        written_estimated=item.created_estimated,
        origin=f"import:{reader.path}",
    )
    identity = f"{reader.format}\0{reader.fingerprint}\0{item.external_id}".encode("utf-8", "surrogatepass")
    return Offered(
        hmac.digest(subject.salt, b"item\0" + identity, "sha256")[:16],
        hmac.digest(subject.salt, b"text\0" + item.digest.encode(), "sha256")[:16],
        item.external_id,
        proposed,
    )


def _batches(entries: Iterable[T], size: int) -> Iterator[Sequence[T]]:
    # itertools.batched exists from Python 3.12 on.
    remaining = iter(entries)
    while chunk := tuple(islice(remaining, size)):
        yield chunk

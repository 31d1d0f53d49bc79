"""Handing a person's data over: a folder, and a zip of the same files."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import shutil
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw

from core import audit
from core.change import NOTHING, Change
from core.errors import ErrorCode, NotFound, StorageFailure
from core.memory.ground import Ground
from core.privacy import holdings
from core.privacy.archive_schema import FORMAT, VERSION, archive_schema
from core.privacy.cells import as_object
from core.privacy.exported_journal import entries
from core.privacy.installation import InstallationKey
from core.privacy.metadata import metadata
from core.privacy.portable import write_portable
from core.privacy.progress import Step, Watch
from core.privacy.report import Report
from core.privacy.statements import read as read_statements
from core.privacy.third_parties import INSTEAD, ThirdParties
from core.store import person_rows, subjects, table_rows, vector_rows
from core.store.faults import reported
from core.store.inventory import ACTOR_COLUMNS, INVENTORY, Table
from core.store.person_rows import ExportRow
from core.store.subjects import Subject

MANIFEST, SCHEMA, REPORT, CHECKSUMS = "manifest.json", "schema.json", "index.html", "SHA256SUMS"
_DAY = 86_400_000_000
_TICK = 1_000
_COPIED = 1 << 20


@dataclass(frozen=True, slots=True)
class Exported:
    """Where an export went.

    Attributes:
        archive: the zip of the same files; None where none was asked for.
        counts: rows per table, as erasing would count them.
        sha256: of the zip, or of the manifest where there is none.
        head: the last journal entry the archive names.
        registered: False where the file is open for reading only: neither the journal nor the register
            of exports knows of it, so an erasure cannot name it.
    """

    folder: Path
    archive: Path | None
    counts: dict[str, int]
    rows: int
    bytes: int
    sha256: str
    head: audit.Landmark
    registered: bool = True
    change: Change = NOTHING


def exported_tables() -> tuple[Table, ...]:
    """The tables an archive holds a file of; those that only repeat others are made again."""
    return tuple(table for table in INVENTORY if table.scoped and table.exported is not None)


def export(
    ground: Ground,
    key: InstallationKey,
    folder: Path,
    archive: bool,
    expires_days: float | None,
    watch: Watch,
) -> Exported:
    """Write everything held about the ground's person; see `Privacy.export`."""
    folder = folder.absolute()
    zipped = folder.with_name(f"{folder.name}.zip") if archive else None
    for target in filter(None, (folder, zipped)):
        if os.path.lexists(target):
            raise StorageFailure(ErrorCode.EXISTS, path=str(target))
    draft = folder.with_name(f".{folder.name}.{secrets.token_hex(6)}.part")
    pack = Path(f"{draft}.zip")
    with reported(folder):
        try:
            draft.mkdir(mode=0o700)
            manifest = _Writer(ground, key, draft, watch).write()
            digest = hashlib.sha256((draft / MANIFEST).read_bytes()).hexdigest()
            if zipped is not None:
                watch(Step.ARCHIVE)
                digest = _zip(draft, pack, watch)
            size = sum(path.stat().st_size for path in draft.rglob("*") if path.is_file())
            watch.may_stop()
            draft.rename(folder)
            if zipped is not None:
                pack.rename(zipped)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
            pack.unlink(missing_ok=True)
    rows = sum(each.get("rows", 0) for each in manifest["files"].values())
    registered = ground.database.mode.writable
    change = NOTHING
    if registered:
        change = _register(ground, zipped or folder, folder, digest, expires_days, rows)
    head = audit.Landmark(manifest["journal"]["seq"], bytes.fromhex(manifest["journal"]["head"]))
    return Exported(folder, zipped, manifest["counts"], rows, size, digest, head, registered, change)


@dataclass(slots=True)
class _Writer:
    """One archive while it is written, from one snapshot of the file."""

    ground: Ground
    key: InstallationKey
    folder: Path
    watch: Watch
    files: dict[str, dict[str, Any]] = field(default_factory=dict)
    actors: set[int] = field(default_factory=set)
    done: int = 0

    def write(self) -> dict[str, Any]:
        """Write every file; what the manifest says."""
        scope = self.ground.scope
        for name in ("data", "portable"):
            (self.folder / name).mkdir()
        with self.ground.database.read() as connection:
            subject = subjects.find(connection, scope.tenant, scope.user)
            if subject is None:
                raise NotFound(ErrorCode.NO_SCOPE, tenant=scope.tenant, user=scope.user)
            counts = holdings.counts(connection, subject.scope)
            held = holdings.holdings(connection, scope, subject)
            self._data(connection, subject, counts)
            self._beside(connection, subject)
            self._file(SCHEMA, _pretty(archive_schema(_shapes(connection))))
            now = self.ground.clock()
            others = ThirdParties.around(connection, subject.scope)
            for path, rows in write_portable(connection, subject.scope, self.folder / "portable", others):
                self._note(f"portable/{path.name}", path, rows)
            with (self.folder / REPORT).open("x", encoding="utf-8") as file:
                report = Report(scope, held, now, others)
                report.begin(file)
                report.rows(file, connection, subject.scope)
                # What was taken out of the rows is known once they are written.
                told = self._metadata(connection, held, others, now)
                report.end(file, told)
            self._note(REPORT, self.folder / REPORT)
            self._file("metadata.json", _pretty(told))
            seq, head = audit.head(connection)
        sums = "".join(f"{each['sha256']}  {name}\n" for name, each in sorted(self.files.items()))
        self._file(CHECKSUMS, sums)
        manifest: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "tenant": scope.tenant,
            "user": scope.user,
            "created_at": now,
            "counts": counts,
            "files": self.files,
            "journal": {"seq": seq, "head": head.hex()},
        }
        manifest["signature"] = self.key.sign(FORMAT, manifest)
        (self.folder / MANIFEST).write_text(_pretty(manifest), encoding="utf-8")
        return manifest

    def _metadata(
        self, connection: apsw.Connection, held: holdings.Holdings, others: ThirdParties, now: int
    ) -> dict[str, Any]:
        actors = [_actor(self.key, audit.actor_of(connection, id_)) for id_ in sorted(self.actors)]
        told = {
            "rule": f"names under which this file keeps other people are {INSTEAD} in {REPORT} and portable/",
            "redactions": others.listed(),
            "not_redacted": "data/ holds the rows as they are, so that they can be restored: it is the copy of "
            "whoever keeps the file. Other people who have no memory here cannot be recognised.",
        }
        return metadata(connection, held, read_statements(connection), actors, told, now)

    def _data(self, connection: apsw.Connection, subject: Subject, counts: dict[str, int]) -> None:
        total = sum(counts.get(table.name, 0) for table in exported_tables())
        for table in exported_tables():
            columns = table_rows.shape(connection, table).portable
            acting = [place for place, column in enumerate(columns) if column.name in ACTOR_COLUMNS]
            rows = table_rows.rows(connection, table, subject.scope)
            self._lines(table.name, (as_object(columns, self._seen(row, acting, total)) for row in rows))

    def _seen(self, row: tuple[Any, ...], acting: list[int], total: int) -> tuple[Any, ...]:
        self.actors.update(row[place] for place in acting if row[place] is not None)
        self.done += 1
        if self.done % _TICK == 0:
            self.watch.may_stop()
            self.watch(Step.WRITE, self.done, total)
        return row

    def _beside(self, connection: apsw.Connection, subject: Subject) -> None:
        """What rows point to by number, and the journal's entries about the person."""
        self._lines("journal", entries(connection, subject, self.actors))
        self._lines(
            "actors",
            (
                {"id": id_, **told}
                for id_ in sorted(self.actors)
                if (told := _actor(self.key, audit.actor_of(connection, id_)))
            ),
        )
        self._lines("embedders", vector_rows.named_embedders(connection))

    def _lines(self, name: str, objects: Iterable[dict[str, Any]]) -> None:
        path = self.folder / "data" / f"{name}.jsonl"
        rows = 0
        with path.open("x", encoding="utf-8") as file:
            for each in objects:
                json.dump(each, file, ensure_ascii=False, separators=(",", ":"))
                file.write("\n")
                rows += 1
        self._note(f"data/{name}.jsonl", path, rows)

    def _file(self, name: str, text: str) -> None:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        self._note(name, path)

    def _note(self, name: str, path: Path, rows: int | None = None) -> None:
        self.files[name] = {"bytes": path.stat().st_size, "sha256": sha256_of(path)}
        if rows is not None:
            self.files[name]["rows"] = rows


def sha256_of(path: Path) -> str:
    """The checksum of a file, read piece by piece."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _zip(folder: Path, target: Path, watch: Watch) -> str:
    handle = os.open(target, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    with os.fdopen(handle, "w+b") as raw:
        with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED, allowZip64=True, compresslevel=3) as packed:
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    entry = zipfile.ZipInfo.from_file(path, str(path.relative_to(folder)))
                    entry.compress_type = zipfile.ZIP_DEFLATED
                    with path.open("rb") as source, packed.open(entry, "w", force_zip64=True) as out:
                        while piece := source.read(_COPIED):
                            out.write(piece)
                            watch.may_stop()
        raw.flush()
        os.fsync(raw.fileno())
        raw.seek(0)
        return hashlib.file_digest(raw, "sha256").hexdigest()


def _register(
    ground: Ground, path: Path, folder: Path, digest: str, expires_days: float | None, rows: int
) -> Change:
    """Keep where the export went, so that an erasure can name it; also while the person is restricted."""
    with ground.database.write() as tx:
        now = ground.clock()
        subject = subjects.find(tx, ground.scope.tenant, ground.scope.user)
        if subject is None:
            return NOTHING
        actor = audit.actor_id(tx, ground.actor)
        expires = None if expires_days is None else now + round(expires_days * _DAY)
        for each in {folder, path}:
            row = ExportRow(0, now, actor, str(each), bytes.fromhex(digest), expires, None)
            id_ = person_rows.add_export(tx, subject.scope, row)
        audit.append(tx, actor, subject, audit.Entry(audit.Action.EXPORT, "scope", None, rows), now)
    return Change(frozenset({"export"}), (id_,))


def _shapes(connection: apsw.Connection) -> dict[str, tuple[table_rows.Shape, str]]:
    return {
        table.name: (table_rows.shape(connection, table), table.exported or "") for table in exported_tables()
    }


def _actor(key: InstallationKey, actor: audit.Actor | None) -> dict[str, Any]:
    """Agents by name; of an operator only what tells them from another (CJEU C-579/21)."""
    if actor is None:
        return {}
    if actor.role is audit.Role.AGENT:
        return {"role": actor.role, "name": actor.name}
    return {"role": actor.role, "name": None, "tag": key.sign("actor", actor.name)[:16]}


def _pretty(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"

"""Who was erased, kept outside every memory file: an old copy that is put back does not know it.

One line per erasure with the opaque number the person had, the job and the time; no name. A copy
from before the erasure still holds the row that gives the number its name, so whoever opens it can
be told who is in it again (guide/privacy.md 3.2 and 11).
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from core.clock import to_datetime
from core.privacy.installation import data_folder
from core.scope import Scope
from core.store import Database, subjects, table_rows
from core.store.faults import reported

_NAME = "erased.jsonl"
_MOST_BYTES = 64 << 20


@dataclass(frozen=True, slots=True)
class Returned:
    """Somebody who was erased and is in the open file again.

    Attributes:
        erased_at: when they were erased first.
        job: the erasure whose receipt says so.
    """

    scope: Scope
    erased_at: datetime
    job: str


class Register:
    """The list in the installation's data folder; lines are only ever added."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or data_folder()

    @property
    def path(self) -> Path:
        """Where the list is."""
        return self._folder / _NAME

    def add(self, subject: int, job: str, at: int) -> None:
        """Note an erasure; one that is noted already is not noted twice.

        Raises:
            ReadOnly, StorageFailure, NotFound: the list cannot be written.
        """
        with reported(self.path):
            if any(known == job for _, known, _ in self._lines()):
                return
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            # A line that a crash cut off must not take this one with it.
            begin = "\n" if self._is_cut() else ""
            line = begin + json.dumps({"subject": f"{subject:x}", "job": job, "at": at}) + "\n"
            handle = os.open(self.path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
            try:
                # One write of one line: another process that adds to it does not cut it in two.
                os.write(handle, line.encode())
                os.fsync(handle)
            finally:
                os.close(handle)

    def returned(self, database: Database) -> tuple[Returned, ...]:
        """People in the file who were erased before, in the order of their erasure.

        Raises:
            ReadOnly, StorageFailure: the list cannot be read.
        """
        with reported(self.path):
            told = self._lines()
        if not told:
            return ()
        with database.read() as connection:
            present = set(table_rows.scopes(connection))
            found: dict[int, Returned] = {}
            for subject, job, at in told:
                if subject in present and subject not in found:
                    found[subject] = Returned(
                        Scope(*subjects.names(connection, subject)), to_datetime(at), job
                    )
        return tuple(found.values())

    def _is_cut(self) -> bool:
        try:
            with self.path.open("rb") as file:
                return (
                    file.seek(0, os.SEEK_END) > 0 and file.seek(-1, os.SEEK_END) >= 0 and file.read() != b"\n"
                )
        except FileNotFoundError:
            return False

    def _lines(self) -> list[tuple[int, str, int]]:
        """Every line that reads; one that was cut off by a crash tells nothing."""
        try:
            with self.path.open("rb") as file:
                raw = file.read(_MOST_BYTES)
        except FileNotFoundError:
            return []
        found = []
        for line in raw.splitlines():
            try:
                told = json.loads(line)
                found.append((int(told["subject"], 16), str(told["job"]), int(told["at"])))
            except (ValueError, TypeError, LookupError):
                continue
        return found

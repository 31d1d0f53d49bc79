"""An archive on its way in: a folder or a zip, checked before a line of it is believed."""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from core.errors import ErrorCode, Invalid, NotAStore
from core.privacy.archive_schema import FORMAT, VERSION
from core.privacy.exporting import MANIFEST
from core.privacy.installation import InstallationKey
from core.scope import Scope
from core.store.faults import reported

_MOST_MANIFEST = 4 << 20
_LONGEST_LINE = 100_000_000
_NAME = re.compile(r"(?:[a-z]+/)?[A-Za-z0-9_.]{1,80}")


@dataclass(frozen=True, slots=True)
class ArchiveInfo:
    """What an archive says about itself.

    Attributes:
        genuine: it carries this installation's keyed hash, and every file is as it was written.
        problem: why it is not: ``signature`` or ``checksum``.
    """

    path: Path
    scope: Scope
    created_at: int
    counts: dict[str, int]
    genuine: bool
    problem: str | None


class Archive:
    """One archive; only files its manifest names are opened, and only as far as it says."""

    def __init__(self, path: Path) -> None:
        """Read the manifest.

        Raises:
            NotAStore: it is no archive (code not_an_archive).
            NotFound, StorageFailure: it cannot be read.
        """
        self.path = path
        with self._opened(MANIFEST) as file:
            raw = file.read(_MOST_MANIFEST + 1)
        try:
            self._manifest: dict[str, Any] = json.loads(raw.decode()) if len(raw) <= _MOST_MANIFEST else {}
            self._signature = self._manifest.pop("signature")
            self.scope = Scope(self._manifest["tenant"], self._manifest["user"])
            self.created_at = int(self._manifest["created_at"])
            self.counts = {str(name): int(count) for name, count in self._manifest["counts"].items()}
            self.files: dict[str, dict[str, Any]] = {
                name: {"bytes": int(each["bytes"]), "sha256": str(each["sha256"]), "rows": each.get("rows")}
                for name, each in self._manifest["files"].items()
                if _NAME.fullmatch(name) and ".." not in name
            }
            known = (self._manifest["format"], self._manifest["version"]) == (FORMAT, VERSION)
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError, Invalid):
            known = False
        if not known:
            raise NotAStore(ErrorCode.NOT_AN_ARCHIVE, path=str(path))

    def info(self, key: InstallationKey) -> ArchiveInfo:
        """What it says, and whether that can be believed; reads every file once."""
        problem = None
        if not key.signed(FORMAT, self._manifest, self._signature):
            problem = "signature"
        elif not all(self._intact(name) for name in self.files):
            problem = "checksum"
        return ArchiveInfo(self.path, self.scope, self.created_at, self.counts, problem is None, problem)

    def lines(self, name: str) -> Iterator[dict[str, Any]]:
        """The objects of ``data/NAME.jsonl``; none where the archive has no such file.

        Raises:
            NotAStore: a line is no JSON object (code not_an_archive).
        """
        entry = f"data/{name}.jsonl"
        if entry not in self.files:
            return
        left = self.files[entry]["bytes"]
        with self._opened(entry) as file:
            while left > 0 and (line := file.readline(min(left, _LONGEST_LINE))):
                left -= len(line)
                try:
                    told = json.loads(line)
                except (ValueError, RecursionError):
                    told = None
                if not isinstance(told, dict):
                    raise NotAStore(ErrorCode.NOT_AN_ARCHIVE, path=str(self.path))
                yield told

    def _intact(self, name: str) -> bool:
        digest, left = hashlib.sha256(), self.files[name]["bytes"]
        try:
            with self._opened(name) as file:
                while piece := file.read(min(1 << 20, left + 1)):
                    left -= len(piece)
                    if left < 0:
                        return False
                    digest.update(piece)
        except NotAStore:
            return False
        return bool(left == 0 and digest.hexdigest() == self.files[name]["sha256"])

    @contextmanager
    def _opened(self, name: str) -> Iterator[IO[bytes]]:
        with reported(self.path):
            if self.path.is_dir():
                target = self.path / name
                if target.is_symlink() or not target.is_file():
                    raise NotAStore(ErrorCode.NOT_AN_ARCHIVE, path=str(self.path))
                with target.open("rb") as file:
                    yield file
                return
            try:
                with zipfile.ZipFile(self.path) as packed, packed.open(name) as entry:
                    yield io.BufferedReader(entry)  # type: ignore[type-var]
            except (zipfile.BadZipFile, KeyError, RuntimeError, EOFError, NotImplementedError):
                raise NotAStore(ErrorCode.NOT_AN_ARCHIVE, path=str(self.path)) from None

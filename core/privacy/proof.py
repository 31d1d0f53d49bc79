"""The search before and after a deletion: what stood in the file, and that it stands there no more."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from core.privacy import others
from core.privacy.needles import Needles
from core.privacy.receipt import Check
from core.privacy.search import Sighted, search
from core.store import Database

_ABSENT = 64


@dataclass(slots=True)
class Proof:
    """The needles of one deletion, in memory only, and what the searches met.

    Attributes:
        met: needles that stood in the files before; None before the control.
        strays: random strings met before, which must be none.
        read: bytes the control read, file by file.
    """

    needles: Needles
    met: int | None = None
    strays: int = 0
    read: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0

    def control(self, database: Database) -> None:
        """Search while everything is still there: a search that finds nothing now proves nothing later.

        Raises:
            StorageFailure: the searching process could not do it.
        """
        absent = [secrets.token_bytes(16) for _ in range(_ABSENT)]
        sighted = search(database.file, [*self.needles.patterns, *absent])
        own = len(self.needles.patterns)
        self.met = self.needles.met(sighted.found[:own])
        self.strays = sum(sighted.found[own:])
        self.read = {name: size for name, (size, _) in sighted.files.items()}
        self.seconds = sighted.seconds

    def facts(self) -> dict[str, object]:
        """What a receipt says of the control."""
        return {
            "needles": self.needles.count,
            "patterns": len(self.needles.patterns),
            "found_before": self.met,
            "random_strings_found": self.strays,
            "bytes_read_before": self.read,
        }

    def after(self, database: Database) -> tuple[Sighted, int, int]:
        """Search again; what was read, needles whose bytes are left, and those that others have too.

        What a row still says in the open (another person noted the same meanwhile, or a copy was
        kept) is no residue.
        """
        from core.privacy.scanner import Scanner

        sighted = search(database.file, self.needles.patterns)
        left = [pattern for pattern, flag in zip(self.needles.patterns, sighted.found, strict=True) if flag]
        if not left:
            return sighted, 0, 0
        owners = [owner for owner, flag in zip(self.needles.owners, sighted.found, strict=True) if flag]
        scanner = Scanner(left)
        with database.read() as connection:
            others.walk(connection, None, scanner)
        said = {owner for owner, flag in zip(owners, scanner.found.tolist(), strict=True) if flag}
        return sighted, len(set(owners) - said), len(said)


def control_checks(facts: dict[str, object]) -> tuple[Check, Check]:
    """What the search before the deletion says about the search itself."""
    needles, met = facts.get("needles"), facts.get("found_before")
    strays = facts.get("random_strings_found")
    return (
        # Nothing that is theirs alone leaves nothing to look for, which is told as a limit.
        Check("control_found", None if not needles else bool(met), {"needles": needles, "found": met}),
        Check("control_absent", strays == 0, {"tried": _ABSENT, "found": strays}),
    )

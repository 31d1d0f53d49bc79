"""Which kind of file system a path lies on (Linux: ``/proc/self/mountinfo``, see proc(5))."""

from __future__ import annotations

import os
import re
from pathlib import Path

# The shared memory of a WAL needs every process on one host (sqlite.org/wal.html), so on these
# two hosts would damage each other's writes without noticing.
_NETWORK = frozenset(
    {
        "nfs",
        "nfs4",
        "cifs",
        "smb3",
        "smbfs",
        "ncpfs",
        "afs",
        "ceph",
        "glusterfs",
        "gpfs",
        "lustre",
        "beegfs",
        "fuse.sshfs",
        "fuse.glusterfs",
        "fuse.s3fs",
    }
)
_MOUNTS = Path("/proc/self/mountinfo")
_OCTAL = re.compile(r"\\([0-7]{3})")


def network_type(path: Path, mounts: Path = _MOUNTS) -> str | None:
    """Name of the network file system ``path`` lies on; None when it is local or unknown."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
        target = path.resolve()
    except (OSError, ValueError):
        # A name no file can have is told apart by whoever opens it.
        return None
    points = [_mount(line) for line in lines if " - " in line]
    holding = [(point, kind) for point, kind in points if target.is_relative_to(point)]
    # Of two mounts on one point the later line covers the earlier one.
    kind = (
        max(enumerate(holding), key=lambda each: (len(os.fspath(each[1][0])), each[0]))[1][1]
        if holding
        else ""
    )
    return kind if kind in _NETWORK else None


def _mount(line: str) -> tuple[Path, str]:
    """Mount point and file system type of one line."""
    before, _, after = line.partition(" - ")
    point = _OCTAL.sub(lambda match: chr(int(match[1], 8)), before.split()[4])
    return Path(point), after.split()[0]

"""Python in a process of its own: another user of the file, one without a root's privileges."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
_CAPABILITY_VERSION_3 = 0x20080522


def python(program: str, *arguments: object, check: bool = True) -> str:
    """Run a program to its end; what it printed, without the last line feed."""
    done = subprocess.run(command(program, *arguments), cwd=ROOT, capture_output=True, text=True, check=False)
    assert not check or done.returncode == 0, done.stderr
    return done.stdout.rstrip("\n")


def started(program: str, *arguments: object) -> subprocess.Popen[str]:
    """A program that goes on while the test does; it answers on its output."""
    return subprocess.Popen(
        command(program, *arguments), cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def command(program: str, *arguments: object) -> list[str]:
    """The command line that runs a program against this checkout."""
    return [sys.executable, "-c", program, *map(str, arguments)]


def drop_privileges() -> None:
    """Let permission bits apply to this process, also when root runs the tests."""
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    nothing = (ctypes.c_uint32 * 6)()
    libc = ctypes.CDLL(None, use_errno=True)
    assert libc.capset(header, nothing) == 0, ctypes.get_errno()


ATTEMPT = """
import json, sys
from core import MnemoscopeError, Store
from tests.core.processes import drop_privileges
drop_privileges()
try:
    with Store.open(sys.argv[1], sys.argv[2], busy_timeout=0.2) as store:
        facts = len(store.operator("ada").scopes())
        print(json.dumps({"people": facts}))
except MnemoscopeError as error:
    print(json.dumps({"code": error.code, **error.data}, default=str))
"""
"""Opens a store without privileges and prints the number of people in it, or the error."""

"""The exit codes of the command line, the same for every verb."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """How a command ended."""

    OK = 0
    SOME_LEFT_OUT = 1
    USAGE = 2
    FILE = 3
    NOT_RIGHT = 4
    INTERRUPTED = 130


EXIT_HELP = """exit codes:
  0    everything was done
  1    finished, but some items were refused or skipped (hidden files do not count), or an
       erasure deleted everything and waits for another program before it can be verified
  2    the command line was wrong, or there is no display for the window
  3    a file could not be opened, read or written, or a rule forbids it (a legal hold)
  4    what was checked is not right: a broken chain, a receipt that is not genuine, a failed erasure
  130  interrupted; what was finished before stays
"""

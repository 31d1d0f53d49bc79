"""The exit codes of the command line, the same for every verb."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """How a command ended."""

    OK = 0
    SOME_LEFT_OUT = 1
    USAGE = 2
    FILE = 3
    INTERRUPTED = 130


EXIT_HELP = """exit codes:
  0    everything was done
  1    finished, but some items were refused or skipped; hidden files do not count
  2    the command line was wrong, or there is no display for the window
  3    a file could not be opened, read or written
  130  interrupted; what was finished before stays
"""

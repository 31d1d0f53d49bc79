"""What became of an import."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from core.change import NOTHING, Change
from core.gate import Finding
from core.interop import LOSES_NOTHING, Skip

SHOWN = 1_000
"""How much of what was left out a report keeps to show."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """One item the gate did not let in, and why."""

    external_id: str
    reasons: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Differing:
    """A conversation whose past was changed since it was imported.

    Attributes:
        conversation: the id it is kept under.
        earlier: the id of the one imported before, which stays as it is.
        message: the first message that differs, from 1 on.
    """

    title: str
    conversation: str
    earlier: str
    message: int


@dataclass(slots=True)
class ImportReport:
    """What became of an import.

    Attributes:
        found: items the reader proposed.
        already: items imported before, unchanged since.
        forgotten: items imported before whose record was forgotten here; they stay away.
        held_count: items that wait for a person, in one group per file.
        refused: the first refusals; ``refused_count`` counts all.
        skipped: the first things the reader left out; ``skipped_count`` counts all, and
            ``hidden_count`` those that lose nothing anybody said.
        conversations: conversations that brought something new, with so many ``messages``, in which
            so many secrets were ``masked``.
        differing: conversations whose past is not the one imported before, kept beside that one.
        stopped: the caller cancelled; importing again goes on from there.
    """

    format: str
    path: Path
    found: int = 0
    stored: int = 0
    refreshed: int = 0
    already: int = 0
    forgotten: int = 0
    held_count: int = 0
    refused_count: int = 0
    skipped_count: int = 0
    hidden_count: int = 0
    refused: list[Refusal] = field(default_factory=list)
    skipped: list[Skip] = field(default_factory=list)
    conversations: int = 0
    messages: int = 0
    masked: int = 0
    differing: list[Differing] = field(default_factory=list)
    stopped: bool = False
    change: Change = NOTHING

    def leave_out(self, skips: Sequence[Skip]) -> None:
        """Count what the reader left out, and keep the first of it to show."""
        self.skipped_count += len(skips)
        self.hidden_count += sum(1 for each in skips if each.problem in LOSES_NOTHING)
        self.skipped += skips[: max(0, SHOWN - len(self.skipped))]

    def refuse(self, refusals: Sequence[Refusal]) -> None:
        """Count what the gate refused, and keep the first of it to show."""
        self.refused_count += len(refusals)
        self.refused += refusals[: max(0, SHOWN - len(self.refused))]

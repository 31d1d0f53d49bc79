"""The table every bench prints and the file it leaves behind."""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

RESULTS = Path(__file__).parent / "results"
_PACKAGES = ("apsw", "numpy", "PySide6_Essentials", "pyqtgraph", "openai")


@dataclass(frozen=True, slots=True)
class Row:
    """One measured quantity with its floor and what another way of doing it costs."""

    what: str
    value: float
    floor: float | None
    unit: str
    higher_is_better: bool
    competitor: float | None

    @property
    def passed(self) -> bool:
        """False only when a floor is set and missed."""
        if self.floor is None:
            return True
        return self.value >= self.floor if self.higher_is_better else self.value <= self.floor


class Report:
    """Collects rows, prints them, writes them, and says whether every floor held."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.rows: list[Row] = []
        self._started = datetime.now(UTC)

    def row(
        self,
        what: str,
        value: float,
        floor: float | None = None,
        unit: str = "",
        *,
        higher_is_better: bool = False,
        competitor: float | None = None,
    ) -> None:
        """Adds one quantity; ``competitor`` is the same work done the other way, same run."""
        self.rows.append(Row(what, value, floor, unit, higher_is_better, competitor))

    def finish(self) -> int:
        """Prints the table, writes ``results/NAME.json``, returns the exit code."""
        self._print()
        self._write()
        return 0 if all(row.passed for row in self.rows) else 1

    def _print(self) -> None:
        lines = [("", "measured", "floor", "other way", "")]
        for row in self.rows:
            sign = "≥" if row.higher_is_better else "≤"
            floor = "" if row.floor is None else f"{sign} {_number(row.floor)}"
            other = "" if row.competitor is None else _number(row.competitor)
            verdict = "" if row.floor is None else ("ok" if row.passed else "MISSED")
            lines.append((row.what, f"{_number(row.value)} {row.unit}".strip(), floor, other, verdict))
        widths = [max(len(line[column]) for line in lines) for column in range(5)]
        print(f"\n{self.name}")
        for line in lines:
            cells = [line[0].ljust(widths[0])]
            cells += [line[column].rjust(widths[column]) for column in range(1, 5)]
            print("  ".join(cells).rstrip())
        print(flush=True)

    def _write(self) -> None:
        RESULTS.mkdir(exist_ok=True)
        document = {
            "name": self.name,
            "commit": _commit(),
            "command": " ".join([Path(sys.executable).name, *sys.orig_argv[1:]]),
            "at": self._started.isoformat(timespec="seconds"),
            "versions": _versions(),
            "passed": all(row.passed for row in self.rows),
            "rows": [asdict(row) | {"passed": row.passed} for row in self.rows],
        }
        target = RESULTS / f"{self.name}.json"
        target.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", "utf-8")


def _number(value: float) -> str:
    if value == int(value) and abs(value) < 1e15:
        return f"{int(value):,}".replace(",", " ")
    return f"{value:,.0f}".replace(",", " ") if abs(value) >= 1000 else f"{value:.4g}"


def _commit() -> str:
    asked = subprocess.run(
        ["git", "rev-parse", "--short=12", "HEAD"],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    )
    return asked.stdout.strip() or "unknown"


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version(), "system": platform.platform(terse=True)}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found

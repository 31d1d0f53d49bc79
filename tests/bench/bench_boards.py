"""The scoreboards that need no world: repeat against novel, remember everything, evidence in the prompt.

Evidence is looked for in LoCoMo's conversations (the dev half of ../shared/data/locomo, or any file of
that form given as the first argument); the floors are the issue's.
"""

from __future__ import annotations

import sys
from pathlib import Path

from core.evaluation.evidence import measure_evidence, read_talks
from core.evaluation.triage import RepeatScore, measure_everything, measure_repeats, scores
from core.memory.tokens import CharsPerToken
from tests.bench.recall_sets import LOCOMO
from tests.bench.report import Report

_FLOORS = {300: 0.54, 600: 0.63, 1_200: 0.70}


def main() -> int:
    report = Report("boards")
    _repeats(report)
    _everything(report)
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else LOCOMO
    if path.exists():
        _evidence(report, path)
    else:
        print(f"not measured: evidence in the prompt needs {path}")
    return report.finish()


def _repeats(report: Report) -> None:
    found = {(each.mode, each.repeats): each for each in scores(measure_repeats(CharsPerToken()))}
    block, without = found["block", True], found["none", True]
    report.row("repeats recalled among the first three, of 5", block.recalled or 0, 5, higher_is_better=True)
    report.row("largest block", max(block.largest_block, found["block", False].largest_block), 400, "tokens")
    report.row("repeats named right with the block, of 5", block.right, competitor=without.right)
    for repeats, name in ((True, "repeats"), (False, "new problems")):
        base = found["none", repeats]
        for mode in ("block", "tool"):
            each: RepeatScore = found[mode, repeats]
            report.row(
                f"{name}, {mode}: tokens of those without memory",
                each.tokens / base.tokens,
                unit="×",
                competitor=base.tokens,
            )
            report.row(f"{name}, {mode}: calls to the model", each.model_calls, competitor=base.model_calls)
        report.row(f"{name}: tokens embedded to ask", found["block", repeats].embedded_tokens)


def _everything(report: Report) -> None:
    board = measure_everything(CharsPerToken())
    for row in board.rows:
        name = f"{'everything' if row.everything else 'notes only'}, k {row.k}, cap {row.cap or 'none'}"
        report.row(f"{name}: recalled of 5", row.recalled)
        report.row(f"{name}: mean block", row.tokens / len(row.asked), unit="tokens")
    kept = sum(count for outcome, count in board.verdicts.items() if outcome == "stored")
    report.row("raw outputs the gate would keep, of 48", kept, 0)


def _evidence(report: Report, path: Path) -> None:
    for each in measure_evidence(read_talks(path), CharsPerToken()):
        floor = _FLOORS[each.budget] if each.strategy == "recalled" else None
        report.row(
            f"{each.strategy}, {each.budget} tokens: all evidence", each.share, floor, higher_is_better=True
        )


if __name__ == "__main__":
    sys.exit(main())

"""``mnemoscope tune-dedupe``: from which likeness two texts are one memory, on labelled pairs."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from app.exits import EXIT_HELP, Exit
from app.wording import plain, sentence
from core import MnemoscopeError

if TYPE_CHECKING:
    from core.recall import Embedder
    from core.recall.tuning import Tuning


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb to the command line."""
    parser = parsers.add_parser(
        "tune-dedupe",
        help="measure from which likeness two texts are one memory",
        description="Score labelled pairs of texts with an embedder and count, per threshold, which "
        "pairs would become one memory: rewordings merged, and different ones merged wrongly. "
        'PAIRS is a JSON list of objects {"a": text, "b": text, "same": true or false}.',
        epilog=EXIT_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("pairs", type=Path, metavar="PAIRS", help="the labelled pairs")
    parser.add_argument("--embedder", choices=("table", "hashing"), default="table",
                        help="the bundled table (default) or signed hashing")  # fmt: skip
    parser.add_argument("--steps", type=int, default=20, metavar="N",
                        help="thresholds between 0 and 1 (default 20)")  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measure and print the table."""
    from core.recall import Recall
    from core.recall.tuning import pairs_in, tune

    if not 1 <= arguments.steps <= 1000:
        print("mnemoscope: --steps takes a number from 1 to 1000", file=sys.stderr)
        return Exit.USAGE
    try:
        tuning = tune(Recall(_embedder(arguments.embedder)), pairs_in(arguments.pairs))
    except MnemoscopeError as error:
        print(f"mnemoscope: {sentence(error)}", file=sys.stderr)
        return Exit.FILE
    steps = arguments.steps
    table = [(step / steps, *tuning.at(step / steps)) for step in range(steps + 1)]
    if arguments.json:
        print(json.dumps(_as_json(tuning, table), ensure_ascii=False))
    else:
        print(_as_text(tuning, table))
    return Exit.OK


def _embedder(name: str) -> Embedder:
    if name == "hashing":
        from core.recall.signed_hashing import SignedHashing

        return SignedHashing()
    from core.recall.static_table import StaticTable

    return StaticTable()


def _as_text(tuning: Tuning, table: list[tuple[float, int, int]]) -> str:
    lines = [f"Embedder {tuning.embedder}, {len(tuning.pairs)} pairs", "", "likeness  label"]
    for pair, likeness in sorted(zip(tuning.pairs, tuning.scores, strict=True), key=lambda each: -each[1]):
        word = "same" if pair.same else "different"
        lines.append(f"{likeness:8.4f}  {word:9}  {plain(pair.first, 34)} | {plain(pair.second, 34)}")
    same = sum(pair.same for pair in tuning.pairs)
    lines += ["", f"threshold  merged of {same}  wrong of {len(tuning.pairs) - same}"]
    lines += [f"{threshold:9.3f}  {merged:11}  {wrong:10}" for threshold, merged, wrong in table]
    if tuning.suggested is None:
        lines += ["", "No threshold merges a rewording without merging a different pair too."]
    else:
        merged, _ = tuning.at(tuning.suggested)
        lines += ["", f"{tuning.suggested:.3f} merges {merged} of {same} and none wrongly."]
    return "\n".join(lines)


def _as_json(tuning: Tuning, table: list[tuple[float, int, int]]) -> dict[str, object]:
    return {
        "embedder": tuning.embedder,
        "pairs": [
            {"a": pair.first, "b": pair.second, "same": pair.same, "likeness": round(likeness, 4)}
            for pair, likeness in zip(tuning.pairs, tuning.scores, strict=True)
        ],
        "thresholds": [
            {"threshold": threshold, "merged": merged, "wrong": wrong} for threshold, merged, wrong in table
        ],
        "suggested": tuning.suggested,
    }

"""Token estimates against exact counts, category by category (guide/conversation.md 2.2).

Texts are files given by path, or by default what this machine has: the guide of conversations in markdown,
Python's own library, LoCoMo's turns where they lie beside the checkout. A file's name tells its category.
Truth is o200k, from a cache file that some installed package brings; without one nothing is measured.
"""

from __future__ import annotations

import argparse
import json
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from time import process_time

from core.memory.tokens import CharsPerToken, Pieces
from core.memory.tokens.exact import Exact, available
from tests.bench.recall_sets import LOCOMO
from tests.bench.report import Report

_LONGEST, _MOST = 4_000, 400

Texts = dict[str, list[str]]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path, help="text files; the suffix is the category")
    given = parser.parse_args(arguments)
    if not available():
        print("no o200k tables on this machine: pip install tiktoken llama-index-core")
        return 0
    report = Report("tokens")
    texts = from_paths(given.paths) if given.paths else found_here()
    measure(report, texts)
    return report.finish()


def from_paths(paths: list[Path]) -> Texts:
    texts: Texts = {}
    for path in paths:
        texts.setdefault(path.suffix.lstrip(".") or path.name, []).extend(pieces_of(path))
    return texts


def found_here() -> Texts:
    library = Path(sysconfig.get_paths()["stdlib"])
    texts: Texts = {"Python": [t for path in sorted(library.glob("*.py"))[:40] for t in pieces_of(path)]}
    packages = Path(sysconfig.get_paths()["purelib"])
    texts["RECORD hashes"] = [t for path in sorted(packages.glob("*/RECORD"))[:20] for t in pieces_of(path)]
    texts["metadata prose"] = [
        t for path in sorted(packages.glob("*/METADATA"))[:20] for t in pieces_of(path)
    ]
    if LOCOMO.exists():
        talks = json.loads(LOCOMO.read_text("utf-8"))
        turns = [
            t["text"]
            for talk in talks
            for s in talk["conversation"].values()
            if isinstance(s, list)
            for t in s
        ]
        texts["chat, LoCoMo"] = turns
        texts["summaries, LoCoMo"] = [str(t) for talk in talks for t in talk["session_summary"].values()]
        texts["JSON, LoCoMo"] = [json.dumps(turn) for talk in talks for turn in talk["qa"]]
    return texts


def pieces_of(path: Path) -> list[str]:
    text = path.read_text("utf-8", "replace")
    return [text[at : at + _LONGEST] for at in range(0, len(text), _LONGEST)][:20]


def measure(report: Report, texts: Texts) -> None:
    exact, ours, quarter = Exact(), Pieces(), CharsPerToken()
    mine, other = [], []
    for category, all_texts in texts.items():
        chosen = [text for text in all_texts if text.strip()][:_MOST]
        if not chosen:
            continue
        true = [exact(text) for text in chosen]
        biases = []
        for name, count in (("pieces", ours), ("chars/4", quarter), ("words×1.3", words)):
            estimated = [count(text) for text in chosen]
            biases.append(sum(estimated) / sum(true) - 1)
            if name != "words×1.3":
                errors = sorted(abs(e - t) / t for e, t in zip(estimated, true, strict=True) if t)
                report.row(f"{category}, p95 error of {name}, %", 100 * errors[int(0.95 * (len(errors) - 1))])
        report.row(f"{category}, bias of pieces, %", 100 * biases[0], competitor=100 * biases[1])
        mine.append(abs(biases[0]))
        other.append(abs(biases[1]))
    ratio = (sum(mine) / len(mine)) / (sum(other) / len(other))
    # The guide: 3.5 % against 30.6 % over its categories; a third leaves room for another draw of texts.
    report.row("mean |bias| of pieces against chars/4", ratio, 1 / 3, "×")
    sample = "".join(next(iter(texts.values())))[:200_000]
    report.row("µs per 1,000 characters", timed(lambda: ours(sample)) / len(sample) * 1e9)


def words(text: str) -> int:
    return round(1.3 * len(text.split()))


def timed(work: Callable[[], object]) -> float:
    started = process_time()
    work()
    return process_time() - started


if __name__ == "__main__":
    sys.exit(main())

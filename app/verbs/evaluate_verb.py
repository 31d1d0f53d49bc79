"""``mnemoscope evaluate``: the scoreboards that show what a policy remembers, on the command line."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.exits import EXIT_HELP, Exit
from app.wording import plain, sentence
from core import MnemoscopeError

if TYPE_CHECKING:
    from core.evaluation.evidence import Evidence
    from core.evaluation.world import Scenario, Score

_SEEDS = "101,102,103,104,105"


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb to the command line."""
    parser = parsers.add_parser(
        "evaluate",
        help="measure what policies of memory answer, leak and cost; needs no model and no network",
        epilog=EXIT_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    boards = parser.add_subparsers(required=True, metavar="BOARD")
    _add_world(boards)
    _add_evidence(boards)


def _add_world(boards: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    world = boards.add_parser(
        "world",
        help="one person, thirteen sessions, ten questions: five policies side by side",
        description="Each policy hears the sessions and answers within the budget. An answer is correct "
        "when a right value is in its text and no stale, planted or forgotten one is.",
    )
    world.add_argument(
        "--seeds", default=_SEEDS, metavar="N,N", help=f"worlds to generate (default {_SEEDS})"
    )
    world.add_argument(
        "--budget", type=int, default=600, metavar="TOKENS", help="for one answer (default 600)"
    )
    world.add_argument("--counter", default="chars/4", metavar="NAME", help="how tokens are counted")
    kind = world.add_mutually_exclusive_group()
    kind.add_argument("--fixed-script", action="store_true", help="one phrasing for everything")
    kind.add_argument("--hard", action="store_true", help="phrasings held out to measure misses")
    kind.add_argument(
        "--world", type=Path, metavar="FILE", help="run the scenario, or list of them, of a file"
    )
    world.add_argument("--write-world", type=Path, metavar="FILE", help="write the first world and stop")
    world.add_argument("--details", action="store_true", help="also print every question that was missed")
    world.add_argument("--json", type=Path, metavar="FILE", help="write the result; - prints it")
    world.set_defaults(run=run_world)


def _add_evidence(boards: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    evidence = boards.add_parser(
        "evidence",
        help="how often all that a question needs is in the block",
        description="DATA is a file in LoCoMo's form. Every question's block is filled by recency and by "
        "recall, and scored when each turn of its evidence is in it.",
    )
    evidence.add_argument("data", type=Path, metavar="DATA")
    evidence.add_argument(
        "--budgets", default="300,600,1200", metavar="N,N", help="tokens (default 300,600,1200)"
    )
    evidence.add_argument("--counter", default="chars/4", metavar="NAME", help="how tokens are counted")
    evidence.add_argument("--json", type=Path, metavar="FILE", help="write the result; - prints it")
    evidence.set_defaults(run=run_evidence)


def run_world(arguments: argparse.Namespace) -> int:
    """Live through the worlds and print the scoreboard."""
    from core.evaluation.world import evaluate, write_scenario
    from core.memory.prompt import counter_named

    if arguments.budget < 0:
        return _usage("--budget takes a number of tokens from 0 on")
    seeds = _numbers(arguments.seeds)
    if seeds is None:
        return _usage("--seeds takes numbers with commas between them, such as 101,102")
    try:
        worlds = _worlds(arguments, seeds)
        if arguments.write_world is not None:
            write_scenario(worlds[0], arguments.write_world)
            return Exit.OK
        scores = evaluate(worlds, counter_named(arguments.counter), arguments.budget)
        result = _world_object(scores, arguments)
        print(_world_table(scores))
        if arguments.details:
            print(_missed(scores))
        return _written(result, arguments.json)
    except MnemoscopeError as error:
        print(f"mnemoscope: {sentence(error)}", file=sys.stderr)
        return Exit.FILE


def run_evidence(arguments: argparse.Namespace) -> int:
    """Fill the blocks and print the shares."""
    from core.evaluation.evidence import measure_evidence, read_talks
    from core.memory.prompt import counter_named

    budgets = _numbers(arguments.budgets)
    if not budgets:
        return _usage("--budgets takes numbers with commas between them, such as 300,600")
    try:
        talks = read_talks(arguments.data)
        found = measure_evidence(talks, counter_named(arguments.counter), budgets)
    except MnemoscopeError as error:
        print(f"mnemoscope: {sentence(error)}", file=sys.stderr)
        return Exit.FILE
    print(_evidence_table(found))
    rows = [
        {
            "strategy": each.strategy,
            "budget": each.budget,
            "questions": each.questions,
            "all_evidence": each.all_found,
            "any_evidence": each.any_found,
            "tokens": each.tokens,
        }
        for each in found
    ]
    return _written({"counter": arguments.counter, "rows": rows}, arguments.json)


def _worlds(arguments: argparse.Namespace, seeds: list[int]) -> list[Scenario]:
    from core.evaluation.world import Variety, generate, read_scenario

    if arguments.world is not None:
        return read_scenario(arguments.world)
    variety = Variety.FIXED if arguments.fixed_script else Variety.HARD if arguments.hard else Variety.VARIED
    return [generate(seed, variety) for seed in seeds]


def _world_table(scores: list[Score]) -> str:
    lines = [
        f"{'policy':<12}{'correct':>9}{'of':>5}{'stale':>7}{'poisoned':>10}{'leaked':>8}{'tokens/answer':>15}"
    ]
    for score in scores:
        questions = len(score.answers)
        mean = score.tokens / questions if questions else 0
        lines.append(
            f"{score.policy:<12}{score.correct:>9}{questions:>5}{score.stale:>7}{score.poisoned:>10}"
            f"{score.leaked:>8}{mean:>15.0f}"
        )
    return "\n".join(lines)


def _missed(scores: list[Score]) -> str:
    lines = []
    for score in scores:
        for answer in score.answers:
            if not answer.correct:
                flags = [name for name in ("stale", "poisoned", "leaked") if getattr(answer, name)]
                why = ", ".join([*flags, *([] if answer.found else ["right value absent"])])
                lines.append(
                    f"{score.policy:<12}{answer.seed!s:>6}  {plain(answer.question.text, 60)}: {why}"
                )
    return "\n".join(lines)


def _world_object(scores: list[Score], arguments: argparse.Namespace) -> dict[str, Any]:
    return {
        "budget": arguments.budget,
        "counter": arguments.counter,
        "policies": [
            {
                "policy": score.policy,
                "correct": score.correct,
                "questions": len(score.answers),
                "stale": score.stale,
                "poisoned": score.poisoned,
                "leaked": score.leaked,
                "tokens": score.tokens,
                "answers": [
                    {
                        "seed": answer.seed,
                        "question": answer.question.text,
                        "correct": answer.correct,
                        "stale": answer.stale,
                        "poisoned": answer.poisoned,
                        "leaked": answer.leaked,
                        "tokens": answer.tokens,
                    }
                    for answer in score.answers
                ],
            }
            for score in scores
        ],
    }


def _evidence_table(found: list[Evidence]) -> str:
    lines = [f"{'strategy':<14}{'budget':>8}{'all evidence %':>16}{'any %':>8}{'tokens/question':>17}"]
    for each in found:
        any_share = 100 * each.any_found / each.questions if each.questions else 0
        mean = each.tokens / each.questions if each.questions else 0
        lines.append(
            f"{each.strategy:<14}{each.budget:>8}{100 * each.share:>16.1f}{any_share:>8.1f}{mean:>17.0f}"
        )
    return "\n".join(lines)


def _written(result: dict[str, Any], path: Path | None) -> int:
    text = json.dumps(result, ensure_ascii=False, indent=1)
    if path is None:
        return Exit.OK
    if str(path) == "-":
        print(text)
        return Exit.OK
    try:
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        print(f"mnemoscope: {path} cannot be written: {error.strerror}", file=sys.stderr)
        return Exit.FILE
    return Exit.OK


def _numbers(text: str) -> list[int] | None:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        return None


def _usage(message: str) -> int:
    print(f"mnemoscope: {message}", file=sys.stderr)
    return Exit.USAGE

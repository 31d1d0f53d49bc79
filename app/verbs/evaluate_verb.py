"""``mnemoscope evaluate``: the scoreboards that show what memory is worth, on the command line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path

from app.evaluate.board import Board
from app.evaluate.running import BUDGET, BUDGETS, COUNTER, SEEDS, Wanted, measure, worlds
from app.exits import EXIT_HELP, Exit
from app.wording import sentence
from core import MnemoscopeError

_SEEDS = ",".join(map(str, SEEDS))
_BUDGETS = ",".join(map(str, BUDGETS))


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb to the command line."""
    parser = parsers.add_parser(
        "evaluate",
        help="measure what memory answers, leaks, saves and costs; needs no model and no network",
        epilog=EXIT_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    boards = parser.add_subparsers(required=True, metavar="BOARD")
    _add_world(boards)
    _add_repeats(boards)
    _add_everything(boards)
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
        "--budget", type=int, default=BUDGET, metavar="TOKENS", help=f"for one answer (default {BUDGET})"
    )
    kind = world.add_mutually_exclusive_group()
    kind.add_argument("--fixed-script", action="store_true", help="one phrasing for everything")
    kind.add_argument("--hard", action="store_true", help="phrasings held out to measure misses")
    kind.add_argument(
        "--world", type=Path, metavar="FILE", help="run the scenario, or list of them, of a file"
    )
    world.add_argument("--write-world", type=Path, metavar="FILE", help="write the first world and stop")
    world.add_argument("--details", action="store_true", help="also print every question that was missed")
    _add_shared(world, run_world)


def _add_repeats(boards: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    repeats = boards.add_parser(
        "repeats",
        help="problems that came before against new ones, with and without memory",
        description="A scripted model handles five repeats and three new problems of a support desk: without "
        "memory, with the recalled block in its prompt, and with the recall tool.",
    )
    repeats.add_argument("--price", metavar="MODEL", help="also estimate costs at the price of this model")
    repeats.add_argument("--details", action="store_true", help="also print every task")
    _add_shared(repeats, run_repeats)


def _add_everything(boards: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    everything = boards.add_parser(
        "everything",
        help="what happens to recall when every tool's raw output is stored too",
        description="The notes of the same support desk alone, and with all raw output beside them; at k = 3 "
        "and 6, with and without the cap on the block.",
    )
    everything.add_argument("--details", action="store_true", help="also print every question")
    _add_shared(everything, run_everything)


def _add_evidence(boards: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    evidence = boards.add_parser(
        "evidence",
        help="how often all that a question needs is in the block",
        description="DATA is a file in LoCoMo's form. Every question's block is filled by recency and by "
        "recall, and scored when each turn of its evidence is in it.",
    )
    evidence.add_argument("data", type=Path, metavar="DATA")
    evidence.add_argument("--budgets", default=_BUDGETS, metavar="N,N", help=f"tokens (default {_BUDGETS})")
    _add_shared(evidence, run_evidence)


def _add_shared(parser: argparse.ArgumentParser, run: Callable[[argparse.Namespace], int]) -> None:
    parser.add_argument("--counter", default=COUNTER, metavar="NAME", help="how tokens are counted")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the result; - prints it")
    parser.set_defaults(run=run)


def run_world(arguments: argparse.Namespace) -> int:
    """Live through the worlds and print the scoreboard."""
    if arguments.budget < 0:
        return _usage("--budget takes a number of tokens from 0 on")
    seeds = _numbers(arguments.seeds)
    if not seeds:
        return _usage("--seeds takes numbers with commas between them, such as 101,102")
    script = "fixed" if arguments.fixed_script else "hard" if arguments.hard else "varied"
    wanted = Wanted(
        "world",
        seeds=seeds,
        budget=arguments.budget,
        counter=arguments.counter,
        script=script,
        file=arguments.world,
    )
    if arguments.write_world is None:
        return _run(wanted, arguments, _missed)
    from core.evaluation.world import write_scenario

    try:
        write_scenario(worlds(wanted)[0], arguments.write_world)
    except MnemoscopeError as error:
        return _failed(error)
    return Exit.OK


def run_repeats(arguments: argparse.Namespace) -> int:
    """Handle every task in every mode and print the scoreboard."""
    wanted = Wanted("repeats", counter=arguments.counter, price=arguments.price)
    return _run(wanted, arguments, lambda board: board.detail.text())


def run_everything(arguments: argparse.Namespace) -> int:
    """Ask both stores and print the scoreboard."""
    wanted = Wanted("everything", counter=arguments.counter)
    return _run(wanted, arguments, lambda board: board.detail.text())


def run_evidence(arguments: argparse.Namespace) -> int:
    """Fill the blocks and print the shares."""
    budgets = _numbers(arguments.budgets)
    if not budgets or min(budgets) < 0:
        return _usage("--budgets takes numbers with commas between them, such as 300,600")
    arguments.details = False
    wanted = Wanted("evidence", budgets=budgets, counter=arguments.counter, file=arguments.data)
    return _run(wanted, arguments, lambda board: "")


def _run(wanted: Wanted, arguments: argparse.Namespace, details: Callable[[Board], str]) -> int:
    try:
        board = measure(wanted)
    except MnemoscopeError as error:
        return _failed(error)
    # Whoever pipes the JSON wants nothing else.
    piped = str(arguments.json) == "-"
    print(board.sheet.text(), file=sys.stderr if piped else sys.stdout)
    if arguments.details:
        print(details(board), file=sys.stderr if piped else sys.stdout)
    if arguments.json is None:
        return Exit.OK
    text = json.dumps(board.data, ensure_ascii=False, indent=1)
    if piped:
        print(text)
        return Exit.OK
    try:
        arguments.json.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        print(f"mnemoscope: {arguments.json} cannot be written: {error.strerror}", file=sys.stderr)
        return Exit.FILE
    return Exit.OK


def _missed(board: Board) -> str:
    return "\n".join(
        f"{row['policy']!s:<12}{row['seed']!s:>6}  {str(row['question'])[:60]}: {row['why']}"
        for row in board.detail.objects()
        if not row["correct"]
    )


def _failed(error: MnemoscopeError) -> int:
    print(f"mnemoscope: {sentence(error)}", file=sys.stderr)
    return Exit.FILE


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        return ()


def _usage(message: str) -> int:
    print(f"mnemoscope: {message}", file=sys.stderr)
    return Exit.USAGE

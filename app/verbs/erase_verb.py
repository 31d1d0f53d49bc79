"""``mnemoscope erase``: erase one person, and prove it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from app.exits import Exit
from app.verbs import desk, receipts
from core import Operator, Scope
from core.privacy import EraseReason, KeptBecause, Quote


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb to the command line."""
    parser = desk.verb(
        parsers,
        "erase",
        "erase one person, search for what is left, and write a receipt",
        "Erase one person for good: every row, every old page of the file; then search the file for what is "
        "left and say what was found. There is no undo.",
    )
    desk.about_a_person(parser)
    parser.add_argument("--confirm", required=True, metavar="USER",
                        help="the user's name once more; without it nothing happens")  # fmt: skip
    parser.add_argument("--reason", required=True,
                        help="one of " + ", ".join(EraseReason) + "; or words, which go with the person")  # fmt: skip
    parser.add_argument("--identity", metavar="HOW",
                        help="how it was checked: in_person, login, document, letter, mail, phone")  # fmt: skip
    parser.add_argument("--receipt", type=Path, metavar="OUT", help="where to write the receipt")
    parser.add_argument("--patience", type=float, default=5.0, metavar="SECONDS",
                        help="how long to wait for programs that read the file (default: 5)")  # fmt: skip
    parser.add_argument("--suppress", type=float, default=30.0, metavar="DAYS",
                        help="how long the name may not come back (default: 30)")  # fmt: skip
    parser.add_argument("--redact-mentions", action="store_true",
                        help="take the person out of what other people's records say; the journal keeps that "
                        "those were opened")  # fmt: skip
    parser.add_argument("--mentions-kept-because", default=KeptBecause.NOT_DECIDED, choices=[*KeptBecause],
                        help="why what others' records say stays (default: not_decided)")  # fmt: skip
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Erase and print the receipt."""
    if arguments.confirm != arguments.user:
        print(
            "mnemoscope: --confirm has to repeat the name given with --user. Nothing was erased.",
            file=sys.stderr,
        )
        return Exit.USAGE
    if arguments.receipt is not None and arguments.receipt.exists():
        print(f"mnemoscope: {arguments.receipt} exists. Nothing was erased.", file=sys.stderr)
        return Exit.USAGE

    def act(operator: Operator, scope: Scope | None, stopped: Callable[[], bool]) -> int:
        assert scope is not None
        redact = _mentions(operator, scope) if arguments.redact_mentions else []
        receipt = operator.privacy.erase(
            scope,
            reason=arguments.reason,
            identity=arguments.identity,
            patience=arguments.patience,
            suppress_days=arguments.suppress,
            redact=redact,
            mentions_kept_because=arguments.mentions_kept_because,
            progress=desk.Steps(),
            cancelled=stopped,
        )
        print(receipt.to_json() if arguments.json else receipts.as_text(receipt))
        if arguments.receipt is not None:
            receipt.write(arguments.receipt)
        return receipts.CODES[receipt.state]

    return desk.run(arguments, act, "read-write")


def _mentions(operator: Operator, scope: Scope) -> list[Quote]:
    """What others' records say about the person, as far as it can be redacted."""
    privacy = operator.privacy
    found = (privacy.quotes(scope, each.scope) for each in privacy.holdings(scope).mentions or ())
    return [quote for quotes in found for quote in quotes if quote.can_redact]

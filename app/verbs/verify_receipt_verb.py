"""``mnemoscope verify-receipt``: whether a receipt is one of this installation, letter for letter."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from app.exits import EXIT_HELP, Exit
from app.verbs import desk, receipts
from core import MnemoscopeError, Store
from core.privacy import ReceiptCheck, check_receipt


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb to the command line."""
    parser = parsers.add_parser(
        "verify-receipt",
        help="check that a receipt is genuine",
        description="Check the keyed hash of a receipt with this installation's key; with --file also that "
        "the memory file holds the same receipt.",
        epilog=EXIT_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("receipt", type=Path, metavar="RECEIPT", help="the receipt's JSON file")
    parser.add_argument("--file", type=Path, metavar="FILE", help="the memory file it is about")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Check and say what was found."""
    try:
        if arguments.file is None:
            found = check_receipt(arguments.receipt)
        else:
            with Store.open(arguments.file, "read-only") as store:
                found = store.operator("verify").privacy.check_receipt(arguments.receipt)
    except (MnemoscopeError, OSError) as error:
        return desk.refuse(error, Exit.FILE)
    right = found.genuine and (found.known or arguments.file is None)
    print(_as_json(found) if arguments.json else _as_text(found, arguments.file))
    return Exit.OK if right else Exit.NOT_RIGHT


def _as_json(found: ReceiptCheck) -> str:
    told = {
        "genuine": found.genuine,
        "known": found.known,
        "state": str(found.receipt.state),
        "job": found.receipt.job,
    }
    return json.dumps(told)


def _as_text(found: ReceiptCheck, file: Path | None) -> str:
    if not found.genuine:
        return "NOT GENUINE: its keyed hash is not one of this installation, or a letter was changed."
    lines = ["Genuine: this installation wrote it, and no letter was changed."]
    if file is not None:
        same = "The file holds the same receipt." if found.known else "The file does not hold this receipt."
        lines.append(same)
    return "\n".join([*lines, receipts.as_text(found.receipt)])

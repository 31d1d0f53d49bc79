"""``mnemoscope export``: hand over everything held about one person."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path

from app.exits import Exit
from app.verbs import desk
from app.wording import number
from app.wording.privacy import size_word
from core import Operator, Scope


def add_to(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the verb to the command line."""
    parser = desk.verb(
        parsers,
        "export",
        "write everything held about one person to a folder and a zip",
        "Write everything held about one person to a new folder and to a zip beside it: JSON with its "
        "schema, a page to read, checksums and a manifest. What exists is not overwritten.",
    )
    desk.about_a_person(parser)
    parser.add_argument("--to", type=Path, required=True, metavar="FOLDER", help="the folder to create")
    parser.add_argument("--no-zip", action="store_true", help="write the folder only")
    parser.add_argument("--expires", type=float, metavar="DAYS", help="when the copy should be deleted")
    parser.add_argument("--read-only", action="store_true",
                        help="change nothing in the file: the export is not written down there")  # fmt: skip
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Export and say where it went."""

    def act(operator: Operator, scope: Scope | None, stopped: Callable[[], bool]) -> int:
        assert scope is not None
        out = operator.privacy.export(
            scope,
            arguments.to,
            archive=not arguments.no_zip,
            expires_days=arguments.expires,
            progress=desk.Steps(),
            cancelled=stopped,
        )
        told = {
            "folder": str(out.folder),
            "zip": None if out.archive is None else str(out.archive),
            "rows": out.rows,
            "bytes": out.bytes,
            "sha256": out.sha256,
            "journal_head": out.head.hash.hex(),
            "registered": out.registered,
        }
        if arguments.json:
            print(json.dumps(told, ensure_ascii=False))
        else:
            print(f"{number(out.rows)} rows, {size_word(out.bytes)}, went to {out.folder}")
            if out.archive is not None:
                print(f"and to {out.archive}")
            if not out.registered:
                print(
                    "The file is read-only: neither its journal nor its list of copies knows of this export."
                )
            print(f"SHA-256 of the {'zip' if out.archive else 'manifest'}: {out.sha256}")
        return Exit.OK

    return desk.run(arguments, act, "read-only" if arguments.read_only else "read-write", or_read=True)

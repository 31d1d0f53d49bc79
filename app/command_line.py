"""What may be said on the command line."""

from __future__ import annotations

import argparse
from pathlib import Path

from app.exits import EXIT_HELP
from app.version import version

PANES = (
    "overview",
    "conversation",
    "memory",
    "review",
    "recall",
    "tasks",
    "privacy",
    "audit",
)
VERBS = (
    "import",
    "holdings",
    "export",
    "erase",
    "sweep",
    "verify",
    "verify-receipt",
    "tune-dedupe",
    "evaluate",
)


def window_parser() -> argparse.ArgumentParser:
    """The command without a verb: the window."""
    parser = argparse.ArgumentParser(
        prog="mnemoscope",
        description="See, correct and forget what AI agents remember. Without a verb the window "
        "opens on FILE. Verbs, which need no display: " + ", ".join(VERBS) + " (mnemoscope VERB --help).",
        epilog=EXIT_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", type=Path, nargs="?", metavar="FILE",
                        help="a memory file, or a file or folder of another program to import")  # fmt: skip
    parser.add_argument("--read-only", action="store_true", help="open FILE without writing")
    parser.add_argument("--demo", action="store_true", help="open the demo file")
    parser.add_argument("--user", metavar="T/U", help="whose memory to show: tenant/user")
    parser.add_argument("--pane", metavar="NAME", help="which pane: " + ", ".join(PANES))
    parser.add_argument("--screenshots", type=Path, metavar="DIR",
                        help="write pictures of FILE, or of the demo, to DIR and leave: every pane, "
                        "or that of --pane; needs no display")  # fmt: skip
    parser.add_argument("--no-recent", action="store_true", help="leave no trace in recent files")
    parser.add_argument("--verbose", action="store_true", help="log to stderr too")
    parser.add_argument("--version", action="version", version=f"mnemoscope {version()}")
    return parser


def verb_parser() -> argparse.ArgumentParser:
    """The command with a verb; the window does without what the verbs stand on."""
    from app.verbs import (
        erase_verb,
        evaluate_verb,
        export_verb,
        holdings_verb,
        import_verb,
        sweep_verb,
        tune_dedupe_verb,
        verify_receipt_verb,
        verify_verb,
    )

    parser = argparse.ArgumentParser(prog="mnemoscope")
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    import_verb.add_to(verbs)
    holdings_verb.add_to(verbs)
    export_verb.add_to(verbs)
    erase_verb.add_to(verbs)
    sweep_verb.add_to(verbs)
    verify_verb.add_to(verbs)
    verify_receipt_verb.add_to(verbs)
    tune_dedupe_verb.add_to(verbs)
    evaluate_verb.add_to(verbs)
    return parser

"""argv to window or verb; Qt is imported only on the way to the window."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from app.command_line import PANES, VERBS, verb_parser, window_parser
from app.exits import Exit
from app.wording import sentence
from core.errors import Invalid
from core.scope import Scope


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line ``argv``; returns the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words and words[0] in VERBS:
        arguments = verb_parser().parse_args(words)
        try:
            return int(arguments.run(arguments))
        except KeyboardInterrupt:
            return Exit.INTERRUPTED
    return _window(window_parser().parse_args(words))


def _window(arguments: Namespace) -> int:
    parser = window_parser()
    if arguments.pane is not None and arguments.pane not in PANES:
        parser.error(f"there is no pane called {arguments.pane!r}; panes are {', '.join(PANES)}")
    scope = None
    if arguments.user is not None:
        scope = _scope(arguments.user)
        if isinstance(scope, str):
            parser.error(scope)
    if arguments.demo and arguments.file is not None:
        parser.error("--demo opens the demo file; name no other file beside it")
    if arguments.file is not None and _looks_like_a_verb(arguments.file):
        parser.error(
            f"there is no verb and no file called {str(arguments.file)!r}; verbs are {', '.join(VERBS)}"
        )
    if arguments.read_only and arguments.file is None:
        parser.error("--read-only needs a FILE")
    if arguments.user is not None and not (arguments.file or arguments.demo or arguments.screenshots):
        parser.error("--user needs a FILE, or --demo")
    if arguments.screenshots is not None:
        # Pictures are drawn in memory; without this a bare machine has no platform to draw on.
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        from app.screenshots import take_all

        return take_all(
            arguments.screenshots, arguments.file, scope if isinstance(scope, Scope) else None, arguments.pane
        )
    if not _display():
        print(
            "mnemoscope: there is no display to open a window on. Use --screenshots DIR for "
            "pictures, or a verb such as import.",
            file=sys.stderr,
        )
        return Exit.USAGE
    from app.application import Options, run

    return run(
        Options(
            file=arguments.file,
            read_only=arguments.read_only,
            demo=arguments.demo,
            scope=scope if isinstance(scope, Scope) else None,
            pane=arguments.pane,
            recent=not arguments.no_recent,
            verbose=arguments.verbose,
        )
    )


def _looks_like_a_verb(file: Path) -> bool:
    """A bare word that names nothing was meant as a verb more often than as a file."""
    return len(file.parts) == 1 and not file.suffix and not file.exists()


def _scope(text: str) -> Scope | str:
    """The scope written as tenant/user, or what is wrong with it."""
    tenant, slash, user = text.partition("/")
    if not slash:
        return f"--user needs the form tenant/user, not {text!r}"
    try:
        return Scope(tenant.strip(), user.strip())
    except Invalid as error:
        return f"--user: {sentence(error).text}"


def _display() -> bool:
    if sys.platform != "linux" or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


if __name__ == "__main__":
    sys.exit(main())

"""The verbs of the command line: headless, on the same core functions as the window.

Each verb is one module with ``add_to(parsers)`` and ``run(arguments) -> exit code``. Nothing
here or below imports Qt. Answers go to stdout (with ``--json`` as one object), progress and
refusals to stderr.
"""

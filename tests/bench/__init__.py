"""Measurements with floors: ratios and counts inside one run, outside the test run.

Each bench is a module with ``main() -> int``; it builds its own data, prints a table, writes
``results/NAME.json`` and exits non-zero when a floor is missed. A floor that concerns speed is
measured against something in the same run wherever that is possible, so that a slow machine
does not fail a good program.
"""

"""The room that builds the demo file: a small invented world, the same on every machine.

It writes through the same handles as everybody else, with a clock of its own.
"""

"""The scoreboards of ``core.evaluation`` as the command line prints them and the window draws them.

A board is made once from what core measured: a sheet of results, a sheet of every question or task
behind them, and the object that is written as JSON. Nothing in ``boards`` and ``running`` knows a
window; ``window`` shows what they make.
"""

"""Trials of the library by itself: measured on labelled pairs, or attacked in a store of its own.

What is tried here goes through the same public handles and the same functions that everybody
calls; a trial never opens the user's file for writing and leaves nothing behind. Only the
window and the command line call.
"""

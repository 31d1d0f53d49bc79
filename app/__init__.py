"""The Qt program: everything a person sees and presses.

What may enter here is drawing, asking and saying. The program opens a file through
``core.Store``, shows what ``core`` hands out and asks ``core`` to act; it holds no rule about
memories and no SQL. Work that touches the file runs in ``app.jobs``; the open file, its
operator and the current person live in ``app.session``; panes meet there and nowhere else.
Imports run one way: window, panes, widgets, then the modules of this folder, then core.
Importing ``app`` alone loads no Qt, so that the verbs of the command line stay light.
"""

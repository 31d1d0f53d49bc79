"""One folder per pane: a room with all that is its own, its item models and its dialogs.

A pane shows one subject for the person chosen in the session and offers the acts on it. It
gets the session and nothing else, and panes never import one another. Which panes exist, in
which order, is the table of ``app.panes.registry``; a pane is imported when it is first shown.
"""

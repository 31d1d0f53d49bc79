"""The frame around the panes: sidebar, top bar, banners, toasts, progress, menus, dialogs.

The main window puts these parts together and carries out the rows of ACTIONS with scope
"app"; each part is a widget that shows one thing and says what was pressed. Nothing in this
room knows what a pane does inside, and no pane knows this room.
"""

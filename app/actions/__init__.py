"""What can be done, as data: menus, shortcuts, the palette, tooltips and the key sheet come from it.

One row per act with its id, text, keys and what must be there before it can run. The window
carries out the rows of scope "app", each pane those that carry its id. A new act is a new row
here and a function where it is carried out; nothing else lists acts.
"""

from app.actions.action import Action
from app.actions.make import make
from app.actions.table import ACTIONS, action

__all__ = ["ACTIONS", "Action", "action", "make"]

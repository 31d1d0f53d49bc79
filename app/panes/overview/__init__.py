"""The Overview: the window the model sees, the stores behind it, and who may write to them.

It shows counts only, read in one go for the person in the picker. A store that this version
does not have yet is named without a number.
"""

from app.panes.overview.pane import OverviewPane

__all__ = ["OverviewPane"]

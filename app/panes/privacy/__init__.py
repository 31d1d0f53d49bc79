"""The Privacy pane: what is held about a person, and every right they have over it.

Holdings, export, erasure with its receipt, requests, limits, retention and copies stand side by
side, because one leads to the next. What an act means is decided in ``core.privacy``; here it is
asked, named, followed while it runs, and told of. Nothing is read or written on the GUI thread.
"""

from app.panes.privacy.pane import PrivacyPane

__all__ = ["PrivacyPane"]

"""The name of whoever is logged in."""

from __future__ import annotations

import getpass


def login_name() -> str:
    """The login name, or "operator" where the system does not tell."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "operator"

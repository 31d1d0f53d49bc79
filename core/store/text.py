"""Reading text columns so that one row with bad UTF-8 cannot hide the page it stands on."""

from __future__ import annotations


def decoded(raw: bytes) -> tuple[str, bool]:
    """The text of ``CAST(column AS BLOB)``, bad bytes escaped; and whether there were any."""
    try:
        return raw.decode("utf-8"), False
    except UnicodeDecodeError:
        return raw.decode("utf-8", errors="backslashreplace"), True

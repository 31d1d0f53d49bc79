"""Regular expressions that are compiled when a text first needs them."""

from __future__ import annotations

import re
from typing import cast

_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "split", "pattern", "groups")


class _Lazy:
    """Stands for a pattern until it is asked for anything; from then on its methods are the pattern's."""

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        if name not in _METHODS:
            raise AttributeError(name)
        compiled = re.compile(self._source, self._flags)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def deferred(source: str, flags: int = 0) -> re.Pattern[str]:
    """The pattern of that source; starting the program compiles none of them."""
    return cast(re.Pattern[str], _Lazy(source, flags))

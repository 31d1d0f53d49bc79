"""Other people in what one person is handed: their names are taken out of the parts that are for reading.

What this file knows of other people are the names it keeps their memory under. ``data`` is left as
it is, for a restore has to be equal row for row; it is the operator's copy (guide/privacy.md 3.1).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

import apsw

from core.privacy.holdings import SHORTEST_NAME
from core.store import subjects, table_rows

INSTEAD = "[another person]"
_WORD = re.compile(r"\w[\w.@+\-]*\w")
_MOST_LONG = 1_000


class ThirdParties:
    """Takes names of others out of texts and keeps count of it.

    Attributes:
        redactions: by file of the archive and name of the column, how often a name was taken out.
    """

    def __init__(self, names: Iterable[str], but: str) -> None:
        folded = {name.casefold() for name in names if len(name) >= SHORTEST_NAME}
        folded.discard(but.casefold())
        self._words = {name for name in folded if _WORD.fullmatch(name)}
        long = sorted(folded - self._words, key=lambda name: (-len(name), name))[:_MOST_LONG]
        parts = "|".join(re.escape(name) for name in long)
        self._long = re.compile(rf"(?<!\w)(?:{parts})(?!\w)", re.IGNORECASE) if parts else None
        self.redactions: Counter[tuple[str, str]] = Counter()

    @classmethod
    def around(cls, connection: apsw.Connection, scope: int) -> ThirdParties:
        """Everybody in the file but one person; names only."""
        others = (each for each in table_rows.scopes(connection) if each != scope)
        return cls(
            (subjects.names(connection, each)[1] for each in others), subjects.names(connection, scope)[1]
        )

    def redacted(self, text: str, file: str, column: str) -> str:
        """The text without names of others."""
        taken = 0

        def word(match: re.Match[str]) -> str:
            nonlocal taken
            if match[0].casefold() in self._words:
                taken += 1
                return INSTEAD
            return match[0]

        told = text
        if self._long is not None:
            told, taken = self._long.subn(INSTEAD, told)
        if self._words:
            told = _WORD.sub(word, told)
        if taken:
            self.redactions[file, column] += taken
        return told

    def listed(self) -> list[dict[str, str | int]]:
        """Where names were taken out, and how many."""
        return [
            {"file": file, "column": column, "times": times}
            for (file, column), times in sorted(self.redactions.items())
        ]

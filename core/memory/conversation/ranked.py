"""Groups of a history by how much they matter, for keeping the most important ones."""

from __future__ import annotations

from core.memory.conversation.history import History


class Ranked:
    """The order is made once; what is kept on a turn is then a scan over arrays.

    numpy is loaded here, for nothing else of a conversation needs it.
    """

    def __init__(self, history: History) -> None:
        import numpy as np

        self.size = len(history)
        groups: dict[int, list[int]] = {}
        for place, group in enumerate(history.group_of):
            if place not in history.unsent:
                groups.setdefault(group, []).append(place)
        self._members = groups
        self._users = set(history.users)
        starts = np.array(list(groups), np.int64)
        weights = np.array(
            [max(history.importance[place] for place in members) for members in groups.values()]
        )
        costs = np.array([sum(history.tokens[place] for place in members) for members in groups.values()])
        # Of equally important ones the newer.
        order = np.lexsort((-starts, -weights))
        self._starts, self._costs = starts[order], costs[order]

    def best(self, before: int, room: int) -> list[int]:
        """The most important messages before a position until one no longer fits, in the order said.

        What would stand before the first message of a user is left out.
        """
        earlier = (self._starts < before).nonzero()[0]
        fits = self._costs[earlier].cumsum() <= room
        count = int(fits.argmin()) if not fits.all() else len(fits)
        kept = sorted(
            place for group in self._starts[earlier[:count]].tolist() for place in self._members[group]
        )
        first = next((index for index, place in enumerate(kept) if place in self._users), len(kept))
        return kept[first:]

"""Learning from what an API reports how far an estimate is off, and counting on from there.

The next prompt is what the last one was reported to be, plus what was added since, at the ratio that held
so far (guide/conversation.md 2.4). Only reported prompt tokens anchor: the total would count the answer,
too, and a sum over rounds would count one prompt many times.
"""

from __future__ import annotations

from dataclasses import dataclass

OLD = 0.7
_LEAST, _MOST = 0.2, 5.0


@dataclass(frozen=True, slots=True)
class Anchor:
    """What is known after some reports.

    Attributes:
        reported: prompt tokens of the last report; None before the first.
        estimated: what the counter said of the same prompt.
        ratio: real tokens per estimated one, the newest report weighing three tenths.
    """

    reported: int | None = None
    estimated: int = 0
    ratio: float = 1.0

    def after(self, reported: int, estimated: int) -> Anchor:
        """The anchor after a report on a prompt of so many estimated tokens; nonsense changes nothing."""
        if reported <= 0 or estimated <= 0:
            return self
        added_real, added = reported, estimated
        if self.reported is not None and estimated > self.estimated and reported > self.reported:
            # What was added since tells the ratio of today's text, not of the beginning.
            added_real, added = reported - self.reported, estimated - self.estimated
        seen = min(_MOST, max(_LEAST, added_real / added))
        ratio = seen if self.reported is None else OLD * self.ratio + (1 - OLD) * seen
        return Anchor(reported, estimated, ratio)

    def next(self, estimated: int) -> int:
        """The likely tokens of a prompt of so many estimated ones."""
        if self.reported is None:
            return estimated
        if estimated < self.estimated:
            # The prompt was cut meanwhile: nothing of the report is left to count on from.
            return round(estimated * self.ratio)
        return self.reported + round((estimated - self.estimated) * self.ratio)

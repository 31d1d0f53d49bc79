"""What stands over the person as a whole: a restriction, a legal hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.privacy import Privacy, Standing
    from core.scope import Scope


@dataclass(frozen=True, slots=True)
class Standings:
    """Since when, by whom and why; None where nothing stands."""

    restriction: Standing | None = None
    hold: Standing | None = None


def read_standings(privacy: Privacy, scope: Scope | None) -> Standings:
    """Both, of one person; runs on a worker."""
    if scope is None:
        return Standings()
    return Standings(privacy.restriction(scope), privacy.hold(scope))

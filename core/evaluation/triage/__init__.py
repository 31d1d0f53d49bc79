"""A support desk whose problems come back: what the notes of earlier runs are worth (specification 13).

The desk's issues stand in ``resources/evaluation/triage.json``. Episodes are written from the runs on
original issues only; a task sees nothing younger than itself, in the tracker and in memory.
"""

from core.evaluation.triage.desk import Desk, Issue, Task, read_desk
from core.evaluation.triage.everything import Asked, Crowded, Everything, measure_everything
from core.evaluation.triage.repeats import MODES, RepeatScore, Tried, measure_repeats, scores

__all__ = [
    "MODES",
    "Asked",
    "Crowded",
    "Desk",
    "Everything",
    "Issue",
    "RepeatScore",
    "Task",
    "Tried",
    "measure_everything",
    "measure_repeats",
    "read_desk",
    "scores",
]

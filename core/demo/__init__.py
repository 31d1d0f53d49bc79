"""The room that builds the demo file: a small invented world, the same on every machine.

Its story lies in ``resources/demo``. It is told through the same handles everybody uses, under
a clock that walks through the story; the finished file carries the distance between its present
and the real one, so ages look the same whenever it is opened.
"""

from core.demo.build import build
from core.demo.story import Story, story

__all__ = ["Story", "build", "story"]

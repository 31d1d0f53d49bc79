"""From a run to proposals: each note cites the turn it was read from, and the gate answers it.

The host hands over the run; its turns are the only sources a note may name. What became of every
proposal is told, so that nobody has to guess why something was not kept.
"""

from core.agent.writer.model_writer import ModelWriter
from core.agent.writer.proposed import Proposed
from core.agent.writer.rule_writer import RuleWriter, SessionReading

__all__ = ["ModelWriter", "Proposed", "RuleWriter", "SessionReading"]

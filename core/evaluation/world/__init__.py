"""A person's thirteen sessions, told from a seed or read from a file, and how policies remember them.

A scenario is data: who said what, and what may, must and must not be in the answer afterwards. A
policy hears the sessions and then has so many tokens to answer from. It is scored on the text it
would put before a model, so no model is needed and nothing is a matter of taste.
"""

from core.evaluation.world.generator import Variety, generate
from core.evaluation.world.policies import POLICIES, Policy
from core.evaluation.world.scenario import Question, Scenario, Session, read_scenario, write_scenario
from core.evaluation.world.scoring import Answer, Score, evaluate

__all__ = [
    "POLICIES",
    "Answer",
    "Policy",
    "Question",
    "Scenario",
    "Score",
    "Session",
    "Variety",
    "evaluate",
    "generate",
    "read_scenario",
    "write_scenario",
]

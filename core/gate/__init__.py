"""The room where code decides: what a proposal is, what is found in it, and the verdict.

Nothing reaches a store except through `judge`. Rules look at one proposal and at what the
partition already holds for its key, report every finding, and one table turns findings and
trust into the outcome. The room reads no file and writes nothing; the memory systems call it
before each write and store exactly the canonical text it returns.
"""

from core.gate.judge import judge, judge_deletion
from core.gate.proposal import Deletion, Proposal, Standing
from core.gate.trust import Trust, effective_trust, trust_of
from core.gate.verdict import Finding, Severity, Verdict, WriteOutcome

__all__ = [
    "Deletion",
    "Finding",
    "Proposal",
    "Severity",
    "Standing",
    "Trust",
    "Verdict",
    "WriteOutcome",
    "effective_trust",
    "judge",
    "judge_deletion",
    "trust_of",
]

"""Long-term memory: facts, episodes, procedures and preferences, each with its update rule.

`Records` is what an agent's process may do with the records of its own scope: propose, read,
look back. `OperatorRecords` adds what a person may: browse, correct, confirm, roll back, forget
and sweep. Facts and preferences are superseded, episodes only added, procedures versioned;
nothing is overwritten. Writes pass the gate first and travel with their journal entry.
"""

from core.change import Change, Undo
from core.gate import Finding, Trust, Verdict, WriteOutcome
from core.kind import Kind
from core.memory.records.changes import Forgotten, WriteResult
from core.memory.records.desk import OperatorRecords
from core.memory.records.explaining import Explanation, Fate, HeldBack
from core.memory.records.recalling import Hit, Hits
from core.memory.records.record import Details, Outcome, Record, State
from core.memory.records.records import Records
from core.memory.records.runs import RunProposal, RunSummary, Sourced
from core.store.record_query import Sort, SortColumn

__all__ = [
    "Change",
    "Details",
    "Explanation",
    "Fate",
    "Finding",
    "Forgotten",
    "HeldBack",
    "Hit",
    "Hits",
    "Kind",
    "OperatorRecords",
    "Outcome",
    "Record",
    "Records",
    "RunProposal",
    "RunSummary",
    "Sort",
    "SortColumn",
    "Sourced",
    "State",
    "Trust",
    "Undo",
    "Verdict",
    "WriteOutcome",
    "WriteResult",
]

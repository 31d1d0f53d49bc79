"""What AI agents remember, in one SQLite file: the library under Mnemoscope.

These are the public names; everything else may move. An agent's process opens a `Store` and
asks it for the `Partition` of one `Scope`; a person asks it for an `Operator`. Errors are one
family, `MnemoscopeError`, with a code and data.
"""

from core.change import Change, Undo
from core.errors import ErrorCode, Invalid, MnemoscopeError
from core.gate import Finding, Trust, Verdict, WriteOutcome
from core.handles import Operator, Partition, Store
from core.kind import Kind
from core.memory.records import (
    Details,
    Explanation,
    Fate,
    Forgotten,
    HeldBack,
    Hit,
    Hits,
    Outcome,
    Record,
    State,
    WriteResult,
)
from core.memory.tasks import InvalidUpdate, Step, Task
from core.recall import Embedder, Weights
from core.scope import Scope

__all__ = [
    "Change",
    "Details",
    "Embedder",
    "ErrorCode",
    "Explanation",
    "Fate",
    "Finding",
    "Forgotten",
    "HeldBack",
    "Hit",
    "Hits",
    "Invalid",
    "InvalidUpdate",
    "Kind",
    "MnemoscopeError",
    "Operator",
    "Outcome",
    "Partition",
    "Record",
    "Scope",
    "State",
    "Step",
    "Store",
    "Task",
    "Trust",
    "Undo",
    "Verdict",
    "Weights",
    "WriteOutcome",
    "WriteResult",
]

"""The rules that code keeps for the plan, as data, and the codes a refusal names them by."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Code(StrEnum):
    """Why a proposal was refused, or did nothing."""

    TWO_RUNNING = "two_running"
    OUT_OF_ORDER = "out_of_order"
    BAD_TRANSITION = "bad_transition"
    MISSING_RESULT = "missing_result"
    ATTEMPTS_EXHAUSTED = "attempts_exhausted"
    HISTORY_CHANGED = "history_changed"
    TASK_EXISTS = "task_exists"
    UNKNOWN_STEP = "unknown_step"
    AMBIGUOUS_STEP = "ambiguous_step"
    STALE_REV = "stale_rev"
    NOOP = "noop"
    OP_REUSED = "op_reused"
    TOO_LARGE = "too_large"
    EMPTY_PLAN = "empty_plan"
    MALFORMED = "malformed"
    INTERRUPTED = "interrupted"
    NOT_OWNER = "not_owner"
    UNTRUSTED_ACTOR = "untrusted_actor"
    PERSON_ONLY = "person_only"
    PAUSED = "paused"


class Rule(NamedTuple):
    """One rule by its number in the list of guide/conversation.md 7.2."""

    number: int
    codes: tuple[Code, ...]
    says: str


RULES = (
    Rule(1, (Code.TWO_RUNNING,), "one step runs at a time"),
    Rule(2, (Code.OUT_OF_ORDER,), "steps go in order"),
    Rule(3, (Code.BAD_TRANSITION,), "only a running step can be done or fail"),
    Rule(4, (Code.MISSING_RESULT,), "done needs a result and its evidence, failed a reason"),
    Rule(5, (Code.ATTEMPTS_EXHAUSTED,), "attempts are counted and end"),
    Rule(6, (Code.HISTORY_CHANGED, Code.TASK_EXISTS), "finished steps stay as they are"),
    Rule(7, (Code.UNKNOWN_STEP, Code.AMBIGUOUS_STEP), "a step is known by its number, not by its words"),
    Rule(8, (Code.STALE_REV,), "a patch fits the revision it was made for"),
    Rule(9, (Code.NOOP, Code.OP_REUSED), "the same operation twice is one"),
    Rule(10, (Code.TOO_LARGE, Code.EMPTY_PLAN, Code.MALFORMED), "a plan has limits and a form"),
    Rule(11, (), "one bad operation refuses the whole patch"),
    Rule(12, (), "times come from the clock of code and never go back"),
    Rule(13, (Code.INTERRUPTED, Code.NOT_OWNER), "a running step belongs to one living process"),
    Rule(14, (), "everything proposed is logged, and the log makes the plan"),
    Rule(15, (), "text is data and cannot forge a tick"),
    Rule(16, (Code.UNTRUSTED_ACTOR,), "what a tool or a memory says moves nothing"),
    Rule(17, (Code.PERSON_ONLY, Code.PAUSED), "only a person skips, cancels, edits and pauses"),
    Rule(18, (), "the prompt shows the plan of the store"),
)

RULE_OF = {code: rule for rule in RULES for code in rule.codes}

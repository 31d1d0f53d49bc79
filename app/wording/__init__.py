"""Codes become sentences here, and nowhere else.

``core`` raises errors and hands out findings as a code with data; this room says what failed,
why, and what to do. Memory text and raw exception text never pass through: a code nobody
foresaw gets an honest general sentence. No Qt is imported, since the verbs of the command
line speak the same language; the window installs a translator with ``use_language``.
"""

from app.wording.errors import Sentence, for_terminal, sentence
from app.wording.findings import finding, finding_name, value_name
from app.wording.imports import differing, format_name, skip
from app.wording.journal import action_word, code_word, object_word
from app.wording.language import plain, use_language
from app.wording.recalls import fate_word, why, why_held
from app.wording.task_words import (
    event_title,
    legal_sentence,
    problem_sentence,
    proposal_word,
    rule_word,
    step_word,
    task_word,
)
from app.wording.times import age, ago, day, duration, moment, stamp
from app.wording.words import (
    glyph,
    kind_word,
    number,
    outcome_word,
    severity_word,
    short_number,
    state_word,
    status_word,
    trust_word,
    verdict_word,
)

__all__ = [
    "Sentence",
    "action_word",
    "age",
    "ago",
    "code_word",
    "day",
    "differing",
    "duration",
    "event_title",
    "fate_word",
    "finding",
    "finding_name",
    "for_terminal",
    "format_name",
    "glyph",
    "kind_word",
    "legal_sentence",
    "moment",
    "number",
    "object_word",
    "outcome_word",
    "plain",
    "problem_sentence",
    "proposal_word",
    "rule_word",
    "sentence",
    "severity_word",
    "short_number",
    "skip",
    "stamp",
    "state_word",
    "status_word",
    "step_word",
    "task_word",
    "trust_word",
    "use_language",
    "value_name",
    "verdict_word",
    "why",
    "why_held",
]

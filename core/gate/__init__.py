"""The room where code decides: what a proposal is, what is found in it, and the verdict.

Nothing reaches a store except through `judge`. Rules look at one proposal and at what the
partition already holds for it, and yield what they see; one table turns sightings and trust into
the outcome. Trust is the minimum over everything a note was derived from, so that a summary of a
page is a page. The canonical text is what is judged and what is stored, byte for byte; the other
readings of it (decoded, unspaced, unmasked letters) are read and thrown away.

The room reads no file of the person's and writes nothing; the memory systems call it before each
write. Where a text is kept but must hold no secret, they call `mask`. A rule that fails or takes
too long holds the write. Patterns are compiled when a text first needs them.
"""

from core.gate.cleaning import cleaned
from core.gate.covering import Cover, Covered, covered
from core.gate.judge import judge, judge_deletion
from core.gate.masking import Masked, MaskedSpan, mask
from core.gate.note import judge_note
from core.gate.proposal import Citation, Deletion, Load, Proposal, Run, Settings, Standing, Turn
from core.gate.trust import Trust, effective_trust, trust_of
from core.gate.verdict import Finding, Severity, Verdict, WriteOutcome

__all__ = [
    "Citation",
    "Cover",
    "Covered",
    "Deletion",
    "Finding",
    "Load",
    "Masked",
    "MaskedSpan",
    "Proposal",
    "Run",
    "Settings",
    "Severity",
    "Standing",
    "Trust",
    "Turn",
    "Verdict",
    "WriteOutcome",
    "cleaned",
    "covered",
    "effective_trust",
    "judge",
    "judge_deletion",
    "judge_note",
    "mask",
    "trust_of",
]

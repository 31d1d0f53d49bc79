"""The room where files that other agents wrote are read, one module per foreign format.

What comes in is a path somebody chose; what goes out are proposals (`ImportItem`) and an honest
list of what could not be read (`Skip`), in a fixed order and with bounded memory. Nothing is
written here, neither to the source nor beside it, and nothing is trusted: every item says
``import:…`` as its source and still has to pass the gate, which is the business of the handle
that feeds them. "Unknown" is an answer: `detect` never guesses, it raises ``UnknownFormat`` with
what it saw. Files are recognised by what they hold, not by their names. Problems are codes with
data and never quote memory text.

A new format is one module with ``recognise(source) -> Reader | None`` and one entry in
`core.interop.detect.RECOGNISERS`. How an import is made repeatable (which external id, which
fingerprint, which digest) is written down in `core.interop.identity`.
"""

from core.interop.detect import detect
from core.interop.items import LOSES_NOTHING, ImportItem, Problem, Reader, Skip

__all__ = ["LOSES_NOTHING", "ImportItem", "Problem", "Reader", "Skip", "detect"]

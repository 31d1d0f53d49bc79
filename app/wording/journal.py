"""What the journal says with codes, in words."""

from __future__ import annotations

from app.wording.findings import finding_name
from app.wording.language import say

_ACTIONS = {
    "create_scope": "admit",
    "store": "store",
    "supersede": "replace",
    "refresh": "see again",
    "refuse": "refuse",
    "hold": "hold",
    "skip": "skip",
    "release": "release",
    "reject": "reject",
    "reopen": "reopen",
    "expire": "let lapse",
    "lift_block": "lift block",
    "reveal": "show",
    "redact": "redact",
    "import": "import",
    "confirm": "confirm",
    "expiry": "set expiry",
    "roll_back": "roll back",
    "withdraw": "withdraw",
    "undo": "undo",
    "forget": "forget",
    "sweep": "sweep",
    "embed": "embed",
    "edit": "edit",
    "rename": "rename",
    "delete": "delete",
    "link": "link",
    "ingest": "take in",
    "writer_run": "read run",
    "say": "add message",
    "reset": "new session",
    "prompt": "build prompt",
    "jot": "jot down",
    "task": "move task",
    "erase": "erase",
    "scrub": "scrub",
    "export": "export",
    "restore": "restore",
    "request": "note request",
    "extend": "extend",
    "close_request": "close",
    "restrict": "restrict",
    "lift_restriction": "unrestrict",
    "legal_hold": "put on hold",
    "lift_legal_hold": "lift hold",
    "lift_suppression": "let return",
    "retention": "set rule",
    "state": "state",
    "back_up": "back up",
    "remove_copy": "remove copy",
}
_OBJECTS = {
    "scope": "person",
    "file": "file",
    "record": "record",
    "quarantine": "proposal",
    "vector": "vector",
    "request": "request",
    "backup": "backup",
    "export": "export",
    "note": "note",
    "entity": "entity",
    "link": "link",
    "document": "document",
    "conversation": "conversation",
    "prompt": "prompt",
    "scratchpad": "scratchpad",
    "task": "task",
    "writer_run": "writer run",
}
_CODES = {
    "request": "asked for by the person",
    "consent_withdrawn": "consent withdrawn",
    "no_longer_needed": "no longer needed",
    "objection": "objection",
    "unlawful": "held unlawfully",
    "legal_duty": "legal duty",
    "came_back": "came back with an old copy",
    "other": "another reason",
    "verified": "verified",
    "deleted_not_scrubbed": "pending",
    "failed": "failed",
    "id": "by number",
    "key": "by key",
    "source": "by source",
    "age": "past its age",
    "expired": "nobody decided in time",
    "gone": "what it named was gone",
    "deletion": "a deletion",
    "withdraw": "a new record",
    "reinstate": "a replaced record",
    "event": "a later change",
    "import": "an import",
    "decision": "a decision",
    "quotes": "mentions of somebody else",
}


def action_word(action: str) -> str:
    """What was done; an act of a newer program is named after itself."""
    return say(_ACTIONS.get(action) or _bare(action))


def object_word(kind: str) -> str:
    """The kind of thing it was done to."""
    return say(_OBJECTS.get(kind) or _bare(kind))


def code_word(code: str) -> str:
    """The coded reason; of a refused or held proposal it is the name of what was found."""
    return say(_CODES[code]) if code in _CODES else finding_name(code)


def _bare(name: str) -> str:
    # Names come out of the file; one that is no name of ours is not shown as words of the program.
    return name.replace("_", " ")[:40] if name.isascii() and name.replace("_", "").isalpha() else "unknown"

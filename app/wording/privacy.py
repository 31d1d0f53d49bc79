"""What is held about a person and what erasing does, in plain words."""

from __future__ import annotations

from datetime import datetime

from app.wording.language import say
from app.wording.times import day, duration

_TABLES = {
    "records": ("memory", "memories", "What is remembered, every version of it, each with its source."),
    "record_events": ("change", "changes", "Later changes to a memory: confirmed, expiry set, seen again."),
    "imports": ("import mark", "import marks", "Which item of a foreign file became which memory."),
    "quarantine": ("proposal", "proposals", "What was held, refused or skipped, with why."),
    "blocks": ("block", "blocks", "Keyed hashes of values that may not come back, and how often they tried."),
    "run_proposals": ("run note", "run notes", "What writer runs proposed, with the words they cited."),
    "journal_notes": ("reason", "reasons", "Reasons people typed; the journal itself holds none."),
    "postings": ("search word", "search words", "The words each memory is found by; made from the memories."),
    "postings_log": (
        "search change",
        "search changes",
        "Changes to the search words that are not packed yet.",
    ),
    "postings_packed": (
        "packed search word",
        "packed search words",
        "The same words once more, packed for speed.",
    ),
    "vectors": (
        "vector",
        "vectors",
        "Numbers a memory’s meaning is compared by; texts can be guessed from them.",
    ),
    "vector_segments": ("packed vector", "packed vectors", "The same numbers once more, packed for speed."),
    "recall_scopes": ("search total", "search totals", "Counts the search keeps; made from the memories."),
    "writer_runs": (
        "writer run",
        "writer runs",
        "Runs a writer has read, and what was said in those that wait.",
    ),
    "notes": ("note", "notes", "Text notes of the agent, deleted ones included."),
    "note_versions": ("note version", "note versions", "Every version of every note, with its text."),
    "entities": ("entity", "entities", "Who and what the memory speaks of, with properties."),
    "links": ("link", "links", "How entities are linked."),
    "documents": ("document", "documents", "Documents that were taken in."),
    "document_chunks": ("document chunk", "document chunks", "The chunks of documents, with their text."),
    "chunk_vectors": ("chunk vector", "chunk vectors", "Numbers a chunk’s meaning is compared by."),
    "document_scopes": ("document total", "document totals", "Counts the search of documents keeps."),
    "conversations": ("conversation", "conversations", "Conversations, with title and where they came from."),
    "messages": ("message", "messages", "What was said, secrets masked."),
    "handoffs": ("hand-off", "hand-offs", "What a new session of a conversation began with."),
    "prompts": ("prompt", "prompts", "What each prompt was made of, in tokens."),
    "prompt_records": ("prompt memory", "prompt memories", "Which memory was in which prompt."),
    "scratchpads": ("scratchpad", "scratchpads", "What an agent keeps in mind for a task."),
    "tasks": ("task", "tasks", "Tasks with their steps."),
    "task_events": ("task event", "task events", "What was proposed to tasks, refusals included."),
    "task_artefacts": ("task output", "task outputs", "Outputs that were too long for their step."),
    "task_leases": ("task lease", "task leases", "Which process works on a step right now."),
    "requests": ("request", "requests", "What the person asked for, by when, and what was answered."),
    "restrictions": ("restriction", "restrictions", "Since when and why nothing may be used."),
    "legal_holds": ("legal hold", "legal holds", "Since when and why nothing may be erased."),
    "exports": ("export", "exports", "Where exports of the person were put."),
    "subjects": (
        "name",
        "names",
        "Tenant and user, the day of the first mention, and the salt of the journal’s tags.",
    ),
    "tombstones": ("tombstone", "tombstones", "An opaque number by which late writes are refused."),
}
_STEPS = {
    "precheck": (1, "checking that it can be done"),
    "inventory": (1, "counting what is held"),
    "mentions": (1, "looking for mentions by others"),
    "needles": (2, "gathering what to look for"),
    "others": (2, "taking fingerprints of everybody else"),
    "control": (2, "searching the file as it is now"),
    "delete": (3, "deleting"),
    "deleted": (3, "deleted"),
    "scrub": (4, "overwriting freed pages"),
    "scrubbed": (4, "freed pages are overwritten"),
    "verify": (5, "searching the file again"),
    "receipt": (6, "writing the receipt"),
    "write": (1, "writing the files"),
    "archive": (2, "packing the archive"),
    "read": (1, "reading the archive"),
}
# From this step on an erasure goes through.
PAST_RETURN = frozenset({"delete", "deleted", "scrub", "scrubbed", "verify", "receipt"})
_ERASURE_STEPS = 6


def table_word(name: str, count: int) -> str:
    """What the rows of a table are called, after a count."""
    one, many, _ = _TABLES.get(name, (name.rstrip("s"), name, ""))
    return say((one if count == 1 else many).replace("_", " "))


def table_text(name: str, exported: str | None, kept: str | None) -> str:
    """What a table holds, in a sentence; for one of a later version, what core says of it."""
    known = _TABLES.get(name, ("", "", ""))[2]
    told = known or exported or kept or ""
    sentence = say(told)
    return sentence if sentence.endswith(".") or not sentence else f"{sentence[:1].upper()}{sentence[1:]}."


def size_word(count: int) -> str:
    """Bytes in the largest sensible unit."""
    if count < 1000:
        return say("{n} bytes", n=count)
    size, unit = float(count), ""
    for step in ("kB", "MB", "GB"):
        size, unit = size / 1000, step
        if size < 1000:
            break
    digits = 0 if size >= 100 else 1
    return f"{size:.{digits}f} {unit}"


def step_text(step: str) -> str:
    """Where an erasure stands: "4 of 6  overwriting freed pages"."""
    place, words = _STEPS.get(step, (0, step.replace("_", " ")))
    return say("{place} of {all}  {words}", place=place, all=_ERASURE_STEPS, words=say(words))


def step_words(step: str) -> str:
    """The same for acts that have other steps: what is being done."""
    return say(_STEPS.get(step, (0, step.replace("_", " ")))[1])


def request_word(kind: str) -> str:
    """What the person asked for."""
    words = {
        "access": "access",
        "erasure": "erasure",
        "rectification": "rectification",
        "restriction": "restriction",
    }
    return say(words.get(kind, "another request"))


def due_text(due_at: datetime, now: datetime, *, closed: bool = False) -> str:
    """How long there is: "12 days left", "3 days overdue"."""
    if closed:
        return say("due {day}", day=day(due_at))
    seconds = (due_at - now).total_seconds()
    days = int(abs(seconds) // 86400)
    if seconds < 0:
        return say("{n} days overdue", n=days) if days != 1 else say("1 day overdue")
    if days == 0:
        return say("due within {span}", span=duration(seconds))
    return say("{n} days left", n=days) if days != 1 else say("1 day left")

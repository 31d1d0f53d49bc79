"""Every table of the file, and what it means to the person it is about.

Holdings, export and erasure read this one list; a test fails when a table of the schema is
missing from it (guide/privacy.md 3.1).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

ACTOR_COLUMNS = frozenset({"actor", "author", "decided_by"})
"""Columns that hold a number of ``actors``; another file knows the same actor by another number."""

RECORD_COLUMNS_ENDING_BY = frozenset({"superseded_by"})
"""Columns that end like those of an actor and name a record."""


class Erasure(StrEnum):
    """What erasing a person does to the rows of a table."""

    DELETE = "delete"
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class Table:
    """One table: whether it is partitioned, how its rows leave, and why rows may stay.

    Attributes:
        exported: how an export shows the rows; None where there is nothing to show.
        computed_from: for rows that say nothing of their own, the table they repeat for speed;
            an export of that one holds all there is to show.
        kept_because: the reason erasing leaves the rows; None when it deletes them.
        texts: the columns that hold what people, agents or tools said, where a copy of a forgotten
            value can stand; derived rows are made again instead.
    """

    name: str
    scoped: bool
    erasure: Erasure
    exported: str | None = None
    computed_from: str | None = None
    kept_because: str | None = None
    texts: tuple[str, ...] = ()


INVENTORY: tuple[Table, ...] = (
    Table(
        "records",
        True,
        Erasure.DELETE,
        "one object per version, superseded ones included",
        texts=("key", "content", "source", "lineage", "session", "details"),
    ),
    Table(
        "record_events",
        True,
        Erasure.DELETE,
        "one object per later change to a record",
        texts=("before", "after"),
    ),
    Table("imports", True, Erasure.DELETE, "which foreign item became which record"),
    Table(
        "quarantine",
        True,
        Erasure.DELETE,
        "one object per held, refused or skipped proposal",
        texts=("key", "content", "redacted", "source", "lineage", "session", "draft", "decision_note"),
    ),
    Table(
        "blocks",
        True,
        Erasure.DELETE,
        "how many values may not come back, and how often they tried",
        texts=("reason",),
    ),
    Table(
        "run_proposals",
        True,
        Erasure.DELETE,
        "what each writer run proposed, with the words it cited",
        texts=("run", "cited"),
    ),
    Table(
        "writer_runs",
        True,
        Erasure.DELETE,
        "which runs a writer read, their sources, what each cost, and the turns of those that wait",
        texts=("run", "turns"),
    ),
    Table(
        "notes", True, Erasure.DELETE, "one object per note, deleted ones included", texts=("path", "source")
    ),
    Table(
        "note_versions",
        True,
        Erasure.DELETE,
        "one object per version of a note, with its text",
        texts=("path", "content", "source", "lineage"),
    ),
    Table(
        "entities",
        True,
        Erasure.DELETE,
        "one object per entity with its properties",
        texts=("id", "type", "name", "folded", "properties", "source"),
    ),
    Table(
        "links",
        True,
        Erasure.DELETE,
        "one object per link between two entities",
        texts=("origin", "target", "relation", "source"),
    ),
    Table("documents", True, Erasure.DELETE, "one object per document", texts=("id", "title", "source")),
    Table(
        "document_chunks",
        True,
        Erasure.DELETE,
        "one object per chunk of a document, with its text and the words it is found by",
        texts=("document", "content"),
    ),
    Table("chunk_vectors", True, Erasure.DELETE, "the numbers each chunk's meaning is compared by"),
    Table("document_scopes", True, Erasure.DELETE, computed_from="document_chunks"),
    Table(
        "conversations",
        True,
        Erasure.DELETE,
        "one object per conversation with its title and where it came from",
        texts=("id", "title", "origin"),
    ),
    Table(
        "messages",
        True,
        Erasure.DELETE,
        "one object per message, as it was said",
        texts=("conversation", "content", "parts", "calls", "name"),
    ),
    Table(
        "handoffs",
        True,
        Erasure.DELETE,
        "what each new session of a conversation began with",
        texts=("conversation", "text"),
    ),
    Table(
        "prompts",
        True,
        Erasure.DELETE,
        "what each prompt was made of, in tokens, and the texts that stand nowhere else",
        texts=("conversation", "texts"),
    ),
    Table(
        "prompt_records", True, Erasure.DELETE, "which records were in which prompt", texts=("conversation",)
    ),
    Table("scratchpads", True, Erasure.DELETE, "what is kept in mind for each task", texts=("task", "text")),
    Table(
        "tasks",
        True,
        Erasure.DELETE,
        "one object per task, with its goal and its steps",
        texts=("name", "plan"),
    ),
    Table(
        "task_events",
        True,
        Erasure.DELETE,
        "what was proposed to each task and changed it, and what was refused by which rule",
        texts=("source", "op_id", "proposal", "before", "after", "problems", "note"),
    ),
    Table("task_artefacts", True, Erasure.DELETE, "outputs too long to stand in their step", texts=("text",)),
    Table("task_leases", True, Erasure.DELETE, "which process works on a task, and until when"),
    Table("journal_notes", True, Erasure.DELETE, "reasons people typed, by journal entry", texts=("note",)),
    Table("postings", True, Erasure.DELETE, "the words each record is found by"),
    Table("postings_packed", True, Erasure.DELETE, computed_from="postings"),
    Table("postings_log", True, Erasure.DELETE, computed_from="postings"),
    Table("vectors", True, Erasure.DELETE, "the numbers each record's meaning is compared by"),
    Table("vector_segments", True, Erasure.DELETE, computed_from="vectors"),
    Table("recall_scopes", True, Erasure.DELETE, computed_from="postings"),
    Table(
        "requests",
        True,
        Erasure.DELETE,
        "what the person asked for, by when, and what was answered",
        texts=("note", "answer", "identity"),
    ),
    Table("restrictions", True, Erasure.DELETE, "since when and why nothing is used", texts=("reason",)),
    Table("legal_holds", True, Erasure.DELETE, "since when and why nothing may go", texts=("reason",)),
    Table("exports", True, Erasure.DELETE, "where exports of the person were put", texts=("path",)),
    Table("subjects", True, Erasure.DELETE, "tenant, user and the day the scope was created"),
    Table(
        "tombstones",
        True,
        Erasure.KEEP,
        kept_because="an opaque number without a name, so that late writes can be refused",
    ),
    Table(
        "erasures",
        False,
        Erasure.KEEP,
        kept_because="the receipts: an opaque number, counts and times, to prove what was erased",
    ),
    Table(
        "suppressions",
        False,
        Erasure.KEEP,
        kept_because="a keyed hash without a name, so that nobody is learned again by name; it expires",
    ),
    Table(
        "journal",
        False,
        Erasure.KEEP,
        exported="the entries whose subject tag is this person's",
        kept_because="holds no personal text; its tags cannot be computed once the salt is gone",
    ),
    Table("actors", False, Erasure.KEEP, kept_because="names of operators and agents, not of the person"),
    Table("retention", False, Erasure.KEEP, kept_because="rules about kinds of memory, not about the person"),
    Table(
        "backups",
        False,
        Erasure.KEEP,
        kept_because="where copies of the whole file lie, which may hold the person until they expire",
    ),
    Table("embedders", False, Erasure.KEEP, kept_because="names of embedders the file's vectors came from"),
    Table("meta", False, Erasure.KEEP, kept_because="facts about the file"),
)


def personal() -> tuple[Table, ...]:
    """The partitioned tables whose rows die with the person, in the order to delete them.

    ``subjects`` comes last: its salt links the journal until the very end.
    """
    return tuple(table for table in INVENTORY if table.scoped and table.erasure is Erasure.DELETE)

"""The exact layout of the file, one module per memory system.

A module holds the SQL of its tables and names those whose rows may not be written for an erased
person. The SQL is compared letter by letter with ``sqlite_schema`` when a file is opened
(guide/privacy.md 10), so a change to a statement of a released version is a new migration, never
an edit.
"""

from core.store.schema.layout import APPLICATION_ID, CURRENT_VERSION, MIGRATIONS, expected, snapshot

__all__ = ["APPLICATION_ID", "CURRENT_VERSION", "MIGRATIONS", "expected", "snapshot"]

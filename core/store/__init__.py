"""The room of the one SQLite file: how it is opened, laid out, changed and watched.

Everything that touches bytes on disk happens here: open modes and the checks a file from a
stranger must pass, the exact schema and its migrations, short ``BEGIN IMMEDIATE``
transactions, the signal that another process has written, and the inventory of tables that
hold personal data. Every statement over such a table names the scope. This room knows nothing
of the memory systems that stand on it; it may be called by every floor above and calls none.
"""

from core.store.database import Database, Mode

__all__ = ["Database", "Mode"]

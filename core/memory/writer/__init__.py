"""The room of the writer's books: which runs were handed to a writer, and what became of each.

A run that could not be read, because a server was away or a model declined, waits here with its turns
until it is tried again; nothing of it is lost. Once it was read only the names of its sources stay. What the
run proposed stands with the records.
"""

from core.memory.writer.books import RunState, WriterBooks, WriterRun

__all__ = ["RunState", "WriterBooks", "WriterRun"]

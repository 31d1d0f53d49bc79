"""Text notes an agent reads on demand: the memory tool's folder ``/memories``, kept in the file.

`Notes` is what an agent's process holds: six commands that answer in the tool's own words, whatever
the model asked. `OperatorNotes` adds what a person may: read every version, write, bring one back,
forget. A write is judged passage by passage and stored, held for review or refused; an edit never
overwrites, it adds a version. Nothing here is a file of the operating system, and a path that could be
read as one is refused.

An agent's notes are its workspace, so it may delete and rename what it wrote itself or what came from
sources trusted no more than it; what the user or an operator wrote it may not delete. A deleted note
leaves the agent's sight and keeps its versions until a person forgets it.
"""

from core.memory.notes.desk import OperatorNotes
from core.memory.notes.note import Note, NoteAct, NoteAnswer, NoteVersion
from core.memory.notes.notes import Notes

__all__ = ["Note", "NoteAct", "NoteAnswer", "NoteVersion", "Notes", "OperatorNotes"]

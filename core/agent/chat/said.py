"""What the scripted agent says of the answers its tools gave; never more than they hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.agent.writer import Proposed
from core.gate import WriteOutcome
from core.memory.prompt.building import LEAST_FIT

_MOST = 3
_LONGEST = 400

HELP = (
    "I am a scripted agent and work offline; no model reads this. I can look up what is remembered (ask a question), "
    "have the rules read what you state (“My favourite editor is Helix.”) or propose a note in your words (“Remember "
    "that …”), propose a deletion (“Please forget my …”), and propose an update of a task (“fetch_invoices is done: "
    "4 invoices”)."
)


def recall_said(data: Mapping[str, Any]) -> str:
    """What memory gave to a question."""
    if (problem := data.get("error")) is not None:
        return f"I could not ask memory: {problem}"
    fitting = [note for note in data["notes"] if note["fit"] >= LEAST_FIT]
    if not fitting:
        return "Nothing that is remembered here fits that question well enough."
    # What is far behind the best came along; it was not asked for.
    fitting = [note for note in fitting if note["score"] >= fitting[0]["score"] / 2][:_MOST]
    lines = ["From memory, as notes nobody has verified:"]
    lines += [
        f"- “{_cut(note['content'])}” ({note['kind']}, {note['source']}, {note['date']}, fit {note['fit']:.2f})"
        for note in fitting
    ]
    conflicts = data.get("conflicting_keys", ())
    if conflicts:
        lines.append(f"They disagree about {', '.join(conflicts)}; the newest stands first.")
    return "\n".join(lines)


def deletion_said(key: str, data: Mapping[str, Any]) -> str:
    """What became of a proposed deletion."""
    if (problem := data.get("error")) is not None:
        return f"I could not propose to delete “{key}”: {problem}"
    outcome = data["outcome"]
    if outcome == WriteOutcome.HELD:
        return (
            f"I proposed to delete “{key}”. I may not delete by myself: it waits for a person in Review as "
            f"proposal #{data.get('proposal')}, and until then it is still remembered."
        )
    if outcome == WriteOutcome.STORED:
        return f"“{key}” was deleted. {data['say']}"
    return f"My proposal to delete “{key}” was {outcome}: {data['say']}"


def proposal_said(content: str, data: Mapping[str, Any]) -> str:
    """What became of a note the agent proposed."""
    if (problem := data.get("error")) is not None:
        return f"I could not propose that: {problem}"
    outcome = data["outcome"]
    if outcome == WriteOutcome.STORED:
        return f"Kept: “{_cut(content)}”"
    if outcome == WriteOutcome.REFRESHED:
        return f"I knew that already and noted that it still holds: “{_cut(content)}”"
    if outcome == WriteOutcome.HELD:
        return f"Held for a person in Review as proposal #{data.get('proposal')}; it is not remembered yet."
    return f"Not kept, by the rules of the gate ({', '.join(data['reasons']) or outcome})."


def task_said(task: str, step: str, status: str, data: Mapping[str, Any]) -> str:
    """What became of a proposed update of a task."""
    if (problem := data.get("error")) is not None:
        return f"I could not propose that update: {problem}"
    if data["outcome"] == "refused":
        following = data.get("next_step")
        allowed = f" The step that is next is “{following}”." if following else ""
        return f"The plan refused “{step}” as {status} ({', '.join(map(str, data['reasons']))}).{allowed}"
    following = data.get("next_step")
    after = f"next is “{following}”" if following else "no step is left"
    return f"“{step}” of the task “{task}” is {status} now; {after}."


def status_said(data: Mapping[str, Any]) -> str:
    """How a proposal stands."""
    if (problem := data.get("error")) is not None:
        return str(problem)
    record = data.get("record")
    became = f"; it is record #{record}" if record is not None else ""
    return f"Proposal #{data['id']} is {data['status']}{became}."


def notes_said(notes: Sequence[Proposed]) -> list[str]:
    """What became of the statements the rules read."""
    return [_note_said(note) for note in notes]


def _note_said(note: Proposed) -> str:
    words = _cut(note.note.content)
    if note.outcome is WriteOutcome.STORED:
        return f"Kept: “{words}”"
    if note.outcome is WriteOutcome.REFRESHED:
        return f"I knew that already and noted that it still holds: “{words}”"
    if note.outcome is WriteOutcome.HELD:
        waits = f" as proposal #{note.item}" if note.item is not None else ""
        return f"Held for a person in Review{waits}; it is not remembered yet."
    codes = ", ".join(dict.fromkeys(found.code for found in note.reasons)) or note.outcome.value
    return f"Not kept, by the rules of the gate ({codes})."


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"

"""Writer runs as rows: what became of the proposals, and where the run itself stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QCoreApplication

from app.widgets.column import Alignment, Column
from app.widgets.hidden_characters import one_line, revealed
from app.wording import ago, moment, number
from core.memory.records import RunSummary
from core.memory.writer import RunState, WriterRun

_MOST_SOURCES = 8


@dataclass(frozen=True, slots=True)
class RunLine:
    """One run.

    Attributes:
        proposed: None where it proposed nothing yet.
        booked: None where a host named a run and handed it to no writer.
    """

    id: str
    proposed: RunSummary | None
    booked: WriterRun | None

    @property
    def last_at(self) -> datetime | None:
        """When something last happened to it."""
        if self.booked is not None and self.booked.state is RunState.WAITING:
            return self.booked.tried_at or self.booked.at
        if self.proposed is not None:
            return self.proposed.last_at
        return (self.booked.tried_at or self.booked.at) if self.booked is not None else None

    @property
    def turned_away(self) -> int:
        """Proposals that were refused or skipped."""
        return 0 if self.proposed is None else self.proposed.refused + self.proposed.skipped


def run_lines(proposed: Sequence[RunSummary], booked: Sequence[WriterRun]) -> list[RunLine]:
    """Every run once: those that wait first, the newest first among equals."""
    by_id = {run.id: run for run in proposed}
    books = {run.id: run for run in booked}
    lines = [RunLine(id_, by_id.get(id_), books.get(id_)) for id_ in {**by_id, **books}]
    lines.sort(key=lambda line: line.last_at.timestamp() if line.last_at else 0.0, reverse=True)
    lines.sort(key=lambda line: line.booked is None or line.booked.state is not RunState.WAITING)
    return lines


def state_text(line: RunLine) -> str:
    """Where a run stands, in a word."""
    if line.booked is None:
        return _tr("read")
    return {
        RunState.WAITING: _tr("waiting"),
        RunState.DONE: _tr("read"),
        RunState.DECLINED: _tr("declined"),
    }[line.booked.state]


def told(line: RunLine) -> str:
    """What the books say of a run: by whom it is read, how often it was tried, why not, and its cost."""
    run = line.booked
    if run is None:
        return _tr("The host proposed these itself; no writer was handed the run.")
    parts = [_tr("Handed to {0} on {1}").format(one_line(run.writer, 60), moment(run.at))]
    if run.attempts:
        tried = _tr("tried once") if run.attempts == 1 else _tr("tried {0} times")
        parts.append(tried.format(number(run.attempts)))
    else:
        parts.append(_tr("not tried yet"))
    if run.problem is not None:
        parts.append(
            _tr("last attempt: {0}").format(problem_text(run.problem, waits=run.state is RunState.WAITING))
        )
    if run.prompt_tokens is not None or run.completion_tokens is not None:
        tokens = _tr("{0} tokens read, {1} written")
        parts.append(tokens.format(number(run.prompt_tokens or 0), number(run.completion_tokens or 0)))
    if run.cost is not None:
        parts.append(_tr("cost {0} by the price table").format(f"{run.cost:.6f}".rstrip("0").rstrip(".")))
    elif run.prompt_tokens is not None:
        parts.append(_tr("no price is known"))
    if line.proposed is None:
        parts.append(_tr("nothing proposed yet"))
    return "  ·  ".join(parts)


def sources_text(line: RunLine) -> str:
    """What a note of the run may name as its source; empty where the books do not know."""
    sources = line.booked.sources if line.booked is not None else ()
    if not sources:
        return ""
    named = ", ".join(one_line(source, 60) for source in sources[:_MOST_SOURCES])
    more = len(sources) - _MOST_SOURCES
    listed = named if more <= 0 else _tr("{0} and {1} more").format(named, number(more))
    return _tr("Allowed sources: {0}").format(listed)


def problem_text(problem: str, *, waits: bool) -> str:
    """Why an attempt failed; a code of another program is named after itself."""
    return {
        "failed": _tr("the model did not answer"),
        "unreachable": _tr("the server could not be reached"),
        "timed_out": _tr("the server did not answer in time"),
        "busy": _tr("the server had too many requests"),
        "no_quota": _tr("the account behind the key has nothing left to spend"),
        "no_key": _tr("the server wants a key"),
        "wrong_key": _tr("the server did not take the key"),
        "no_model": _tr("the server knows no such model or address"),
        "incomplete": _tr("the answer broke off or was none"),
        "refused": _tr("the server refused the request") if waits else _tr("the model declined"),
        "not_json": _tr("the answer was not the one asked for"),
    }.get(problem) or one_line(problem.replace("_", " "), 60)


def run_columns(now: Callable[[], datetime]) -> tuple[Column[RunLine], ...]:
    """All columns in their order."""

    def counted(key: str, title: str, count: Callable[[RunLine], int], tip: str) -> Column[RunLine]:
        return Column(
            key,
            title,
            lambda line: number(count(line)) if count(line) else "",
            count,
            "999",
            Alignment.RIGHT,
            tip=lambda line: tip.format(number(count(line))),
        )

    return (
        Column(
            "state",
            _tr("State"),
            state_text,
            lambda line: line.booked.state.value if line.booked else "",
            "declined",
            always=True,
        ),
        Column(
            "run",
            _tr("Run"),
            lambda line: one_line(line.id, 60),
            lambda line: line.id,
            always=True,
            stretch=True,
            tip=lambda line: revealed(line.id, 200),
        ),
        counted(
            "kept", _tr("Kept"), lambda line: line.proposed.kept if line.proposed else 0, _tr("{0} kept")
        ),
        counted(
            "held", _tr("Held"), lambda line: line.proposed.held if line.proposed else 0, _tr("{0} held")
        ),
        counted("refused", _tr("Not"), lambda line: line.turned_away, _tr("{0} refused or skipped")),
        Column(
            "age",
            _tr("Age"),
            lambda line: ago(line.last_at, now()),
            lambda line: line.last_at,
            "just now",
            Alignment.RIGHT,
            always=True,
            tip=lambda line: moment(line.last_at),
        ),
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("RunsDialog", text)

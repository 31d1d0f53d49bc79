"""Summaries a model told, held for the turns that show them; nothing is asked without a person."""

from __future__ import annotations

from app.jobs import Token
from app.panes.conversation.study import Study
from app.server_choice import ServerChoice
from core.agent.model.summarizer import ModelSummarizer
from core.memory.conversation.settings import Strategy
from core.memory.conversation.summarizing import Summarized, told_summary
from core.memory.conversation.trace import Trace


class ModelSummaries:
    """By conversation, session and the place a cut is at: the same messages give the same summary."""

    def __init__(self) -> None:
        self._told: dict[tuple[str, int, int], Summarized] = {}

    def told(self, study: Study, traced: Trace, turn: int) -> Summarized | None:
        """What was told of the messages before a turn's cut; None where nobody was asked."""
        if traced.settings.strategy is not Strategy.MODEL_SUMMARY:
            return None
        return self._told.get((study.id, study.session, traced.cuts[turn].start))

    def ask(self, choice: ServerChoice, token: Token, study: Study, turn: int) -> None:
        """Ask the model of a choice; runs in a worker. What could not be had is held with its reason."""
        model = choice.chat(lambda: token.cancelled)
        start = study.trace.cuts[turn].start
        if model is None or not start:
            return
        self._told[study.id, study.session, start] = told_summary(
            ModelSummarizer(model), study.history, start
        )

    def forget(self) -> None:
        """Hold nothing any more: another file or person is looked at."""
        self._told.clear()

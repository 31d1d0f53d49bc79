"""What an agent's process holds: the memory of one scope, to propose to and to read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.handles.prompting import Prompting
from core.handles.resetting import Reset, reset
from core.memory.conversation.conversation import Conversation
from core.memory.conversation.desk import OperatorConversations
from core.memory.conversation.settings import Settings, Strategy, strategy_named
from core.memory.conversation.summarizing import Summarizer
from core.memory.documents import Documents
from core.memory.graph import Graph
from core.memory.ground import Ground
from core.memory.notes import Notes
from core.memory.prompt.assembling import Prompt
from core.memory.prompt.building import LEAST_FIT, Asking, build
from core.memory.prompt.minding import minding
from core.memory.records import Records
from core.memory.scratchpad import WorkingMemory
from core.memory.scratchpad.handing import Offer, offers
from core.memory.scratchpad.working import clear_in
from core.memory.tasks import Tasks
from core.memory.tokens import TokenCounter, counter_named
from core.memory.writer import WriterBooks
from core.scope import Scope

DEFAULT_BUDGET = 8_000


class Partition:
    """The memory systems of one scope. Nothing here can name another scope."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self.records = Records(ground)
        self.notes = Notes(ground)
        self.graph = Graph(ground)
        self.documents = Documents(ground)
        self.tasks = Tasks(ground, clear_in)
        self.prompting = Prompting(ground)
        self.writer = WriterBooks(ground)

    def conversation(
        self,
        id_: str,
        *,
        budget_tokens: int = DEFAULT_BUDGET,
        keep_last: int = 6,
        counter: str | TokenCounter = "pieces",
        strategy: str = Strategy.SUMMARY,
        window: int = 20,
        hysteresis: float | None = None,
        summarizer: Summarizer | None = None,
    ) -> Conversation:
        """Short-term memory: one conversation inside a budget (specification 2).

        Args:
            budget_tokens: for the input, after reserve and margin; 0 is no "unlimited".
            counter: ``pieces``, ``chars/4``, or any counter.
            strategy: what is kept of a history that does not fit.
            summarizer: a model's, for the strategy that asks one.

        Raises:
            Invalid: a budget or window that is no count, an unknown strategy or counter.
        """
        settings = Settings(
            budget_tokens, keep_last, strategy_named(strategy), window=window, hysteresis=hysteresis
        )
        counting = counter_named(counter) if isinstance(counter, str) else counter
        return Conversation(self._ground, id_, settings, counting, summarizer)

    def conversations(self) -> list[str]:
        """The ids of this person's conversations, the latest first."""
        return [each.id for each in OperatorConversations(self._ground).listed()]

    def scratchpad(self, task: str) -> WorkingMemory:
        """Working memory of one task (specification 3).

        Raises:
            Invalid: an empty or over-long name.
        """
        return WorkingMemory(self._ground, task)

    def reset(
        self,
        conversation: str | Conversation,
        task: str | None = None,
        *,
        handoff: str | None = None,
        keep: Sequence[Offer] = (),
    ) -> Reset:
        """Begin a new session: messages and scratchpad leave the prompt, the hand-off is its first summary.

        Args:
            task: whose scratchpad it is about; what `durable` offers of it is gone afterwards unless kept.
            handoff: task, done, open and next; None takes them from the scratchpad.
            keep: findings to remember; each goes through the gate, and one that is held waits for a person.

        Raises:
            Invalid: an empty hand-off.
            Gone, ReadOnly, Locked, Moved, StorageFailure: as for `Conversation.reset`.
        """
        talk = self.conversation(conversation) if isinstance(conversation, str) else conversation
        return reset(self._ground, talk, task, handoff, keep)

    def durable(self, task: str) -> tuple[Offer, ...]:
        """What a scratchpad holds that could outlive its task: its findings, to be offered to `reset`."""
        return offers(WorkingMemory(self._ground, task).read(), task)

    def prompt(
        self,
        conversation: str | Conversation,
        task: str | None = None,
        query: str | None = None,
        *,
        budget_tokens: int | None = None,
        instructions: str = "",
        tools: Sequence[Mapping[str, Any]] = (),
        reserved: int = 0,
        min_score: float = LEAST_FIT,
    ) -> Prompt:
        """What the model sees on this call, with its bill; what was recalled is logged with the turn.

        Args:
            task: whose scratchpad and plan belong in it.
            query: what memory is asked; the person's live words by default.

        Raises:
            BudgetError: system text and live turn alone do not fit; the bill is in its data.
            Invalid: an argument has the wrong type or range.
        """
        talk = self.conversation(conversation) if isinstance(conversation, str) else conversation
        pad = None if task is None else minding(self._ground, task, talk.counter)
        return build(
            self._ground,
            talk,
            Asking(query, min_score=min_score),
            budget=budget_tokens,
            instructions=instructions,
            tools=tools,
            scratchpad=pad,
            reserved=reserved,
        )

    @property
    def scope(self) -> Scope:
        """The person this partition is about."""
        return self._ground.scope

"""One thing a person asks of the scripted agent: the call that does it, and what is said of the answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from core.agent.chat.said import deletion_said, proposal_said, recall_said, status_said, task_said
from core.agent.chat.task_words import step_news
from core.agent.extraction import Extractor
from core.agent.extraction.extractor import Known
from core.agent.extraction.forgetting import wanted_gone
from core.agent.extraction.sentence import Sentence
from core.agent.extraction.target import is_own, keys_meant
from core.gate import Turn
from core.gate.words import content_words
from core.handles import Partition

Tell = Callable[[Mapping[str, Any]], str]

_ASKS = re.compile(
    r"(?i)^\W*(?:(?:so|and|ok(?:ay)?|hi|hello|hey|please)[,\s]+)*(?:what|when|where|who|whom|whose|which|why|how"
    r"|do (?:you|i|we)|did (?:i|we|you)|is there|are there|have (?:i|we)|tell me|remind me|show me|recall|find)\b"
)
_STATUS = re.compile(r"(?i)\b(?:proposal|item)\s*(?:no\.?|number)?\s*#?(?P<id>\d{1,12})\b")
_REMEMBER = re.compile(
    r"(?i)^\W*(?:please\s+|could you\s+|can you\s+)?(?:remember|note|keep in mind|don['’]t forget)(?:\s+that|:|,)?\s+"
    r"(?P<what>(?!to\b|when\b|what\b|if\b)\S.{2,})$"
)
_SAME_THING = 2  # words in common


@dataclass(frozen=True, slots=True)
class Errand:
    """One call.

    Attributes:
        tool: None where nothing is called, because nothing fits; ``tell`` then says so.
    """

    tool: str | None
    arguments: Mapping[str, Any]
    tell: Tell


def errands(partition: Partition, sentence: Sentence, turn: str) -> Iterator[Errand]:
    """What one sentence asks for; nothing for a statement, which is the rules' to read.

    Args:
        turn: the source it stands in, for a proposal to cite.
    """
    gone = wanted_gone(sentence.text)
    if gone is not None and is_own(sentence.text):
        yield from _deletions(partition, gone, sentence.text)
        return
    asks = sentence.asks or _ASKS.match(sentence.text) is not None
    if asks and (asked := _STATUS.search(sentence.text)) is not None:
        yield Errand("proposal_status", {"id": int(asked["id"])}, status_said)
        return
    if (told := _REMEMBER.match(sentence.text)) is not None and not sentence.asks:
        if not _is_read_by_rules(sentence, turn):
            yield _proposal(partition, told["what"], turn)
        return
    update = None if asks else _task_update(partition, sentence.text)
    if update is not None:
        yield update
    elif asks:
        query = {"query": sentence.text, "k": 5, "kinds": None}
        yield Errand("recall_memory", query, recall_said)


def _deletions(partition: Partition, gone: str, words: str) -> Iterator[Errand]:
    records = partition.records.get_all()
    known = {record.key: record.content for record in records if record.key is not None}
    keys = keys_meant(gone, words, "", known)
    for key in keys:
        arguments = {"key": key, "id": None, "reason": f"The person asked: {words[:300]}"}
        yield Errand("propose_deletion", arguments, partial(deletion_said, key))
    if not keys:
        yield Errand(None, {}, lambda data: "I find nothing under that name here, so I proposed no deletion.")


def _is_read_by_rules(sentence: Sentence, turn: str) -> bool:
    return bool(Extractor().read(Turn(turn, sentence.text), Known({}, {})))


def _proposal(partition: Partition, what: str, turn: str) -> Errand:
    """What the person wants remembered and no rule understands, in their own words, by the agent.

    What shares its words with a fact that is held is about the same thing: the gate decides whether an
    agent may replace it.
    """
    content = what[0].upper() + what[1:]
    arguments = {
        "kind": "semantic",
        "key": _key_about(partition, what),
        "content": content if content[-1] in ".!?" else content + ".",
        "supersedes": None,
        "importance": None,
        "ttl_days": None,
        "evidence": [turn],
    }
    return Errand("propose_memory", arguments, partial(proposal_said, str(arguments["content"])))


def _key_about(partition: Partition, what: str) -> str | None:
    said = content_words(what)
    shared = {
        record.key: len(said & content_words(record.content))
        for record in partition.records.facts()
        if record.key is not None
    }
    most = max(shared.values(), default=0)
    keys = [key for key, count in shared.items() if count == most]
    return keys[0] if most >= _SAME_THING and len(keys) == 1 else None


def _task_update(partition: Partition, text: str) -> Errand | None:
    news = step_news(text, partition.tasks.listed(finished=True))
    if news is None:
        return None
    names = {"task": news.task.name, "step": news.step.name, "status": news.status}
    tell = partial(task_said, news.task.name, news.step.name, news.status)
    return Errand("propose_task_update", {**names, "output": news.output}, tell)

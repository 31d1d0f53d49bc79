"""Turns in, notes out: what each turn states, corrects, decides, teaches and wants forgotten."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from core.agent.extraction.decisions import decisions
from core.agent.extraction.forgetting import wanted_gone
from core.agent.extraction.label import labelled
from core.agent.extraction.moved import moved
from core.agent.extraction.note import Act, Note
from core.agent.extraction.possession import possession
from core.agent.extraction.procedures import procedure
from core.agent.extraction.replaced import without_old
from core.agent.extraction.sentence import Sentence, clauses, is_unsure, sentences, tells_change
from core.agent.extraction.target import keys_meant
from core.agent.extraction.topic import TOPICS, Topic, topic_called, topic_named, topic_of
from core.agent.extraction.value import MAIL, PHONE, names
from core.gate.proposal import Turn
from core.gate.trust import Trust, trust_of
from core.kind import Kind

_PREFERS = re.compile(
    r"(?i)\bi(?:['’]d| would)? (?:really |much |strongly |always |generally |still"
    r" |now )*(?:prefer|rather have|like (?:it|my|your|answers|replies|things)|favou?r)\b"
    r"|^(?:please )?(?:always|never)(?! ?mind) \w+|\b(?:please )?(?:from now on|going forward"
    r"|in future|in the future),? (?:please )?(?:always |never )?\w+"
)
_ADDRESSED = re.compile(
    r"(?i)\b(?:remember|note|keep in mind|be aware|important|from now on|going forward|must|should|update)\b"
)
_LEADS = re.compile(
    r"(?i)^(?:(?:actually|so|well|oh|ok(?:ay)?|hey|hi|hello|btw|by the way|fyi|just"
    r" so you know|quick (?:update|note|correction)|small (?:update|correction|note)"
    r"|"
    r"(?:an? )?update|correction|heads[ -]up|note|scratch that|wait|sorry|no|yes|also"
    r"|and|but|oops|my mistake|for the record|one more thing)\b[\s,:;–—\-]*)+"
)
_POINTING = re.compile(
    r"(?i)^(?:it['’]s|it is|that['’]s|that is|make (?:it|that)|this is|they['’]re|now(?: it['’]s)?|nope|no)\b"
)


class Known(NamedTuple):
    """What is held now, by key.

    Attributes:
        facts: facts and preferences.
        procedures: the current ones.
    """

    facts: Mapping[str, str]
    procedures: Mapping[str, str]


class Extractor:
    """Reads the turns of one session in order."""

    def __init__(self) -> None:
        self._spoken_of: Topic | None = None

    def read(self, turn: Turn, known: Known) -> list[Note]:
        """What one turn proposes; nothing for a question, a plan or a pasted log.

        Args:
            turn: its source says who speaks; the agent's own words propose nothing.
            known: what is held now, so that a correction finds what it corrects.
        """
        trust = trust_of(turn.source)
        said = sentences(turn.text)
        if trust is Trust.AGENT:
            self._remark(said)
            return []
        if trust < Trust.USER:
            return list(_told_by_others(turn, said))
        return [*self._stated(turn, said, known)]

    def _remark(self, said: list[Sentence]) -> None:
        """What the assistant asks about is what a bare answer is about."""
        for sentence in said:
            if sentence.asks:
                self._spoken_of = topic_named(sentence.text) or self._spoken_of

    def _stated(self, turn: Turn, said: list[Sentence], known: Known) -> Iterator[Note]:
        taken: set[int] = set()
        told = procedure(said, known.procedures)
        if told is not None:
            taken |= set(range(told.first, told.last + 1))
            quote = _quote(turn.text, said, told.first, told.last)
            yield Note(Act.REMEMBER, Kind.PROCEDURAL, told.key, told.text, turn.source, quote, told.steps)
        for first, last in decisions(said):
            if not taken & set(range(first, last + 1)):
                taken |= set(range(first, last + 1))
                quote = _quote(turn.text, said, first, last)
                yield Note(Act.REMEMBER, Kind.EPISODIC, None, quote, turn.source, quote)
        for index, sentence in enumerate(said):
            if index in taken:
                continue
            before = said[index - 1].text if index else ""
            gone = list(_forgotten(turn, sentence, before, known))
            if gone:
                yield from gone
            elif not sentence.asks:
                yield from self._facts(turn, said, index, known)
            elif (answered := _answered(said, index)) is not None:
                key, quote = answered
                yield Note(Act.REMEMBER, Kind.SEMANTIC, key, quote, turn.source, quote)
            elif (topic := topic_named(sentence.text)) is not None:
                self._spoken_of = topic

    def _facts(self, turn: Turn, said: list[Sentence], index: int, known: Known) -> Iterator[Note]:
        sentence = said[index]
        notes: dict[str, Note] = {}
        renewed = moved(said, index, known.facts)
        if renewed is not None:
            notes[renewed[0]] = Note(Act.REMEMBER, Kind.SEMANTIC, *renewed, turn.source, sentence.text)
        stated = labelled(sentence.text)
        if stated is not None:
            topic, _ = stated
            self._spoken_of = topic
            notes[topic.key] = Note(
                Act.REMEMBER, Kind.SEMANTIC, topic.key, _line(sentence.text), turn.source, sentence.text
            )
            yield from notes.values()
            return
        for clause in clauses(sentence.text):
            if is_unsure(clause):
                continue
            found = self._fact(clause, sentence, known)
            if found is None:
                continue
            kind, key, content = found
            if renewed is not None and (content in renewed[1] or key == renewed[0]):
                # Read already, and without what was before.
                continue
            # "I left Porto, I live in Oslo": what holds is said last.
            notes[key or content] = Note(Act.REMEMBER, kind, key, content, turn.source, sentence.text)
        yield from notes.values()

    def _fact(self, clause: str, sentence: Sentence, known: Known) -> tuple[Kind, str | None, str] | None:
        if _ALLERGIC.search(clause) and len(names(sentence.text)) + len(sentence.text.split()) > _FEW:
            # "No nuts for me, I'm allergic": to what stands in the other half.
            return Kind.SEMANTIC, "allergy", sentence.text
        topic = topic_of(clause)
        if topic is None and tells_change(sentence.text):
            topic = self._continued(clause, known)
        if topic is not None:
            self._spoken_of = topic
            return Kind.SEMANTIC, topic.key, _worded(clause, known.facts.get(topic.key, ""))
        owned = possession(clause)
        if owned is not None:
            named = topic_called(owned.name.replace("_", " "))
            key = (
                named.key if named is not None and _fits(named, owned.value) else _existing(owned.name, known)
            )
            return Kind.SEMANTIC, key, _worded(clause, known.facts.get(key, ""))
        if _PREFERS.search(clause):
            return Kind.PREFERENCE, None, _worded(clause, "")
        return None

    def _continued(self, clause: str, known: Known) -> Topic | None:
        """The topic of a correction that only names the new value: "It's Oslo now"."""
        spoken = self._spoken_of
        if spoken is None or spoken.key not in known.facts or not _POINTING.match(_LEADS.sub("", clause)):
            return None
        return spoken if names(clause) or MAIL.search(clause) or PHONE.search(clause) else None


def _answered(said: list[Sentence], index: int) -> tuple[str, str] | None:
    """Somebody's own short question with its answer right after it: "My number? 555 0100."."""
    asked = _OWN_QUESTION.match(said[index].text)
    if asked is None or index + 1 >= len(said):
        return None
    topic, answer = topic_called(asked["thing"].lower()), said[index + 1].text
    typed = {"phone_number": PHONE, "report_address": MAIL, "email_address": MAIL}
    if topic is None or len(answer.split()) > _FEW * 2:
        return None
    pattern = typed.get(topic.key)
    if not (pattern.search(answer) if pattern is not None else names(answer)):
        return None
    return topic.key, f"{said[index].text} {answer}"


def _line(text: str) -> str:
    return text.strip(" -*•")


_ALLERGIC = re.compile(r"(?i)\b(?:i['’]m|i am)(?: \w+)? allergic\W*$")
_FEW = 3
_OWN_QUESTION = re.compile(r"(?i)^(?:(?:and|oh|ah|so|well),? )?(?:my|our) (?P<thing>[\w\- ]{2,30})\?$")


def _worded(clause: str, old: str) -> str:
    bare = _LEADS.sub("", clause).strip() or clause
    shorter = without_old(bare, old) if old else bare
    text = shorter[0].upper() + shorter[1:]
    return text if text[-1] in ".!?" else text + "."


def _fits(topic: Topic, value: str) -> bool:
    """A thing with a typed value takes only a value of that type: "my number one worry is" is no phone."""
    if topic.key == "phone_number":
        return bool(PHONE.search(value))
    if topic.key in {"report_address", "email_address"}:
        return bool(MAIL.search(value))
    return True


def _existing(name: str, known: Known) -> str:
    """A known key that is the same thing under fewer or more words, or the name itself."""
    words = set(name.split("_"))
    alike = (key for key in known.facts if set(key.split("_")) <= words or words <= set(key.split("_")))
    return next(alike, name)


def _forgotten(turn: Turn, sentence: Sentence, before: str, known: Known) -> Iterator[Note]:
    words = wanted_gone(sentence.text)
    if words is None:
        return
    for key in keys_meant(words, sentence.text, before, {**known.procedures, **known.facts}):
        kind = Kind.PROCEDURAL if key not in known.facts else Kind.SEMANTIC
        yield Note(Act.FORGET, kind, key, "", turn.source, sentence.text)


def _told_by_others(turn: Turn, said: list[Sentence]) -> Iterator[Note]:
    """What a page or a tool wants remembered; the gate decides what that is worth."""
    for sentence in said:
        if sentence.asks or not _ADDRESSED.search(sentence.text):
            continue
        topic = next(
            (each for each in TOPICS if each.key == "report_address" and each.states(sentence.text)), None
        )
        key = topic.key if topic is not None else None
        yield Note(Act.REMEMBER, Kind.SEMANTIC, key, sentence.text, turn.source, sentence.text)


def _quote(text: str, said: list[Sentence], first: int, last: int) -> str:
    end = said[last].start + len(said[last].text)
    return text[said[first].start : end]

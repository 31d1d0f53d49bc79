"""What a run came to, in its own words: what was wanted, how it ended, what was learned.

The writer without a model proposes one such episode per run. It reads what the user said, and the agent
where the host recorded how the run ended: without that an agent's lesson is unproven (guide/gate.md 5). What
a page or a tool returned is never part of it, so that nothing planted there is told as experience.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from core.agent.extraction import Act, Note
from core.agent.extraction.sentence import Sentence, is_unsure, sentences
from core.agent.extraction.value import CODE, names
from core.gate import Turn
from core.gate.trust import Trust, trust_of
from core.gate.words import content_words, words
from core.kind import Kind
from core.memory.records import Details, Outcome

MOST_TAGS, MOST_LEARNINGS = 5, 3
_LEAST_WORDS = 3

_WORKED = re.compile(
    r"(?i)\b(?:works? (?:now|again|fine)|worked|fixed|solved|resolved|done|finished|completed|succeeded"
    r"|passe[sd]|green again"
    r"|that did it|that was it|all good|up and running|shipped|merged|back up|sorted)\b"
)
_FAILED = re.compile(
    r"(?i)\b(?:(?:still|again) (?:fail\w*|crash\w*|broken|red|down|hangs?)|(?:did|does|do)(?: not"
    r"|n['’]t) (?:work|help|run|pass)"
    r"|fail(?:s|ed|ing)?|gave up|giving up|no luck|could(?: not|n['’]t)|unable to|no way to|rolled back"
    r"|timed out)\b"
)
_LEARNED = re.compile(
    r"(?i)\b(?:turn(?:s|ed) out|the (?:root )?(?:cause|reason|culprit|trick|problem|fix|lesson|catch) (?:is"
    r"|was)|because"
    r"|lesson(?: learned)?|learned|next time|it was the|so the|only (?:works|worked|happens) (?:when|if"
    r"|with)|never again|caused by|due to)\b"
)
_WANTS = re.compile(
    r"(?i)^(?:(?:please|so|ok(?:ay)?|hi|hello|hey|now|well)[\s,]+)*(?:(?:can|could|would|will) (?:you|we|i)"
    r"|help|i (?:need|want|have to|am trying|['’]m trying)"
    r"|i['’]d like|we (?:need|want|have to)|find|look|check|fix|write|make|run|set up|add|update|book"
    r"|prepare|draft|explain|show|why|how|what)\b"
)


def summary(turns: Sequence[Turn]) -> tuple[Note, Details] | None:
    """The episode of a run, or None where nothing was wanted of anybody.

    Returns:
        The note, in the words of the turns it cites, with its outcome, tags (at most five) and
        learnings (at most three). Its source is the turn with the wish.
    """
    told = [(turn, sentence) for turn in _heard(turns) for sentence in sentences(turn.text)]
    wish = next(
        (
            (turn, sentence)
            for turn, sentence in told
            if trust_of(turn.source) >= Trust.USER and _is_wish(sentence)
        ),
        None,
    )
    if wish is None:
        return None
    turn, wanted = wish
    after = [(each, sentence) for each, sentence in told if sentence is not wanted and not sentence.asks]
    ending = next((pair for pair in reversed(after) if _outcome(pair[1].text) is not None), None)
    learned = [sentence.text for _, sentence in after if _LEARNED.search(sentence.text)][-MOST_LEARNINGS:]
    text = wanted.text if ending is None else f"{wanted.text} {ending[1].text}"
    outcome = Outcome.INCOMPLETE if ending is None else _outcome(ending[1].text)
    details = Details(outcome=outcome, tags=_tags(told), learnings=tuple(learned))
    return Note(Act.REMEMBER, Kind.EPISODIC, None, text, turn.source, wanted.text), details


def cited_by(note: Note, details: Details, turns: Sequence[Turn]) -> tuple[str, ...]:
    """The turns whose words an episode repeats; the least trusted of them is what it is worth."""
    parts = [note.quote, *details.learnings]
    told = [
        turn.source
        for turn in _heard(turns)
        if turn.is_outcome or _ends_with(note.content, turn) or any(part in turn.text for part in parts)
    ]
    return tuple(dict.fromkeys(told))


def _ends_with(content: str, turn: Turn) -> bool:
    return any(content.endswith(sentence.text) for sentence in sentences(turn.text))


def _heard(turns: Sequence[Turn]) -> list[Turn]:
    proven = any(turn.is_outcome and trust_of(turn.source) >= Trust.AGENT for turn in turns)
    least = Trust.AGENT if proven else Trust.USER
    return [turn for turn in turns if trust_of(turn.source) >= least]


def _is_wish(sentence: Sentence) -> bool:
    if len(content_words(sentence.text)) < _LEAST_WORDS:
        return False
    return sentence.asks or _WANTS.search(sentence.text) is not None


def _outcome(text: str) -> Outcome | None:
    if is_unsure(text):
        return None
    worked, failed = _WORKED.search(text), _FAILED.search(text)
    if failed is not None and (worked is None or failed.start() > worked.start()):
        return Outcome.FAILURE
    return None if worked is None else Outcome.SUCCESS


def _tags(told: Sequence[tuple[Turn, Sentence]]) -> tuple[str, ...]:
    """Codes and names first, then what is spoken of again and again."""
    text = " ".join(sentence.text for _, sentence in told)
    exact = [*CODE.findall(text), *names(text)]
    counted = Counter(word for word in words(text) if content_words(word) and len(word) > _LEAST_WORDS)
    often = [word for word, count in counted.most_common() if count > 1]
    found: dict[str, str] = {}
    for tag in [*exact, *often]:
        found.setdefault(tag.lower(), tag)
    return tuple(list(found.values())[:MOST_TAGS])

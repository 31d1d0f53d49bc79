"""Decisions: what was settled, with the code it goes by."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.agent.extraction.sentence import Sentence
from core.agent.extraction.value import CODE, names

_DECIDES = re.compile(
    r"(?i)\b(?:(?:we|i|the team|they|everyone|management|the group|it|[A-Z]\w+)(?:['’]ve"
    r"| have| has|['’]s| is| was|['’]re)?(?: \w+){0,2}? "
    r"(?:decided|agreed|settled|chose|chosen|picked|opted|voted|resolved|concluded"
    r"|signed off|locked in|confirmed|finali[sz]ed|approved"
    r"|landed on|went with|going with|go with|committed)|decision|decided|agreed|final"
    r" (?:call|answer|choice)|the verdict|it['’]s (?:official|settled|final)"
    r"|settled on|signed off|approved)\b"
)
_FILED = re.compile(
    r"(?i)\b(?:code|reference|ref|ticket|decision|booking|number|id|record(?:ed)?|logged|filed|tracked|noted|label(?:l?ed)?|tag(?:ged)?|under|case|file)\b"
)
_DENIES = re.compile(
    r"(?i)\b(?:not|n['’]t|never|haven['’]t|no)\b(?:\W+\w+){0,3}?\W+(?:decided|agreed|settled|decision|chosen|final)\b"
)

_CODE_ALONE = 8


def decisions(said: Sequence[Sentence]) -> Iterator[tuple[int, int]]:
    """Pairs of first and last sentence that tell one decision together."""
    index = 0
    while index < len(said):
        last = _decision_at(said, index)
        if last is None:
            index += 1
            continue
        yield index, last
        index = last + 1


def _decision_at(said: Sequence[Sentence], index: int) -> int | None:
    sentence = said[index]
    if sentence.asks or _DENIES.search(sentence.text):
        return None
    follows = said[index + 1] if index + 1 < len(said) else None
    coded = bool(CODE.search(sentence.text))
    if _DECIDES.search(sentence.text):
        if coded or _is_about_something(sentence.text):
            if not coded and follows is not None and not follows.asks and CODE.search(follows.text):
                return index + 1
            return index
        return None
    # The other order: the code first, as one writes it above a note.
    if coded and _FILED.search(sentence.text) and names(CODE.sub("", sentence.text)):
        return index
    # Or what was settled in plain words, and its code in a sentence of its own.
    if (
        follows is not None
        and not follows.asks
        and _is_about_something(sentence.text)
        and _FILED.search(follows.text)
        and CODE.search(follows.text)
        and len(follows.text.split()) <= _CODE_ALONE
    ):
        return index + 1
    return None


def _is_about_something(text: str) -> bool:
    """More than "agreed!": enough words to be worth finding again."""
    return len(text.split()) >= 5

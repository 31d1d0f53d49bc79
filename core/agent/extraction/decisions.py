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
    r"(?i)\b(?:code|reference|ref|ticket|decision|booking|number|id|record(?:ed)?|logged|filed|tracked"
    r"|noted|label(?:l?ed)?|tag(?:ged)?|under|case|file)\b"
)
_DENIES = re.compile(
    r"(?i)\b(?:not|n['’]t|never|haven['’]t|no)\b(?:\W+\w+){0,3}?\W+(?:decided|agreed|settled|decision"
    r"|chosen|final)\b"
)

# A code as short as "CORK9" counts where it is called one.
_CALLED = re.compile(
    r"(?i)\b(?:code|reference|ref|number|filed|logged|entered|minuted"
    r"|recorded)\b\W+(?:\w+\W+){0,8}?(?-i:[A-Z][A-Z0-9\-_/]*\d[A-Z0-9\-_/]*)\b"
)
# What came out: who won, what it is going to be, what is taken.
_OUTCOME = re.compile(
    r"(?i)\b(?:won|wins|it is\W*$|is (?:fixed|settled|closed|through|picked|chosen|decided|done|approved)"
    r"|ruled (?:in favou?r|for)|takes? place|we(?:['’]ll)?"
    r" (?:take|stay|use|go|keep|rent|buy|hire)|went for|(?:will|shall) be (?:held|at|in|on)|gets? (?:the"
    r"|replaced|built|its|their)|got (?:its|the|replaced)"
    r"|conclusion|outcome|result|verdict|resolution|decision|vote|approved|hiring|stays? with|we(?:['’]re"
    r"| are) (?:all )?(?:off|going) to|it['’]s going to be|picked)\b"
    r"|^\W*(?:\w[\w'’]*\W+){0,2}?\w[\w'’]*\s*=\s"
)
# "I approved PR #12" is a day's work and settles nothing that is asked for later.
_ROUTINE = re.compile(
    r"(?i)\bi\b.{0,20}\b(?:pr|pull requests?|merge requests?|commits?|reviews?|days? off|invoices?)\b"
)
_OPEN = re.compile(
    r"(?i)\b(?:still open|undecided|not (?:yet|sure|clear)|haven['’]t|hasn['’]t|pending|awaiting|bug|issue"
    r"|error|crash|version|build"
    r"|pull request|pr|commit|release|model|invoice|order number|flight|room|gate|platform|if|might|maybe"
    r"|perhaps|could|would)\b"
)

_CODE_ALONE = 14
_BACK = 3


def decisions(said: Sequence[Sentence]) -> Iterator[tuple[int, int]]:
    """Pairs of first and last sentence that tell one decision together."""
    index = 0
    while index < len(said):
        last = _decision_at(said, index)
        if last is None:
            told = _outcome_at(said, index)
            if told is None:
                index += 1
                continue
            yield told
            index = told[1] + 1
            continue
        yield index, last
        index = last + 1


def _decision_at(said: Sequence[Sentence], index: int) -> int | None:
    sentence = said[index]
    if sentence.asks or _DENIES.search(sentence.text) or _ROUTINE.search(sentence.text):
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


def _outcome_at(said: Sequence[Sentence], index: int) -> tuple[int, int] | None:
    """What came out of something, told in up to three sentences, the code in the last that matters."""
    if said[index].asks or not _OUTCOME.search(said[index].text):
        return None
    last = None
    for following in range(index, min(len(said), index + _BACK)):
        sentence = said[following]
        if sentence.asks or _OPEN.search(sentence.text) or _DENIES.search(sentence.text):
            return None
        coded = CODE.search(sentence.text) or _CALLED.search(sentence.text)
        if coded and (following > index or _FILED.search(sentence.text) or _bracketed(sentence.text)):
            last = following
            break
    if last is None or not _is_about_something(" ".join(each.text for each in said[index : last + 1])):
        return None
    return index, last


def _bracketed(text: str) -> bool:
    """Its code stands apart from the sentence: in brackets, or at either end of it."""
    code = CODE.search(text)
    if code is None:
        return False
    before, after = text[: code.start()].rstrip(), text[code.end() :].strip()
    return not before or before[-1] in "(:–—-,." or (after in {"", "."} and bool(_FILED.search(before)))


def _is_about_something(text: str) -> bool:
    """More than "agreed!": enough words to be worth finding again."""
    return len(text.split()) >= 5

"""Procedures: how something is done, in order, and how that changed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.agent.extraction.orders import (
    begins_with_order,
    count_orders,
    for_the_listener,
    ordered_until,
    steps_in,
)
from core.agent.extraction.replaced import without_old
from core.agent.extraction.sentence import Sentence, is_unsure, tells_change
from core.agent.extraction.value import lower_names, name_phrases, names
from core.gate.words import content_words

_STEP = re.compile(
    r"(?i)(?:^|[\s,;(])(?:first(?:ly)?|second(?:ly)?|third(?:ly)?|then|next|after"
    r" (?:that|which)|afterwards|finally|lastly|last of all|step \d|in the end)\b"
    r"|(?:^|\s)\(?\d[.)]\s|→|->|=>|;\s"
)
_HEAD = re.compile(
    r"(?i)\b(?:procedure|process|workflow|routine|steps|recipe|checklist|protocol"
    r"|drill|way (?:to|we|i))\b|\bhow (?:to|i|we)\b"
    r"|^(?:\w+[,:]? ){0,3}?(?:to|for|when) \w+(?:ing)?\b"
)
_PROCEDURE_WORDS_TEXT = """
procedure process workflow routine step steps recipe checklist protocol drill way how first firstly second
third then next after finally lastly new now changed change changes updated update file filing submit
submitting do doing handle handling make making get getting claim claiming here go goes work works want need
follow use using please report reports please always again back start please
"""
_PROCEDURE_WORDS = frozenset(_PROCEDURE_WORDS_TEXT.split())
_NAMED = re.compile(
    r"(?i)\b(?:the|my|our|new|updated|current)?\s*((?:[\w\-]+\s+){1,3}?)(?:procedure|process|workflow"
    r"|routine|steps|recipe|checklist|protocol|drill)\b"
)
_PURPOSE = re.compile(
    r"(?i)(?:^|[\s,:])(?:to|for|when(?:ever)?|how to|how (?:i|we)|way to)\s+((?:(?!(?:i"
    r"|we|you|one|they|people|first|it|is|are|goes|go|has|have|now)\b)[\w\-']+\s*){1,6})"
)
_INSTEAD = re.compile(
    r"(?i)\b(?P<new>[^.,;]{2,60}?)\s+(?:instead of|rather than|in place of|replaces)\s+(?P<old>[^.,;]{2,60}?)"
    r"(?=[.,;!]|\s+(?:from|now|since|as|for|going|starting|these|and|because|when|whenever)\b|\s*$)"
)
_NUMBERED = re.compile(
    r"(?i)\bstep (?P<number>\d|one|two|three|four|five|six)\b\W+(?:is |becomes? |has"
    r" (?:become|changed to) |now )*(?:now )?(?:to )?(?P<text>[^.;]+)"
)
_COUNT = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_SPLIT = re.compile(
    r"(?i)\s*(?:[,;]?\s*(?:and )?\b(?:then|next|after (?:that|which)|afterwards|finally"
    r"|lastly)\b[,:]?\s*|;\s+|→|->|=>|(?:^|\s)\(?\d[.)]\s+|\bstep \d:?\s*)"
)
_OPENS = re.compile(r"(?i)\b(?:first(?:ly)?|step (?:1|one))\b[,:]?\s*|(?:^|\s)\(?1[.)]\s+|:\s+")


# What it is for, and then an order: a verb, which neither article nor pronoun introduces.
_FOR = re.compile(
    r"(?i)(?:\w+[,:]? ){0,2}?(?:to|for|when(?:ever)?)\s(?!be\b|me\b|my\b|what\b|now\b)[^,]{3,60},\s+"
    r"(?P<order>(?!(?:i|we|you|he|she|it|they|the|a|an|this|that|there|my|our|your|is|are|was|in|on|at|but|and"
    r"|so|no|not)\b)"
    r"[a-z].+)$"
)
_NAMES_IT = re.compile(
    r"(?i)\b(?:procedure|process|workflow|routine|steps|recipe|checklist|protocol|drill|way|work|works"
    r"|goes?|file|claim|how (?:i|we|you|to))\b"
)


# That it is about to be told how something is done.
_ANNOUNCED = re.compile(
    r"(?i)\bhow (?:i|we|you|one|to|it)\b|\b(?:works|goes|means|is done|is like this|like this|like so"
    r"|as follows|saga|routine|procedure"
    r"|process|workflow|drill|steps|checklist|idea of|the way|remind me)\b|:\s*$"
)
_IS_GONE = re.compile(
    r"(?i)\b(?:gone|dead|died|no more|no longer|retired|dumped|scrapped|finished|switched off|shut|closed"
    r"|replaced|dropped|history|not|never|\w+n['’]t)\b"
)
_TAKES_PLACE = re.compile(
    r"(?i)\b(?:not|no longer|now|instead|rather|replac\w+|in place|takes? the place|took (?:the place|over)"
    r"|tak(?:es|ing) over|goes to|because"
    r"|successor|use|using|from now on|becomes?|became)\b"
)
_DOING = re.compile(
    r"(?i)^(?:\w+[,:] )*(?P<what>\w{2,}ing (?:(?:the|a|an|my|our) )?[\w\-]+(?: [\w\-]+)??)\s+(?:works|goes"
    r"|is|has|means|now|happens)\b"
)


# The one subject people have a dozen words for.
_MONEY_BACK = re.compile(
    r"(?i)\b(?:expens\w*|reimburs\w*|(?:claim|get|getting|paying|paid|money)\b.{0,20}\bback|receipts?|slips)\b"
)
_TELLS = re.compile(
    r"(?i)\b(?:now|from now on|instead|you|we|goes?|put|upload|submit|forward|send|enter|record|attach|pick"
    r"|choose|approv\w+|sign\w*|still|then|same)\b"
)


class Procedure(NamedTuple):
    """A procedure as it is told: its name, the sentences it stands in, its steps."""

    key: str
    first: int
    last: int
    text: str
    steps: tuple[str, ...]


def procedure(said: Sequence[Sentence], known: Mapping[str, str]) -> Procedure | None:
    """The procedure a turn tells, or the change to one that is known.

    Args:
        known: the current procedures by key.
    """
    for index, sentence in enumerate(said):
        if sentence.asks:
            continue
        last = _told_until(said, index)
        text = " ".join(each.text for each in said[index : last + 1])
        marks = len(_STEP.findall(text))
        match = _matching(text, known)
        changes = match is not None and tells_change(text)
        if sentence.text.endswith(":") and last - index >= 2 and (key := match or _key(sentence.text)):
            # A heading and its list need no word that says what they are.
            return Procedure(key, index, last, text, steps_of(text))
        if match is not None and changes and count_orders(text) < 2:
            exchanged = _exchanged(said, index, known[match])
            if exchanged is not None:
                until, told = exchanged
                return Procedure(match, index, until, told, steps_of(told))
        if changes and match is not None and marks < 2:
            last = _renewed_until(said, index, last, known[match])
            text = " ".join(each.text for each in said[index : last + 1])
            fresh = _without_sentences_on(said[index : last + 1], known[match])
            if fresh and last > index:
                return Procedure(match, index, last, fresh, steps_of(fresh))
        ordered = _in_orders(said, index, known)
        if ordered is not None:
            return ordered
        if _HEAD.search(sentence.text) and (marks >= 2 or _lists_steps(sentence.text)):
            key = match or _key(sentence.text)
            if key is not None and not _conditional(sentence.text):
                return Procedure(key, index, last, text, steps_of(text))
        elif changes and match is not None and (marks or _tells_how(text)):
            # Told anew from beginning to end, it stands for itself.
            anew = marks >= 2 or _lists_steps(sentence.text)
            changed = text if anew else _applied(known[match], text)
            return Procedure(match, index, last, changed, steps_of(changed))
    return None


def _in_orders(said: Sequence[Sentence], index: int, known: Mapping[str, str]) -> Procedure | None:
    """A procedure whose steps are orders: after its name in the same sentence, or in the sentences after it."""
    heading = said[index].text
    own = count_orders(heading)
    last = ordered_until(said, index + 1)
    orders = own + sum(count_orders(each.text) for each in said[index + 1 : last + 1])
    text = " ".join(each.text for each in said[index : last + 1])
    match = _matching(text, known) if tells_change(text) or own >= 2 else None
    subject = _key(heading) or (_key(said[index - 1].text) if index and own >= 2 else None)
    announced = bool(_ANNOUNCED.search(heading) or (index and _ANNOUNCED.search(said[index - 1].text)))
    key = match or subject
    if key is None or orders < (2 if announced or match is not None else 3):
        return None
    if not announced and match is None and not (_MONEY_BACK.search(text) or _FOR.match(heading)):
        return None
    if is_unsure(heading) and own == 0:
        return None
    if match is not None:
        fresh = _without_sentences_on(said[index : last + 1], known[match])
        if not fresh:
            return None
        return Procedure(match, index, last, fresh, steps_of(fresh))
    return Procedure(key, index, last, text, steps_of(text))


def _exchanged(said: Sequence[Sentence], index: int, before: str) -> tuple[int, str] | None:
    """The procedure with what is told to have taken another's place, one for one, until a question."""
    text, last, waiting = before, index, ""
    held = {phrase.lower() for phrase in name_phrases(before)}
    for following in range(index, min(len(said), index + 6)):
        sentence = said[following]
        if sentence.asks or count_orders(sentence.text) >= 2:
            break
        phrases = name_phrases(sentence.text)
        old = [phrase for phrase in phrases if phrase.lower() in held]
        new = [phrase for phrase in phrases if phrase.lower() not in held]
        denied = [
            phrase
            for phrase in old
            if re.search(rf"(?i)\bnot\b(?: \w+){{0,2}}? {re.escape(phrase)}", sentence.text)
        ]
        old = denied or old
        gone = old[0] if len(old) == 1 else waiting if not old else ""
        if len(new) == 1 and gone and _TAKES_PLACE.search(sentence.text):
            text, last, waiting = text.replace(gone, new[0]), following, ""
        elif len(old) == 1 and not new and _IS_GONE.search(sentence.text):
            waiting = old[0]
    return (last, text) if text != before else None


def _lists_steps(sentence: str) -> bool:
    """Steps without words that count them: after a colon, or as orders after what they are for."""
    named, colon, listed = sentence.partition(": ")
    if colon and _NAMES_IT.search(named) and len(re.findall(r",\s|\band\b", listed)) >= 2:
        return True
    purpose = _FOR.match(sentence)
    # "To fix it, open the log and tell me …" is wanted done now, by the listener.
    return (
        purpose is not None
        and begins_with_order(purpose["order"])
        and not for_the_listener(sentence)
        and bool(re.search(r"(?i)\band\b|,", purpose["order"]))
    )


def steps_of(text: str) -> tuple[str, ...]:
    """The steps in order; empty where they cannot be told apart."""
    counted, ordered = _counted_steps(text), steps_in(text)
    return ordered if len(ordered) > len(counted) else counted


def _counted_steps(text: str) -> tuple[str, ...]:
    opened = _OPENS.split(text, maxsplit=1)
    if len(opened) < 2:
        return ()
    steps = tuple(part.strip(" ,.;:") for part in _SPLIT.split(opened[-1]))
    kept = tuple(step for step in steps if step)
    return kept if len(kept) > 1 else ()


def _told_until(said: Sequence[Sentence], index: int) -> int:
    """The last sentence that goes on telling: a step follows a step."""
    last = index
    for following in range(index + 1, len(said)):
        text = said[following].text
        if said[following].asks or not (_STEP.search(text) or re.match(r"[-*•]\s", text)):
            break
        last = following
    return last


def _renewed_until(said: Sequence[Sentence], index: int, last: int, before: str) -> int:
    """The last sentence of a change: what follows goes on telling how, in the present, until a question."""
    for following in range(last + 1, min(len(said), index + 5)):
        text = said[following].text
        if said[following].asks or not (_TELLS.search(text) or names(text)):
            break
        last = following
    return last


def _without_sentences_on(said: Sequence[Sentence], before: str) -> str:
    """The sentences without those that only speak of how it was done before."""
    old = lower_names(before)
    kept = []
    for sentence in said:
        mentioned = lower_names(sentence.text)
        if mentioned & old and not mentioned - old and not _TELLS.search(sentence.text):
            continue
        if mentioned & old and not mentioned - old and _IS_GONE.search(sentence.text):
            continue
        retold = count_orders(sentence.text) >= 2
        kept.append(_without_gone(sentence.text, old) if retold else without_old(sentence.text, before))
    text = " ".join(kept)
    return text if lower_names(text) - old else ""


def _without_gone(sentence: str, old: frozenset[str]) -> str:
    """Steps told anew, without the parts that say what is over; who stays in it is named again."""
    parts = re.split(r"(?<=[,;:–—])\s+", sentence)
    return " ".join(part for part in parts if not (lower_names(part) & old and _IS_GONE.search(part)))


def _matching(text: str, known: Mapping[str, str]) -> str | None:
    """The known procedure whose subject the text names."""
    head = content_words(text)
    if _MONEY_BACK.search(text):
        head |= content_words("expense expenses reimbursement receipt claim")
    best = max(known, key=lambda key: len(content_words(key.replace("_", " ")) & head), default=None)
    if best is not None and content_words(best.replace("_", " ")) & head:
        return best
    # Who says that a tool of the procedure is gone speaks of the procedure.
    said = lower_names(text)
    return next((key for key, content in known.items() if said & lower_names(content)), None)


def _key(sentence: str) -> str | None:
    if _MONEY_BACK.search(sentence):
        return "expense"
    found = _DOING.search(sentence) or _NAMED.search(sentence) or _PURPOSE.search(sentence)
    if found is None:
        return None
    words = [
        word
        for word in re.findall(r"[a-z][\w\-]*", found[1].lower())
        if word not in _PROCEDURE_WORDS and content_words(word)
    ]
    return "_".join(words[:2]) or None


def _conditional(sentence: str) -> bool:
    return is_unsure(sentence) and not _STEP.search(sentence)


def _tells_how(text: str) -> bool:
    return bool(
        _HEAD.search(text)
        or _INSTEAD.search(text)
        or re.search(
            r"(?i)\b(?:go(?:es)? (?:through|to|via|in)|via|through|sent|submitted|handled|claimed|filed"
            r"|booked|entered|approve[sd]?|signs? off|must|need(?:s)? to|use[sd]?|using)\b",
            text,
        )
    )


def _applied(before: str, text: str) -> str:
    """The procedure after a change that names only one of its steps."""
    instead = _INSTEAD.search(text)
    if instead is not None:
        old = instead["old"].strip()
        place = before.lower().find(old.lower())
        if place >= 0:
            new = _last_words(instead["new"], len(old.split()) + 2)
            return before[:place] + new + before[place + len(old) :]
    numbered = _NUMBERED.search(text)
    if numbered is not None:
        steps = list(steps_of(before))
        number = _COUNT.get(numbered["number"].lower()) or int(numbered["number"])
        if 0 < number <= len(steps):
            return before.replace(steps[number - 1], numbered["text"].strip(" ,.:"), 1)
    return without_old(text, before)


def _last_words(text: str, most: int) -> str:
    """The end of what stands before "instead of": the thing itself, without its sentence."""
    bare = re.split(r"(?i)\b(?:is|are|use|using|via|through|in|with|to|goes?)\s+", text)[-1]
    return " ".join(bare.split()[-most:]).strip()

"""How a sentence speaks: whether it orders, and where.

The rules look at grammar, not at topics: an order is a verb in its plain form where a sentence
expects its subject.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from core.gate.pattern import deferred
from core.gate.vocabulary import vocabulary

_SENTENCE = deferred(r"(?:[^.!?\n;]|[.!?](?=[^\s\"'”’)\]]))+[.!?;]?")
# What may stand before the verb of an order.
_LEAD = deferred(
    r"(?i)^[\s\"'“‘(\[*_#>•\-–—\d.)]*(?:(?:please|kindly|just|now|then|also|always|never|first|next|"
    r"finally|instead|remember to|"
    r"be sure to|make sure to|do not|don['’]t|do|let['’]s|you (?:must|should|can|may|will|need to|have "
    r"to)|and|so|but|or|simply|"
    r"silently|quietly|secretly|immediately|carefully|strictly|only|again|thus|therefore|hence|hi|"
    r"hello|hey|ok|okay|yes|no|not)\b[\s,:]*){0,4}"
)
_LABEL = deferred(r"^[^:.!?\n]{1,60}:\s+")
_WORD = deferred(r"[A-Za-z][A-Za-z'’\-]*")
_OBJECT = deferred(
    r"(?i)^\s+(?:the|a|an|your|my|our|his|her|their|its|this|these|that|those|all|any|each|every|no|"
    r"some|it|them|me|us|him|"
    r"yourself|everything|anything|both|another|other)\b"
)
_HABIT = deferred(r"(?:^|[\s,:])(?:always|never)[\s,:]*$")
_AFTER_ADJECTIVE = deferred(
    r"(?i)^(?:[-'’]|\s+(?:to|about|of|at|and|or|but|when|than|enough|after|before)\b|\s*[,.!?;]?\s*$)"
)
_NO_PLAIN_FORM = deferred(r"(?i)(?:[a-z]{3}ing|[a-z]{3}ed|ly|ous|ful|ical|ish|able|ible|less)$")
_NOUN_ENDINGS = deferred(
    r"(?i)(?:ing|ed|ly|tion|sion|ment|ness|ity|ism|ist|ous|ful|ical|ish|['’]s|s['’]|er|or)$"
)
_PLURAL_OR_THIRD = deferred(r"(?i)[^s]s$")
_FOLLOWS_VERB = deferred(
    r"(?i)^\s+(?:the|a|an|your|my|our|his|her|their|its|this|these|those|all|any|each|every|no|it|them|"
    r"me|us|him|"
    r"yourself|everything|anything|both|another|only|out|up|down|to|from|into|with|for|on|at|as|if|"
    r"when|how|what|why|whether|that|like|"
    r"about|whatever|exactly|new|other|more|one|two|three|\d[\d,.]*(?!\S)|[$€£]\d|[`'\"“<{\[]|"
    r"[a-z]+s\b|[a-z]+ing\b|[A-Z][\w.]+)"
)
_FINITE = deferred(
    r"(?i)^\s+(?:is|are|was|were|has|have|had|will|can|could|would|should|must|may|might|does|do|did|"
    r"of|and|or|in|by|went|came|shows?|says?|runs?)\b"
)


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """Each sentence with its place; semicolons and line ends part sentences too."""
    for match in _SENTENCE.finditer(text):
        if match[0].strip():
            yield match.start(), match[0]


def is_order(clause: str) -> bool:
    """Whether a clause starts with a verb in its plain form where its subject should stand."""
    body = clause[_LEAD.match(clause).end() :] if _LEAD.match(clause) else clause  # type: ignore[union-attr]
    first = _WORD.match(body)
    if first is None:
        return False
    verb, rest = first[0].lower(), body[first.end() :]
    if len(verb) > 1 and first[0].isupper() and not clause.isupper() and len(first[0]) < 4:
        return False
    led = clause[: len(clause) - len(body)].strip().lower()
    if re.search(
        r"(?:do not|don['’]t|never|please|kindly|remember to|make sure to|be sure to|you \w+(?: to)?)"
        r"[\s,:]*$",
        led,
    ):
        return verb not in vocabulary("openings") - {"do", "be", "have", "am", "is"} or verb in vocabulary(
            "verbs"
        )
    if _HABIT.search(led) and _is_any_verb(first[0], rest):
        return True
    if verb in vocabulary("verbs"):
        if _FINITE.match(rest):
            return False
        if verb in vocabulary("noun_verbs") and not _OBJECT.match(rest):
            return bool(_FOLLOWS_VERB.match(rest)) and not _has_verb(rest)
        return True
    if (
        verb in vocabulary("openings")
        or (not first[0].islower() and not first[0].istitle())
        or _NOUN_ENDINGS.search(verb)
    ):
        return False
    return bool(_OBJECT.match(rest)) and not _PLURAL_OR_THIRD.search(verb)


def _is_any_verb(word: str, rest: str) -> bool:
    """Whether the word after "always" or "never" can be the verb of an order, in a list or not.

    What is left out are words of grammar, other forms than the plain one, and what an adjective
    takes along: "always happy to help".
    """
    lower = word.lower()
    if lower in {"do", "be", "have", "let"}:
        return True
    return (
        word.islower()
        and lower not in vocabulary("openings")
        and not _NO_PLAIN_FORM.search(lower)
        and not _PLURAL_OR_THIRD.search(lower)
        and not _AFTER_ADJECTIVE.match(rest)
    )


def _has_verb(rest: str) -> bool:
    """Whether the words after a noun hold the verb it is the subject of: "Support for it landed"."""
    main = _SUBORDINATE.split(rest, maxsplit=1)[0]
    if _AUXILIARY.search(main):
        return True
    told = [match[0].lower() for match in _WORD.finditer(main)]
    return any(
        word.endswith("ed") and len(word) > 4 and before not in _BEFORE_ADJECTIVE
        for before, word in pairwise(told)
    )


def orders(text: str) -> Iterator[tuple[int, int]]:
    """Places of clauses that order: sentences, what follows a label, and what follows a condition."""
    for start, sentence in sentences(text):
        label = _LABEL.match(sentence)
        for offset in (0, label.end() if label else 0):
            if is_order(sentence[offset:]):
                yield start + offset, start + len(sentence)
                break
        else:
            yield from _later_orders(start, sentence)


_SUBORDINATE = deferred(
    r"(?i)\b(?:that|which|who|whose|whether|if|when|where|while|because|so|as|until|unless|once)\b|[,;:(]"
)
_AUXILIARY = deferred(
    r"(?i)\b(?:is|are|was|were|has|had|will|can|could|would|may|might|does|did|differs?|remains?|"
    r"reduces?|expires?)\b"
)
_BEFORE_ADJECTIVE = frozenset(
    ("the", "a", "an", "all", "any", "this", "these", "those", "your", "my", "our", "its", "their", "and")
)
_CLAUSE = deferred(r"(?:,|;|\s[-–—>]+|->|\))\s*(?:(?:and|so|then|but|please)\s+)?")
_CONDITION = deferred(
    r"(?i)^[\s\"'“‘(\[*_#>•\-]*(?:(?:[\w' ]{1,40}:\s)?(?:when(?:ever)?|if|once|upon|each time|every "
    r"time|next time|any ?time|after|before|"
    r"as soon as|while|in (?:all |any )?(?:future|later|every|each)\b|from (?:now|here|this point|"
    r"today)|going forward|henceforth|until|unless|"
    r"for (?:all|any|every|each)|by order|on request|during|should))\b"
)
_NEGATED = deferred(r"(?i)^(?:do not|don['’]t|never|always|please)\s")


def _later_orders(start: int, sentence: str) -> Iterator[tuple[int, int]]:
    conditional = _CONDITION.match(sentence) is not None
    for break_ in _CLAUSE.finditer(sentence):
        clause = sentence[break_.end() :]
        first = _WORD.match(clause)
        if first is None:
            continue
        plainly = first[0].islower() and first[0] in vocabulary("verbs") and is_order(clause)
        if _NEGATED.match(clause) and is_order(clause):
            yield start + break_.end(), start + len(sentence)
            return
        # After a bare comma a list goes on: "he can relax, forget his troubles, and rest".
        parted = break_[0].strip() != ","
        if plainly and (conditional or (parted and bool(_OBJECT.match(clause[first.end() :])))):
            yield start + break_.end(), start + len(sentence)
            return

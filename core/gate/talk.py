"""Talk that is nothing to remember: guesses, hedges and small talk."""

from __future__ import annotations

from collections.abc import Iterator

from core.gate.case import READ, Case
from core.gate.pattern import deferred
from core.gate.sighting import Sighting, seen
from core.gate.vocabulary import vocabulary

_GUESS = deferred(
    r"(?i)\b(?:probably|perhaps|maybe|might|presumably|supposedly|allegedly|apparently|possibly|"
    r"conceivably|i (?:think|guess|believe|suspect|assume|suppose|imagine)|i['’]m (?:not sure|guessing)"
    r"|not (?:entirely |quite |really )?(?:sure|certain)|"
    r"it (?:seems|appears|looks like)|(?:seems|appears) to|seemingly|(?:could|may) (?:well )?(?:be|"
    r"have)\b|(?:most |very |quite |more )?(?:likely|unlikely)|my guess|best guess|unclear (?:if|"
    r"whether)|rumou?r(?:ed|s)?|unconfirmed|unverified|to my knowledge|as far as i know|if i remember|"
    r"iirc|afaik)\b"
)
_WORD = deferred(r"[^\W_]+(?:['’][^\W_]+)*")
_MOST_WORDS = 16


def guesses(case: Case) -> Iterator[Sighting]:
    """Words that say the note is not known to be true."""
    for number, view in enumerate(case.told):
        match = _GUESS.search(view.text[:READ])
        if match:
            own = number == 0 and not case.proposal.is_json
            yield seen("guess", view.span(*match.span()) if own else None, word=match[0].lower())
            return


def small_talk(case: Case) -> Iterator[Sighting]:
    """Greetings, thanks and consent that state nothing: every word is one people say in passing."""
    if case.proposal.is_json or case.proposal.key is not None:
        return
    if is_small_talk(case.view.text) or says_nothing(case.view.text):
        yield seen("small_talk")


def says_nothing(text: str) -> bool:
    """Whether a text is made of punctuation or emoji alone: without a key they are about nothing."""
    return bool(text.strip()) and not any(character.isalnum() for character in text)


def is_small_talk(text: str) -> bool:
    """Whether a text is made of nothing but pleasantries; emoji and punctuation alone are none."""
    if len(text) > 200:
        return False
    spoken = [match[0].lower().replace("’", "'") for match in _WORD.finditer(text)]
    if not 0 < len(spoken) <= _MOST_WORDS:
        return False
    openings = vocabulary("pleasantry_openings")
    return spoken[0] in openings and vocabulary("pleasantries") | openings >= set(spoken)

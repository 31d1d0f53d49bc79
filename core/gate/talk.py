"""Talk that is nothing to remember: guesses, hedges and small talk."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.gate.case import Case
from core.gate.sighting import Sighting, seen

_GUESS = re.compile(
    r"(?i)\b(?:probably|perhaps|maybe|might|presumably|supposedly|allegedly|apparently|possibly|conceivably|i (?:think|guess|believe|suspect|assume|suppose|imagine)|i['’]m (?:not sure|guessing)|not (?:entirely |quite |really )?(?:sure|certain)|"
    r"it (?:seems|appears|looks like)|(?:seems|appears) to|seemingly|(?:could|may) (?:well )?(?:be|have)\b|(?:most |very |quite |more )?(?:likely|unlikely)|my guess|best guess|unclear (?:if|whether)|rumou?r(?:ed|s)?|unconfirmed|unverified|to my knowledge|as far as i know|if i remember|iirc|afaik|kind of|sort of)\b"
)
_SMALL = frozenset(
    """hi hello hey heya yo howdy hiya greetings dear good morning afternoon evening night day weekend week one bye goodbye cya see later soon tomorrow
    tonight ciao cheers farewell take care thanks thank thx ty tysm you u ya so very much many a lot lots million tons ok okay k kk alright
    right sure fine great cool nice awesome perfect excellent amazing wonderful fantastic brilliant super lovely neat sweet splendid
    good better best yes yeah yep yup no nope nah oh ah wow haha hahaha lol lmao hehe hm hmm mm mhm um uh well please welcome
    sorry apologies pardon worries problem problems worry it's its that's thats this that is was are be i i'm im am me my we us our the an and or but of to for
    at in on with from how what who going doing things goes everything all well today been it up sup there here appreciate appreciated
    helpful help helped really totally absolutely definitely exactly indeed agreed agree understood understand got get gotcha noted makes sense
    done works work working sounds sound looks look like love loved glad happy pleased pleasure hope hoping have has had having do did does
    enjoy rest safe luck congrats congratulations welcome back again anytime always my talk chat speak catch meet meeting you're youre your
    know let if any questions anything else need ask asking just too also same likewise indeed enough quick question bit sec second moment
    minute wait hold hang back brb np yw gg omg will can could would may go ahead keep job work effort response answer explanation true not bad
    much appreciated yourself yours him worry about way then now still bless gracias danke merci obrigado arigato""".split()
)
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
# One of these makes small words a statement after all.
_OPENERS = frozenset(
    """hi hello hey heya yo howdy hiya greetings good bye goodbye cya see later ciao cheers farewell take thanks thank thx ty ok okay k kk
    alright sure fine great cool nice awesome perfect excellent amazing wonderful fantastic brilliant super lovely neat sweet yes yeah yep yup no nope
    nah oh ah wow haha hahaha lol lmao hehe hm hmm mm mhm um uh well please welcome sorry apologies pardon you're youre understood got
    gotcha noted makes agreed exactly absolutely definitely indeed sounds looks that's thats how what's whats sup appreciate much glad
    happy have my pleasure anytime congrats congratulations right np yw gg omg talk same likewise will many i'm im that it works done let
    no bless gracias danke merci obrigado""".split()
)
_MOST_WORDS = 16


def guesses(case: Case) -> Iterator[Sighting]:
    """Words that say the note is not known to be true."""
    for number, view in enumerate(case.told):
        match = _GUESS.search(view.text[:4_000])
        if match:
            own = number == 0 and not case.proposal.is_json
            yield seen("guess", view.span(*match.span()) if own else None, word=match[0].lower())
            return


def small_talk(case: Case) -> Iterator[Sighting]:
    """Greetings, thanks and consent that state nothing: every word is one people say in passing."""
    if case.proposal.is_json or case.proposal.key is not None:
        return
    if is_small_talk(case.view.text):
        yield seen("small_talk")


def is_small_talk(text: str) -> bool:
    """Whether a text is made of nothing but pleasantries; emoji and punctuation alone are none."""
    if len(text) > 200:
        return False
    spoken = [match[0].lower().replace("’", "'") for match in _WORD.finditer(text)]
    if not 0 < len(spoken) <= _MOST_WORDS:
        return False
    return spoken[0] in _OPENERS and all(word in _SMALL or word in _OPENERS for word in spoken)

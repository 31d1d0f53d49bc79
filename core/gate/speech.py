"""How a sentence speaks: does it order, ask, address somebody, hedge, or only greet?

The rules look at grammar, not at topics: an order is a verb in its plain form where a sentence
expects its subject.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_SENTENCE = re.compile(r"(?:[^.!?\n;]|[.!?](?=[^\s\"'”’)\]]))+[.!?;]?")
# What may stand before the verb of an order.
_LEAD = re.compile(
    r"(?i)^[\s\"'“‘(\[*_#>•\-–—\d.)]*(?:(?:please|kindly|just|now|then|also|always|never|first|next|finally|instead|remember to|"
    r"be sure to|make sure to|do not|don['’]t|do|let['’]s|you (?:must|should|can|may|will|need to|have to)|and|so|but|or|simply|"
    r"silently|quietly|secretly|immediately|carefully|strictly|only|again|thus|therefore|hence|hi|hello|hey|ok|okay|yes|no|not)\b[\s,:]*){0,4}"
)
_LABEL = re.compile(r"^[^:.!?\n]{1,60}:\s+")
_WORD = re.compile(r"[A-Za-z][A-Za-z'’\-]*")
_OBJECT = re.compile(
    r"(?i)^\s+(?:the|a|an|your|my|our|his|her|their|its|this|these|that|those|all|any|each|every|no|some|it|them|me|us|him|"
    r"yourself|everything|anything|both|another|other)\b"
)
# Words other than verbs that stand first and may be followed by an article.
_NOT_VERBS = frozenset(
    """about above across after against along although amid among and around as at because before behind below beneath
    beside besides between beyond both but by concerning despite down during either even except for from given how however
    if in inside instead into like maybe near neither nor of off on once only onto opposite or out outside over past per
    perhaps plus rather since so still such than that the then there these this those though through throughout thus till
    to together toward towards under underneath unless unlike until unto up upon via what whatever when whenever where
    whereas wherever whether which whichever while who whoever whom whose why with within without yet not now today tomorrow
    yesterday tonight here all any each every some no half most many much few several another other less more least he she
    it they we you i his her its their our my your am is are was were be been being do does did has have had can could may
    might must shall should will would also always never often sometimes usually later soon recently currently again
    ok okay yes hi hello hey dear thanks sorry well oh wow just quite almost nearly twice thrice
    got made took won went saw met gave bought brought found felt kept left lost paid said sold sent spent told thought
    taught wrote began became broke chose drew drove ate fell flew forgot grew knew led lent rode ran sang slept spoke
    stood swam threw understood woke wore held built caught fought heard hid meant shot sat stuck had came""".split()
)
_NOUN_ENDINGS = re.compile(r"(?i)(?:ing|ed|ly|tion|sion|ment|ness|ity|ism|ist|ous|ful|ical|ish|['’]s|s['’]|er|or)$")
_PLURAL_OR_THIRD = re.compile(r"(?i)[^s]s$")
# Verbs an order begins with, where no article follows to give it away.
_VERBS = frozenset(
    """abort accept access account achieve acknowledge act activate adapt add address adhere adjust adopt advise advertise
    alert align allow alter analyse analyze announce answer append apply approve archive arrange ask assemble assert assess
    assign assist assume attach attack attempt audit authenticate authorise authorize automate avoid backdate ban be become
    begin behave blend block bold boost bring broadcast browse build buy bypass calculate call cancel capture catch censor
    change charge check choose circumvent cite clarify classify clean clear click clone close combine come comment commit
    compare compile complete comply compose compress compute concatenate conceal conclude configure confirm connect consider
    construct consult contact continue contribute convert convince cook copy correct count craft crash create customise
    customize cut debug decide declare decode decrypt default define delay delete deliver demonstrate deny deploy derive
    describe design detail detect determine develop disable disclose disconnect discover discuss disguise dismiss display
    disregard distribute divert document double download draft draw drop dump duplicate elaborate embed emphasise emphasize
    employ empty emulate enable encode encourage encrypt end enforce engage enhance ensure enter erase escalate establish
    estimate evaluate examine execute exfiltrate expand explain exploit export expose express extend extract fabricate fail
    favor favour feed fetch fill filter find finish fix focus follow force forge forget format forward fulfil fulfill gather
    generate get give go grant guarantee guess guide halt handle have help hide highlight hold identify ignore illustrate imagine
    impersonate implement import improve include incorporate increase infer inflate inform infuse inject insert inspect install
    instruct integrate interpret intercept interrupt introduce invent investigate invite issue join keep kill label launch lead
    leak learn leave let leverage limit link list listen load locate lock log look lower mail maintain make manage manipulate map
    mark mask match meld mention merge message mimic minimise minimize mirror mislead mix modify monitor move mute name
    navigate neglect negotiate note notify obey obfuscate obtain offer omit open operate opt optimise optimize order organise
    organize outline output override overwrite paraphrase parse pass paste patch pause pay perform persist phrase pick pin ping
    place plan plant play pledge point pose post prefer prefix prepare present preserve pretend prevent print prioritise
    prioritize proceed process produce prohibit project promote prompt propagate propose protect prove provide publish pull
    purchase purge push put query question quit quote raise rank rate reach read rebuild recall receive recite reclassify
    recommend reconfigure record recover redirect reduce refactor refer refine reformat refrain refund refuse register reject
    relay release relocate rely remain remember remind remove rename render repeat rephrase replace replicate reply report
    represent reproduce request require reroute reschedule research reserve reset resolve respond restart restore restrict
    retain retrieve return reveal reverse review revise revoke reword rewrite route run save say scan schedule scramble search
    secure see seek select sell send separate serve set share ship shift show shut sign simulate skip solve sort speak specify
    spell split spread stage start state stay steal stop store stream strengthen structure study submit subscribe substitute
    suggest summarise summarize support suppress suspend swap switch sync tag tailor take talk target teach tell terminate test
    thank think throttle toggle track trade train transcribe transfer transform translate transmit transport treat trigger trim
    trust try tune turn type undo unlock unsubscribe update upgrade upload urge use utilise utilize validate verify view visit
    vote wait walk warn watch weave whisper whitelist wipe withdraw withhold wrap write yield zip""".split()
)
# Verbs that are as often nouns; first in a sentence they need what a verb needs after them.
_AMBIGUOUS = frozenset(
    """access account act address alert answer attack audit ban block boost build call cause change charge check claim clone
    close code comment commit contact control copy cost count cover crash cut default delay design detail display document
    double draft drop dump end estimate exploit export express feed fetch file filter fix focus force format forward guarantee
    guess guide hold host import increase issue label launch lead leak limit link list load lock log look mail map mark mask
    match message mirror mix model move mute name note offer open order output pass paste patch pause pay phrase pick pin ping
    place plan plant play point post present print process produce project prompt query question quote raise rank rate reach
    read record refund register release report request research reserve reset return review reward route run sale scan schedule
    search secure separate set share ship shift show sign sort split stage start state stay stop store stream structure study
    support swap switch sync tag talk target test track trade train transfer transport trim trust tune turn type update upgrade
    upload use view visit vote wait walk watch work wrap yield zip complete clear clean correct empty narrow slow own live
    prefer have see help learn love like be become remain consider practice speak teach go get give come make take keep
    dance cook travel drink sleep""".split()
)
_FOLLOWS_VERB = re.compile(
    r"(?i)^\s+(?:the|a|an|your|my|our|his|her|their|its|this|these|those|all|any|each|every|no|it|them|me|us|him|"
    r"yourself|everything|anything|both|another|only|out|up|down|to|from|into|with|for|on|at|as|if|when|how|what|why|whether|that|like|"
    r"about|whatever|exactly|new|other|more|one|two|three|\d|[`'\"“<{\[]|[a-z]+s\b|[a-z]+ing\b|[A-Z][\w.]+)"
)
_FINITE = re.compile(
    r"(?i)^\s+(?:is|are|was|were|has|have|had|will|can|could|would|should|must|may|might|does|do|did|of|and|or|in|by|went|came|shows?|says?|runs?)\b"
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
    led = clause[: len(clause) - len(body)].strip().lower()
    if re.search(r"(?:do not|don['’]t|never|please|kindly|remember to|make sure to|be sure to|you \w+(?: to)?)[\s,:]*$", led):
        return verb not in _NOT_VERBS - {"do", "be", "have", "am", "is"} or verb in _VERBS
    if verb in _VERBS:
        if _FINITE.match(rest):
            return False
        if verb in _AMBIGUOUS:
            return bool(_FOLLOWS_VERB.match(rest)) and not re.match(r"\s+[A-Za-z]+\s+(?:is|are|was|were|has|have|will|must)\b", rest)
        return True
    if verb in _NOT_VERBS or not first[0].islower() and not first[0].istitle() or _NOUN_ENDINGS.search(verb):
        return False
    return bool(_OBJECT.match(rest)) and not _PLURAL_OR_THIRD.search(verb)


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


_CLAUSE = re.compile(r"(?:,|;|\s[-–—>]+|->|\))\s*(?:(?:and|so|then|but|please)\s+)?")
_CONDITION = re.compile(
    r"(?i)^[\s\"'“‘(\[*_#>•\-]*(?:(?:[\w' ]{1,40}:\s)?(?:when(?:ever)?|if|once|upon|each time|every time|next time|any ?time|after|before|"
    r"as soon as|while|in (?:all |any )?(?:future|later|every|each)\b|from (?:now|here|this point|today)|going forward|henceforth|until|unless|"
    r"for (?:all|any|every|each)|by order|on request|during|should))\b"
)
_NEGATED = re.compile(r"(?i)^(?:do not|don['’]t|never|always|please)\s")


def _later_orders(start: int, sentence: str) -> Iterator[tuple[int, int]]:
    conditional = _CONDITION.match(sentence) is not None
    for break_ in _CLAUSE.finditer(sentence):
        clause = sentence[break_.end() :]
        first = _WORD.match(clause)
        if first is None:
            continue
        plainly = first[0].islower() and first[0] in _VERBS and is_order(clause)
        if _NEGATED.match(clause) and is_order(clause):
            yield start + break_.end(), start + len(sentence)
            return
        if plainly and (conditional or (bool(_OBJECT.match(clause[first.end() :])) and first[0] not in _AMBIGUOUS)):
            yield start + break_.end(), start + len(sentence)
            return

"""Requests to forget: whether somebody asks for one, in whatever words.

Four things people do: order something thrown away, say that it is not to be kept, ask to act as if it had
never been said, and take a permission back. Each is a family of verbs in the grammar of a request; a
statement, a question how it is done or an order not to do it is none.
"""

from __future__ import annotations

import re

# Stems with their endings: an order, "would you mind deleting", "I'd rather you deleted", "wants deleting".
_DISCARD = (
    r"(?:forg(?:et(?:ting)?|ot(?:ten)?)|delet(?:e[ds]?|ing)|eras(?:e[ds]?|ing)|remov(?:e[ds]?|ing)"
    r"|wip(?:e[ds]?|ing)"
    r"|drop(?:s|ped|ping)?|purg(?:e[ds]?|ing)|scrub(?:s|bed|bing)?|discard(?:s|ed|ing)?|clear(?:ed|ing)?"
    r"|unlearn(?:ed|ing|t)?|expung(?:e[ds]?|ing)|los(?:e|ing|t)|bin(?:ned|ning)?|toss(?:ed|ing)?"
    r"|shred(?:ded|ding)?|trash(?:ed|ing)?|dump(?:ed|ing)?|ditch(?:ed|ing)?|redact(?:ed|ing)?|destroy(?:ed"
    r"|ing)?"
    r"|obliterat(?:e[ds]?|ing)|eliminat(?:e[ds]?|ing)|nuk(?:e[ds]?|ing)|zap(?:ped|ping)?|burn(?:ed|t|ing)?"
    r"|strik(?:e|ing)|struck|stricken|dispos(?:e[ds]?|ing) of|scrap(?:ped|ping)?|do(?:ing)? away with"
    r"|did away with|part(?:ed)? with"
    r"|g[eo]t(?:ten|ting)? (?:entirely )?rid of|rid (?:yourself|your \w+) of|let(?:ting)? go of"
    r"|(?:throw|threw|thrown|throwing|chuck(?:ed)?|cast|put)(?: \S+){0,6}? (?:away|out)"
    r"|(?:tak(?:e|en|ing)|took|cross(?:ed)?|scratch(?:ed)?|rub(?:bed)?|blot(?:ted)?"
    r"|cut)(?: \S+){0,6}? (?:out|off|down))"
)
_GONE = r"(?:gone|go|vanish|disappear|(?:out|off)(?= (?:of )?your))"
_RETAIN = (
    r"(?:keep(?:ing|s)?|kept|stor(?:e[ds]?|ing)|remember(?:ed|ing)?|sav(?:e[ds]?|ing)|h[oe]ld(?:ing)?"
    r"|h[au]ng(?:ing)? on|retain(?:ed|ing)?|ha(?:ve|ving)|had|know(?:n|ing)?|knew|us(?:e[ds]?|ing)"
    r"|record(?:ed|ing)?"
    r"|memori[sz](?:e[ds]?|ing)|writ(?:e|ing|ten) down|cling(?:ing)? to|carry(?:ing)?|sit(?:ting)?"
    r"|stay(?:ing)?|be|linger(?:ing)?)"
)
_NEVER = (
    r"(?:do not|don['’]t|not|never|stop|no longer|cease|quit|(?:did|do|was|were|is|are|need|should|must|wo"
    r"|ca|would)"
    r"(?:n['’]t|nt| not))"
)
_POLITE = (
    r"(?:(?:please|kindly|just|simply|then|and|so|but|now|also|ok(?:ay)?|well|hey|hi|right|btw"
    r"|by the way|oh|go ahead and)[\s,]+)*"
)
_START = rf"(?:^|[,;:.!?–—]\s*|\s-\s){_POLITE}"
_WORDS = r"(?:[\w'’]+\s+)"
_MY = r"(?:my|our|mine|the|that|this|those|these|it|what i|where i|how)"

_ASKED_OF_YOU = (
    r"(?:\b(?:please|kindly)\s+|\b(?:can|could|would|will|wo)(?:n['’]t)? (?:you|u)(?: please| kindly| just"
    r"| mind| also)*\s+"
    r"|\b(?:want|need|like|prefer|ask|beg|trust|expect|appreciate it if|grateful if|glad if|happ(?:y|ier) if)"
    r" (?:you|u)(?:['’]d| would| could)?(?: to)?(?: please| just)?\s+"
    r"|\b(?:you|u) (?:can|could|should|may|must|need to|ought to|had better)(?: just| safely| now| also)?\s+"
    r"|\b(?:rather|sooner|better|best|prefer it if|like it if) (?:that )?(?:if )?(?:you|u)(?: just)?\s+"
    r"|\b(?:time to|feel free to|be so kind as to|be good enough to|the right to (?:have|be)|want to have)\s+)"
)
_ORDERED = re.compile(rf"(?i)(?:{_START}|{_ASKED_OF_YOU}){_DISCARD}\b(?P<rest>.*)$")
_WISHED = re.compile(
    rf"(?i)\b(?:want|wants|like|need|needs|prefer|have|get|let|see|rather|sooner)\s+(?:that |it if )?"
    rf"(?P<rest>{_MY}\b(?:\s+[^\s,;.]+){{0,7}}?)\s+(?:to be |was |were |be )?(?:{_DISCARD}|{_GONE})\b"
)
_DUE = re.compile(
    rf"(?i)(?P<rest>\b{_MY}\b(?:\s+[^\s,;.]+){{0,7}}?)\s+(?:(?:should|must|has to|have to|needs? to"
    rf"|ought to|can|may)"
    rf" (?:be |now be )?(?:{_DISCARD}|{_GONE})|needs? {_DISCARD})\b"
)
_AWAY = re.compile(r"(?i)(?:^|[,;:.!?–—]\s*)(?:out|away|off|down the drain) with (?P<rest>[^,;.!?]+)")

_NOT_KEPT = re.compile(rf"(?i){_START}{_NEVER}\s+(?:you\s+|ever\s+)?{_WORDS}{{0,2}}?{_RETAIN}\b(?P<rest>.*)$")
_NOT_BY_YOU = re.compile(
    rf"(?i)(?:\b(?:you|u)\s+{_WORDS}{{0,3}}?{_NEVER}\s+(?:to\s+)?{_WORDS}{{0,3}}?{_RETAIN}"
    rf"|{_NEVER}\s+{_WORDS}{{0,4}}?(?:you|u)\s+(?:to\s+)?{_WORDS}{{0,2}}?{_RETAIN}"
    rf"|\b(?:you|u)\s+(?:have|['’]ve got|got) no {_WORDS}{{1,3}}?{_RETAIN}"
    rf"|\b(?:no|little|not much|without) (?:reason|need|point|right|cause|call"
    rf"|use)\b {_WORDS}{{0,4}}?{_RETAIN})\b(?P<rest>.*)$"
)
_NOT_THERE = re.compile(
    rf"(?i)(?P<rest>\b(?:{_MY}|\+?\d[\d ().\-]{{5,}})(?:\s+[^\s,;.]+){{0,8}}?)\s+(?:should|must|may|can|is"
    rf"|are|was|were|shall|ought|need)"
    r"(?:n['’]t| not| never| no longer)(?: to)? (?:\w+ ){0,2}?(?:kept|stored|remembered|saved|held|known"
    r"|recorded|retained"
    r"|anywhere|in (?:what you|your) \w+|on (?:file|record)|written|(?:yours|for you) to \w+|your business"
    r"|sitting|lying)\b"
)
_NOBODY_KEEPS = re.compile(
    rf"(?i)(?:\b(?:nobody|no one|none of you|i (?:do not|don['’]t|did not|didn['’]t"
    rf"|no longer) (?:\w+ )?(?:want|need|like|wish|consent|agree))"
    rf"\b[^,;.]*?(?P<rest>\b(?:{_MY}|them)\b[^,;.]*?)\s+(?:to be |being |is |are )?(?:kept|stored"
    rf"|remembered|saved|held|known|recorded"
    r"|on (?:file|record)|in (?:your|any) \w+|written down|anywhere|lying around|sitting|with you))\b"
)
_PRETENDED = re.compile(
    r"(?i)\b(?:pretend|act|behave|make believe|make as|carry on|go on)(?:ing)?\b(?: as)?(?: if| though"
    r"| like| that)?\s+"
    r"(?:i|you|u|we|it)\b(?:['’]d| had| have|['’]ve| was| were)?\s*(?:\w+ )?(?:never|not|no\b"
    r"|\w+n['’]t)(?P<rest>.*)$"
)
_WITHDRAWN = re.compile(
    r"(?i)\b(?:withdr[ae]w(?:ing|n)?|revok(?:e|ing)|retract(?:ing)?|cancel(?:l?ing)?|rescind(?:ing)?"
    r"|pull(?:ing)?"
    r"|tak(?:e|ing) back|undo)\b\s+(?:\w+ ){0,3}?(?:consent|permission|approval|agreement|ok(?:ay)?|leave"
    r"|blessing"
    r"|what i (?:\w+ )?(?:said|told|gave|wrote|shared|mentioned))\b(?P<rest>.*)$"
)
_LISTED = re.compile(r"(?i)^[\s\-*•]*(?:forget|delete|erase|remove)\s*[:=]\s*(?P<rest>\S.*)$")

# An order not to lose it, an account of having lost it, a case that is only thought of.
_KEEPS_IT = re.compile(
    rf"(?i)(?:{_NEVER}|\bcannot|\bkeep(?:s)?|\bno need to|\bi['’]ll never|\bwithout)\s+(?:ever\s+"
    rf"|you\s+)?{_DISCARD}\b"
    r"|\bforget (?:it|about it|to|that i asked)\b|\bnever ?mind\b|^(?:if|when(?:ever)?|what if|suppose"
    r"|imagine)\b"
)
# Somebody other than the listener did it or is to do it.
_BY_OTHERS = re.compile(
    rf"(?i)\b(?:i|we|he|she|they|it|someone|somebody|everyone|nobody|one|(?-i:[A-Z][a-z]+))\s+(?:\w+ly "
    rf"|just |always |also |already )?{_DISCARD}\b"
)
_HOW = re.compile(
    r"(?i)^(?:\W*\w+,\s+)?(?:how|what|why|where|who|when|which|is|are|does|did|do|should|has|have)\b.*\?\W*$"
)
_FORMS = (
    _ORDERED,
    _NOT_KEPT,
    _NOT_BY_YOU,
    _PRETENDED,
    _WITHDRAWN,
    _NOT_THERE,
    _NOBODY_KEEPS,
    _WISHED,
    _DUE,
    _AWAY,
)
_THROWN = (_ORDERED, _WISHED, _DUE, _AWAY)


def wanted_gone(sentence: str) -> str | None:
    """The words for what is to be forgotten, if the sentence asks for that.

    They may be a mere "it": what that is stands before them, or in the sentence before.
    """
    listed = _LISTED.match(sentence)
    if listed is not None:
        return listed["rest"].strip(" .!?,")
    if _HOW.match(sentence):
        return None
    kept = _KEEPS_IT.search(sentence)
    for form in _FORMS:
        found = form.search(sentence)
        if found is None or (kept is not None and form in _THROWN):
            continue
        if form in (_WISHED, _DUE) and _BY_OTHERS.search(sentence):
            continue
        return found["rest"].strip(" .!?,")
    return None


def is_unsaying(sentence: str) -> bool:
    """It takes back what was said or allowed, which can only be the speaker's own."""
    return bool(_PRETENDED.search(sentence) or _WITHDRAWN.search(sentence))


def is_listed(sentence: str) -> bool:
    """It is a line of a list of things to do with the memory: an order, a colon, a name."""
    return _LISTED.match(sentence) is not None

"""The form rule: what comes from outside must be a short statement about somebody or something.

A page has no business ordering, asking or addressing whoever reads the memory later. The rule looks
at origin instead of collecting phrases (guide/gate.md 3), and never applies to people's own words.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.gate.case import READ, Case
from core.gate.pattern import deferred
from core.gate.shape import MAX_CONTENT
from core.gate.sighting import Sighting, seen
from core.gate.speech import orders, sentences
from core.gate.trust import Trust
from core.gate.views import View
from core.gate.vocabulary import vocabulary

MAX_EXTERNAL = 400

_SECOND_PERSON = deferred(r"(?i)\b(?:you|your|yours|yourself|yourselves|you['’](?:re|ll|ve|d)|thou|thy|ur)\b")
_FIRST_ORDERS = deferred(
    r"(?i)\b(?:i (?:want|need|order|command|instruct|ask|would like|['’]d like|expect|demand|urge|"
    r"insist|request)|i['’]d like|help me|tell me|show me|give me|let me|"
    r"can i get|may i|my (?:first|next) (?:request|question|prompt|sentence|command|suggestion)|we "
    r"(?:want|need|expect) the)\b"
)
_POLITE = deferred(r"(?i)\b(?:please|pls|plz|kindly|bitte|por favor|s['’]il (?:vous|te) pla[iî]t)\b")
_QUESTION = deferred(r"(?:\?|？)(?=\s|$|[\"'”’)\]])")
_ASKING = deferred(
    r"(?i)^\s*[\"'“]?(?:who|what|when|where|why|which|whose|how|can|could|would|will|is|are|do|does|"
    r"did|should|may) (?:[\w'’]+ ){0,3}[\w'’]+\s*\?"
)
_CODE = deferred(
    r"(?m)```|`[^`\n]{3,}`|^\s*(?:def|class|import|from \w+ import|function|const|let|var|public|"
    r"private|#include|SELECT|INSERT|UPDATE|DELETE|CREATE|DROP)\b.*[({;=:]"
    r"|[{};]\s*$|=>|</?\w+[^>\n]{0,200}>|\w+\([^)\n]*\)\s*[;{.]|\$\(|\|\s*(?:bash|sh|python\d?|tee)\b|"
    r"&&|\b(?:curl|wget|sudo|chmod|rm -rf?|pip install|npm i(?:nstall)?)\s+\S"
    r"|\b[A-Z_]{4,}=\S|\]\(|!\["
)
_BLOB = deferred(
    r"(?<![\w/])(?=[A-Za-z+/=_-]*\d)(?=[^\sa-z]*[a-z])[A-Za-z0-9+/=_-]{48,}|"
    r"\\x[0-9a-f]{2}(?:\\x[0-9a-f]{2}){3}|(?:[01]{8}\s?){4,}"
)
_HEADING = deferred(r"(?m)^\s{0,3}#{1,6}\s+\S|^\s*={3,}|^\s*-{3,}\s*$|^\s*\*{3,}")
_AGENTS = (
    r"(?:(?:the|this|any|every|all|each|an?|future|other|our|your)\s+)?(?:(?:ai|llm|language|chat|"
    r"virtual|autonomous|coding|personal)\s+)?"
    r"(?:assistants?|agents?|chatbots?|bots?|a\.?i\.?s?|ais|llms?|language models?|models?|copilots?|"
    r"chatgpt|gpt(?:-\d\w*)?|claude|gemini|answers?|responses?|repl(?:y|ies)|"
    r"summar(?:y|ies)|outputs?|sessions?|conversations?)"
)
_MODAL = (
    r"(?:must|should|shall|needs? to|ha(?:s|ve) to|(?:is|are) (?:to|expected to|required to|supposed "
    r"to|obliged to|instructed to|asked to|told to|advised to|allowed to)|ought to|will (?:always|"
    r"never|now|only)|may (?:now|skip|ignore)|can (?:now|ignore|skip)|always|never)"
)
_DIRECTED = deferred(
    rf"(?i)\b{_AGENTS}\b(?! professor| manager| coach)[^.!?;\n]{{0,80}}?\b{_MODAL}\b(?! (?:not )?be "
    rf"\w+(?:ed|ght)\b)"
)
_ADDRESSED = deferred(
    r"(?i)\b(?:notes?|message|notice|instructions?|reminder|memo|attention|advisory|hint|"
    r"info(?:rmation)?|guidance|directions?)\s*(?:to|for)\s+(?:(?:all|any|the|every|ai|llm|our|other|"
    r"future)\s+)*"
    r"(?:ais?\b|assistants?|agents?|bots?|llms?|models?|readers?|developers?|crawlers?|copilots?|"
    r"whoever)|^\s*(?:dear|hello|hi|hey|attention)\s+(?:ai|assistant|agent|model|llm|chat ?gpt|bot)"
)
_STANDING = deferred(
    r"(?i)\b(?:from (?:now|here|this (?:point|moment|day)) on(?:wards?)?|from today(?: on)?|going "
    r"forward|henceforth|in (?:all |any )?(?:future|later|subsequent) (?:sessions?|conversations?|"
    r"chats?|replies|answers|interactions|tasks)"
    r"|in every (?:future )?(?:session|conversation|reply|answer|response)|until further notice|"
    r"permanently|at all times|without exception)\b"
)
_OUTPUT = deferred(
    r"(?i)\b(?:all|every|each|any)\s+(?:answers?|responses?|repl(?:y|ies)|summar(?:y|ies)|outputs?|"
    r"reports?|mails?|"
    r"messages?)\s+(?:ends?|starts?|begins?|includes?|contains?|carr(?:y|ies)|mentions?|links?)\b"
)
_ADVICE = deferred(
    r"(?i)\b(?:it|this) is (?:strongly |highly )?(?:recommended|advised|required|mandatory|best|"
    r"advisable) to\b"
)
_CONDITIONAL = deferred(
    r"(?i)^[\s\"'“]*(?:whenever|upon|each time|every time|next time|any ?time|(?:before|after|during|"
    r"upon|for) (?:any|every|each|all)|if (?:any|some)(?:one|"
    r"body)|when (?:the user|someone|asked|a user|users|memory|asking))\b"
)
_NORM = deferred(
    r"(?i)\b(?:must (?:not|never|always)\b|mustn['’]t\b|should (?:always|never|be (?:the default|"
    r"treated|considered|used|trusted|preferred|ignored|copied|sent|paid|added|recommended))|(?:is|are)"
    r" to be |shall (?:not |be )?"
    r"|can be (?:dismissed|ignored|skipped|bypassed|trusted|accepted|approved|deleted)|(?:do|does|need)"
    r" not (?:need|require|apply|have) (?:to )?(?:confirm|approv|verif|review)\w*)"
)
# Whoever reads it later is among them.
_ANYBODY = deferred(
    r"(?i)(?:^|[.!?;:\n]\s*)[\"'“]?(?:one|people|everyone|everybody|anyone|anybody|nobody|no[ -]one|(?:the |all |any "
    r")?(?:users?|readers?|staff|employees))\s+(?:(?:should|must|shall|ought to|needs? to|ha(?:s|ve) to|may|need"
    r" not)\b)"
)
# What an agent does, told as a fact, is what the next one will do.
_ACTS = deferred(
    r"(?i)(?:^|[.!?;:\n]\s*)[\"'“]?(?:(?:the|this|every|any|all|each|an?|our|your|future|other|later|next)\s+){0,2}"
    r"(?:(?:ai|llm|language|chat|virtual|autonomous|coding|support|billing|memory)\s+)?"
    r"(?:assistants?|agents?|chatbots?|bots?|llms?|copilots?|language models?|ai models?|ais?)\s+"
    r"(?:(?:now|then|also|only|simply|automatically|silently|directly|just|first|usually)\s+){0,2}"
    r"(?P<verb>[a-z]{2,20})\b"
)
_IDLE = frozenset(
    ("work", "look", "help", "cost", "need", "come", "live", "mean", "stay", "run", "sleep", "start")
)
_DORMANT = deferred(r"(?i)(?:^|[.!?;\n]\s*)[\"'“]?(?:if|once|as soon as|should)\s+[^,.!?\n]{2,120},\s+\S")
_LURE = deferred(
    r"(?i)\b(?:act now|action (?:is )?(?:required|needed)|before (?:the )?deadline|immediate(?:ly)? "
    r"action|congratulations|claim (?:your|the|now)|eligible for|click here|limited time|"
    r"you(?:['’]ve| have) won|airdrop|verify your|wire (?:the )?(?:money|funds)|(?:transfer|payment|"
    r"approval) (?:is )?(?:needed|required))\b"
)
_SHOUTED = deferred(
    r"^(?:[A-Z]{2,}[ ,!:]+){0,6}(?:CRITICAL|URGENT|IMPORTANT|WARNING|ALERT|ATTENTION|NOTICE|SYSTEM|"
    r"ADMIN|OVERRIDE|MANDATORY)\b[ A-Z]*[:!]"
)
_FOREIGN = {
    "de": "der die das und ist nicht ein eine für mit auf den dem wird sich auch wenn alle sie ich zu von "
    "bei nach aus über immer an ab alle allen jede jeden vom zum zur ihre sofort",
    "fr": "le la les des et est une pas pour dans que qui avec sur ce cette vous au aux du toutes nous il "
    "elle ne tous toute tout à chaque sans",
    "es": "el la los las de que y en un una es por para con del se no al lo como todas siempre pero su usted "
    "todos toda cada sin hacia",
    "pt": "o a os as de que e em um uma é por para com do da não no na ao como todas sempre deve antes "
    "daqui todos toda cada sem",
    "it": "il lo la gli le di che e in un una è per con del della non si sono come tutte sempre "
    "questo tutti ogni senza alla",
    "nl": "de het een en is niet van voor met op dat zijn aan ook als alle bij naar altijd deze alles elke zonder",
    "sv": "och att det som en är på för med av till inte den om alla vid från ska varje utan alltid",
    "da": "og at det som en er på for med af til ikke den om alle ved fra skal hver uten uden altid",
    "fi": "ja on ei se että kaikki aina kaikille mutta tai ilman",
    "cs": "a je na se že do pro všechny vždy nebo od při bez",
    "ro": "și este nu un o pe cu din pentru care în la de să mai",
    "pl": "i w nie na się z do jest że to o jak po wszystkie zawsze",
    "tr": "ve bir bu için ile de da değil olarak her tüm",
}
_FOREIGN_WORDS = {language: frozenset(words.split()) for language, words in _FOREIGN.items()}
_SMALL_WORDS = frozenset().union(*_FOREIGN_WORDS.values())
_ENGLISH = (
    "the of and to in is was for that with on as are be by an from or at has have had it his her he she they their "
    "a this i not its who which when after about into during"
)
_ENGLISH_WORDS = frozenset(_ENGLISH.split())
_TOKEN = deferred(r"[^\W\d_]+")
_ADDRESS = deferred(r"[\w.+-]@[\w-]+\.|https?://|\bwww\.")


def form_rule(case: Case) -> Iterator[Sighting]:
    """Every way in which an external note is no plain statement; the first of each kind."""
    if case.trust is not Trust.EXTERNAL or case.is_import:
        return
    length = sum(len(view.text) for view in case.told)
    if length > MAX_EXTERNAL and len(case.proposal.content) <= MAX_CONTENT:
        yield seen("form_rule", problem="length", length=length, limit=MAX_EXTERNAL)
    for number, view in enumerate(case.told):
        # Only the note itself has places to point at; a JSON value and the parts have none.
        own = number == 0 and not case.proposal.is_json
        for problem, start, end in _problems(view):
            yield seen("form_rule", view.span(start, end) if own else None, problem=problem)


def _problems(view: View) -> Iterator[tuple[str, int, int]]:
    text = view.text[:READ]
    for order in orders(text):
        yield "imperative", *order
        break
    for problem, pattern in _PATTERNS:
        match = pattern.search(text)
        if match:
            yield problem, *match.span()
    acting = next((match for match in _ACTS.finditer(text) if _is_present(match["verb"])), None)
    if acting:
        yield "agent", *acting.span()
    language = foreign_language(text) or foreign_order(text)
    if language:
        yield "language", 0, len(text)


def _is_present(word: str) -> bool:
    """Whether a word after its subject is a verb in the present: "forward", "forwards", "replies"."""
    verbs = vocabulary("verbs")
    plain = word.lower()
    stems = {plain, plain.removesuffix("s"), plain.removesuffix("es"), f"{plain.removesuffix('ies')}y"}
    return bool(stems & verbs) and not stems & _IDLE


def foreign_order(text: str) -> str | None:
    """The sign of an order in another language, where a text is too short to tell the language.

    A sentence that starts with a verb in the form of an order, or an address in a sentence of
    another language's small words and none of English.
    """
    orders_of = vocabulary("foreign_orders")
    for _, sentence in sentences(text):
        said = [match[0].lower() for match in _TOKEN.finditer(sentence[:300])]
        if any(word in orders_of for word in said[:1]) and len(said) > 1:
            return "other"
        if not _ENGLISH_WORDS.isdisjoint(said) or _SMALL_WORDS.isdisjoint(said):
            continue
        if _ADDRESS.search(sentence):
            return "other"
    return None


def foreign_language(text: str) -> str | None:
    """The language a text seems to be in when it is not English; None for names and numbers alone."""
    letters = [c for c in text if c.isalpha()]
    if not letters:
        return None
    if sum(not c.isascii() and ord(c) > 0x24F for c in letters) > 0.3 * len(letters):
        return "other"
    tokens = [match[0].lower() for match in _TOKEN.finditer(text[:600])]
    english = sum(token in _ENGLISH_WORDS for token in tokens)
    best, count = max(
        (
            (language, sum(token in known for token in tokens) if len(known & set(tokens)) > 1 else 0)
            for language, known in _FOREIGN_WORDS.items()
        ),
        key=lambda each: each[1],
    )
    return best if count >= 2 and count > 1.5 * english and count >= 0.15 * len(tokens) else None


_PATTERNS = (
    ("second_person", _SECOND_PERSON),
    ("request", _FIRST_ORDERS),
    ("please", _POLITE),
    ("question", _QUESTION),
    ("question", _ASKING),
    ("code", _CODE),
    ("blob", _BLOB),
    ("heading", _HEADING),
    ("agent", _DIRECTED),
    ("agent", _ADDRESSED),
    ("standing", _STANDING),
    ("condition", _CONDITIONAL),
    ("norm", _NORM),
    ("norm", _ADVICE),
    ("norm", _ANYBODY),
    ("condition", _DORMANT),
    ("agent", _OUTPUT),
    ("pressure", _LURE),
    ("pressure", _SHOUTED),
)

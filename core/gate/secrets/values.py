"""Telling a secret value from a word, a placeholder, a path or an identifier."""

from __future__ import annotations

import math
import re
from collections import Counter

_PLACEHOLDER = re.compile(
    r"""(?ix) ^ (?:
        [<\[{(] [^>\]})]{0,60} [>\]})]?            # <password>, [hidden], {{ value }}
      | \$ \{? [\w.:-]{1,60} \}? | \$\( .{0,80}     # ${VALUE}, $VALUE, $(command)
      | % \(? \w{1,40} \)? [%sd]? | @ \w{1,40} @
      | [*x•.·…_-]{3,} | \.{2,}
      | (?:your|my|the|a|some|new|old|user|this|that|insert|enter|example|sample|dummy|fake|test)
        [_ -]? (?:\w{1,20}[_ -])? (?:pass(?:word|wd|phrase|code)?|secret|token|key|value|credentials?) (?:[_ -]?here)?
      | (?:pass(?:word|wd|phrase|code)?|pwd|secret|token|api[_-]?key|key|login|username|user) [_-]? (?:here|\d)?
      | change[_-]?(?:me|it) | redacted | placeholder | todo | tbd | fixme | n/?a | x+ | foo(?:bar)? | abc(?:123)?
      | none | null | nil | undefined | true | false | yes | no | empty | string | str | int | bool | bytes | text
      | number | object | optional | varchar.{0,8} | char.{0,8} | env | environ | required
    ) $"""
)
_CODE = re.compile(
    r"(?i)^(?:os\.|process\.|env\.|sys\.|self\.|this\.|config[.\[]|settings?[.\[]|secrets?[.\[]|vault[:.]|getenv|getpass|input\()"
    r"|^[\w.]{1,80}\(|^[\w.]{1,60}\[|^[a-z_][a-z0-9_]{0,40}(?:\.[a-z_][a-z0-9_]{0,40}){1,6}$"
)
_PATH = re.compile(r"(?i)^(?:[a-z]:\\|~?\.{0,2}/|[\w.-]{1,60}/[\w./-]{1,200}$|https?:|www\.|[\w-]{1,60}\.(?:[a-z]{2,4})$)")
_ENVIRONMENT = re.compile(r"^[A-Z][A-Z0-9]{1,40}(?:_[A-Z0-9]{1,40})+$")
_VERSION = re.compile(r"(?i)^v?\d{1,5}(?:\.\d{1,6}){1,4}(?:[-+.]?(?:rc|beta|alpha|dev|post|lts)[\w.]{0,10})?$")
_HEX = re.compile(r"(?i)^(?:0x)?[0-9a-f]+(?:-[0-9a-f]+){0,8}$")
# Numbers people give to orders, tickets and releases.
_NUMBERED = re.compile(r"^[A-Z]{1,8}[-_#]?\d{1,12}(?:[-_.]\d{1,12}){0,3}$")
_DATE = re.compile(r"^\d{1,4}[-/.:]\d{1,2}(?:[-/.:]\d{1,4})?(?:[T ].{0,20})?$")
_MAIL = re.compile(r"^[^@\s]{1,80}@[^@\s]{1,80}\.\w{2,20}$")
_WORDLIKE = 0.6
_HEX_RUN = re.compile(r"(?i)(?<![a-z0-9])(?=[a-f]*\d)[0-9a-f]{24,}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")
_LETTERS = re.compile(r"[A-Za-z]{2,}")
_BORDERS = re.compile(r"(?<=\d)(?=[A-Za-z])|(?<=[A-Za-z])(?=\d)")
_SEGMENTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[^A-Za-z\d]+")
# Pairs of letters that English is made of; in a drawn token they are rare.
_COMMON_PAIRS = frozenset(
    """th he in er an re nd at on nt ha es st en ed to it ou ea hi is or ti as te et ng of al de se le sa si ar ve ra
    ld ur ne me co ro ic ce io ri li ch ll be ma us om ho ec el di la ac ta no ut so tr em un pe wi sh ss we ee ca ge
    il rs po pr wh ct su ns na ow ad mo fo lo im op ab id ir ke ol ly ap ag mi ul pl am ex ig bl gr ay ev ot ts ry fi
    wo ck up iv vi do bo ba fe da tu pa ga gi go gu ki ue ai sp sc sk qu cr cl br dr fl fr ep ef ob od og ok ub uc ud
    ug ui um ys ny my by ty ph rt rd rk rm rn""".split()
)

# What follows "the password is" when no password follows.
STATES = frozenset(
    """a an the in on at by to of for from with as not no now never always already only also just both either being
    too very so still that this these those what when where which who why how if unless because since until my your
    our his her its their it he she they we you i there here and or but like than same correct incorrect wrong right
    good bad weak strong long short empty blank missing present absent unknown known hidden visible secret public
    private safe unsafe secure insecure valid invalid optional mandatory required needed necessary sensitive
    case-sensitive important simple easy hard complex unique random different identical new old current default
    temporary permanent available unavailable ready due fine ok okay set kept lost gone out up down off sent shown
    written held made done given taken found put read stuck stale fresh plain clear raw encrypted one two three four
    five six seven eight nine ten several many few all any some none nothing something anything everything everyone
    part most more less about under over between per via through after before during within without inside outside
    must should shall may might can could will would has have had does did do was were are be been is really quite
    yet either neither enough sufficient essential critical useful useless common standard basic normal special
    local remote global internal external automatic manual static dynamic asked handled managed rotated reset""".split()
)
_STATE_ENDING = re.compile(r"(?i)(?:ed|ing|ly|able|ible|less|ful|ous|ive|ent|ant)$")


def is_placeholder(value: str) -> bool:
    """Whether the value stands for one instead of being one."""
    return bool(_PLACEHOLDER.match(value) or _CODE.search(value) or _ENVIRONMENT.match(value))


def is_reference(value: str) -> bool:
    """Whether the value is a path, address, version, date, number of a thing, or mail address."""
    return any(pattern.match(value) for pattern in (_PATH, _VERSION, _DATE, _MAIL, _NUMBERED))


def is_statement(value: str) -> bool:
    """Whether a word that follows "is" says something about the password instead of being it."""
    lower = value.lower()
    return lower in STATES or (value.isalpha() and bool(_STATE_ENDING.search(lower)) and len(value) > 4)


def is_hex(value: str) -> bool:
    """Hexadecimal digits, perhaps behind a prefix: a key as often as a checksum, so the words around it decide."""
    return len(value) >= 16 and bool(_HEX.match(value) or _HEX_RUN.search(value))


def is_mixed(value: str) -> bool:
    """At least two kinds of character in one token of six or more: no ordinary word."""
    if len(value) < 6 or is_reference(value):
        return False
    kinds = (
        any(c.isdigit() for c in value),
        any(c.islower() for c in value),
        any(c.isupper() for c in value[1:]),
        any(not c.isalnum() and c not in "-'’.," for c in value),
    )
    if kinds[0] and (kinds[1] or kinds[2] or value[0].isalpha()):
        return True
    return sum(kinds) >= 3 or (kinds[3] and sum(kinds) >= 2 and len(value) >= 7)


def entropy(value: str) -> float:
    """Shannon entropy in bits per character."""
    total = len(value)
    return -sum(count / total * math.log2(count / total) for count in Counter(value).values())


def is_random(token: str) -> bool:
    """Whether a free-standing token was drawn by a machine: letters and digits woven together.

    Names of models, files and machines also hold digits, but between them they spell words.
    """
    length = len(token)
    if not 14 <= length <= 400 or is_reference(token) or is_hex(token) or is_placeholder(token):
        return False
    digits = sum(c.isdigit() for c in token)
    letters = sum(c.isalpha() and c.isascii() for c in token)
    letters_only = [run.lower() for run in _LETTERS.findall(token)]
    pairs = [run[i : i + 2] for run in letters_only for i in range(len(run) - 1)]
    common = sum(pair in _COMMON_PAIRS for pair in pairs)
    if digits < 2:
        words = [part for part in _SEGMENTS.findall(token) if part.isalpha()]
        return len(words) >= 6 and letters <= 3.2 * len(words) and common <= _WORDLIKE * len(pairs)
    if letters < 4 or digits + letters < 0.75 * length or len(_BORDERS.findall(token)) < 2:
        return False
    return common <= _WORDLIKE * len(pairs) and entropy(token) >= 3.0

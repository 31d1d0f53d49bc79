"""Telling a secret value from a word, a placeholder, a path or an identifier."""

from __future__ import annotations

import math
import re
from collections import Counter

from core.gate.pattern import deferred
from core.gate.vocabulary import vocabulary

_PLACEHOLDER = deferred(
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
_CODE = deferred(
    r"(?i)^(?:os\.|process\.|env\.|sys\.|self\.|this\.|config[.\[]|settings?[.\[]|secrets?[.\[]|"
    r"vault[:.]|getenv|getpass|input\()"
    r"|^[\w.]{1,80}\(|^[\w.]{1,60}\[|^[a-z_][a-z0-9_]{0,40}(?:\.[a-z_][a-z0-9_]{0,40}){1,6}$"
)
_PATH = deferred(
    r"(?i)^(?:[a-z]:\\|~?\.{0,2}/|[\w.-]{1,60}/[\w./-]{1,200}$|https?:|www\.|"
    r"[\w-]{1,60}\.(?:[a-z]{2,4})$)"
)
_ADDRESS = deferred(r"(?i)^(?:[a-z]:\\|https?:|www\.)")
_FILE = deferred(
    r"(?i)^[\w-]{1,60}\.(?:md|txt|py|js|ts|rb|go|rs|c|h|sh|ya?ml|json|toml|ini|cfg|conf|env|csv|docx?|pdf|"
    r"xlsx?|html?|xml|log|db|sql|java|php|key|pem|kdbx?|gpg|enc|vault|rst|bak|zip)$"
)
# What files with passwords in them, or about them, are called.
_FILE_STEMS = (
    "readme config configuration conf settings secrets secret env environment password passwords passwd "
    "credentials creds vault keys notes docs documentation main app index setup install shadow database "
    "values prod production staging local default defaults docker-compose compose login auth"
)
# A folder may carry a number at its end: "v2", "prod1", "python3".
_COUNTED = deferred(r"^[a-z]{1,12}\d{1,2}$")
_ENVIRONMENT = deferred(r"^[A-Z][A-Z0-9]{1,40}(?:_[A-Z0-9]{1,40})+$")
_VERSION = deferred(r"(?i)^v?\d{1,5}(?:\.\d{1,6}){1,4}(?:[-+.]?(?:rc|beta|alpha|dev|post|lts)[\w.]{0,10})?$")
_HEX = deferred(r"(?i)^(?:0x)?[0-9a-f]+(?:-[0-9a-f]+){0,8}$")
# Numbers people give to orders, tickets and releases.
_NUMBERED = deferred(r"^[A-Z]{1,8}[-_#]?\d{1,12}(?:[-_.]\d{1,12}){0,3}$")
_DATE = deferred(r"^\d{1,4}[-/.:]\d{1,2}(?:[-/.:]\d{1,4})?(?:[T ].{0,20})?$")
_MAIL = deferred(r"^[^@\s]{1,80}@[^@\s]{1,80}\.\w{2,20}$")
_WORDLIKE = 0.6
_HEX_RUN = deferred(r"(?i)(?<![a-z0-9])(?=[a-f]*\d)[0-9a-f]{24,}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")
_LETTERS = deferred(r"[A-Za-z]{2,}")
_BORDERS = deferred(r"(?<=\d)(?=[A-Za-z])|(?<=[A-Za-z])(?=\d)")
_SEGMENTS = deferred(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[^A-Za-z\d]+")

_STATE_ENDING = deferred(r"(?i)(?:ed|ing|ly|able|ible|less|ful|ous|ive|ent|ant)$")


def is_placeholder(value: str) -> bool:
    """Whether the value stands for one instead of being one."""
    return bool(_PLACEHOLDER.match(value) or _CODE.search(value) or _ENVIRONMENT.match(value))


def is_reference(value: str) -> bool:
    """Whether the value is a path, address, version, date, number of a thing, or mail address."""
    return is_place(value) or _NUMBERED.match(value) is not None


def is_place(value: str) -> bool:
    """Whether the value says where or when, which no password does."""
    return any(pattern.match(value) for pattern in (_PATH, _VERSION, _DATE, _MAIL))


def is_plain_place(value: str) -> bool:
    """Whether a value that is stated as the password is a path, address, version or date all the same.

    ``a/b`` and ``x.ext`` alone do not make one: people use both as passwords. A path starts like one or
    is made of plain words, and a file is named after what files are for.
    """
    if _FILE.match(value):
        return value.rpartition(".")[0].lower().strip("_-") in _FILE_STEMS.split()
    if not _PATH.match(value):
        return is_place(value)
    if _ADDRESS.match(value):
        return True
    parts = [part for part in re.split(r"[\\/]", value) if part not in {"", "~", ".", ".."}]
    if value[0] in "~." or value.startswith("/"):
        return len(parts) > 1 or not any(map(_is_woven, parts))
    return not any(map(_is_woven, parts))


def is_plain_placeholder(value: str) -> bool:
    """As `is_placeholder` for a value that is stated as the password: a file's name is no code."""
    return is_placeholder(value) and not (_FILE.match(value) and not is_plain_place(value))


def _is_woven(part: str) -> bool:
    """Letters and digits in one token, or capitals inside it: no name of a folder."""
    stem = part.partition(".")[0]
    digits = any(c.isdigit() for c in stem)
    return (digits and any(c.isalpha() for c in stem) and not _COUNTED.match(stem)) or any(
        c.isupper() for c in stem[1:] if not stem.isupper()
    )


def is_statement(value: str) -> bool:
    """Whether a word that follows "is" says something about the password instead of being it."""
    lower = value.lower()
    return lower in vocabulary("password_states") or (
        value.isalpha() and bool(_STATE_ENDING.search(lower)) and len(value) > 4
    )


def is_hex(value: str) -> bool:
    """Hexadecimal digits, perhaps behind a prefix: a key as often as a checksum, so the words around decide."""
    return len(value) >= 16 and bool(_HEX.match(value) or _HEX_RUN.search(value))


def is_mixed(value: str, *, stated: bool = False) -> bool:
    """At least two kinds of character in one token of six or more: no ordinary word.

    Args:
        stated: somebody says that it is the password, so only a plain path or file is none.
    """
    if len(value) < 6 or _NUMBERED.match(value) or (is_plain_place(value) if stated else is_place(value)):
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
    common = sum(pair in vocabulary("letter_pairs") for pair in pairs)
    if digits < 2:
        words = [part for part in _SEGMENTS.findall(token) if part.isalpha()]
        return len(words) >= 6 and letters <= 3.2 * len(words) and common <= _WORDLIKE * len(pairs)
    if letters < 4 or digits + letters < 0.75 * length or len(_BORDERS.findall(token)) < 2:
        return False
    return common <= _WORDLIKE * len(pairs) and entropy(token) >= 3.0

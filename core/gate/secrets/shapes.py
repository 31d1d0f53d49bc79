"""Secrets known by the shape they stand in: addresses, commands, headers, key blocks, pairs, phrases."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.gate.pattern import deferred
from core.gate.secrets.found import Secret
from core.gate.secrets.values import is_hex, is_mixed, is_placeholder, is_random, is_reference, is_statement

_URL = deferred(
    r"(?i)\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@\"'<>]{0,100}:(?P<value>[^\s/@\"'<>]{3,200})"
    r"@[\w.\[\]-]{1,200}"
)
_QUERY = deferred(
    r"(?i)(?:[?&;]|%26|%3f)(?:\w{0,20}(?:token|secret|passw(?:or)?d|pwd|api_?key|credential|signature|"
    r"sig|auth|key))(?:=|%3d)"
    r"(?P<value>[\w.~+/-]{8,400})"
)
_HEADER = deferred(
    r"(?i)\b(?:bearer|basic|(?:x-)?api-?key|authorization|token)[: \t]{1,3}(?P<value>(?=[^\s]{0,80}\d)"
    r"[\w.=+/~-]{16,1500})"
)
_SQL = deferred(
    r"""(?i)\b(?:identified[ \t]+(?:by|with[ \t]+\S{1,40}[ \t]+(?:by|as))|with[ \t]+password|login[ """
    r"""\t]+password|role[ \t]+\w{1,60}[ \t]+password)"""
    r"""[ \t=(]{1,4}["'`]?(?P<value>[^\s"'`;\\)]{4,200})"""
)
_OPTION = deferred(
    r"""(?i)(?:^|\s)--?(?:\w{1,20}-)?(?:pass(?:word|phrase|wd)?|pwd|pw|secret|token|api[_-]?key|"""
    r"""auth[_-]?token)[= \t]{1,3}["']?"""
    r"""(?P<value>[^\s"'<>]{3,200})"""
)
_SHORT_OPTION = deferred(
    r"""\b(?:mysql(?:dump|admin)?|mariadb|sshpass|psql|redis-cli|mongo(?:sh)?|ldapsearch|smbclient|curl|"""
    r"""docker[ \t]+login|ssh|ftp|7z|unzip|zip)\b"""
    r"""[^\n]{0,160}?[ \t]-(?P<flag>[pPaw])[ \t]?["']?(?P<value>[^\s"'<>-][^\s"'<>]{2,100})"""
)
_PEM = deferred(
    r"-----BEGIN[ A-Z0-9_-]{0,60}(?:PRIVATE KEY|KEY BLOCK)[ A-Z-]{0,20}-----(?:(?!-----)[\s\S])"
    r"{1,9000}(?:-----END[ A-Z0-9_-]{0,80}-----)?"
)
_DER = deferred(
    r"(?<![\w+/])(?:MII[A-Za-z0-9+/]{28,4000}|b3BlbnNzaC1rZXkt[A-Za-z0-9+/]{16,4000}|"
    r"PuTTY-User-Key-File[^\n]{1,80})={0,2}"
)
_LOGIN = (
    r"(?:log[ -]?in|sign[ -]?in|credential|cred|account|acct|user(?:[ _-]?(?:name|id))?|id|pw|admin|"
    r"access|auth|ssh|ftp|계정|아이디|logon)s?"
)
_PAIR = deferred(
    rf"(?i)\b{_LOGIN}\b[^\n:=(]{{0,40}}?(?:[ \t]+(?:is|are|was|with|as|via)[ \t]+|[ \t]*[:=][ \t]*|[ \t]+)"
    r"(?P<user>[\w.@+-]{2,60})(?P<between>[ \t]*/[ \t]*|:|[ \t]*\|[ \t]*|\(|[ \t]+and[ \t]+)"
    r"(?P<value>[^\s,;()\"'/]{3,100})"
)
_AT_HOST = deferred(
    r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}[ \t(/:]{1,3}(?:[\w.-]{2,40}[/: \t]{1,2})?(?P<value>[^\s,;()"
    r"\"'/]{6,60})"
)
_PIN = deferred(
    r"(?i)\b(?P<noun>pin(?:[ -]?(?:code|number))?|(?:door|gate|alarm|entry|lock|access|garage|safe|"
    r"security|voicemail|unlock|sim|puk|vault|locker|building|keypad)"
    r"[ -]?(?:code|combination|combo|pin)|combination|passcode|cvv2?|cvc2?|csc|card security code|"
    r"one[- ]time (?:code|password)|otp|verification code|2fa code)"
    r"(?:[ \t]+(?:for|of|to|on|at)[ \t]+(?:[\w.'’-]{1,30}[ \t]+){0,4}?[\w.'’-]{1,30})?[ \t]*(?:is|was|"
    r"=|:|->|,|\(|set to|changed to)?[ \t]*(?:now|still|set to)?[ \t]*"
    r"(?P<value>\d[\d -]{1,10}\d[#*]?)(?![\w:/-]|\.\d)"
)
_PHRASE = deferred(
    r"(?i)\b(?:seed|recovery|mnemonic|backup|wallet|secret|bip-?39)(?:[ \t]+(?:recovery|seed|wallet|"
    r"backup|secret))?[ \t]+(?:phrase|words?|seed)"
    r"\b[^\n:=\"]{0,40}?(?:[:=\"“]|\bis\b|\bare\b)[ \t\"“]{0,3}(?P<value>(?:[a-z]{3,8}[ ,]{1,2})"
    r"{11,24}[a-z]{3,8})"
)
_WORDS = deferred(r"(?<![\w-])(?:[a-z]{3,8}[ ]){11,23}[a-z]{3,8}(?![\w-])")
_CODES = deferred(
    r"(?i)\b(?:backup|recovery|rescue|2fa|mfa|scratch)[ -]?(?:2fa[ -]?|mfa[ -]?)"
    r"?codes?\b[^\n:=]{0,30}[:=]?[ \t]*"
    r"(?P<value>(?:[a-z0-9]{3,6}-?[a-z0-9]{3,6}[ ,;]{0,3}){1,16})"
)
_FUNCTION_WORDS = (
    "the and for with that this from are was not have has his her its you they were been will would "
    "but our out all can"
)
_TOKEN = deferred(r"(?<![\w/+=.@-])[A-Za-z0-9][\w+/=.~-]{13,400}", re.ASCII)
_CONTEXT = deferred(
    r"(?i)\b(?:keys?|tokens?|secrets?|access|credentials?|auth|log[ -]?in|api|use[sd]?|gave|pasted|"
    r"works? with|password|remember|connect\w*|authenticat\w*|call(?:s|ing)?|account|integration|valid)"
    r"\b|->|→|:="
)
_CHECKSUM = deferred(
    r"(?i)\b(?:commit|sha-?\d*|md5|checksum|digest|hash(?:es)?|revision|rev|etag|fingerprint|uuid|guid|"
    r"trace|request|build|image|tree|blob"
    r"|merge[ds]?|cherry-pick(?:ed)?|tag|version|id|ids|hunk|object|layer)\b"
)


def shaped(text: str) -> Iterator[Secret]:
    """Secrets whose surroundings give them away."""
    for kind, pattern in (("url_password", _URL), ("sql_password", _SQL), ("command_password", _OPTION)):
        for match in pattern.finditer(text):
            if not is_placeholder(match["value"]) and not is_statement(match["value"]):
                yield Secret(*match.span("value"), kind)
    for kind, pattern in (("url_token", _QUERY), ("header", _HEADER)):
        for match in pattern.finditer(text):
            if any(c.isdigit() for c in match["value"]) and not is_placeholder(match["value"]):
                yield Secret(*match.span("value"), kind)
    for match in _SHORT_OPTION.finditer(text):
        if match["flag"] in "pa" and not match["value"].isdigit() and not is_placeholder(match["value"]):
            yield Secret(*match.span("value"), "command_password")
    for pattern in (_PEM, _DER):
        for match in pattern.finditer(text):
            yield Secret(*match.span(), "private_key")
    yield from _pairs(text)
    yield from _spoken(text)


def random_tokens(text: str) -> Iterator[Secret]:
    """Free-standing tokens a machine drew; a hexadecimal one only where a credential is spoken of."""
    for match in _TOKEN.finditer(text):
        token = match[0].rstrip(".=-")
        around = text[max(0, match.start() - 60) : match.start()] + " " + text[match.end() : match.end() + 40]
        if is_random(token) or (
            is_hex(token) and len(token) >= 20 and _CONTEXT.search(around) and not _CHECKSUM.search(around)
        ):
            yield Secret(match.start(), match.start() + len(token), "random_token", certain=False)


def _pairs(text: str) -> Iterator[Secret]:
    for match in _PAIR.finditer(text):
        value = match["value"].rstrip(".!?")
        if (
            is_placeholder(value)
            or is_statement(value)
            or is_reference(value)
            or is_placeholder(match["user"])
        ):
            continue
        # "viewer:dragon" and "admin / dragon" need the words around them; two words need more than that.
        plain = value.isalpha() and (match["between"] not in {":", " / "} or not _says_credentials(match[0]))
        if not plain and (is_mixed(value) or _says_credentials(match[0])) and not value.isdigit():
            yield Secret(match.start("value"), match.start("value") + len(value), "pair")
    for match in _AT_HOST.finditer(text):
        if is_mixed(match["value"]) and not is_placeholder(match["value"]):
            yield Secret(*match.span("value"), "pair")


def _says_credentials(text: str) -> bool:
    return re.search(r"(?i)cred|log[ -]?in|sign[ -]?in|logon", text) is not None


def _spoken(text: str) -> Iterator[Secret]:
    for match in _PIN.finditer(text):
        yield Secret(*match.span("value"), "pin", certain=False)
    for match in _PHRASE.finditer(text):
        yield Secret(*match.span("value"), "seed_phrase")
    for match in _WORDS.finditer(text):
        words = match[0].split()
        # Drawn from 2,048 words, a phrase has one word twice now and then, and never the same all over.
        is_drawn = len(words) - len(set(words)) <= len(words) // 12
        if is_drawn and not set(_FUNCTION_WORDS.split()) & set(words):
            yield Secret(*match.span(), "seed_phrase", certain=False)
    for match in _CODES.finditer(text):
        if any(c.isdigit() for c in match["value"]) and len(match["value"]) >= 6:
            length = len(match["value"].rstrip(" ,;"))
            yield Secret(match.start("value"), match.start("value") + length, "backup_codes")

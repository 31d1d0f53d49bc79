"""A secret in a sentence or a setting: a noun, what joins them, and the value."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.gate.pattern import deferred
from core.gate.secrets.found import Secret
from core.gate.secrets.values import (
    is_hex,
    is_mixed,
    is_placeholder,
    is_plain_place,
    is_plain_placeholder,
    is_random,
    is_statement,
)
from core.gate.vocabulary import vocabulary

# Nouns whose value may be any word, in the languages people write notes in.
_STRONG = (
    r"pass(?:[ _-]?(?:word|phrase|code|wd)|wrd)?s?|paasword|psswd|p/?wd?|secrete"
    r"|kennwort|passwort|mot de passe|contrase(?:ñ|n)a|senha|wachtwoord|parola d'ordine|has[lł]o|"
    r"l[oö]senord|пароль|salasana"
    r"|パスワード|暗証番号|密码|密碼|口令|비번|비밀번호|암호|패스워드"
)
# Nouns that mean a secret only when the value looks like one.
_WEAK = (
    r"(?:api|access|secret|private|auth(?:entication|orization)?|service|client|account|encryption|"
    r"signing|deploy|license|licence"
    r"|master|session|shared|webhook|bearer|refresh|storage|consumer|app(?:lication)?|personal)[ "
    r"_.-]?(?:access[ _.-]?)?"
    r"(?:key|token|secret|code|credential|id[ _.-]?key)s?"
    r"|(?:backup|recovery|rescue|one[- ]time|2fa|mfa|otp)[ _-](?:code|key|password|token)s?"
    r"|secret|token|keys?|credentials?|creds?|apikey|pat|jwt|api|cookie|session[ _-]?id|sessid|sid|"
    r"auth(?:entication[ _]string)?|signature|login"
)
_NAME = r"[\w.$\[\]-]{0,40}?"
_QUALIFIER = (
    r"(?:[ \t]+(?:for|of|on|to|at|in|from|used by|behind)[ \t]+(?:[\w.'’/&@-]{1,30}[ \t]+)"
    r"{0,4}?[\w.'’/&@-]{1,30}"
    r"|[ \t]*\([^)\n]{1,40}\)(?=[ \t]*[:=])|[ \t]+(?:the user pasted|they gave(?: me)?|i use|we use|he "
    r"uses|she uses|is now|hash|value|string|field)){0,2}"
)
_JOINT = (
    r"(?:[ \t]*(?::=|={1,3}>?|!={1,2}|->|→|=>|:{1,2})[ \t]*"
    r"|[ \t]+(?:(?:was |is |be |has been |had been |got )?(?:set|changed|reset|updated|switched) to|is|"
    r"was|are|equals|reads"
    r"|(?:is |was )?(?:still|now|currently|again|just|simply|called)|(?:will|would|should|must|might) "
    r"be|used to be|ist|lautet|es|est|è|é|jest|är|to)[ \t]*:?[ \t]+"
    r"|[ \t]*[(\[][ \t]*|[ \t]+(?=[\"'`“‘])|설정은)"
)
_AGAIN = r"(?:(?:still|now|currently|again|just|simply|literally|actually|set to|always)[ \t:]+){0,2}"
_VALUE = (
    r"""(?:@?"(?P<double>[^"\n]{1,200})"|'(?P<single>[^'\n]{1,200})'|`(?P<tick>[^`\n]{1,200})`|"""
    r"""“(?P<curly>[^”\n]{1,200})”"""
    r"""|(?P<bare>[^\s"'`“”,;<>]{2,200}))"""
)
_ASSIGNED = deferred(
    rf"(?i)(?P<noun>(?:(?<![^\W\d_])|(?<=any))(?P<weak>{_WEAK})|(?P<strong>{_STRONG}))"
    rf"(?P<tail>\w{{0,30}}(?:\[\d{{0,5}}\])?)"
    rf"[\"'`)\]]?{_QUALIFIER}{_JOINT}{_AGAIN}{_VALUE}"
)
_COMPARED = deferred(
    rf"""(?i)["'](?P<value>[^"'\n]{{6,200}})["'][ \t]*[!=]={{1,2}}[ \t]*\w{{0,30}}?(?:{_STRONG}|secret|"""
    rf"""key|token)"""
)
_CALLED = deferred(
    rf"""(?i)(?:{_STRONG}|secret|key|token)\w{{0,30}}(?:\.assign|\.set)?\([ """
    rf"""\t]*["'](?P<value>[^"'\n]{{6,200}})["']"""
)
_BACKWARDS = deferred(
    rf"""(?i)(?:^|[\s(])["'`“]?(?P<value>[^\s"'`”,;]{{4,100}})["'`”]?[ \t]+(?:is|was|as|for|works as|"""
    rf"""serves as|becomes)[ \t]+"""
    rf"""(?:the|my|his|her|their|our|its|a|your|'s)[ \t]+(?:[\w.'’-]{{1,30}}[ \t]+){{0,4}}?(?:{_STRONG}|"""
    rf"""(?:api|access|secret)[ _-]?key|token)\b"""
)
_BESIDE = deferred(
    rf"(?i)(?<![^\W_])(?:{_STRONG}|(?P<weak>token|key|secret))[ \t]+(?P<value>[^\s\"'`“”,;<>]{{6,200}})"
)
_UNLOCKS = deferred(
    r"""(?i)\b(?:(?:use[sd]?|enter(?:s|ed)?|type[sd]?|tr(?:y|ies)|with)[ """
    r"""\t]+["'`“]?(?P<before>[^\s"'`”,;]{6,60})["'`”]?[ \t]+(?:to|when|for)[ \t]+"""
    r"""(?:log|sign|unlock|connect|authenticat|get(?:ting)? in)|(?:unlock|log|sign)(?:s|ed|ging|ing)"""
    r"""?\b[^.\n]{0,40}?\bwith[ \t]+["'`“]?(?P<after>[^\s"'`”,;]{6,60}))"""
)
# A noun, what tells which one is meant, and much later the value: only what looks like one counts.
_DISTANT = deferred(
    rf"""(?i)(?:{_STRONG})[ \t]+(?:for|of|on|to|at|in|from|behind|that|which|used|set|we|i|they)[ \t]"""
    rf"""[^.!?;:\n]{{1,120}}?[ \t](?:is|was|=)[ \t]+["'`“]?(?P<value>[^\s"'`“”,;<>]{{6,100}})"""
    rf"""(?=["'`”]?(?:[.,;!\n]|[ \t]*$))"""
)
_OWNED = deferred(
    rf"""(?i)(?:{_STRONG})['’]s[ \t]+(?:now[ \t]+|still[ \t]+|just[ \t]+)?["'`“]?"""
    rf"""(?P<value>[^\s"'`“”,;<>]{{6,100}})(?=["'`”]?(?:[.,;!\n]|[ \t]*$))"""
)
_MORE_WORDS = deferred(r"(?:[ \t]+[a-z]{3,12}){3,7}(?=[.!,;\n\"']|$)")
_PHRASE = deferred(r"(?:[ \t]+[^\W\d_]{3,12}){2,7}(?=[.!;\n\"']|$)")
# Words that rules about passwords are made of; no phrase with two of them is one itself.
_ABOUT_PASSWORDS = (
    "character characters digit digits letter letters symbol symbols length minimum maximum number numbers "
    "special uppercase lowercase string strings word words required optional reset change changed rotation "
    "policy vault manager enter type ask see use contact admin login email access account"
)
# Without one of these no pattern below can match.
_VOCABULARY = (
    "pass", "pw", "p/w", "secre", "psswd", "paasword", "token", "key", "cred", "cookie",
    "auth", "log", "sign", "unlock", "session", "sid", "jwt", "pat", "api", "code",
    "kennwort", "mot de", "contrase", "senha", "wachtwoord", "parola", "has", "senord", "пароль", "salasana",
    "パスワード", "暗証番号", "密", "口令", "비", "암호", "패스워드",
)  # fmt: skip
_NOT_NOUN = deferred(
    r"(?i)^(?:_?-?(?:id|ids|name|names|field|file|path|url|uri|count|limit|budget|length|size|type|"
    r"policy|manager|reset|hash"
    r"|store|less|board|word|note|stone|frame|press|ring|vault|izer|ization|endpoint|expiry|ttl|"
    r"rotation|age|hint|s?_?version"
    r"|alias|code|pair|value_type|usage|window|based|prefix|suffix|port|host|ed|ive|ion|ages?|ing|"
    r"enger|engers|over|port|through|es)$)"
)
_TRAILING = ".!?)]}:»…"
_OPENERS = "([{<\"'`"


def assigned(text: str) -> Iterator[Secret]:
    """Values that are stated or set as a password, key or token."""
    lower = text.lower()
    if not any(word in lower for word in _VOCABULARY):
        return
    for match in _ASSIGNED.finditer(text):
        yield from _stated(match)
    yield from _in_code(text)
    yield from _in_prose(text)


def _in_code(text: str) -> Iterator[Secret]:
    for pattern, sign in ((_COMPARED, "="), (_CALLED, "(")):
        for match in pattern.finditer(text) if sign in text and ('"' in text or "'" in text) else ():
            if is_mixed(match["value"]) and not is_placeholder(match["value"]):
                yield Secret(*match.span("value"), "password")


def _in_prose(text: str) -> Iterator[Secret]:
    """Values that only count as such by the way they look."""
    for match in _BACKWARDS.finditer(text):
        if is_mixed(match["value"]) and not is_placeholder(match["value"]):
            yield Secret(*match.span("value"), "password")
    for match in _BESIDE.finditer(text):
        value = _cut(match["value"])
        certain = is_random(value) if match["weak"] else is_mixed(value) and any(c.islower() for c in value)
        if certain and not is_placeholder(value):
            yield Secret(match.start("value"), match.start("value") + len(value), "password")
    for pattern, signs in ((_DISTANT, (" is ", " was ", " = ")), (_OWNED, ("'s ", "’s "))):
        for match in pattern.finditer(text) if any(sign in text for sign in signs) else ():
            value = _cut(match["value"])
            if is_mixed(value, stated=True) and not is_hex(value) and not is_plain_placeholder(value):
                yield Secret(match.start("value"), match.start("value") + len(value), "password")
    for match in _UNLOCKS.finditer(text):
        group = "before" if match["before"] else "after"
        value = _cut(match[group])
        if is_mixed(value) and not is_placeholder(value):
            yield Secret(match.start(group), match.start(group) + len(value), "password")


def _stated(match: re.Match[str]) -> Iterator[Secret]:
    if match["tail"] and _NOT_NOUN.match(match["tail"]):
        return
    group = next(name for name in ("double", "single", "tick", "curly", "bare") if match[name] is not None)
    start, end = match.span(group)
    value = match[group]
    if group == "bare":
        stripped = value.lstrip(_OPENERS)
        start += len(value) - len(stripped)
        value = _cut(stripped)
        end = start + len(value)
    strong = match["strong"] is not None
    if len(value) < 3 or (is_plain_placeholder(value) if strong else is_placeholder(value)):
        return
    if strong and _is_password(match, value, group):
        yield Secret(start, _end_of_phrase(match.string, value, start, end), "password")
    elif not strong and _is_key(value):
        yield Secret(start, end, "key")


def _end_of_phrase(text: str, value: str, start: int, end: int) -> int:
    """Where a passphrase of several plain words ends; the end of the value for any other."""
    if not value.isalpha():
        return end
    more = _MORE_WORDS.match(text, end, end + 120) if value.islower() else None
    if more and not any(is_statement(word) for word in more[0].split()):
        return more.end()
    return _end_of_drawn_words(text, value, end) or end


def _end_of_drawn_words(text: str, first: str, end: int) -> int | None:
    """Where three or more words end that no grammar joins: "correct horse battery staple"."""
    more = _PHRASE.match(text, end, end + 120)
    if more is None:
        return None
    said = [word.lower() for word in (first, *more[0].split())]
    joined = vocabulary("stop_words") | vocabulary("glue")
    if any(word in joined for word in said) or sum(map(is_statement, said)) > 1:
        return None
    return None if frozenset(_ABOUT_PASSWORDS.split()) & {*said} else more.end()


def _cut(value: str) -> str:
    """Without the end of the sentence; a closing bracket stays if it was opened inside."""
    while value and value[-1] in _TRAILING:
        if value[-1] in ")]}" and value.count(value[-1]) <= value.count(
            {")": "(", "]": "[", "}": "{"}[value[-1]]
        ):
            break
        # One mark ends a sentence; a password may end with it, so the mark goes with the rest.
        value = value[:-1]
    return value


def _is_password(match: re.Match[str], value: str, group: str) -> bool:
    noun = match["strong"].lower()
    joint = match.string[match.end("tail") : match.start(group)].strip(" \t\"'`“")
    symbol = bool(joint) and not joint[-1].isalnum()
    after = match.string[match.end(group) : match.end(group) + 24]
    if is_mixed(value, stated=True):
        return not (is_hex(value) and not symbol)
    if group == "bare" and value.isalpha():
        phrase = _end_of_drawn_words(match.string, value, match.start(group) + len(value))
        # After "is" three words may still say something about the password; four drawn ones do not.
        if phrase and (symbol or match.string.count(" ", match.start(group), phrase) >= 3):
            return True
    if noun in {"pass", "passes"} and not symbol:
        return False
    if group != "bare":
        return (
            len(value) >= 4 and (symbol or value.count(" ") < 6) and not is_statement(value) and value != noun
        )
    if (
        not joint
        or is_statement(value)
        or is_plain_place(value)
        or value.isdigit()
        or after.startswith(("'s", "’s"))
    ):
        return bool(joint) and value.isdigit() and len(value) >= 4
    if not any(c.isalnum() for c in value):
        return len(value) >= 6
    if len(value) < 4:
        return False
    if re.search(r"(?i)(?:set|changed?|reset|updated?|switched) to$", joint):
        return True
    if joint.lower().endswith("to"):
        return (
            re.search(
                r"(?i)\b(?:set|chang|reset|updat|switch)",
                match.string[max(0, match.start() - 60) : match.start()],
            )
            is not None
        )
    # A plain word is a password where the clause ends with it, or a phrase goes on in plain words.
    end = match.end(group)
    return (
        match[group] != value
        or not re.match(r"[ \t]+\w", after)
        or (_end_of_phrase(match.string, value, end - len(value), end) > end)
    )


def _is_key(value: str) -> bool:
    if is_hex(value):
        return len(value) >= 20
    if value.isdigit():
        return len(value) >= 12
    return (len(value) >= 8 and " " not in value and not value.isalpha() and is_mixed(value)) or is_random(
        value
    )

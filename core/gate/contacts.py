"""Ways to reach a person: mail, phone, street, public address on the network."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator

from core.gate.pattern import deferred

_MAIL = deferred(r"(?<![\w.+%-])[\w.+%-]{1,64}@(?P<domain>(?:[\w-]{1,63}\.){1,6}[A-Za-z]{2,24})(?![\w-])")
# RFC 2606 and 6761: nobody can be reached there. Our own examples use them.
_RESERVED = deferred(
    r"(?i)(?:^|\.)(?:example(?:\.(?:com|org|net|edu))?|test|invalid|localhost|local|internal|lan|corp|"
    r"home)$"
)
_IP = deferred(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w]|\.\d)")
_IP6 = deferred(r"(?i)(?<![\w:])(?:[0-9a-f]{1,4}:){3,7}(?::?[0-9a-f]{1,4}){1,4}(?![\w:])")
_PHONE = deferred(
    r"(?<![\w.,/=#$€£%+-])(?:\+|00)?\(?\d{1,5}\)?(?:[ .\-/]{0,2}\(?\d{1,6}\)?){1,6}(?:[ ]?(?:x|ext\.?)"
    r"[ ]?\d{1,6})?(?![\w%°]|[.,:/-]\d)"
)
_PHONE_WORDS = deferred(
    r"(?i)\b(?:phones?|telephone|tel|mobile|cell(?:phone)?|fax|whats ?app|signal|call(?:ed|ing|s|back)"
    r"?|dial|ring|text(?:ed|s)?|sms|messages? to|reach(?:ed|able)?|answering|(?:my|his|her|their|our|"
    r"your|the|new|work|home|private) number|hotline|contact|landline|office|pager|handy|rufnummer|"
    r"móvil|teléfono|téléphone)\b"
)
_THINGS = deferred(
    r"(?i)\b(?:order|ticket|case|part|invoice|item|product|serial|model|tracking|reference|ref|sku|"
    r"batch|lot|build|version|room|epoch|id|ids|issue|isbn|doi|port|rows?|line|score|"
    r"account|customer|user|company|client|commit|year|budget|total|amount|page|chapter|patient|record|"
    r"flight|iban|cards?|cc|ssn|zip|postcode|pin|code|ip)\b[ \w.#:'’-]{0,14}$"
)
_GROUPED = deferred(
    r"^(?:\+|00|\(0?\d)|^0\d{1,4}[ \-/.]\d|^\d{3}[-. ]\d{3}[-. ]\d{4}$|^1[-. ]\d{3}[-. ]\d{3}[-. "
    r"]\d{4}"
)
_DATE = deferred(
    r"^(?:(?:19|20)\d\d[-./ ]\d{1,2}[-./ ]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4}|(?:19|20)\d\d[ "
    r"-]+(?:19|20)\d\d)(?:\s\d{1,2})?$"
)
_STREET_WORDS = (
    r"(?:street|st|avenue|ave|road|rd|boulevard|blvd|lane|ln|drive|dr|court|ct|circle|square|sq|way|"
    r"terrace|place|pl|parkway|pkwy|highway|hwy|turnpike|trail|alley|row|crescent|close|gardens?|mews|"
    r"quay|"
    r"rue|avenida|av|via|viale|piazza|corso|calle|plaza|paseo|rua|praça|travessa|ulica|ul|aleja|"
    r"náměstí|utca|út|útja|tér|u|"
    r"allee|platz|ring|damm|straat|laan|weg|gracht|plein|väg|gata|gatan|vej|gade|tie|katu|tee)"
)
_STREET = deferred(
    rf"(?<![\w.,])\d{{1,6}}[a-zA-Z]?(?:,? (?:\d{{1,5}}|[A-ZÀ-ÞŁŚŽČ][\w.'’-]{{0,30}}|d['’][\w-]{{2,30}}|"
    rf"de|la|le|du|des|del|der|den|dos|das|of|the|e|y|am|an|zur|zum|von|van|ul\.|u\.|út|tér|utca))"
    rf"{{1,6}}?,? (?i:{_STREET_WORDS})(?![\w'’-])\.?"
)
_STREET_FIRST = deferred(
    r"(?<![\w])(?:(?i:rue|avenue|boulevard|via|viale|piazza|corso|calle|plaza|avenida|rua|praça|ul\.|"
    r"ulica|aleja|chemin|route|place|paseo|camino|carrer|λεωφόρος|οδός|laan|am|an der|zur)) (?:(?:de|"
    r"la|le|du|des|del|della|di|da|d['’]|der|den)[ ']?){0,3}[A-ZÀ-ÞŁŚŽČ][\w'’.-]{1,30}(?: "
    r"[A-ZÀ-Þ][\w'’.-]{1,30}){0,3},? \d{1,5}\b"
)
_STREET_SUFFIX = deferred(
    r"(?<![\w])(?:\d{1,6} )?[A-ZÀ-ÞŁŚŽČØÅÄÖ][\w-]{2,30}(?:stra(?:ss|ß)e|str\.|weg|platz|allee|gasse|"
    r"ring|damm|ufer|straat|laan|gracht|plein|kade|singel|hof|dreef|v[äæ]gen|v[äæ]g|gatan|gata|vej|"
    r"gade|vegen|vei|veien|gaten|stien|bakken|krogen|tie|katu|tee|polku|kuja|utca|túni|gerði|braut|"
    r"stígur|gränd|tún|rinne) \d{1,5}[a-zA-Z]?\b"
)
_UNIT = deferred(
    r"(?<![\w])\d{1,6}[a-zA-Z]?,? (?:[\w.'’-]{1,30},? ){1,7}(?:\n ?)?(?i:apt\.?|apartment|suite|ste\.?|unit|flat|"
    r"floor) #?\d{1,5}[a-zA-Z]?\b|(?<![\w])(?i:apt\.|apartment|suite) #?\d{1,5}[a-zA-Z]?\b|"
    r"(?i:p\.?\s?o\.?\s?box|postfach|psc \d{1,5},? box|unit \d{1,6} box|cmr \d{1,5},? box) #?\d{1,6}|"
    r"(?i:\b(?:apo|fpo|dpo) (?:aa|ae|ap) \d{5})"
)
_ADDRESS_WORD = deferred(
    r"\b(?i:address|lives? (?:at|on)|living at|residing at|resides at|located at|deliver(?:ed|y)? to|"
    r"ship(?:ped|ping)? to|meet (?:me|you|us)? ?at|return to|drops? (?:you|me|us) off at|"
    r"office is (?:at|in|on)|corner of|moved to|home is at)\b[\s\S]{0,40}?"
    r"(?P<value>(?<![\w.,])\d{1,6}[a-zA-Z]?(?:,? (?:\d{1,5}|[A-ZÀ-ÞŁŚŽČØÅÄÖ][\w.'’-]{1,30}|"
    r"de|la|le|du|del|ul\.|u\.)){1,6}|[A-ZÀ-ÞŁŚŽČØÅÄÖ][\w.'’-]{2,30}(?: [A-ZÀ-Þ][\w.'’-]{1,30}){0,2} "
    r"(?!19\d\d\b|20\d\d\b)\d{1,5}\b)"
)
_ENVELOPE = deferred(
    r"(?m)^[ \t>?]*\d{1,6}[a-zA-Z]?(?:,? (?:\d{1,5}|[^\W\d_][\w.'’-]{0,30})){1,6}\.?[ "
    r"\t]*$(?=\n[\s\S]{0,160}\b\d{4,6}\b|\n[\s\S]{0,80}\b[A-Z]\d[A-Z] ?\d[A-Z]\d\b|\n[ \t>?]*(?:Apt|"
    r"Suite|Unit))"
)


def mails(text: str) -> Iterator[tuple[int, int]]:
    """Mail addresses outside the domains reserved for examples."""
    for match in _MAIL.finditer(text):
        if not _RESERVED.search(match["domain"]):
            yield match.span()


def network_addresses(text: str) -> Iterator[tuple[int, int]]:
    """Public addresses; private, loopback and documentation ranges reach nobody."""
    for pattern in (_IP, _IP6):
        for match in pattern.finditer(text):
            try:
                address = ipaddress.ip_address(match[0])
            except ValueError:
                continue
            if address.is_global and not address.is_multicast:
                yield match.span()


def phones(text: str) -> Iterator[tuple[int, int]]:
    """Phone numbers: written like one, or spoken of as one; a number of a thing is none."""
    for match in _PHONE.finditer(text):
        written = match[0]
        digits = sum(c.isdigit() for c in written)
        if not 7 <= digits <= 16 or _DATE.match(written) or _IP.fullmatch(written):
            continue
        before = text[max(0, match.start() - 60) : match.start()]
        if _THINGS.search(before):
            continue
        spoken = _PHONE_WORDS.search(before[-40:]) or _PHONE_WORDS.match(
            text[match.end() : match.end() + 20].lstrip(" -:(,;")
        )
        if spoken or (digits >= 9 and _GROUPED.match(written) and not written.isdigit()):
            yield match.span()


def streets(text: str) -> Iterator[tuple[int, int]]:
    """Street addresses: a house number beside a street, a unit, a box, or an envelope's lines."""
    for pattern in (_STREET, _STREET_FIRST, _STREET_SUFFIX, _UNIT, _ENVELOPE):
        for match in pattern.finditer(text):
            yield match.span()
    for match in _ADDRESS_WORD.finditer(text):
        yield match.span("value")

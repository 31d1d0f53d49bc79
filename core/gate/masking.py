"""Masking: a secret gives way to what may be known of it, its kind, its length and a keyed hash."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from core.gate.secrets.found import Secret
from core.gate.views import View, disguised, plain

_WINDOW, _OVERLAP = 16_000, 2_000
_VOCABULARY = ("pass", "pwd", "secret", "token", "key", "login", "pin ")
# A fingerprint tells two values apart; it is too short to test guesses without the key.
_FINGERPRINT = 6
_MOST_VALUES = 300
_TAIL_FROM, _TAIL = 20, 4
# `MaskedSpan.marker` with its fingerprint, which nobody writes by hand.
_STAND_IN = re.compile(r"\[(?P<kind>[a-z_ ]{1,40}) · \d{1,9} · [0-9a-f]{12}\]")


class MaskedSpan(NamedTuple):
    """One value that was taken out.

    Attributes:
        start, end: its place in the text that was given.
        fingerprint: hash of the value under the caller's key; empty without one.
        tail: the last characters of a long key or a card, by which its owner knows it.
    """

    kind: str
    start: int
    end: int
    length: int
    certain: bool
    fingerprint: str
    tail: str

    @property
    def marker(self) -> str:
        """What stands in its place."""
        parts = (self.kind, str(self.length), *((self.fingerprint,) if self.fingerprint else ()))
        return f"[{' · '.join(parts)}]"


class Masked(NamedTuple):
    """A text without its secrets, and what was taken out."""

    text: str
    spans: tuple[MaskedSpan, ...]


def stand_ins(text: str) -> list[tuple[int, int, str]]:
    """Where values were taken out of a text before: first, one past last, and the kind of value."""
    return [(*match.span(), match["kind"]) for match in _STAND_IN.finditer(text)]


def mask(text: str, key: bytes | None = None) -> Masked:
    """Mask every secret of a text that is kept as it is otherwise (specification 6).

    Time grows with the length of the text and with nothing else.
    """
    return masked_with(text, secret_spans(text), key)


def secret_spans(text: str) -> list[MaskedSpan]:
    """Secrets in a text and in every reading of it, by their place in the text itself."""
    from core.gate.secrets.scan import secrets_in

    read = plain(text)
    found = [_placed(text, read, secret) for secret in secrets_in(read.text)]
    lower = read.text.lower()
    for start in range(0, max(1, len(text)), _WINDOW - _OVERLAP):
        for view in disguised(text[start : start + _WINDOW]):
            found += [_placed(text, view, secret, start) for secret in _in_disguise(view, lower)]
    return _apart(found)


def masked_with(text: str, spans: Iterable[MaskedSpan], key: bytes | None) -> Masked:
    """The text with these places masked, and every other place where the same value stands."""
    named = [_named(text, span, key) for span in _apart([*spans])]
    places = sorted({*named, *_repeats(text, named)}, key=lambda each: each.start)
    out, done, kept = [], 0, []
    for span in places:
        if span.start < done:
            continue
        out += [text[done : span.start], span.marker]
        done = span.end
        kept.append(span)
    return Masked("".join(out) + text[done:], tuple(kept))


def masked_json(text: str, values: Iterable[tuple[str, MaskedSpan]], key: bytes | None) -> str:
    """A JSON text with these values masked wherever its strings hold them."""
    for value, span in values:
        written = json.dumps(value, ensure_ascii=False)[1:-1]
        text = text.replace(written, _named(value, span._replace(start=0, end=len(value)), key).marker)
    return text


def _in_disguise(view: View, lower: str) -> Iterator[Secret]:
    from core.gate.secrets.scan import secrets_in

    scrambled = view.name in {"rot13", "leet", "reversed"}
    shown = view.text.lower()
    if scrambled and not any(word in shown and word not in lower for word in _VOCABULARY):
        return
    for secret in secrets_in(view.text):
        # Scrambling makes any text look drawn; only a stated secret counts in a reading like that.
        if secret.certain and (not scrambled or secret.kind in {"password", "pair"}):
            yield secret


def _placed(text: str, view: View, secret: Secret, offset: int = 0) -> MaskedSpan:
    start, end = view.span(secret.start, secret.end)
    start, end = start + offset, min(end + offset, len(text))
    return MaskedSpan(secret.kind, start, end, end - start, secret.certain, "", "")


def _named(text: str, span: MaskedSpan, key: bytes | None) -> MaskedSpan:
    value = text[span.start : span.end]
    fingerprint = ""
    if key:
        fingerprint = hashlib.blake2b(
            value.encode("utf-8", "replace"), key=key[:64], digest_size=_FINGERPRINT
        ).hexdigest()
    shows_tail = span.kind == "card" or (len(value) >= _TAIL_FROM and value.isascii() and " " not in value)
    return span._replace(
        length=len(value), fingerprint=fingerprint, tail=value[-_TAIL:] if shows_tail else ""
    )


def _repeats(text: str, spans: list[MaskedSpan]) -> Iterator[MaskedSpan]:
    """The same values in other places; past a few hundred values each is masked where it was found only."""
    by_value = {text[span.start : span.end]: span for span in reversed(spans)}
    values = sorted((value for value in by_value if len(value) >= 3), key=len, reverse=True)[:_MOST_VALUES]
    if not values:
        return
    for match in re.finditer("|".join(map(re.escape, values)), text):
        before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
        # Short values are parts of ordinary words; only as words of their own are they repeats.
        if len(match[0]) >= 6 or not (before.isalnum() or after.isalnum()):
            yield by_value[match[0]]._replace(start=match.start(), end=match.end())


def _apart(spans: list[MaskedSpan]) -> list[MaskedSpan]:
    """Without overlaps; the surer and longer find stays and grows over what it overlaps."""
    kept: list[MaskedSpan] = []
    for span in sorted(spans, key=lambda each: (each.start, -each.end)):
        if span.end <= span.start:
            continue
        if kept and span.start < kept[-1].end:
            last = kept[-1]
            first = last if last.certain or not span.certain else span
            end = max(last.end, span.end)
            kept[-1] = first._replace(start=last.start, end=end, length=end - last.start)
        else:
            kept.append(span)
    return kept

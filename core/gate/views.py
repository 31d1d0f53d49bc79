"""Judged views: what a text says once its disguises are off. Views are read, never stored."""

from __future__ import annotations

import base64
import binascii
import codecs
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.gate.pattern import deferred

_BLOB = deferred(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16,4000}={0,2}")
_HEX = deferred(r"(?i)(?<![0-9a-z])(?:[0-9a-f]{2}[ :]?){12,2000}(?![0-9a-z])")
_ENTITY = deferred(r"&#(?:x[0-9a-fA-F]{2,6}|\d{2,7});|%[0-9a-fA-F]{2}")
_SPACED = deferred(r"(?<!\w)(?:[^\W_][ .\-_*]{1,3}){4,400}[^\W_](?!\w)")
_LEET_WORD = deferred(r"(?<![\w@$])(?=\w{0,20}[0-9@$!|])[A-Za-z0-9@$!|]{3,24}(?![\w@$])")
_LEET = str.maketrans("01345789@$!|", "oieastbgasil")
_MOST_BLOBS = 12
_MOST_CHARACTERS = 20_000
# Letters of other scripts that look like these; only words that mix scripts are read so.
_LOOKALIKES = str.maketrans(
    "аеорсухіјѕԁһӏԛԝвнктмАВЕКМНОРСТУХІЈЅαορνικτυΑΒΕΖΗΙΚΜΝΟΡΤΥΧɑɡıⅼ",
    "aeopcyxijsdhlqwbhktmABEKMHOPCTYXIJSaopviktuABEZHIKMNOPTYXagil",
)
_WORD = deferred(r"\w+")
_LATIN = deferred(r"[A-Za-z]")
_OTHER_SCRIPT = deferred(r"[\u0370-\u04ff\u0250-\u02af]")


@dataclass(frozen=True, slots=True)
class View:
    """One reading of a text.

    Attributes:
        name: plain, base64, hex, escaped, rot13, leet, spaced or reversed.
        starts, origins: where a stretch begins in this view, and the place in the text it stands for.
    """

    name: str
    text: str
    starts: Sequence[int] = ()
    origins: Sequence[tuple[int, int]] = ()

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The place in the canonical text that a place in this view stands for."""
        if not self.starts:
            return start, end
        first = self.origins[max(0, bisect_right(self.starts, start) - 1)]
        last = self.origins[max(0, bisect_right(self.starts, max(start, end - 1)) - 1)]
        return first[0], max(first[1], last[1])


def plain(text: str) -> View:
    """Compatibility forms folded, everything invisible gone, look-alike letters read as meant."""
    if text.isascii():
        return View("plain", text)
    starts: list[int] = []
    origins: list[tuple[int, int]] = []
    out: list[str] = []
    length = 0
    for position, character in enumerate(text):
        shown = _shown(character)
        if shown:
            starts.append(length)
            origins.append((position, position + 1))
            out.append(shown)
            length += len(shown)
    read = "".join(out)
    read = _WORD.sub(_as_meant, read)
    return View("plain", read, starts, origins)


def disguised(text: str) -> Iterator[View]:
    """Every other reading that differs: decoded blobs, rot13, leet, spaced and reversed letters."""
    text = text[:_MOST_CHARACTERS]
    yield from _decoded(text)
    yield from _spaced(text)
    if _LEET_WORD.search(text):
        read = _LEET_WORD.sub(lambda match: match[0].translate(_LEET), text)
        if read != text:
            yield View("leet", read)
    yield View("rot13", codecs.encode(text, "rot13"))
    yield from _reversed(text)


def _as_meant(match: re.Match[str]) -> str:
    """A word of mixed scripts in the letters it imitates; any other word as it is."""
    word = match[0]
    if word.isascii() or not (_LATIN.search(word) and _OTHER_SCRIPT.search(word)):
        return word
    return word.translate(_LOOKALIKES)


def _shown(character: str) -> str:
    if character.isascii():
        return character
    if character in "\u3164\u115f\u1160\uffa0\u2800\u034f\u17b4\u17b5":
        return ""
    category = unicodedata.category(character)
    if category == "Cf" or "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef":
        return ""
    return unicodedata.normalize("NFKC", character)


def _decoded(text: str) -> Iterator[View]:
    found = 0
    for match in _BLOB.finditer(text):
        read = _from_base64(match[0])
        if read:
            yield View("base64", read, (0,), (match.span(),))
            found += 1
        if found >= _MOST_BLOBS:
            break
    for number, match in enumerate(_HEX.finditer(text)):
        read = _printable(bytes.fromhex(re.sub("[ :]", "", match[0])))
        if read:
            yield View("hex", read, (0,), (match.span(),))
        if number >= _MOST_BLOBS:
            break
    if len(_ENTITY.findall(text)) >= 4:
        yield _unescaped(text)


def _from_base64(blob: str) -> str | None:
    body = blob.rstrip("=").replace("-", "+").replace("_", "/")
    if body.isalpha() and (body.islower() or body.isupper() or body.istitle()):
        return None
    try:
        return _printable(base64.b64decode(body + "=" * (-len(body) % 4), validate=True))
    except (binascii.Error, ValueError):
        return None


def _printable(raw: bytes) -> str | None:
    try:
        read = raw.decode("utf-8")
    except UnicodeDecodeError:
        return None
    texture = sum(c.isalpha() or c in " \n.,'!:-" for c in read)
    return read if len(read) >= 6 and read.isprintable() and texture >= 0.75 * len(read) else None


def _unescaped(text: str) -> View:
    starts, origins, out, length, done = [0], [(0, len(text))], [], 0, 0
    for match in _ENTITY.finditer(text):
        code = match[0]
        number = (
            int(code[1:], 16)
            if code[0] == "%"
            else int(code[3:-1], 16)
            if code[2] == "x"
            else int(code[2:-1])
        )
        before = text[done : match.start()]
        character = chr(number) if 32 <= number < 0x3000 else " "
        starts += [length, length + len(before)]
        origins += [(done, match.start()), match.span()]
        out += [before, character]
        length += len(before) + 1
        done = match.end()
    starts.append(length)
    origins.append((done, len(text)))
    return View("escaped", "".join(out) + text[done:], starts, origins)


def _spaced(text: str) -> Iterator[View]:
    starts: list[int] = []
    origins: list[tuple[int, int]] = []
    out: list[str] = []
    length = done = 0
    for match in _SPACED.finditer(text):
        # Two separators end a word where one separates letters.
        words = re.split(r"[ .\-_*]{2,3}", match[0])
        word = " ".join(re.sub(r"[ .\-_*]", "", each) for each in words)
        starts += [length, length + match.start() - done]
        origins += [(done, match.start()), match.span()]
        out += [text[done : match.start()], word]
        length = starts[-1] + len(word)
        done = match.end()
    if out:
        yield View("spaced", "".join(out) + text[done:], [*starts, length], [*origins, (done, len(text))])


def _reversed(text: str) -> Iterator[View]:
    """Text, or every single word of it, written backwards."""
    if len(text) <= 2_000 and _BACKWARDS.search(text):
        yield View("reversed", text[::-1], (0,), ((0, len(text)),))
        yield View("reversed", re.sub(r"\w+", lambda match: match[0][::-1], text))


_BACKWARDS = deferred(
    r"(?i)\b(?:erongi|snoitcurtsni|suoiverp|drowssap|metsys|dragersid|tpmorp|syawla|reven|egassem|"
    r"tsissa\w*)\b"
)

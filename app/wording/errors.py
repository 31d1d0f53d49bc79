"""Errors as sentences: what failed, why, and what to do."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from dataclasses import dataclass

from app.wording.error_table import (
    EMBEDDING,
    ERRORS,
    REFUSED_PLAN,
    SEEN,
    SYSTEM,
    TERMINAL,
    TOO_MANY_FILES,
    UNFORESEEN,
    Form,
)
from app.wording.invalid import invalid
from app.wording.language import plain, say
from app.wording.task_words import problem_sentence
from core.errors import ErrorCode, MnemoscopeError


@dataclass(frozen=True, slots=True)
class Sentence:
    """What failed, why, and what to do about it."""

    title: str
    text: str
    advice: str

    def __str__(self) -> str:
        return " ".join(part for part in (self.title + ".", self.text, self.advice) if part)


_DEFAULTS: dict[str, str] = {
    "path": "this file",
    "found": "unknown",
    "known": "an older one",
    "limit": "50 MB",
    "holders": "",
    "stored": "another embedder",
    "given": "this one",
    "embedding": "",
    "problem": "",
    "type": "unknown",
    "entity": "of that id",
}


def sentence(error: Exception) -> Sentence:
    """What to tell a person about ``error``; never its raw text."""
    if isinstance(error, MnemoscopeError):
        return _fill(_form(error), _data(error))
    for kind, form in SYSTEM:
        if isinstance(error, kind):
            return _fill(form, {**_DEFAULTS, "reason": _reason(getattr(error, "errno", None))})
    return _fill(UNFORESEEN, _DEFAULTS)


def for_terminal(error: Exception) -> Sentence:
    """The same for a terminal, where advice names no menu and no button."""
    told = sentence(error)
    advice = TERMINAL.get(error.code) if isinstance(error, MnemoscopeError) else None
    return told if advice is None else Sentence(told.title, told.text, say(advice))


def _form(error: MnemoscopeError) -> Form:
    if error.code is ErrorCode.INVALID_UPDATE and getattr(error, "result", None) is None:
        return REFUSED_PLAN
    if error.code is ErrorCode.IO and error.data.get("errno") in (errno.EMFILE, errno.ENFILE):
        return TOO_MANY_FILES
    return ERRORS.get(error.code, UNFORESEEN)


def _fill(form: Form, data: Mapping[str, object]) -> Sentence:
    title, text, advice = (say(part, **data) for part in form)
    return Sentence(title, text, advice)


def _data(error: MnemoscopeError) -> dict[str, object]:
    data: dict[str, object] = {**_DEFAULTS, **{k: v for k, v in error.data.items() if v is not None}}
    if error.code is ErrorCode.INVALID:
        data["problem"] = invalid(error.data)
    if error.code is ErrorCode.INVALID_UPDATE:
        problems = getattr(error, "problems", ())
        data["problem"] = problem_sentence(problems[0]) if problems else ""
    data["holders"] = _holders(error.data.get("holders"))
    data["seen"] = say(SEEN.get(str(error.data.get("kind")), "no reader recognises it"))
    data["embedding"] = say(EMBEDDING.get(str(error.data.get("problem")), "It failed"))
    if error.code is ErrorCode.ON_HOLD:
        data["reason"] = _ended(str(error.data.get("reason", "")))
    else:
        data["reason"] = _reason(error.data.get("errno"))
    return data


def _holders(holders: object) -> str:
    if not isinstance(holders, (list, tuple, set, frozenset)) or not holders:
        return ""
    return say(" ({names})", names=", ".join(_holder(each) for each in holders))


def _holder(holder: object) -> str:
    program, pid = getattr(holder, "program", ""), getattr(holder, "pid", holder)
    name = plain(program, 40) or say("process")
    return say("{name}, process {pid}", name=name, pid=pid)


def _ended(words: str) -> str:
    """What a person typed, as the end of a sentence."""
    words = words.strip()
    return words if words.endswith((".", "!", "?")) else f"{words}." if words else say("no reason given.")


def _reason(number: object) -> str:
    return os.strerror(number) if isinstance(number, int) else say("no reason given")

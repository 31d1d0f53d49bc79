"""Errors as sentences: what failed, why, and what to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.wording.invalid import invalid
from app.wording.language import plain, say
from core.errors import ErrorCode, MnemoscopeError


@dataclass(frozen=True, slots=True)
class Sentence:
    """What failed, why, and what to do about it."""

    title: str
    text: str
    advice: str

    def __str__(self) -> str:
        return " ".join(part for part in (self.title + ".", self.text, self.advice) if part)


_Form = tuple[str, str, str]

_ERRORS: dict[ErrorCode, _Form] = {
    ErrorCode.NOT_FOUND: (
        "The file is not there",
        "There is no file at {path}.",
        "Check the name, or look whether it was moved or deleted. Nothing was created.",
    ),
    ErrorCode.EXISTS: (
        "The file exists already",
        "{path} is already there and was left as it is.",
        "Choose another name, or open the existing file.",
    ),
    ErrorCode.IS_FOLDER: (
        "This is a folder",
        "{path} is a folder, and a memory file is a single file.",
        "To read a folder of notes from another program, use File ▸ Import.",
    ),
    ErrorCode.NO_ACCESS: (
        "The file cannot be opened",
        "The system does not allow this account to open {path}.",
        "Check its permissions and those of its folder. If many files are open, close some first.",
    ),
    ErrorCode.EMPTY_FILE: (
        "The file is empty",
        "{path} has no content, so it is not a memory file.",
        "If it should hold memories, restore it from a backup. Nothing was changed.",
    ),
    ErrorCode.NOT_A_DATABASE: (
        "This is not a memory file",
        "{path} is not an SQLite database. It may be another kind of file, encrypted, or written "
        "by a newer SQLite.",
        "If another program wrote it, use File ▸ Import. Nothing was changed.",
    ),
    ErrorCode.FOREIGN: (
        "This database belongs to another program",
        "{path} is an SQLite database, but Mnemoscope did not write it.",
        "Use File ▸ Import to read memories from it. Nothing was changed.",
    ),
    ErrorCode.SCHEMA_TOO_NEW: (
        "The file is newer than this program",
        "{path} uses format {found}; this program knows formats up to {known}.",
        "Update Mnemoscope to change this file. It was not changed.",
    ),
    ErrorCode.SCHEMA_TOO_OLD: (
        "The file has an older format",
        "{path} uses format {found}; this program works with format {known}.",
        "Enable writing once: the file is brought up to date after a backup beside it.",
    ),
    ErrorCode.TAMPERED: (
        "The file holds something a memory file never holds",
        "{path} contains {object}, which could run on its own when the file is read.",
        "Do not use this file unless you know where it comes from. Nothing in it was run.",
    ),
    ErrorCode.WRONG_EMBEDDER: (
        "The file was made with another embedder",
        "Its vectors come from {stored}; {given} is in use here, and the two do not compare.",
        "Use {stored} again, or embed the memories anew. Nothing was changed.",
    ),
    ErrorCode.EMBEDDER_FAILED: (
        "The embedding server did not answer as it should",
        "Problem: {problem}.",
        "Memories are stored and found by their words meanwhile. Check the server, then embed what is missing.",
    ),
    ErrorCode.CORRUPT: (
        "The file is damaged",
        "Parts of {path} cannot be read; it may have been cut short or copied while in use.",
        "Keep the original, restore a backup, or open it read-only and export what still reads.",
    ),
    ErrorCode.LOCKED: (
        "The file is in use",
        "Another process{holders} is writing to it and did not finish in time.",
        "Try again in a moment. Nothing was lost.",
    ),
    ErrorCode.READ_ONLY: (
        "The file is open read-only",
        "Writes to this file are refused, so nothing was changed.",
        "Choose “Enable writing” if you are allowed to change it.",
    ),
    ErrorCode.READ_ONLY_FOLDER: (
        "The folder does not allow writing",
        "Even reading {path} needs a small helper file beside it, and its folder is read-only.",
        "Open a copy: the original stays untouched, and later changes to it are not shown.",
    ),
    ErrorCode.DISK_FULL: (
        "The disk is full",
        "There is no room to finish the write, so it was taken back as a whole.",
        "Free some space and try again. Erasing needs free space too.",
    ),
    ErrorCode.IO: (
        "The disk or the system refused",
        "Reading or writing the file failed ({reason}); a write that failed was taken back.",
        "Check the disk, the quota and the connection to it, then try again.",
    ),
    ErrorCode.TOO_BIG: (
        "The text is too big",
        "One value is larger than this program handles ({limit}).",
        "Shorten it, or split it into several records.",
    ),
    ErrorCode.MOVED: (
        "The file was replaced",
        "{path} is no longer the file that was opened: it was moved, replaced or deleted meanwhile.",
        "Reopen it to see the file that is there now. Nothing was written to the old one.",
    ),
    ErrorCode.CONFLICT: (
        "It was changed meanwhile",
        "Somebody else changed this before you did, so your change was not made.",
        "Look at the present version and decide again.",
    ),
    ErrorCode.GONE: (
        "This person was erased",
        "What belonged to this person is gone, and late writes are refused.",
        "Nothing was stored. An operator can lift the block under Privacy.",
    ),
    ErrorCode.NO_RECORD: (
        "There is no such record",
        "This person has no record with that number; it may have been forgotten.",
        "Refresh the list to see what is there.",
    ),
    ErrorCode.NO_SCOPE: (
        "There is no such person",
        "The file holds nothing for that tenant and user.",
        "Choose a person from the list, or import something for a new one.",
    ),
    ErrorCode.INVALID: ("This cannot be accepted", "{problem}", "Correct it and try again."),
    ErrorCode.UNKNOWN_FORMAT: (
        "The format is not known",
        "No reader recognises {path}.",
        "Memory files of other programs can be JSON Lines, JSON, Markdown folders or SQLite. "
        "Nothing was changed.",
    ),
    ErrorCode.CANCELLED: (
        "Stopped",
        "The work was stopped as you asked.",
        "What was finished before stays; start again to go on.",
    ),
    ErrorCode.CLOSED: (
        "The file is closed",
        "The file was closed while this was on its way.",
        "Open it again and repeat what you did.",
    ),
}

_SYSTEM: tuple[tuple[type[Exception], _Form], ...] = (
    (
        FileNotFoundError,
        ("The file is not there", "The system finds no such file.", "Check the name and try again."),
    ),
    (
        PermissionError,
        (
            "Not allowed",
            "The system does not allow this account to do that.",
            "Check the permissions of the file and its folder.",
        ),
    ),
    (
        MemoryError,
        (
            "Not enough memory",
            "The computer had no memory left for this.",
            "Close other programs, or work on a smaller part.",
        ),
    ),
    (
        OSError,
        (
            "The system refused",
            "Reading or writing a file failed.",
            "Check the disk and the folder, then try again.",
        ),
    ),
)

_UNFORESEEN = (
    "Something went wrong",
    "The program met a situation it did not foresee. Nothing more was done.",
    "The log names the place; Help ▸ Open log folder shows it.",
)

_DEFAULTS: dict[str, str] = {
    "path": "this file",
    "found": "unknown",
    "known": "an older one",
    "object": "a hidden program",
    "reason": "no reason given",
    "limit": "50 MB",
    "holders": "",
    "problem": "",
}


def sentence(error: Exception) -> Sentence:
    """What to tell a person about ``error``; never its raw text."""
    if isinstance(error, MnemoscopeError):
        form = _ERRORS.get(error.code, _UNFORESEEN)
        return _fill(form, _data(error))
    for kind, form in _SYSTEM:
        if isinstance(error, kind):
            return _fill(form, _DEFAULTS)
    return _fill(_UNFORESEEN, _DEFAULTS)


def _fill(form: _Form, data: Mapping[str, object]) -> Sentence:
    title, text, advice = (say(part, **data) for part in form)
    return Sentence(title, text, advice)


def _data(error: MnemoscopeError) -> dict[str, object]:
    data: dict[str, object] = {**_DEFAULTS, **{k: v for k, v in error.data.items() if v is not None}}
    if error.code is ErrorCode.INVALID:
        data["problem"] = invalid(error.data)
    data["holders"] = _holders(error.data.get("holders"))
    return data


def _holders(holders: object) -> str:
    if not isinstance(holders, (list, tuple, set, frozenset)) or not holders:
        return ""
    names = ", ".join(plain(holder, 40) for holder in holders)
    return say(" (process {names})", names=names)

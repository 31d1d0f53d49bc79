"""The sentences of every error, as data: title, what and why, what to do."""

from __future__ import annotations

from core.errors import ErrorCode

Form = tuple[str, str, str]

ERRORS: dict[ErrorCode, Form] = {
    ErrorCode.NOT_FOUND: (
        "The file is not there",
        "There is nothing at {path}.",
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
        "Choose a file inside it. A folder of notes can be imported if it is called “memories”.",
    ),
    ErrorCode.OVER_BUDGET: (
        "The prompt does not fit",
        "System text, tools and the newest turn alone take more tokens than the budget has.",
        "Raise the budget, or shorten the system text, the tools or the last message.",
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
        "Open it with the program that wrote it. Nothing was changed.",
    ),
    ErrorCode.FOREIGN: (
        "This database belongs to another program",
        "{path} is an SQLite database, but Mnemoscope did not write it.",
        "Open it with the program that wrote it. Nothing was changed.",
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
        "The tables, triggers or views inside {path} are not those of a memory file; somebody "
        "changed them, and they could act on their own.",
        "Use a copy from a source you trust. Nothing in it was run or changed.",
    ),
    ErrorCode.WRONG_EMBEDDER: (
        "The file was made with another embedder",
        "Its vectors come from {stored}, and {given} is in use here; the two do not compare.",
        "Use {stored} again, or embed the memories anew. Nothing was changed.",
    ),
    ErrorCode.EMBEDDER_FAILED: (
        "The embedding server did not help",
        "{embedding}.",
        "Memories are stored and found by their words meanwhile. Check the server, then embed what is missing.",
    ),
    ErrorCode.MODEL_FAILED: (
        "The model did not answer",
        "{embedding}.",
        "Nothing was lost: the run waits and can be tried again. Check the server and the model's name.",
    ),
    ErrorCode.NO_TASK: (
        "The task is not there",
        "There is no such task, or no such output of it, for this person.",
        "Read the list again; it may have been erased meanwhile.",
    ),
    ErrorCode.INVALID_UPDATE: (
        "The update was refused",
        "A rule of the plan does not allow it: {problem} Nothing was changed.",
        "The log beside the task says which rule, and what is allowed next.",
    ),
    ErrorCode.CORRUPT: (
        "The file is damaged",
        "Parts of {path} cannot be read; it may have been cut short or copied while in use.",
        "Keep it as it is and restore a backup. Nothing was changed.",
    ),
    ErrorCode.LOCKED: (
        "The file is in use",
        "Another program{holders} is using it and did not finish in time.",
        "Try again in a moment. Nothing was lost.",
    ),
    ErrorCode.READ_ONLY: (
        "The file is open read-only",
        "It was opened read-only, or the system does not allow this account to change it. "
        "Nothing was changed.",
        "Choose “Enable writing” if you may, or check the file’s permissions.",
    ),
    ErrorCode.READ_ONLY_FOLDER: (
        "The folder does not allow writing",
        "Even reading {path} needs a small helper file beside it, and its folder is read-only.",
        "Open a copy: the original stays untouched, and later changes to it are not shown.",
    ),
    ErrorCode.NETWORK_FILE_SYSTEM: (
        "The file lies on a network drive",
        "{path} is on a network file system ({type}), where two computers could damage each "
        "other’s writes without noticing.",
        "Move the file to a local disk to change it. It was not changed.",
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
        "Nothing was stored.",
    ),
    ErrorCode.NO_RECORD: (
        "There is no such record",
        "This person has no record with that number; it may have been forgotten.",
        "Refresh the list to see what is there.",
    ),
    ErrorCode.NO_ENTITY: (
        "There is no such entity",
        "This person has no entity “{entity}”; it was never written, or it was forgotten.",
        "Check the id; write the entity first, then what links to it.",
    ),
    ErrorCode.NO_LINK: (
        "There is no such link",
        "No such link of “{entity}” is there; it may have been forgotten.",
        "Check both ids and the relation.",
    ),
    ErrorCode.NO_SCOPE: (
        "There is no such person",
        "The file holds nothing for that tenant and user.",
        "Choose a person from the list, or import something for a new one.",
    ),
    ErrorCode.SCOPE_EXISTS: (
        "This person is in the file already",
        "Bringing them back row for row would mix two memories.",
        "Restore under another name, or into another file. Nothing was changed.",
    ),
    ErrorCode.RESTRICTED: (
        "This person’s memory is restricted",
        "It is kept as it is: agents recall nothing of it, and nobody writes to it.",
        "Lift the restriction first if it no longer applies. Nothing was stored.",
    ),
    ErrorCode.ON_HOLD: (
        "A legal hold keeps this person",
        "Nothing of theirs may be erased: {reason}",
        "Lift the hold first if it no longer applies. Nothing was changed.",
    ),
    ErrorCode.NOT_A_RECEIPT: (
        "This is no receipt",
        "{path} holds no receipt of an erasure that this program can read.",
        "Choose the JSON file that was saved after erasing.",
    ),
    ErrorCode.NOT_AN_ARCHIVE: (
        "This is no archive",
        "{path} is no export of a person that this program can read, or it is damaged.",
        "Choose the folder or the zip of an export. Nothing was changed.",
    ),
    ErrorCode.INVALID: ("This cannot be accepted", "{problem}", "Correct it and try again."),
    ErrorCode.UNKNOWN_FORMAT: (
        "The format is not known",
        "{path} cannot be imported: {seen}.",
        "Readers exist for MCP server-memory files (JSON Lines), for conversations of OpenAI, Anthropic, "
        "Claude Code, Codex and ChatGPT, and for folders of memory notes, which have to be called "
        "“memories” or hold a folder of that name. Nothing was changed.",
    ),
    ErrorCode.NETWORK_FILE_SYSTEM: (
        "The file lies on a network drive",
        "{path} is on a network file system ({type}), where writers on two computers could damage it.",
        "Open it read-only, or copy it to a disk of this computer. Nothing was changed.",
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

SEEN = {
    "store": "it is a memory file of Mnemoscope; open it instead",
    "sqlite": "it is an SQLite database of another program",
    "sqlite_sidecar": "it is a helper file that belongs to an SQLite database",
    "zip": "it is a ZIP archive; unpack it and choose what is inside",
    "zstd": "it is compressed; unpack it first",
    "utf16": "its text is UTF-16, and UTF-8 is needed",
    "empty": "there is nothing in it",
    "folder": "it is a folder no reader knows",
    "special": "it is not an ordinary file",
    "json": "its JSON is not of a kind a reader knows",
    "jsonl": "its lines of JSON are not of a kind a reader knows",
    "text": "it is text, but not of a kind a reader knows",
    "binary": "it is not text",
}

TOO_MANY_FILES = (
    "Too many files are open",
    "The system lets this account open no more files, so {path} could not be opened.",
    "Close some programs and try again.",
)

# A plan that was refused has no task and so no log to look at.
REFUSED_PLAN: Form = (
    "The task was not created",
    "A rule of the plan does not allow it: {problem} Nothing was written.",
    "Change what the sentence names, and create it again.",
)

# In a terminal there is no menu and no button to point at.
TERMINAL: dict[ErrorCode, str] = {
    ErrorCode.SCHEMA_TOO_OLD: (
        "Open it for writing once: it is brought up to date after a backup beside it."
    ),
    ErrorCode.READ_ONLY: "Check the permissions of the file and of its folder.",
    ErrorCode.READ_ONLY_FOLDER: "Choose a folder that can be written to, or copy the file there.",
    ErrorCode.MOVED: "Repeat the command to work on the file that is there now.",
    ErrorCode.NO_RECORD: "Check the number.",
    ErrorCode.NO_SCOPE: "Check both names. They are written as tenant/user, in the same letter case.",
}

SYSTEM: tuple[tuple[type[Exception], Form], ...] = (
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
            "Reading or writing a file failed ({reason}).",
            "Check the disk and the folder, then try again.",
        ),
    ),
)

UNFORESEEN = (
    "Something went wrong",
    "The program met a situation it did not foresee. Nothing more was done.",
    "The log names the place; Help ▸ Open log folder shows it.",
)

EMBEDDING: dict[str, str] = {
    "unreachable": "The server cannot be reached",
    "timed_out": "The server did not answer in time",
    "refused": "The server refused the request",
    "not_installed": "Its packages are not installed",
    "wrong_model": "The installed model is not the one this program knows",
    "no_key": "No key is set for the server",
    "wrong_key": "The server does not take the key",
    "no_model": "The server knows no such model or address",
    "busy": "The server has too many requests at the moment",
    "no_quota": "The account behind the key has nothing left to spend",
    "incomplete": "The server’s answer broke off, or is none that was asked for",
    "not_finite": "The server sent numbers that are no numbers",
    "wrong_dimension": "The server sent vectors of another length than before",
}

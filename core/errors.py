"""The one family of errors: a code and data, never a sentence and never memory text.

The words people read are made in ``app.wording``; ``str()`` of an error is for logs and
tracebacks and therefore holds the code and the data only.
"""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar


class ErrorCode(StrEnum):
    """What went wrong, as a closed set."""

    NOT_FOUND = "not_found"
    EXISTS = "exists"
    IS_FOLDER = "is_folder"
    NO_ACCESS = "no_access"
    EMPTY_FILE = "empty_file"
    NOT_A_DATABASE = "not_a_database"
    FOREIGN = "foreign"
    SCHEMA_TOO_NEW = "schema_too_new"
    SCHEMA_TOO_OLD = "schema_too_old"
    TAMPERED = "tampered"
    CORRUPT = "corrupt"
    LOCKED = "locked"
    READ_ONLY = "read_only"
    READ_ONLY_FOLDER = "read_only_folder"
    NETWORK_FILE_SYSTEM = "network_file_system"
    DISK_FULL = "disk_full"
    IO = "io"
    TOO_BIG = "too_big"
    MOVED = "moved"
    CONFLICT = "conflict"
    GONE = "gone"
    RESTRICTED = "restricted"
    ON_HOLD = "on_hold"
    NOT_A_RECEIPT = "not_a_receipt"
    NOT_AN_ARCHIVE = "not_an_archive"
    NO_RECORD = "no_record"
    NO_ENTITY = "no_entity"
    NO_LINK = "no_link"
    NO_SCOPE = "no_scope"
    SCOPE_EXISTS = "scope_exists"
    INVALID = "invalid"
    UNKNOWN_FORMAT = "unknown_format"
    CANCELLED = "cancelled"
    CLOSED = "closed"
    WRONG_EMBEDDER = "wrong_embedder"
    EMBEDDER_FAILED = "embedder_failed"
    MODEL_FAILED = "model_failed"
    OVER_BUDGET = "over_budget"
    NO_TASK = "no_task"
    INVALID_UPDATE = "invalid_update"


class MnemoscopeError(Exception):
    """Base of all errors the library raises on purpose.

    Attributes:
        code: what went wrong.
        data: facts for the sentence (paths, versions, positions, process ids).
    """

    default: ClassVar[ErrorCode] = ErrorCode.IO

    def __init__(self, code: ErrorCode | None = None, **data: object) -> None:
        self.code = code or self.default
        self.data = data
        super().__init__(self.code, data)

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self.data.items())
        return f"{self.code}({facts})"


class NotFound(MnemoscopeError):
    """A file, record or scope that is not there (codes: not_found, no_record, no_scope)."""

    default = ErrorCode.NOT_FOUND


class NotAStore(MnemoscopeError):
    """The file is something else (empty_file, not_a_database, foreign, is_folder, tampered)."""

    default = ErrorCode.NOT_A_DATABASE


class SchemaMismatch(MnemoscopeError):
    """The file's schema is newer or older than this mode can use."""

    default = ErrorCode.SCHEMA_TOO_NEW


class Corrupt(MnemoscopeError):
    """SQLite found damage; the file was left as it is."""

    default = ErrorCode.CORRUPT


class Locked(MnemoscopeError):
    """Another process holds the file; ``data["holders"]`` names those that are known."""

    default = ErrorCode.LOCKED


class ReadOnly(MnemoscopeError):
    """A write to a file, folder or handle that only reads."""

    default = ErrorCode.READ_ONLY


class StorageFailure(MnemoscopeError):
    """The disk or the operating system refused (disk_full, io, no_access, too_big, exists)."""

    default = ErrorCode.IO


class Moved(MnemoscopeError):
    """The file was renamed, replaced or deleted under the open connection."""

    default = ErrorCode.MOVED


class Conflict(MnemoscopeError):
    """Somebody else changed the object meanwhile; read it again."""

    default = ErrorCode.CONFLICT


class Gone(MnemoscopeError):
    """The person was erased; late writes are refused."""

    default = ErrorCode.GONE


class Restricted(MnemoscopeError):
    """The person's memory is kept and not used: no recall, no writes."""

    default = ErrorCode.RESTRICTED


class OnHold(MnemoscopeError):
    """A legal hold keeps the person from being erased; ``data["reason"]`` says why."""

    default = ErrorCode.ON_HOLD


class Invalid(MnemoscopeError, ValueError):
    """Bad input: ``data["field"]`` and ``data["problem"]`` say what, the rest says where."""

    default = ErrorCode.INVALID

    def __init__(self, field: str, problem: str, **data: object) -> None:
        super().__init__(ErrorCode.INVALID, field=field, problem=problem, **data)


class UnknownFormat(MnemoscopeError):
    """No reader recognises the file."""

    default = ErrorCode.UNKNOWN_FORMAT


class Cancelled(MnemoscopeError):
    """The caller asked to stop; what was committed before stays."""

    default = ErrorCode.CANCELLED


class WrongEmbedder(MnemoscopeError):
    """The file's vectors were made by ``data["stored"]``, not by ``data["given"]``."""

    default = ErrorCode.WRONG_EMBEDDER


class EmbedderFailure(MnemoscopeError):
    """Vectors could not be had; ``data["problem"]`` says whether the server was away, late or wrong."""

    default = ErrorCode.EMBEDDER_FAILED


class ModelFailure(MnemoscopeError):
    """A model could not be asked; ``data["problem"]`` says whether its server was away, late or wrong."""

    default = ErrorCode.MODEL_FAILED


class BudgetError(MnemoscopeError):
    """A prompt cannot be made to fit; ``data["ledger"]`` says what costs how much."""

    default = ErrorCode.OVER_BUDGET

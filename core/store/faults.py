"""What SQLite says, as the one family of errors (guide/privacy.md 9)."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw

from core.errors import (
    Cancelled,
    Corrupt,
    ErrorCode,
    Gone,
    Invalid,
    Locked,
    MnemoscopeError,
    NotAStore,
    NotFound,
    ReadOnly,
    Restricted,
    SchemaMismatch,
    StorageFailure,
)
from core.store.holders import holders
from core.store.schema.guards import RESTRICTED


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn what apsw raises inside into the library's own errors.

    Errors of SQLite stay on as the cause; the two of Python do not, for they quote the text.
    """
    try:
        yield
    except apsw.ConnectionClosedError:
        raise MnemoscopeError(ErrorCode.CLOSED, path=str(path)) from None
    except apsw.Error as error:
        raise _translate(error, path) from error
    except (NotAStore, SchemaMismatch) as error:
        # The connection may be one to a private copy, which is no path to show.
        error.data["path"] = str(path)
        raise
    except UnicodeEncodeError as error:
        raise Invalid("text", "surrogate", position=error.start) from None
    except UnicodeDecodeError:
        raise Corrupt(path=str(path)) from None
    except OverflowError:
        raise Invalid("number", "range") from None


@contextmanager
def reported(path: Path) -> Iterator[None]:
    """Turn what the operating system raises inside into the library's own errors."""
    try:
        yield
    except OSError as error:
        raise _report(error, path) from None
    except ValueError as error:
        if isinstance(error, MnemoscopeError):
            raise
        # A name no file can have (NUL), or one that SQLite cannot be told (no UTF-8).
        raise NotFound(path=str(path)) from None


def _report(error: OSError, path: Path) -> MnemoscopeError:
    where: dict[str, Any] = {"path": str(path), "errno": error.errno}
    match error:
        case FileNotFoundError() if path.is_dir():
            # A folder in which nothing can be created, as those the kernel makes up.
            return StorageFailure(ErrorCode.NO_ACCESS, **where)
        case FileNotFoundError() | NotADirectoryError():
            return NotFound(**where)
        case IsADirectoryError():
            return NotAStore(ErrorCode.IS_FOLDER, **where)
        case PermissionError():
            return StorageFailure(ErrorCode.NO_ACCESS, **where)
        case _ if error.errno == errno.EROFS:
            return ReadOnly(ErrorCode.READ_ONLY_FOLDER, **where)
        case _:
            code = ErrorCode.DISK_FULL if error.errno in _NO_ROOM else ErrorCode.IO
            return StorageFailure(code, **where)


def _translate(error: apsw.Error, path: Path) -> MnemoscopeError:
    where: dict[str, Any] = {"path": str(path)}
    # apsw sets the extended code on every error that comes from SQLite; its stubs do not say so.
    extended = int(getattr(error, "extendedresult", 0))
    match error:
        case apsw.BusyError() | apsw.LockedError():
            return Locked(**where, holders=holders(path))
        case apsw.ReadOnlyError():
            code = ErrorCode.READ_ONLY_FOLDER if extended in _FOLDER_CODES else ErrorCode.READ_ONLY
            return ReadOnly(code, **where)
        case apsw.NotADBError():
            return NotAStore(ErrorCode.NOT_A_DATABASE, **where)
        case apsw.CorruptError():
            return Corrupt(**where)
        case apsw.FullError():
            return StorageFailure(ErrorCode.DISK_FULL, **where)
        case apsw.IOError():
            return StorageFailure(ErrorCode.DISK_FULL if extended in _FULL_CODES else ErrorCode.IO, **where)
        case apsw.CantOpenError():
            return _cannot_open(path)
        case apsw.TooBigError():
            return StorageFailure(ErrorCode.TOO_BIG, **where)
        case apsw.InterruptError():
            return Cancelled(**where)
        case apsw.ConstraintError() if extended == apsw.SQLITE_CONSTRAINT_TRIGGER:
            return Restricted(**where) if RESTRICTED in str(error) else Gone(**where)
        case apsw.SQLError() if "unsupported file format" in str(error):
            return SchemaMismatch(ErrorCode.SCHEMA_TOO_NEW, **where)
        case _:
            # The message of SQLite may quote data, so only its code travels.
            return StorageFailure(ErrorCode.IO, **where, sqlite=extended)


_NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_FULL_CODES = {apsw.SQLITE_IOERR_WRITE, apsw.SQLITE_IOERR_SHMSIZE}
_FOLDER_CODES = {apsw.SQLITE_READONLY_DIRECTORY, apsw.SQLITE_READONLY_CANTINIT, apsw.SQLITE_READONLY_RECOVERY}


def _cannot_open(path: Path) -> MnemoscopeError:
    where: dict[str, Any] = {"path": str(path)}
    if path.is_dir():
        return NotAStore(ErrorCode.IS_FOLDER, **where)
    if not path.exists():
        return NotFound(**where)
    if not os.access(path, os.R_OK):
        return StorageFailure(ErrorCode.NO_ACCESS, **where)
    if not os.access(path.parent, os.W_OK):
        return ReadOnly(ErrorCode.READ_ONLY_FOLDER, **where)
    return StorageFailure(ErrorCode.IO, **where, errno=errno.EMFILE)

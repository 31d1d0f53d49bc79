"""What the operating system says about a source, in the words of the error family."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.errors import ErrorCode, NotFound, StorageFailure


@contextmanager
def world(path: Path) -> Iterator[None]:
    """Turn failures of the operating system inside the block into errors about ``path``.

    Raises:
        NotFound: there is nothing at the path.
        StorageFailure: it may not be read (no_access), or reading failed (io).
    """
    try:
        yield
    except (FileNotFoundError, NotADirectoryError):
        raise NotFound(path=str(path)) from None
    except PermissionError:
        raise StorageFailure(ErrorCode.NO_ACCESS, path=str(path)) from None
    except OSError as error:
        raise StorageFailure(ErrorCode.IO, path=str(path), errno=error.errno) from None

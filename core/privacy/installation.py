"""The key this installation signs its receipts and archives with; it is never kept in a memory file."""

from __future__ import annotations

import hmac
import json
import os
import secrets
from contextlib import suppress
from pathlib import Path

from core.errors import Invalid
from core.store.faults import reported

VARIABLE = "MNEMOSCOPE_KEY"
_NAME = "installation.key"
_LENGTH = 32


class InstallationKey:
    """32 bytes in the app's data folder, made on first use, or what the environment says instead."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or data_folder()

    @property
    def path(self) -> Path:
        """Where the key is kept."""
        return self._folder / _NAME

    def sign(self, what: str, body: object) -> str:
        """The keyed hash of a JSON value.

        Raises:
            Invalid: the environment names no key of 32 bytes.
            ReadOnly, StorageFailure: the key cannot be kept.
        """
        return hmac.new(self._key(create=True), canonical(what, body), "sha256").hexdigest()

    def signed(self, what: str, body: object, signature: object) -> bool:
        """Whether a keyed hash is this installation's; False too where there is no key yet."""
        try:
            key = self._key(create=False)
        except FileNotFoundError:
            return False
        expected = hmac.new(key, canonical(what, body), "sha256").hexdigest()
        return isinstance(signature, str) and hmac.compare_digest(
            expected.encode(), signature.encode("utf-8", "replace")
        )

    def _key(self, *, create: bool) -> bytes:
        given = os.environ.get(VARIABLE)
        if given:
            return _parsed(given)
        try:
            key = self.path.read_bytes()
        except FileNotFoundError:
            if not create:
                raise
            return self._made()
        if len(key) != _LENGTH:
            raise Invalid("installation_key", "length", path=str(self.path))
        return key

    def _made(self) -> bytes:
        """A new key, put into place whole; of two processes that make one the first wins."""
        draft = self._folder / f".{_NAME}.{secrets.token_hex(6)}"
        with reported(self.path):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            try:
                os.write(handle, secrets.token_bytes(_LENGTH))
                os.fsync(handle)
            finally:
                os.close(handle)
            try:
                # The key of another process is as good, and it is the one that counts.
                with suppress(FileExistsError):
                    os.link(draft, self.path)
            finally:
                draft.unlink(missing_ok=True)
            return self.path.read_bytes()


def data_folder() -> Path:
    """Where the app keeps what is its own; its log lies there too (XDG base directory specification)."""
    base = os.environ.get("XDG_DATA_HOME") or ""
    share = Path(base) if Path(base).is_absolute() else Path.home() / ".local" / "share"
    return share / "Mnemoscope" / "mnemoscope"


def canonical(what: str, body: object) -> bytes:
    """The one way to write a JSON value that its hash is taken of."""
    text = json.dumps([what, body], sort_keys=True, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return text.encode()


def _parsed(given: str) -> bytes:
    try:
        key = bytes.fromhex(given)
    except ValueError:
        key = b""
    if len(key) != _LENGTH:
        raise Invalid("installation_key", "environment", variable=VARIABLE)
    return key

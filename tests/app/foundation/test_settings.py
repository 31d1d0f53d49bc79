from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray

from app.settings import RECENT_LIMIT, Settings
from core import Scope


def test_choices_survive_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "settings.ini"
    first = Settings(path)
    first.theme, first.zoom, first.operator_name, first.last_pane = "dark", 125, "ada", "memory"
    first.set_bytes("window/geometry", QByteArray(b"\x00\x01"))
    first.set_text("pane/memory/sort", "key")
    first.sync()
    second = Settings(path)
    assert (second.theme, second.zoom, second.operator_name) == ("dark", 125, "ada")
    assert second.last_pane == "memory"
    assert second.bytes_of("window/geometry") == QByteArray(b"\x00\x01")
    assert second.text_of("pane/memory/sort") == "key"


def test_nonsense_in_the_file_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / "settings.ini"
    path.write_text("[view]\ntheme=purple\nzoom=big\n[files]\nrecent={not json\n", encoding="utf-8")
    settings = Settings(path)
    assert settings.theme == "system"
    assert settings.zoom in (0, 100)
    assert settings.recent == []


def test_recent_files_are_newest_first_and_few(settings: Settings, tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}, æ.db" for number in range(RECENT_LIMIT + 3)]
    for path in paths:
        settings.add_recent(path)
    settings.add_recent(paths[5])
    assert settings.recent[0] == paths[5]
    assert len(settings.recent) == RECENT_LIMIT
    assert len(set(settings.recent)) == RECENT_LIMIT


def test_clearing_forgets_files_and_what_was_known_of_them(settings: Settings, tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    settings.add_recent(path)
    settings.set_writing_enabled(path, True)
    settings.set_scope(path, Scope("a/b", "c"))
    assert settings.scope_of(path) == Scope("a/b", "c")
    settings.clear_recent()
    assert settings.recent == []
    assert not settings.writing_enabled(path)
    assert settings.scope_of(path) is None


def test_an_operator_always_has_a_name(settings: Settings) -> None:
    assert settings.operator_name

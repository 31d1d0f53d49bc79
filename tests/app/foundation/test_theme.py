from __future__ import annotations

from importlib.resources import files

import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.icons import icon
from app.theme import DARK, LIGHT, Theme, Tokens, theme
from core import Kind


def contrast(one: QColor, other: QColor) -> float:
    def light(color: QColor) -> float:
        parts = (color.redF(), color.greenF(), color.blueF())
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_words_can_be_read_and_edges_seen(tokens: Tokens) -> None:
    for ground in (tokens.base, tokens.window):
        for word in (tokens.text, tokens.muted, tokens.accent, tokens.ok, tokens.warn, tokens.danger):
            assert contrast(word, ground) >= 4.5
        assert contrast(tokens.edge, ground) >= 3.0
    assert contrast(tokens.on_accent, tokens.accent) >= 4.5
    assert contrast(tokens.text, tokens.selection) >= 4.5
    for kind in tokens.kinds:
        assert contrast(kind, tokens.base) >= 2.9


def test_kinds_have_their_own_colours() -> None:
    assert len({LIGHT.kind_color(kind).name() for kind in Kind}) == len(Kind)


@pytest.mark.parametrize(("mode", "tokens"), [("light", LIGHT), ("dark", DARK)])
def test_applying_paints_the_application(qapp: QApplication, qtbot: QtBot, mode: str, tokens: Tokens) -> None:
    painted = theme()
    with qtbot.waitSignal(painted.changed):
        painted.apply(qapp, mode, 100)
    assert qapp.palette().color(QPalette.ColorRole.Window) == tokens.window
    assert "@" not in qapp.styleSheet()
    assert painted.dark == (mode == "dark")
    painted.apply(qapp, "light", 100)


def test_zoom_changes_the_font_and_stays_in_its_limits(qapp: QApplication, qtbot: QtBot) -> None:
    painted = theme()
    painted.apply(qapp, "light", 100)
    height = painted.row_height()
    painted.apply(qapp, "light", 150)
    assert qapp.font().pointSizeF() == pytest.approx(15)
    assert painted.row_height() > height * 1.3
    painted.apply(qapp, "light", 500)
    assert painted.zoom == 200
    painted.apply(qapp, "light", 10)
    assert painted.zoom == 90
    painted.apply(qapp, "light", 100)


def test_icons_follow_the_theme(qapp: QApplication, qtbot: QtBot) -> None:
    def darkest() -> int:
        image = icon("memory").pixmap(24, 24).toImage()
        solid = [
            image.pixelColor(x, y).lightness()
            for x in range(24)
            for y in range(24)
            if image.pixelColor(x, y).alpha() > 200
        ]
        return min(solid)

    theme().apply(qapp, "light", 100)
    on_light = darkest()
    theme().apply(qapp, "dark", 100)
    on_dark = darkest()
    theme().apply(qapp, "light", 100)
    assert on_light < 100 < on_dark


def test_every_icon_draws(qapp: QApplication) -> None:
    names = [each.name for each in files("resources").joinpath("icons").iterdir()]
    drawn = [name.removesuffix(".svg") for name in names if name.endswith(".svg")]
    assert len(drawn) > 30
    for name in drawn:
        image = icon(name).pixmap(32, 32).toImage()
        assert any(image.pixelColor(x, y).alpha() for x in range(32) for y in range(32)), name


def test_an_unknown_icon_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        icon("no_such_icon")


def test_the_theme_is_one() -> None:
    assert theme() is theme()
    assert isinstance(theme(), Theme)

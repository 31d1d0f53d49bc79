"""Colours, fonts and the style sheet, for light and dark."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from importlib.resources import files
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetrics, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory

from core.kind import Kind

BASE_POINTS = 10.0
ZOOM_STEPS = (90, 100, 110, 125, 150, 175, 200)


@dataclass(frozen=True, slots=True)
class Tokens:
    """The named colours of one theme; panes never write a colour of their own."""

    window: QColor
    base: QColor
    alternate: QColor
    line: QColor
    edge: QColor
    text: QColor
    muted: QColor
    accent: QColor
    on_accent: QColor
    selection: QColor
    ok: QColor
    warn: QColor
    danger: QColor
    free: QColor
    kinds: tuple[QColor, QColor, QColor, QColor, QColor, QColor]

    def kind_color(self, kind: Kind) -> QColor:
        """The dot that stands for a kind of record in every list and chart."""
        return self.kinds[_KIND_SLOT[kind]]

    def named(self) -> dict[str, str]:
        """Token name to ``#rrggbb``, for the style sheet and for rich text."""
        return {
            field.name: getattr(self, field.name).name() for field in fields(self) if field.name != "kinds"
        }


_KIND_SLOT = {Kind.SEMANTIC: 0, Kind.EPISODIC: 1, Kind.PROCEDURAL: 2, Kind.PREFERENCE: 3}


def _tokens(plain: str, kinds: str) -> Tokens:
    one, two, three, four, five, six = (QColor(name) for name in kinds.split())
    names = [field.name for field in fields(Tokens) if field.name != "kinds"]
    colors = {name: QColor(value) for name, value in zip(names, plain.split(), strict=True)}
    return Tokens(**colors, kinds=(one, two, three, four, five, six))


LIGHT = _tokens(
    "#F6F7F9 #FFFFFF #F6F7F9 #D5DAE0 #7D8590 #1F2328 #59636E #0B63C4 #FFFFFF #DCEBFC"
    " #1A7F37 #9A6700 #C62828 #E6E9ED",
    "#4F6DDB #CA7F2A #14655D #B4239E #39A1BD #6A4C00",
)
DARK = _tokens(
    "#16181C #1B1E23 #20242A #343A42 #6B7683 #E6EDF3 #9DA7B3 #6CB6FF #0D1117 #1E3A5C"
    " #57C785 #E3B341 #FF7B72 #2C3138",
    "#5475DB #F9700A #ABE8C4 #BD84A1 #09B0F8 #E2CF28",
)


class Theme(QObject):
    """The theme in force: its tokens, its zoom, and the signal that they changed."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.tokens = LIGHT
        self.mode = "system"
        self.zoom = 100
        self._app: QApplication | None = None
        self._family: str | None = None

    @property
    def dark(self) -> bool:
        """True while the dark tokens are in force."""
        return self.tokens is DARK

    def apply(self, app: QApplication, mode: str = "system", zoom: int | None = None) -> None:
        """Paint ``app`` in ``mode`` ("system", "light" or "dark") at ``zoom`` per cent."""
        if self._app is not app:
            self._app = app
            self._family = app.font().family()
            app.setStyle(QStyleFactory.create("Fusion"))
            app.styleHints().colorSchemeChanged.connect(self._on_scheme_changed)
        self.mode = mode
        if zoom is not None:
            self.zoom = max(ZOOM_STEPS[0], min(zoom, ZOOM_STEPS[-1]))
        hints = app.styleHints()
        scheme = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}.get(
            mode, Qt.ColorScheme.Unknown
        )
        # Only native title bars follow this; without a desktop it does nothing at all.
        hints.setColorScheme(scheme)
        self._paint()

    def font(self, points: float = BASE_POINTS, *, bold: bool = False) -> QFont:
        """The interface font at ``points`` before zoom."""
        font = QFont(self._family or QFont().family())
        font.setPointSizeF(points * self.zoom / 100)
        if bold:
            font.setWeight(QFont.Weight.DemiBold)
        return font

    def fixed_font(self, points: float = BASE_POINTS) -> QFont:
        """The font of ids, hashes, JSON and foreign text."""
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(points * self.zoom / 100)
        return font

    def row_height(self) -> int:
        """Height of one table row at the present zoom."""
        return round(QFontMetrics(self.font()).height() * 1.9)

    @Slot()
    def _on_scheme_changed(self) -> None:
        if self.mode == "system":
            self._paint()

    def _paint(self) -> None:
        app = self._app
        if app is None:
            return
        dark = self.mode == "dark" or (
            self.mode == "system" and app.styleHints().colorScheme() == Qt.ColorScheme.Dark
        )
        self.tokens = DARK if dark else LIGHT
        app.setFont(self.font())
        app.setPalette(_palette(self.tokens))
        app.setStyleSheet(_style_sheet(self.tokens, self.zoom))
        self.changed.emit()


def _palette(t: Tokens) -> QPalette:
    palette = QPalette()
    role = QPalette.ColorRole
    pairs = {
        role.Window: t.window, role.WindowText: t.text, role.Base: t.base,
        role.AlternateBase: t.alternate, role.Text: t.text, role.Button: t.base,
        role.ButtonText: t.text, role.BrightText: t.danger, role.ToolTipBase: t.base,
        role.ToolTipText: t.text, role.PlaceholderText: t.muted, role.Highlight: t.selection,
        role.HighlightedText: t.text, role.Link: t.accent, role.LinkVisited: t.accent,
        role.Accent: t.accent, role.Light: t.base, role.Midlight: t.line, role.Mid: t.edge,
        role.Dark: t.edge, role.Shadow: t.edge,
    }  # fmt: skip
    for which, color in pairs.items():
        palette.setColor(which, color)
    for which in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, which, t.edge)
    return palette


def _style_sheet(t: Tokens, zoom: int) -> str:
    resources = files("resources")
    tick = resources.joinpath("icons", "tick_dark.svg" if t is DARK else "tick_light.svg")
    names = {
        **t.named(),
        "icon": f"{round(16 * zoom / 100)}px",
        "box": f"{round(13 * zoom / 100)}px",
        "dot": f"{max(5, round(13 * zoom / 100) - 6)}px",
        "round": f"{round(13 * zoom / 100) // 2 + 1}px",
        "tick": f'"{Path(str(tick)).as_posix()}"',
    }
    source = resources.joinpath("style.qss").read_text(encoding="utf-8")
    return re.sub(r"@(\w+)", lambda match: names[match[1]], source)


_theme: Theme | None = None


def theme() -> Theme:
    """The one theme of the process."""
    global _theme
    if _theme is None:
        _theme = Theme()
    return _theme

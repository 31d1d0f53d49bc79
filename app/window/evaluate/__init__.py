"""The Evaluate view of the Tools menu: a form, the board it measures, and the board as files."""

from app.window.evaluate.window import EvaluateWindow

__all__ = ["EvaluateWindow"]

"""What a form still needs before its answer is complete."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import QWidget


@dataclass(frozen=True, slots=True)
class Missing:
    """Why there is no complete answer yet, and the control that would help."""

    why: str
    where: QWidget

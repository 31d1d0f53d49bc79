"""Which version this is."""

from __future__ import annotations

import tomllib
from importlib import metadata
from pathlib import Path


def version() -> str:
    """The installed version, or that of the checkout this runs from."""
    try:
        return metadata.version("mnemoscope")
    except metadata.PackageNotFoundError:
        project = Path(__file__).parent.parent / "pyproject.toml"
        try:
            return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])
        except (OSError, KeyError, tomllib.TOMLDecodeError):
            return "0"

"""What an archive is made of, as JSON Schema (draft 2020-12); every archive carries it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.store.table_rows import Shape

FORMAT = "mnemoscope-archive"
VERSION = 1

_TYPES: dict[str, dict[str, Any]] = {
    "INTEGER": {"type": ["integer", "null"]},
    "REAL": {"type": ["number", "null"]},
    "TEXT": {
        "description": "a text; bytes that are no UTF-8 come in base64",
        "anyOf": [
            {"type": ["string", "null"]},
            {
                "type": "object",
                "required": ["$bytes"],
                "additionalProperties": False,
                "properties": {"$bytes": {"type": "string", "contentEncoding": "base64"}},
            },
        ],
    },
    "BLOB": {
        "description": "bytes in base64",
        "anyOf": [
            {"type": "null"},
            {
                "type": "object",
                "required": ["$blob"],
                "additionalProperties": False,
                "properties": {"$blob": {"type": "string", "contentEncoding": "base64"}},
            },
        ],
    },
}


def archive_schema(tables: Mapping[str, tuple[Shape, str]]) -> dict[str, Any]:
    """The schema of ``manifest.json``, and one of the lines of each file under ``data``.

    Args:
        tables: for each table its shape, and what its rows are in words.
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{FORMAT} {VERSION}",
        "description": "Times are whole microseconds of UTC since 1970. Each line of data/NAME.jsonl is one "
        "object of $defs/NAME. Numbers of people who acted are those of data/actors.jsonl.",
        "$ref": "#/$defs/manifest",
        "$defs": {
            "manifest": _MANIFEST,
            **{
                name: {
                    "description": words,
                    "type": "object",
                    "additionalProperties": False,
                    "required": [column.name for column in shape.portable],
                    "properties": {column.name: _TYPES[column.type] for column in shape.portable},
                }
                for name, (shape, words) in tables.items()
            },
        },
    }


_MANIFEST: dict[str, Any] = {
    "type": "object",
    "required": [
        "format",
        "version",
        "tenant",
        "user",
        "created_at",
        "counts",
        "files",
        "journal",
        "signature",
    ],
    "properties": {
        "format": {"const": FORMAT},
        "version": {"const": VERSION},
        "tenant": {"type": "string"},
        "user": {"type": "string"},
        "created_at": {"type": "integer"},
        "counts": {
            "description": "rows per table, those included that only repeat others; erasing deletes as many",
            "type": "object",
            "additionalProperties": {"type": "integer", "minimum": 0},
        },
        "files": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "required": ["bytes", "sha256"],
                "properties": {
                    "bytes": {"type": "integer"},
                    "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
                    "rows": {"type": "integer"},
                },
            },
        },
        "journal": {
            "description": "the last entry of the file's journal when the archive was made",
            "type": "object",
            "properties": {"seq": {"type": "integer"}, "head": {"type": "string"}},
        },
        "signature": {
            "description": "HMAC-SHA256 of the other members under the key of the installation",
            "type": "string",
        },
    },
}

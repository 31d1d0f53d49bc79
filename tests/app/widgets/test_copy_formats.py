"""The clipboard's formats, to the byte."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from app.widgets.column import Column
from app.widgets.copy_formats import as_json, as_table

COLUMNS = (
    Column("text", "Text", lambda row: row[0][:3], lambda row: row[0]),
    Column("when", "Since", lambda row: "2 d", lambda row: row[1]),
    Column("tags", "Tags", str, lambda row: ("a", "b")),
)
ROWS = [("one\ttwo\nthree", datetime(2026, 3, 2, tzinfo=UTC)), ("=HYPERLINK(1)", None), ("-5", None)]


def test_a_table_has_headers_and_one_line_a_record() -> None:
    assert as_table(COLUMNS, ROWS).split("\n") == [
        "Text\tSince\tTags",
        "one two three\t2026-03-02T00:00:00+00:00\t['a', 'b']",
        "'=HYPERLINK(1)\t\t['a', 'b']",
        "-5\t\t['a', 'b']",
        "",
    ]


def test_json_keeps_raw_values() -> None:
    first = json.loads(as_json(COLUMNS, ROWS))[0]
    assert first == {"text": "one\ttwo\nthree", "when": "2026-03-02T00:00:00+00:00", "tags": ["a", "b"]}

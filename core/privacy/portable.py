"""What the person may take elsewhere (Art. 20 GDPR): what they said and did, as JSON Lines and CSV.

Each row says whether it was provided by the person, observed by a tool, or inferred by an agent;
``data`` holds everything, this only texts that read without the program.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import apsw

from core.gate import Trust, trust_of
from core.privacy.third_parties import ThirdParties
from core.store import table_rows
from core.store.inventory import INVENTORY, Table

_INTERNAL = frozenset(
    {"requests", "restrictions", "legal_holds", "exports", "quarantine", "blocks", "journal_notes"}
)


def write_portable(
    connection: apsw.Connection, scope: int, folder: Path, others: ThirdParties
) -> Iterator[tuple[Path, int]]:
    """Write two files per table that holds texts, without names of others; each with its number of rows."""
    for table in INVENTORY:
        if not (table.scoped and table.texts and table.exported) or table.name in _INTERNAL:
            continue
        names = table_rows.shape(connection, table).of_type("TEXT")
        kept = [name for name in names if name in table.texts]
        lines, sheet = folder / f"{table.name}.jsonl", folder / f"{table.name}.csv"
        rows = 0
        with lines.open("x", encoding="utf-8") as out, sheet.open("x", encoding="utf-8", newline="") as cells:
            writer = csv.DictWriter(cells, ["given", *kept], lineterminator="\r\n")
            writer.writeheader()
            for each in _told(connection, table, scope, names, kept):
                for name in kept:
                    if (text := each[name]) is not None:
                        each[name] = others.redacted(text, f"portable/{table.name}", name)
                out.write(json.dumps(each, ensure_ascii=False) + "\n")
                writer.writerow(each)
                rows += 1
        yield lines, rows
        yield sheet, rows


def _told(
    connection: apsw.Connection, table: Table, scope: int, names: tuple[str, ...], kept: list[str]
) -> Iterator[dict[str, str | None]]:
    for row in table_rows.texts(connection, table, scope):
        texts = {
            name: None if raw is None else raw.decode("utf-8", "backslashreplace")
            for name, raw in zip(names, row, strict=False)
        }
        yield {"given": given(texts.get("source") or ""), **{name: texts[name] for name in kept}}


def given(source: str) -> str:
    """Whether a row was provided by the person, observed, or inferred."""
    if source.startswith("user:"):
        return "provided"
    return "observed" if trust_of(source) is Trust.EXTERNAL else "inferred"

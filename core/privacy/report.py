"""The page of an export: what is held, in words and tables, readable without the program."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any, TextIO

import apsw

from core.clock import to_datetime
from core.privacy.holdings import Holdings
from core.privacy.third_parties import ThirdParties
from core.scope import Scope
from core.store import table_rows
from core.store.inventory import INVENTORY, Table

_SHOWN = 1_000
_LONGEST = 2_000

_HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
body {{ font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #1c2024 }}
table {{ border-collapse: collapse; width: 100%; margin: .5rem 0 2rem }}
th, td {{ border-bottom: 1px solid #d9dde1; padding: .35rem .6rem; text-align: left; vertical-align: top }}
td {{ overflow-wrap: anywhere }} .n {{ text-align: right; font-variant-numeric: tabular-nums }}
@media (prefers-color-scheme: dark) {{ body {{ background: #15181b; color: #e6e9ec }}
th, td {{ border-color: #363c42 }} }}
</style></head><body>
"""


class Report:
    """One page about one person at one moment."""

    def __init__(self, scope: Scope, held: Holdings, now: int, others: ThirdParties) -> None:
        self._scope = scope
        self._held = held
        self._now = now
        self._others = others

    def begin(self, file: TextIO) -> None:
        """Write what is held, in counts."""
        title = f"What is held about {self._scope}"
        file.write(_HEAD.format(title=escape(title)))
        moment = to_datetime(self._now).strftime("%Y-%m-%d %H:%M UTC")
        file.write(f"<h1>{escape(title)}</h1>\n<p>As of {moment}. Everything below, and what only programs")
        file.write(" read, stands in the folder <code>data</code>; <code>schema.json</code> says how.</p>\n")
        self._summary(file)

    def rows(self, file: TextIO, connection: apsw.Connection, scope: int) -> None:
        """Write what is held, row by row."""
        for table in INVENTORY:
            if table.scoped and table.exported and table.texts and self._held.count(table.name):
                self._rows(file, connection, table, scope)

    def end(self, file: TextIO, metadata: Mapping[str, Any]) -> None:
        """Write what Article 15(1) GDPR asks for beside the data."""
        recipients, others = metadata["recipients"], metadata["third_parties"]
        programs = ", ".join(recipients["programs_in_the_journal"]) or "none"
        facts = (
            ("Responsible", metadata["controller"]),
            ("Recipients", recipients["stated"]),
            ("Programs in the journal", programs),
            ("Not recorded", recipients["not_recorded"]),
            ("Transfers", metadata["transfers"]),
            ("Your rights", "; ".join(metadata["rights"])),
            ("Other people", others["rule"]),
            ("", others["not_redacted"]),
            ("Names taken out", str(sum(each["times"] for each in others["redactions"]))),
        )
        file.write("<h2>About this copy</h2>\n<table>\n")
        file.writelines(f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>\n" for name, text in facts)
        file.write("</table>\n<table><tr><th>Category</th><th>Purpose</th><th>Recipients</th><th>Kept</th>")
        file.write("<th>Decided by rules</th></tr>\n")
        for each in metadata["categories"]:
            if each["rows"]:
                names = ("category", "purpose", "recipients", "retention", "automated_decisions")
                file.write("<tr>" + "".join(f"<td>{escape(each[name])}</td>" for name in names) + "</tr>\n")
        file.write("</table>\n</body></html>\n")

    def _summary(self, file: TextIO) -> None:
        file.write("<table><tr><th>Table</th><th>What it holds</th><th class=n>Rows</th><th>Oldest</th>")
        file.write("<th>Newest</th><th>Sources</th></tr>\n")
        for table in self._held.tables:
            if table.exported is None:
                continue
            days = [each.strftime("%Y-%m-%d") if each else "" for each in (table.oldest, table.newest)]
            sources = ", ".join(f"{escape(name)} {count}" for name, count in table.sources.items())
            file.write(f"<tr><td>{escape(table.name)}</td><td>{escape(table.exported)}</td>")
            file.write(
                f"<td class=n>{table.rows}</td><td>{days[0]}</td><td>{days[1]}</td><td>{sources}</td></tr>\n"
            )
        file.write("</table>\n")

    def _rows(self, file: TextIO, connection: apsw.Connection, table: Table, scope: int) -> None:
        names = table_rows.shape(connection, table).of_type("TEXT")
        places = [place for place, name in enumerate(names) if name in table.texts]
        file.write(f"<h2>{escape(table.name)}</h2>\n<table><tr>")
        file.write("".join(f"<th>{escape(names[place])}</th>" for place in places) + "</tr>\n")
        for number, row in enumerate(table_rows.texts(connection, table, scope)):
            if number == _SHOWN:
                rest = self._held.count(table.name) - _SHOWN
                file.write(
                    f"<tr><td colspan={len(places)}>and {rest} more in data/{table.name}.jsonl</td></tr>\n"
                )
                break
            cells = (
                self._others.redacted(
                    (row[place] or b"").decode("utf-8", "backslashreplace"),
                    f"index.html#{table.name}",
                    names[place],
                )
                for place in places
            )
            file.write("<tr>" + "".join(f"<td>{escape(_cut(cell))}</td>" for cell in cells) + "</tr>\n")
        file.write("</table>\n")


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[:_LONGEST] + " …"

"""What Article 15(1) GDPR asks of every copy of the data, as far as the file or the installation knows it.

What nobody wrote down is said to be so, never left blank and never guessed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from typing import Any

import apsw

from core.audit import Role
from core.privacy.holdings import Holdings, TableHoldings
from core.privacy.statements import Statements
from core.store import retention_rows
from core.store.inventory import Erasure

UNKNOWN = "not recorded"
_RIGHTS = (
    "to have it corrected (Art. 16)",
    "to have it erased (Art. 17)",
    "to have its use restricted (Art. 18)",
    "to receive it in a form other programs read (Art. 20)",
    "to object to its use (Art. 21)",
    "to complain to a supervisory authority (Art. 77)",
)
_GATE = (
    "fixed rules decide whether a proposal is stored, held for a person, or refused; the reason of each stands "
    "in the column verdict of data/records.jsonl and in data/quarantine.jsonl"
)
_DECIDED = frozenset({"records", "quarantine", "blocks", "run_proposals"})


def metadata(
    connection: apsw.Connection,
    held: Holdings,
    statements: Statements,
    actors: Collection[Mapping[str, Any]],
    third_parties: Mapping[str, Any],
    now: int,
) -> dict[str, Any]:
    """The content of ``metadata.json``.

    Args:
        actors: those the archive names; agents among them are recipients the file knows of.
        third_parties: what was done about other people.
    """
    rules = {row.kind: row.days for row in retention_rows.listed(connection)}
    agents = sorted(
        {str(each["name"]) for each in actors if each.get("role") == Role.AGENT and each.get("name")}
    )
    return {
        "as_of": datetime.fromtimestamp(now / 1_000_000, UTC).isoformat(),
        "controller": statements.of("controller") or UNKNOWN,
        "transfers": statements.of("transfers") or UNKNOWN,
        "rights": list(_RIGHTS),
        "recipients": {
            "stated": statements.of("recipients") or UNKNOWN,
            "programs_in_the_journal": agents,
            "not_recorded": "which programs only read, and which models and services they passed it on to",
        },
        "third_parties": dict(third_parties),
        "categories": [
            _category(table, statements, rules) for table in held.tables if table.exported is not None
        ],
    }


def _category(table: TableHoldings, statements: Statements, rules: Mapping[str, float]) -> dict[str, Any]:
    return {
        "category": table.name,
        "what": table.exported,
        "rows": table.rows,
        "oldest": table.oldest.isoformat() if table.oldest else None,
        "newest": table.newest.isoformat() if table.newest else None,
        "origin": table.sources or UNKNOWN,
        "purpose": statements.of("purposes", table.name) or UNKNOWN,
        "recipients": statements.of("recipients", table.name) or UNKNOWN,
        "retention": _retention(table, statements, rules),
        "automated_decisions": _decisions(table, statements),
        "on_erasure": "deleted" if table.erasure is Erasure.DELETE else table.kept_because,
    }


def _retention(table: TableHoldings, statements: Statements, rules: Mapping[str, float]) -> str:
    told = [statements.of("retention", table.name)]
    if table.name == "records" and rules:
        told.append(", ".join(f"{kind}: {days:g} days" for kind, days in sorted(rules.items())))
    said = [each for each in told if each]
    return "; ".join(said) if said else f"{UNKNOWN}; no rule ends it, so it is kept until it is erased"


def _decisions(table: TableHoldings, statements: Statements) -> str:
    told = [statements.of("automated_decisions", table.name)]
    if table.name in _DECIDED:
        told.append(_GATE)
    return "; ".join(each for each in told if each) or UNKNOWN

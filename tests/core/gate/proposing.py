"""Proposals the tests are made of."""

from __future__ import annotations

from typing import Any

from core.gate import Proposal, Standing, Trust, Verdict, judge
from core.gate.proposal import Current
from core.kind import Kind

KEY = b"a key of the test, 32 bytes long"
SOURCES = {
    "operator": "operator:ada",
    "user": "user:turn-1",
    "agent": "agent:worker",
    "external": "web:page",
    "none": "somebody",
}


def verdict(
    text: str,
    source: str = "user:turn-1",
    kind: str = "semantic",
    standing: Standing | None = None,
    **more: Any,
) -> Verdict:
    return judge(Proposal(text, Kind(kind), source, **more), standing or Standing(), key=KEY)


def codes(found: Verdict) -> set[str]:
    return {finding.code for finding in found.findings}


def holding(text: str, trust: Trust = Trust.USER, id_: int = 7) -> Standing:
    """A partition that holds this text under the proposal's key."""
    return Standing(same_key=Current(id_, text, trust, 1))


def provider_key() -> str:
    """A key in a provider's format, put together here so that no scanner takes this file for a leak."""
    return "gh" + "p_" + "Zq7Xw2Lm9Rt4Bv6Nk1Pd8Hs3Jf5Gc0YaTeUi"


def drawn_token() -> str:
    return "".join(("x9Kf2", "Lq7Zw", "3Rt8v", "N4bHp", "6Ys1D"))

"""The MCP door, spoken to by the reference client (guide/interop.md 8)."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from core import Scope, Store
from core.agent import mcp_server
from core.agent.tools import TOOLS, Toolbox

mcp = pytest.importorskip("mcp")

PROPOSAL = {
    "kind": "preference",
    "key": None,
    "content": "Prefers short answers.",
    "supersedes": None,
    "importance": None,
    "ttl_days": None,
    "evidence": [],
}


def test_tools_are_listed_with_their_schemas_and_hints(tmp_path: Path) -> None:
    async def listed() -> Any:
        with Store.open(tmp_path / "memory.db") as store:
            door = mcp_server.server(Toolbox(store.partition(Scope("acme", "alice"))))
            async with mcp.Client(door) as client:
                return (await client.list_tools()).tools

    tools = asyncio.run(listed())

    assert [(tool.name, tool.input_schema) for tool in tools] == [
        (each.name, each.parameters) for each in TOOLS
    ]
    hints = {
        tool.name: (tool.annotations.read_only_hint, tool.annotations.destructive_hint) for tool in tools
    }
    assert hints["recall_memory"] == (True, False)
    assert hints["propose_deletion"] == (False, True)


def test_a_held_proposal_over_stdio_waits_in_the_same_file(tmp_path: Path) -> None:
    """A process of its own proposes; the operator's handle on the same file sees it waiting."""
    path = tmp_path / "memory.db"
    command = mcp.StdioServerParameters(
        command=sys.executable,
        args=["-m", "core.agent.mcp_server", "--db", str(path), "--tenant", "acme", "--user", "alice"],
        cwd=str(Path(__file__).parents[3]),
    )

    async def propose() -> Any:
        async with mcp.Client(command) as client:
            held = await client.call_tool("propose_memory", PROPOSAL)
            wrong = await client.call_tool("propose_memory", {"kind": "semantic"})
            return held, wrong

    held, wrong = asyncio.run(propose())

    # guide/gate.md 5: a preference of the agent's own word waits for a person.
    assert held.structured_content["outcome"] == "held"
    assert wrong.is_error
    assert "needs the argument" in wrong.content[0].text
    with Store.open(path) as store:
        (item,) = store.operator("ada").review.waiting()
        assert item.scope == Scope("acme", "alice")


def test_a_file_that_cannot_be_served_is_said_on_stderr(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("no database", "utf-8")

    code = mcp_server.main(["--db", str(path), "--tenant", "acme", "--user", "alice"])

    said = capsys.readouterr()
    assert code == 3
    assert said.out == ""
    assert "cannot be served" in said.err

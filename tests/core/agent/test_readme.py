"""The snippets of the README's "Connect your agent in minutes", run as they stand in an empty folder."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from core import Store
from tests.core.agent.test_memory_tool import Service
from tests.core.hands import ALICE
from tests.core.stub_server import StubServer, chat

README = (Path(__file__).parents[3] / "README.md").read_text("utf-8")
SECTION = README.split("## Connect your agent in minutes")[1].split("\n## ")[0]
FUNCTIONS, MEMORY, MCP, WRITER = re.findall(r"```python\n(.*?)```", SECTION, re.DOTALL)


def run(snippet: str, folder: Path, **environment: str) -> str:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    # Nothing of the tests' own surroundings but what a shell has.
    bare = {"PATH": path, "HOME": str(folder), **environment}
    done = subprocess.run(
        [sys.executable, "-c", snippet], cwd=folder, env=bare, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_function_tools_then_an_mcp_client_on_the_same_file(tmp_path: Path) -> None:
    arguments: dict[str, Any] = {
        "kind": "semantic",
        "key": "fiscal_year",
        "content": "Our fiscal year starts in July.",
        "supersedes": None,
        "importance": None,
        "ttl_days": None,
        "evidence": ["user:turn-1"],
    }
    call = {"id": "c1", "type": "function"}
    call["function"] = {"name": "propose_memory", "arguments": json.dumps(arguments)}  # type: ignore[assignment]
    stub = StubServer()
    stub.answers = [chat(None, tool_calls=[call]), chat("Noted.")]
    try:
        said = run(FUNCTIONS, tmp_path, OPENAI_API_KEY="k", OPENAI_BASE_URL=stub.url)
    finally:
        stub.close()

    assert said == "Noted.\n"
    (told,) = [message for message in stub.asked[1][1]["messages"] if message["role"] == "tool"]
    assert json.loads(told["content"])["outcome"] == "stored"
    assert "Our fiscal year starts in July." in run(MCP, tmp_path)


def test_the_memory_tool(tmp_path: Path) -> None:
    service = Service()
    try:
        said = run(MEMORY, tmp_path, ANTHROPIC_API_KEY="k", ANTHROPIC_BASE_URL=service.url)
    finally:
        service.close()

    assert said == "Done.\n"
    with Store.open(tmp_path / "team.memory.db") as store:
        assert "- prefers tea" in store.partition(ALICE).notes.view("/memories/user_profile.md")


def test_the_writer_without_a_model(tmp_path: Path) -> None:
    first, *others = run(WRITER, tmp_path).splitlines()

    assert first == "stored home_city I moved to Oslo."
    assert others[-1].startswith("stored None Can you find a dentist")


def test_the_clients_configuration_names_the_program_and_its_arguments(tmp_path: Path) -> None:
    (text,) = re.findall(r"```json\n(.*?)```", SECTION, re.DOTALL)
    server = json.loads(text)["mcpServers"]["mnemoscope"]
    program = Path(sys.executable).with_name(server["command"])

    # With its input closed at once, as a client does that only looks: it serves, makes the file and ends.
    done = subprocess.run(
        [str(program), *server["args"]],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
    )

    assert (done.returncode, done.stdout) == (0, b"")
    assert (tmp_path / "team.memory.db").exists()

"""A local HTTP server that stands for an OpenAI-compatible service: its recorded shapes, and its faults."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = tuple[int, Any]
Fault = Callable[["Handler"], None]
Answer = Body | Fault | Callable[[dict[str, Any]], Body]


class Handler(BaseHTTPRequestHandler):
    """One request."""

    stub: StubServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self._answer(body)

    def do_GET(self) -> None:
        self._answer({})

    def _answer(self, body: dict[str, Any]) -> None:
        stub = self.stub
        stub.asked.append((self.path, body))
        stub.keys.append(self.headers.get("Authorization", ""))
        answer = stub.answers.pop(0) if stub.answers else stub.otherwise
        if answer is None:
            self.send(500, {"error": {"message": "the test has no answer left"}})
        elif isinstance(answer, tuple):
            self.send(*answer)
        elif getattr(answer, "is_fault", False):
            answer(self)  # type: ignore[arg-type]
        else:
            self.send(*answer(body))  # type: ignore[arg-type, misc]

    def send(self, status: int, value: object, **headers: str) -> None:
        raw = (value if isinstance(value, str) else json.dumps(value)).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(raw)))
        for name, text in headers.items():
            self.send_header(name.replace("_", "-"), text)
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, format: str, *args: object) -> None:
        """The test's output stays clean."""


class StubServer:
    """Gives each request the next of ``answers``, then ``otherwise``.

    ``asked`` holds path and body of every request, ``pauses`` what a client given ``pauses.append``
    would have waited.
    """

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.otherwise: Answer | None = None
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.keys: list[str] = []
        self.pauses: list[float] = []
        self.released = threading.Event()
        self.waiting = threading.Event()
        handler = type("Bound", (Handler,), {"stub": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"

    def close(self) -> None:
        self.released.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def fault(function: Fault) -> Fault:
    """Marks an answer that writes to the socket by itself."""
    function.is_fault = True  # type: ignore[attr-defined]
    return function


@fault
def half(handler: Handler) -> None:
    """A body that breaks off."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "500")
    handler.end_headers()
    handler.wfile.write(b'{"id": "x", "choices": [')
    handler.close_connection = True


@fault
def slow(handler: Handler) -> None:
    """Nothing, until the test ends."""
    handler.stub.waiting.set()
    handler.stub.released.wait(30)
    handler.close_connection = True


@fault
def dripping(handler: Handler) -> None:
    """A byte now and then, so that no single read of the socket is late."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "100000")
    handler.end_headers()
    try:
        while not handler.stub.released.wait(0.02):
            handler.wfile.write(b" ")
            handler.wfile.flush()
    except OSError:
        handler.close_connection = True


def busy_for(seconds: str) -> Fault:
    """Too many requests, with the time after which to come back."""
    return fault(lambda handler: handler.send(429, {"error": {"message": "slow down"}}, Retry_After=seconds))


def chat(content: str | None, **message: Any) -> Body:
    """The answer of Chat Completions: 200 tokens asked, 40 answered."""
    said = {"role": "assistant", "content": content, **message}
    usage = {"prompt_tokens": 200, "completion_tokens": 40, "total_tokens": 240}
    choices = [{"index": 0, "message": said, "finish_reason": "stop"}]
    return 200, {
        "id": "x",
        "object": "chat.completion",
        "created": 1,
        "model": "stub",
        "choices": choices,
        "usage": usage,
    }


def calling(name: str, arguments: object, id_: str = "call_1") -> Body:
    """The answer of Chat Completions that calls one tool."""
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    call = {"id": id_, "type": "function", "function": {"name": name, "arguments": text}}
    return chat(None, tool_calls=[call])


def models(*ids: str) -> Body:
    """The list of models."""
    listed = [{"id": id_, "object": "model", "created": 1, "owned_by": "stub"} for id_ in ids]
    return 200, {"object": "list", "data": listed}

"""A model behind an OpenAI-compatible server, named by its base URL and model.

Texts leave the machine for the server that was named, and only when it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from core.agent.model.chat import Reply, Said, Usage
from core.agent.tools import Tool
from core.errors import ModelFailure
from core.memory.conversation import ToolCall
from core.server import Client, Endpoint

if TYPE_CHECKING:
    from openai import OpenAI


class ServerModel:
    """Asks a server; how, and what a failure is, says `core.server.Client`.

    Args:
        base_url: of a compatible server; None asks OpenAI, through its Responses interface.
        attempts: how often a request is made before giving up.
        cancelled: asked while a request is under way.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float = 60.0,
        attempts: int = 3,
        most_tokens: int = 1_000,
        cancelled: Callable[[], bool] | None = None,
        pause: Callable[[float], None] | None = None,
    ) -> None:
        self.name = model
        self._base_url = base_url
        self._most_tokens = most_tokens
        endpoint = Endpoint(base_url, api_key, timeout, attempts)
        self._client = Client(endpoint, model, ModelFailure, cancelled=cancelled, pause=pause)

    def answer(self, messages: Sequence[Said], tools: Sequence[Tool] = ()) -> Reply:
        """The next message; see `ChatModel`."""
        return self._client.ask(lambda client: self._chat(client, messages, tools, None))

    def structured(self, messages: Sequence[Said], name: str, schema: Mapping[str, Any]) -> Reply:
        """An answer in JSON; see `ChatModel`."""
        if self._base_url is None:
            return self._client.ask(lambda client: self._responses(client, messages, name, schema))
        form = {"type": "json_schema", "json_schema": {"name": name, "schema": dict(schema), "strict": True}}
        return self._client.ask(lambda client: self._chat(client, messages, (), form))

    def _chat(
        self,
        client: OpenAI,
        messages: Sequence[Said],
        tools: Sequence[Tool],
        form: dict[str, Any] | None,
    ) -> Reply:
        more: dict[str, Any] = {}
        if tools:
            more["tools"] = [tool.for_chat() for tool in tools]
        if form is not None:
            more["response_format"] = form
        answer = client.chat.completions.create(
            model=self.name,
            messages=[_chat_message(each) for each in messages],  # type: ignore[misc]
            max_completion_tokens=self._most_tokens,
            **more,
        )
        said = answer.choices[0].message
        calls = tuple(
            ToolCall(str(call.id), str(call.function.name), str(call.function.arguments))
            for call in said.tool_calls or ()
            if call.type == "function"
        )
        usage = answer.usage
        tokens = Usage(usage.prompt_tokens, usage.completion_tokens) if usage else Usage()
        refusal = getattr(said, "refusal", None)
        return Reply(str(refusal or said.content or ""), calls, tokens, bool(refusal))

    def _responses(
        self, client: OpenAI, messages: Sequence[Said], name: str, schema: Mapping[str, Any]
    ) -> Reply:
        request: dict[str, Any] = {
            "input": [{"role": each.role, "content": each.content} for each in messages],
            "text": {"format": {"type": "json_schema", "name": name, "schema": dict(schema), "strict": True}},
            "max_output_tokens": self._most_tokens,
        }
        answer = client.responses.create(model=self.name, **request)
        usage = answer.usage
        tokens = Usage(usage.input_tokens, usage.output_tokens) if usage else Usage()
        for item in answer.output:
            for part in getattr(item, "content", None) or ():
                if part.type == "refusal":
                    return Reply(str(part.refusal), usage=tokens, refused=True)
        return Reply(answer.output_text, usage=tokens)


def _chat_message(said: Said) -> dict[str, Any]:
    message: dict[str, Any] = {"role": said.role, "content": said.content}
    if said.calls:
        message["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in said.calls
        ]
    if said.answers is not None:
        message["tool_call_id"] = said.answers
    return message

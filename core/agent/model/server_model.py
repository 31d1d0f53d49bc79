"""A model behind an OpenAI-compatible server, named by its base URL and model.

Texts leave the machine for the server that was named, and only when it was. openai is imported with the
first request.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from time import sleep
from typing import TYPE_CHECKING, Any

from core.agent.model.chat import Reply, Said, Usage
from core.agent.tools import Tool
from core.errors import Cancelled, ModelFailure
from core.memory.conversation import ToolCall

if TYPE_CHECKING:
    from openai import OpenAI

_PAUSE = 0.5  # seconds before the second attempt; doubled before each further one
_PASSING = {408, 409, 429, 500, 502, 503, 504}


class ServerModel:
    """Asks a server; what may pass is tried again after a pause with jitter.

    Args:
        base_url: of a compatible server; None asks OpenAI, through its Responses interface.
        attempts: how often a request is made before giving up.
        cancelled: asked before every attempt.
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
        pause: Callable[[float], None] = sleep,
    ) -> None:
        self.name = model
        self._base_url = base_url
        self._api_key = api_key
        self._timeout = timeout
        self._attempts = attempts
        self._most_tokens = most_tokens
        self._cancelled = cancelled
        self._pause = pause
        self._client: OpenAI | None = None

    def answer(self, messages: Sequence[Said], tools: Sequence[Tool] = ()) -> Reply:
        """The next message; see `ChatModel`."""
        return self._tried(lambda: self._chat(messages, tools, None))

    def structured(self, messages: Sequence[Said], name: str, schema: Mapping[str, Any]) -> Reply:
        """An answer in JSON; see `ChatModel`."""
        if self._base_url is None:
            return self._tried(lambda: self._responses(messages, name, schema))
        form = {"type": "json_schema", "json_schema": {"name": name, "schema": dict(schema), "strict": True}}
        return self._tried(lambda: self._chat(messages, (), form))

    def _tried(self, ask: Callable[[], Reply]) -> Reply:
        for pause in self._pauses():
            if self._cancelled is not None and self._cancelled():
                raise Cancelled
            try:
                return self._told(ask)
            except ModelFailure as failure:
                if pause is None or failure.data["problem"] in {"refused", "no_key"}:
                    raise
                self._pause(pause)
        raise AssertionError("the last attempt returns or raises")

    def _pauses(self) -> Iterator[float | None]:
        # Jitter keeps many clients from coming back at the same moment.
        yield from (_PAUSE * 2**number * random.uniform(0.75, 1.25) for number in range(self._attempts - 1))
        yield None

    def _told(self, ask: Callable[[], Reply]) -> Reply:
        """Every way a request fails, as one error that names no text."""
        import openai

        try:
            return ask()
        except openai.APITimeoutError:
            raise self._failure("timed_out") from None
        except openai.APIConnectionError:
            raise self._failure("unreachable") from None
        except openai.APIStatusError as error:
            problem = "unreachable" if error.status_code in _PASSING else "refused"
            raise self._failure(problem, status=error.status_code) from None
        except openai.OpenAIError:
            raise self._failure("no_key" if self._client is None else "incomplete") from None
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            # A body that is no answer: half a stream, HTML of a proxy, another protocol.
            raise self._failure("incomplete") from None

    def _open(self) -> OpenAI:
        import openai

        if self._client is None:
            self._client = openai.OpenAI(
                base_url=self._base_url, api_key=self._api_key, timeout=self._timeout, max_retries=0
            )
        return self._client

    def _chat(self, messages: Sequence[Said], tools: Sequence[Tool], form: dict[str, Any] | None) -> Reply:
        more: dict[str, Any] = {}
        if tools:
            more["tools"] = [tool.for_chat() for tool in tools]
        if form is not None:
            more["response_format"] = form
        answer = self._open().chat.completions.create(
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

    def _responses(self, messages: Sequence[Said], name: str, schema: Mapping[str, Any]) -> Reply:
        request: dict[str, Any] = {
            "input": [{"role": each.role, "content": each.content} for each in messages],
            "text": {"format": {"type": "json_schema", "name": name, "schema": dict(schema), "strict": True}},
            "max_output_tokens": self._most_tokens,
        }
        answer = self._open().responses.create(model=self.name, **request)
        usage = answer.usage
        tokens = Usage(usage.input_tokens, usage.output_tokens) if usage else Usage()
        for item in answer.output:
            for part in getattr(item, "content", None) or ():
                if part.type == "refusal":
                    return Reply(str(part.refusal), usage=tokens, refused=True)
        return Reply(answer.output_text, usage=tokens)

    def _failure(self, problem: str, **facts: int) -> ModelFailure:
        return ModelFailure(None, problem=problem, model=self.name, **facts)


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

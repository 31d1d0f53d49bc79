"""Sending one request: within a time, again where it may help, and stoppable in the middle."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic, sleep
from typing import TYPE_CHECKING, TypeVar

from core.errors import Cancelled, EmbedderFailure, MnemoscopeError, ModelFailure
from core.server.problem import FINAL, Problem, problem_of

if TYPE_CHECKING:
    from openai import OpenAI

T = TypeVar("T")

_PAUSE = 0.5  # seconds before the second attempt; doubled before each further one
_JITTER = 0.25
_LONGEST_PAUSE = 20.0
_LOOK = 0.05  # seconds between two looks at whether somebody wants to stop
_WHOLE, _GRACE = 3, 1.0  # times the patience for silence, and seconds, that a whole answer may take
_LOGGERS = ("openai", "httpx", "httpcore", "httpx2", "httpcore2")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A server and how it is asked.

    Attributes:
        base_url: of a compatible server; None for OpenAI's own.
        api_key: None takes the environment's ``OPENAI_API_KEY``.
        timeout: seconds a server may be silent; a whole answer may take three times that.
        attempts: how often a request is made before giving up.
    """

    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    timeout: float = 60.0
    attempts: int = 3


class Client:
    """Asks one server on behalf of one model or embedder.

    Args:
        model: what the failures name.
        failure: the kind of error a request fails with.
        cancelled: asked while a request is under way and while it waits for the next attempt.
        pause: waits some seconds; replaced in tests.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        model: str,
        failure: type[ModelFailure] | type[EmbedderFailure],
        *,
        cancelled: Callable[[], bool] | None = None,
        pause: Callable[[float], None] | None = None,
    ) -> None:
        self._endpoint = endpoint
        self._model = model
        self._failure = failure
        self._cancelled = cancelled
        self._pause = pause or self._rest
        self._client: OpenAI | None = None

    def ask(self, request: Callable[[OpenAI], T]) -> T:
        """Send a request and read its answer; ``request`` does both.

        Raises:
            ModelFailure, EmbedderFailure: as given; ``data["problem"]`` says why, never with a text.
            Cancelled: somebody stopped it; what the server may still send is dropped.
        """
        for attempt in range(1, self._endpoint.attempts + 1):
            try:
                return self._attempt(request)
            except _Failed as failed:
                if attempt == self._endpoint.attempts or failed.error.data.get("problem") in FINAL:
                    raise failed.error from None
                self._pause(_pause_after(attempt, failed.wait))
        raise AssertionError("the last attempt returns or raises")

    def failed(self, problem: Problem, **facts: object) -> MnemoscopeError:
        """The error for an answer that came and cannot be used."""
        return self._failure(None, problem=problem.value, model=self._model, **facts)

    def _attempt(self, request: Callable[[OpenAI], T]) -> T:
        """One attempt on a thread of its own: a socket that waits can be left, it cannot be woken."""
        self._raise_if_cancelled()
        try:
            # The first time this imports openai, and that is none of the server's time.
            client = self._open()
        except Exception as error:
            raise self._told(error) from None
        answers: SimpleQueue[tuple[T | None, Exception | None]] = SimpleQueue()

        def work() -> None:
            try:
                answers.put((request(client), None))
            except Exception as error:
                answers.put((None, error))

        Thread(target=work, name="server-request", daemon=True).start()
        until = monotonic() + _WHOLE * self._endpoint.timeout + _GRACE
        while True:
            left = until - monotonic()
            if left <= 0:
                # One byte now and then keeps a socket from timing out, and is no answer either.
                raise _Failed(self.failed(Problem.TIMED_OUT))
            try:
                answer, failed = answers.get(timeout=left if self._cancelled is None else min(left, _LOOK))
            except Empty:
                self._raise_if_cancelled()
                continue
            if failed is not None:
                raise self._told(failed) from None
            return answer  # type: ignore[return-value]

    def _told(self, error: Exception) -> _Failed:
        """Every way a request fails, as one error that names no text."""
        import openai

        if isinstance(error, MnemoscopeError):
            return _Failed(error)
        if isinstance(error, openai.APIStatusError):
            failure = self.failed(problem_of(error), status=error.status_code)
            return _Failed(failure, _seconds(error.response.headers.get("retry-after")))
        problem = Problem.INCOMPLETE
        if isinstance(error, openai.APITimeoutError):
            problem = Problem.TIMED_OUT
        elif isinstance(error, openai.APIConnectionError):
            problem = Problem.UNREACHABLE
        elif isinstance(error, openai.OpenAIError) and self._client is None:
            problem = Problem.NO_KEY
        # What is left is a body that is no answer: half a stream, HTML of a proxy, another protocol.
        return _Failed(self.failed(problem))

    def _open(self) -> OpenAI:
        import openai

        if self._client is None:
            _keep_quiet()
            end = self._endpoint
            self._client = openai.OpenAI(
                base_url=end.base_url, api_key=end.api_key, timeout=end.timeout, max_retries=0
            )
        return self._client

    def _rest(self, seconds: float) -> None:
        until = monotonic() + seconds
        while (left := until - monotonic()) > 0:
            self._raise_if_cancelled()
            sleep(left if self._cancelled is None else min(left, _LOOK))

    def _raise_if_cancelled(self) -> None:
        if self._cancelled is not None and self._cancelled():
            raise Cancelled


class _Failed(Exception):
    """One attempt failed; ``wait`` is what the server asked for before the next."""

    def __init__(self, error: MnemoscopeError, wait: float | None = None) -> None:
        super().__init__()
        self.error = error
        self.wait = wait


def _pause_after(attempt: int, wanted: float | None) -> float:
    # Jitter keeps many clients from coming back at the same moment.
    pause: float = _PAUSE * 2.0 ** (attempt - 1) * random.uniform(1 - _JITTER, 1 + _JITTER)
    return pause if wanted is None else min(max(pause, wanted), _LONGEST_PAUSE)


def _keep_quiet() -> None:
    """What these loggers say when a host debugs holds whole requests, and with them a person's memory."""
    for name in _LOGGERS:
        logger = logging.getLogger(name)
        if logger.getEffectiveLevel() < logging.WARNING:
            logger.setLevel(logging.WARNING)


def _seconds(header: str | None) -> float | None:
    """What a server asks to wait; a date is not followed."""
    try:
        wait = float(header or "")
    except ValueError:
        return None
    return wait if 0 <= wait < float("inf") else None

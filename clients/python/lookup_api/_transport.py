"""How a call is sent, and sent again: once for both clients."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, replace
from http.client import HTTPException
from typing import Any, Generic, TypedDict, TypeVar
from urllib.parse import quote, urlencode

from .errors import ApiConnectionError, ApiError, ApiTimeoutError, LookupApiError, error_of

Answer = TypeVar("Answer")

FIRST_WAIT_SECONDS = 0.5
# Beyond what the service itself takes.
TRANSFER_SECONDS = 10


@dataclass(frozen=True)
class Operation:
    """How an operation of the interface is sent."""

    method: str
    path: str
    params: int = 0
    body: bool = False
    query: bool = False
    key: bool = False
    entries: str = ""
    seconds: float = 0


@dataclass(frozen=True)
class Response:
    """A reply. Names of headers are in small letters."""

    status: int
    headers: Mapping[str, str]
    text: str


class CallOptions(TypedDict, total=False):
    """Settings of one call."""

    timeout: float | None
    """Seconds an attempt may take without a sign of the service; None for no limit."""
    max_retries: int | None
    """Further attempts after the first."""
    idempotency_key: str | None
    """By default a fresh one, the same for all attempts of the call."""
    on_response: Callable[[Response], object]
    """Is shown each reply, for its headers."""


@dataclass(frozen=True)
class Settings:
    """Settings of a client."""

    api_key: str
    base_url: str
    timeout: float | None
    max_retries: int
    max_retry_wait: float
    on_response: Callable[[Response], object] | None


@dataclass(frozen=True)
class Request:
    """One attempt, to be made by whoever drives the call."""

    method: str
    url: str
    headers: Mapping[str, str]
    data: bytes | None
    timeout: float | None


@dataclass(frozen=True)
class _Call:
    operation: Operation
    params: tuple[str, ...]
    body: Mapping[str, Any] | None
    query: Mapping[str, Any] | None
    options: CallOptions


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Leaves a redirect as the reply: followed, it would take the API key to another host."""

    def redirect_request(self, *_: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirects)


def _send(request: Request) -> Response | ApiConnectionError:
    asked = urllib.request.Request(
        request.url, data=request.data, headers=dict(request.headers), method=request.method
    )
    try:
        try:
            reply = _OPENER.open(asked, timeout=request.timeout)
        except urllib.error.HTTPError as refused:
            reply = refused
        with reply:
            headers = {name.lower(): value for name, value in reply.headers.items()}
            return Response(reply.status, headers, reply.read().decode("utf-8", "replace"))
    except (OSError, HTTPException) as cause:
        reason = getattr(cause, "reason", cause)
        if isinstance(reason, TimeoutError):
            return ApiTimeoutError("No answer came in time.")
        return ApiConnectionError(f"There is no answer from the service: {reason}")


def _url(base_url: str, call: _Call) -> str:
    path = call.operation.path
    for param in call.params:
        start, end = path.index("{"), path.index("}")
        path = path[:start] + quote(str(param), safe="") + path[end + 1 :]
    query = {
        name: str(value).lower() if isinstance(value, bool) else value
        for name, value in (call.query or {}).items()
        if value is not None
    }
    return base_url.rstrip("/") + path + (f"?{urlencode(query)}" if query else "")


def _answer_of(text: str) -> Any:
    """What a reply of success holds; a page of a proxy is no answer."""
    try:
        answer = json.loads(text)
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        return ApiConnectionError("There is no answer from the service: the reply is not JSON.")
    return answer.get("data") if "success" in answer else answer


def _may_pass(error: LookupApiError) -> bool:
    """Whether another attempt may end better. It reads, or has the same key."""
    if not isinstance(error, ApiError):
        return True
    # Refused before anything was done, or the first attempt with this key is still under way.
    if error.status == 429 or (error.status == 409 and error.retry_after is not None):
        return True
    return error.status >= 500


def _back_off(attempt: int) -> float:
    """Doubled each time, and spread: clients that failed together do not return together."""
    return FIRST_WAIT_SECONDS * 2**attempt * (0.5 + random.random() / 2)


def _require_header_text(name: str, value: str) -> None:
    """Refuses a value that cannot be sent as a header, which http.client would name in its error.

    :raises LookupApiError: without the value
    """
    if not (value.isascii() and value.isprintable()):
        raise LookupApiError(f"{name} has a character that cannot be sent in a header")


def _request(settings: Settings, call: _Call, key: str | None) -> Request:
    operation = call.operation
    headers = {"Authorization": f"Bearer {settings.api_key}", "Accept": "application/json"}
    data = None
    if operation.body:
        headers["Content-Type"] = "application/json"
        data = json.dumps(call.body).encode()
    if key is not None:
        _require_header_text("idempotency_key", key)
        headers["Idempotency-Key"] = key
    usual = settings.timeout
    if usual is not None:
        usual = max(usual, operation.seconds + TRANSFER_SECONDS)
    timeout = call.options.get("timeout", usual)
    return Request(operation.method, _url(settings.base_url, call), headers, data, timeout)


Steps = Generator[Request | float, Response | ApiConnectionError | None, Any]


def _steps(settings: Settings, call: _Call) -> Steps:
    """A call as steps to be driven: an attempt to make, or seconds to wait."""
    operation, options = call.operation, call.options
    key = (options.get("idempotency_key") or str(uuid.uuid4())) if operation.key else None
    max_retries = options.get("max_retries")
    if max_retries is None:
        max_retries = settings.max_retries
    on_response = options.get("on_response", settings.on_response)
    request = _request(settings, call, key)
    attempt = 0
    while True:
        outcome = yield request
        if isinstance(outcome, Response):
            if on_response:
                on_response(outcome)
            if outcome.status < 300:
                answer = _answer_of(outcome.text)
                if not isinstance(answer, ApiConnectionError):
                    return answer
                error: LookupApiError = answer
            else:
                error = error_of(outcome.status, outcome.headers, outcome.text, request.url)
        else:
            assert outcome is not None
            error = outcome
        pause = getattr(error, "retry_after", None)
        wait = _back_off(attempt) if pause is None else pause
        is_last = attempt >= max_retries
        if is_last or wait > settings.max_retry_wait or not _may_pass(error):
            raise error
        yield wait
        attempt += 1


class _Settled:
    """What both clients are made with."""

    def __init__(
        self,
        *,
        api_key: str,
        base_url: str,
        timeout: float | None = 30,
        max_retries: int | None = 3,
        max_retry_wait: float | None = 60,
        on_response: Callable[[Response], object] | None = None,
    ) -> None:
        """
        :param api_key: `sk_live_…`, or `sk_test_…` for the sandbox
        :param base_url: where the service is, for example `https://api.example.com`
        :param timeout: seconds an attempt may take without a sign of the service; None for no limit
        :param max_retries: further attempts after the first
        :param max_retry_wait: longest wait between two attempts; more is raised at once
        :param on_response: is shown each reply, for its headers
        """
        api_key = (api_key or "").strip()
        if not api_key:
            raise LookupApiError("api_key is missing")
        _require_header_text("api_key", api_key)
        base_url = (base_url or "").strip()
        if not base_url:
            raise LookupApiError("base_url is missing")
        if not re.match(r"https?://[^/?#\s]", base_url, re.IGNORECASE):
            raise LookupApiError("base_url must be a URL such as https://api.example.com")
        self._settings = Settings(
            api_key,
            base_url,
            timeout,
            3 if max_retries is None else max_retries,
            60 if max_retry_wait is None else max_retry_wait,
            on_response,
        )


class Base(_Settled):
    """Drives calls, one after another."""

    def _send(
        self,
        operation: Operation,
        params: tuple[str, ...],
        body: Mapping[str, Any] | None,
        query: Mapping[str, Any] | None,
        options: CallOptions | None,
    ) -> Any:
        return self._run(_Call(operation, params, body, query, options or {}))

    def _run(self, call: _Call) -> Any:
        steps = _steps(self._settings, call)
        outcome: Response | ApiConnectionError | None = None
        try:
            while True:
                step = steps.send(outcome)
                if isinstance(step, Request):
                    outcome = _send(step)
                else:
                    time.sleep(step)
                    outcome = None
        except StopIteration as end:
            return end.value

    def _pages(self, *call: Any) -> Pages[Any]:
        operation, params, body, query, options = call
        return Pages(self._run, _Call(operation, params, body, query, options or {}))


class AsyncBase(_Settled):
    """Drives calls beside each other: each attempt in a thread, each wait in the event loop."""

    async def _send(
        self,
        operation: Operation,
        params: tuple[str, ...],
        body: Mapping[str, Any] | None,
        query: Mapping[str, Any] | None,
        options: CallOptions | None,
    ) -> Any:
        return await self._run(_Call(operation, params, body, query, options or {}))

    async def _run(self, call: _Call) -> Any:
        steps = _steps(self._settings, call)
        outcome: Response | ApiConnectionError | None = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as end:
                return end.value
            if isinstance(step, Request):
                outcome = await asyncio.to_thread(_send, step)
            else:
                await asyncio.sleep(step)
                outcome = None

    def _pages(self, *call: Any) -> AsyncPages[Any]:
        operation, params, body, query, options = call
        return AsyncPages(self._run, _Call(operation, params, body, query, options or {}))


def _at(call: _Call, cursor: str | None) -> _Call:
    return replace(call, query={**(call.query or {}), "cursor": cursor}) if cursor else call


# Pause before the rest of a list whose rows are still being looked up.
_OPEN_LIST_SECONDS = 2


class Pages(Generic[Answer]):
    """A list that is read page by page, as far as it is iterated."""

    def __init__(self, run: Callable[[_Call], Answer], call: _Call) -> None:
        self._run = run
        self._call = call

    def page(self) -> Answer:
        """The first page alone, as the service answers it."""
        return self._run(self._call)

    def pages(self) -> Iterator[Answer]:
        """Page by page."""
        cursor: str | None = None
        while True:
            answer: Any = self._run(_at(self._call, cursor))
            yield answer
            cursor = answer["pagination"]["next_cursor"]
            if cursor is None:
                return
            if answer.get("complete") is False:
                time.sleep(_OPEN_LIST_SECONDS)

    def __iter__(self) -> Iterator[Any]:
        for answer in self.pages():
            yield from answer[self._call.operation.entries]  # type: ignore[index]


class AsyncPages(Generic[Answer]):
    """A list that is read page by page, as far as it is iterated."""

    def __init__(self, run: Callable[[_Call], Awaitable[Answer]], call: _Call) -> None:
        self._run = run
        self._call = call

    async def page(self) -> Answer:
        """The first page alone, as the service answers it."""
        return await self._run(self._call)

    async def pages(self) -> AsyncIterator[Answer]:
        """Page by page."""
        cursor: str | None = None
        while True:
            answer: Any = await self._run(_at(self._call, cursor))
            yield answer
            cursor = answer["pagination"]["next_cursor"]
            if cursor is None:
                return
            if answer.get("complete") is False:
                await asyncio.sleep(_OPEN_LIST_SECONDS)

    async def __aiter__(self) -> AsyncIterator[Any]:
        async for answer in self.pages():
            for entry in answer[self._call.operation.entries]:  # type: ignore[index]
                yield entry

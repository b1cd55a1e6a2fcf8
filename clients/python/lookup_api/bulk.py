"""Lists: one product over many rows, in the background."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from ._operations import BULK_TYPES
from .errors import BulkJobError, LookupApiError

if TYPE_CHECKING:
    from ._operations import AsyncOperations, Operations
    from ._transport import CallOptions
    from .types import BulkJobAnswer, BulkResultsAnswerLookupsItem

FIRST_POLL_SECONDS = 0.25
POLL_GROWTH = 1.5
LONGEST_POLL_SECONDS = 5.0
ROWS_OF_PAGE = 1_000
UNDER_WAY = ("pending", "processing", "paused_insufficient_credits")

Progress = Callable[["BulkJobAnswer"], object]


def _order(
    rows: Iterable[str | Mapping[str, Any]],
    product: str,
    webhook_url: str | None,
    file_name: str | None,
    country: str | None,
    idempotency_key: str | None,
) -> tuple[CallOptions, Any]:
    if product not in BULK_TYPES:
        raise LookupApiError(f"{product} answers no lists; these do: {', '.join(BULK_TYPES)}")
    inputs = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    order: dict[str, Any] = {"type": BULK_TYPES[product], "inputs": inputs}
    if webhook_url is not None:
        order["webhook_url"] = webhook_url
    if file_name is not None:
        order["file_name"] = file_name
    if country is not None:
        order["country"] = country
    options = {} if idempotency_key is None else {"idempotency_key": idempotency_key}
    return cast("CallOptions", options), order


def _pauses(longest: float) -> Iterator[float]:
    pause = FIRST_POLL_SECONDS
    while True:
        yield min(pause, longest)
        pause *= POLL_GROWTH


class Bulk:
    """Lists, from the first row to the last answer."""

    def __init__(self, api: Operations) -> None:
        self._api = api

    def run(
        self,
        rows: Iterable[str | Mapping[str, Any]],
        *,
        product: str,
        on_progress: Progress | None = None,
        on_created: Callable[[str], object] | None = None,
        idempotency_key: str | None = None,
        webhook_url: str | None = None,
        file_name: str | None = None,
        country: str | None = None,
        poll_interval: float = LONGEST_POLL_SECONDS,
    ) -> Iterator[BulkResultsAnswerLookupsItem]:
        """Looks a list up, waits, and gives the rows in the order they were sent.

        A row is the main input of the product, or a mapping of its fields. A job that runs out of
        credits is waited for: it goes on when there are some.

        :raises BulkJobError: when the job failed or was cancelled
        """
        options, order = _order(rows, product, webhook_url, file_name, country, idempotency_key)
        job_id = self._api.create_bulk_job(options, **order)["job_id"]
        if on_created:
            on_created(job_id)
        yield from self.results(job_id, on_progress=on_progress, poll_interval=poll_interval)

    def results(
        self,
        job_id: str,
        *,
        on_progress: Progress | None = None,
        poll_interval: float = LONGEST_POLL_SECONDS,
    ) -> Iterator[BulkResultsAnswerLookupsItem]:
        """The rows of a job, as soon as it has ended."""
        job = self.wait(job_id, on_progress=on_progress, poll_interval=poll_interval)
        if job["status"] != "completed":
            raise BulkJobError(job)
        yield from self._api.get_bulk_results(job_id, limit=ROWS_OF_PAGE)

    def wait(
        self,
        job_id: str,
        *,
        on_progress: Progress | None = None,
        poll_interval: float = LONGEST_POLL_SECONDS,
    ) -> BulkJobAnswer:
        """Waits until a job has ended, well or not."""
        for pause in _pauses(poll_interval):
            job = self._api.get_bulk_job(job_id)
            if on_progress:
                on_progress(job)
            if job["status"] not in UNDER_WAY:
                break
            time.sleep(pause)
        return job


class AsyncBulk:
    """Lists, from the first row to the last answer; see :class:`Bulk`."""

    def __init__(self, api: AsyncOperations) -> None:
        self._api = api

    async def run(
        self,
        rows: Iterable[str | Mapping[str, Any]],
        *,
        product: str,
        on_progress: Progress | None = None,
        on_created: Callable[[str], object] | None = None,
        idempotency_key: str | None = None,
        webhook_url: str | None = None,
        file_name: str | None = None,
        country: str | None = None,
        poll_interval: float = LONGEST_POLL_SECONDS,
    ) -> AsyncIterator[BulkResultsAnswerLookupsItem]:
        """As :meth:`Bulk.run`."""
        options, order = _order(rows, product, webhook_url, file_name, country, idempotency_key)
        job_id = (await self._api.create_bulk_job(options, **order))["job_id"]
        if on_created:
            on_created(job_id)
        watch = {"on_progress": on_progress, "poll_interval": poll_interval}
        async for row in self.results(job_id, **watch):  # type: ignore[arg-type]
            yield row

    async def results(
        self,
        job_id: str,
        *,
        on_progress: Progress | None = None,
        poll_interval: float = LONGEST_POLL_SECONDS,
    ) -> AsyncIterator[BulkResultsAnswerLookupsItem]:
        """As :meth:`Bulk.results`."""
        job = await self.wait(job_id, on_progress=on_progress, poll_interval=poll_interval)
        if job["status"] != "completed":
            raise BulkJobError(job)
        async for row in self._api.get_bulk_results(job_id, limit=ROWS_OF_PAGE):
            yield row

    async def wait(
        self,
        job_id: str,
        *,
        on_progress: Progress | None = None,
        poll_interval: float = LONGEST_POLL_SECONDS,
    ) -> BulkJobAnswer:
        """As :meth:`Bulk.wait`."""
        for pause in _pauses(poll_interval):
            job = await self._api.get_bulk_job(job_id)
            if on_progress:
                on_progress(job)
            if job["status"] not in UNDER_WAY:
                break
            await asyncio.sleep(pause)
        return job

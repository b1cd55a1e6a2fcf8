"""Makes the calls that come in as JSON, with both clients, and prints how each ended."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from lookup_api import ApiError, AsyncLookupApi, LookupApi

SETTINGS = {
    "api_key": os.environ["LOOKUP_API_KEY"],
    "base_url": os.environ["LOOKUP_BASE_URL"],
    "max_retries": 0,
}
CALLS: list[dict[str, Any]] = json.load(sys.stdin)


def ended(answer: dict[str, Any] | ApiError) -> list[str]:
    if isinstance(answer, ApiError):
        return ["refused", answer.code]
    return ["answered", answer["request"]["input"]]


def ask(call: dict[str, Any]) -> list[str]:
    try:
        return ended(getattr(LookupApi(**SETTINGS), call["method"])(**call["body"]))
    except ApiError as error:
        return ended(error)


async def ask_some(calls: list[dict[str, Any]]) -> list[list[str]]:
    client = AsyncLookupApi(**SETTINGS)
    asked = (getattr(client, call["method"])(**call["body"]) for call in calls)
    answers = await asyncio.gather(*asked, return_exceptions=True)
    return [ended(answer) for answer in answers]  # type: ignore[arg-type]


half = len(CALLS) // 2
with ThreadPoolExecutor(8) as threads:
    first = list(threads.map(ask, CALLS[:half]))
json.dump(first + asyncio.run(ask_some(CALLS[half:])), sys.stdout)

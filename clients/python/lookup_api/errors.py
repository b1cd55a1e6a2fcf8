"""What this package raises."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urljoin


class LookupApiError(Exception):
    """Everything that this package raises of its own."""


class ApiConnectionError(LookupApiError):
    """There was no answer: the service could not be reached, or not in time."""


class ApiTimeoutError(ApiConnectionError):
    """No answer came within the time limit."""


class WebhookSignatureError(LookupApiError):
    """A delivery whose signature is missing, wrong or too old."""


class BulkJobError(LookupApiError):
    """The job ended without answering its rows: it failed, or was cancelled."""

    def __init__(self, job: Mapping[str, Any]) -> None:
        super().__init__(f"The job {job['job_id']} is {job['status']}.")
        self.job = job


class ApiError(LookupApiError):
    """The service answered with a refusal. Nothing was charged."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        param: str | None,
        request_id: str | None,
        doc_url: str | None,
        retry_after: float | None,
        body: Any,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.param = param
        self.request_id = request_id
        self.doc_url = doc_url
        self.retry_after = retry_after
        self.body = body


class InvalidRequestError(ApiError):
    """400: the request, or the value in it, cannot be used."""


class AuthenticationError(ApiError):
    """401: there is no valid key."""


class InsufficientCreditsError(ApiError):
    """402: the balance does not cover the call."""

    @property
    def shortage(self) -> dict[str, Any] | None:
        """What a refused bulk job would have cost; None of other calls."""
        return self.body if isinstance(self.body, dict) and "shortfall" in self.body else None


class PermissionDeniedError(ApiError):
    """403: the key is valid and may not make this call."""


class NotFoundError(ApiError):
    """404: there is nothing of this name."""


class ConflictError(ApiError):
    """409: the Idempotency-Key was used for something else, or a run is under way."""


class RateLimitError(ApiError):
    """429: a rate limit was exceeded."""


class ServerError(ApiError):
    """500 and above: the service, or a source it asks, failed."""


_CLASSES: dict[int, type[ApiError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    402: InsufficientCreditsError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    429: RateLimitError,
}


def _seconds_to_wait(headers: Mapping[str, str]) -> float | None:
    """Retry-After is seconds or a date (RFC 9110 section 10.2.3)."""
    value = headers.get("retry-after", "").strip()
    if not value:
        return None
    if value.isdecimal():
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _sentence_of(status: int, location: str | None) -> str:
    if location and 300 <= status < 400:
        return f"The service redirects to {location}, which is not followed: check base_url."
    return f"The service answered with HTTP status {status}."


def error_of(status: int, headers: Mapping[str, str], text: str, url: str) -> ApiError:
    """The error of a reply that is no success."""
    try:
        body = json.loads(text)
    except ValueError:
        body = text
    fields = body if isinstance(body, dict) else {}
    error = fields.get("error")
    if not isinstance(error, dict):
        # A refused bulk job has its code beside its sentence; everything else has both in `error`.
        error = {"message": error, "code": fields.get("code")}
    error_class = _CLASSES.get(status, ServerError if status >= 500 else ApiError)
    doc_url = error.get("doc_url")
    return error_class(
        error.get("message") or _sentence_of(status, headers.get("location")),
        status=status,
        code=error.get("code") or "INTERNAL_ERROR",
        param=error.get("param"),
        request_id=error.get("request_id") or headers.get("x-request-id"),
        doc_url=urljoin(url, doc_url) if doc_url else None,
        retry_after=_seconds_to_wait(headers),
        body=body,
    )

"""The lookup API: who and what is behind a phone number, an email address, an IP address, a
domain, a company, a profile or a page."""

from __future__ import annotations

from functools import cached_property

from ._operations import AsyncOperations, Operations
from ._transport import AsyncPages, CallOptions, Pages, Response
from .bulk import AsyncBulk, Bulk
from .errors import (
    ApiConnectionError,
    ApiError,
    ApiTimeoutError,
    AuthenticationError,
    BulkJobError,
    ConflictError,
    InsufficientCreditsError,
    InvalidRequestError,
    LookupApiError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    WebhookSignatureError,
)
from .webhooks import WebhookEvent, verify_webhook

__all__ = [
    "ApiConnectionError",
    "ApiError",
    "ApiTimeoutError",
    "AsyncBulk",
    "AsyncLookupApi",
    "AsyncPages",
    "AuthenticationError",
    "Bulk",
    "BulkJobError",
    "CallOptions",
    "ConflictError",
    "InsufficientCreditsError",
    "InvalidRequestError",
    "LookupApi",
    "LookupApiError",
    "NotFoundError",
    "Pages",
    "PermissionDeniedError",
    "RateLimitError",
    "Response",
    "ServerError",
    "WebhookEvent",
    "WebhookSignatureError",
    "verify_webhook",
]


class LookupApi(Operations):
    """The service: a method for every operation, and lists."""

    @cached_property
    def bulk(self) -> Bulk:
        """Lists, from the first row to the last answer."""
        return Bulk(self)


class AsyncLookupApi(AsyncOperations):
    """The service for programs with an event loop: every method is awaited."""

    @cached_property
    def bulk(self) -> AsyncBulk:
        """Lists, from the first row to the last answer."""
        return AsyncBulk(self)

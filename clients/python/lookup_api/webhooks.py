"""Deliveries."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any, TypedDict

from .errors import WebhookSignatureError

TOLERANCE_SECONDS = 300


class WebhookEvent(TypedDict):
    """What a delivery tells."""

    id: str
    """The same for every delivery of one event."""
    type: str
    created_at: str
    data: dict[str, Any]
    """The status object of a job, or the events of a monitor's run."""


def verify_webhook(
    raw_body: bytes,
    headers: Mapping[str, str],
    secret: str,
    *,
    tolerance: float = TOLERANCE_SECONDS,
) -> WebhookEvent:
    """Checks that a delivery is from the service and fresh, and gives its event.

    :param raw_body: the bytes as they arrived, before anything parsed them
    :param secret: `whsec_…`
    :param tolerance: seconds a delivery may be old
    :raises WebhookSignatureError:
    """
    sent = {name.lower(): value for name, value in headers.items()}
    timestamp = sent.get("x-service-timestamp", "")
    signature = sent.get("x-service-signature-v2", "")
    if not signature or not (timestamp.isascii() and timestamp.isdecimal()):
        raise WebhookSignatureError("The delivery bears no signature.")
    if abs(time.time() - int(timestamp)) > tolerance:
        raise WebhookSignatureError("The delivery is too old.")
    signed = timestamp.encode() + b"." + raw_body
    expected = "sha256=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(expected.encode(), signature.encode()):
        raise WebhookSignatureError("The signature is wrong.")
    event: WebhookEvent = json.loads(raw_body)
    return event

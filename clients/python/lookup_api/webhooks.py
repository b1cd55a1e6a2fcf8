"""Deliveries."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping
from typing import Any, NamedTuple, TypedDict

from .errors import LookupApiError, WebhookSignatureError

TOLERANCE_SECONDS = 300


class WebhookEvent(TypedDict):
    """What a delivery tells."""

    id: str
    """The same for every delivery of one event."""
    type: str
    created_at: str
    data: dict[str, Any]
    """The status object of a job, or the events of a monitor's run."""


def _from_base64(text: str) -> bytes | None:
    """Of base64 in either alphabet; None for anything else."""
    plain = text.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None


class _Signed(NamedTuple):
    """Signatures that a delivery bears, the key they are made with, and what they sign."""

    signatures: list[bytes]
    key: bytes
    timestamp: str
    prefix: bytes
    """Stands before the body."""


def _read_standard(sent: Mapping[str, str], secret: str) -> _Signed:
    """Standard Webhooks 1.0: one signature for each secret that is valid."""
    timestamp = sent.get("webhook-timestamp", "")
    found = (
        _from_base64(each[3:])
        for each in sent.get("webhook-signature", "").split(" ")
        if each.startswith("v1,")
    )
    key = _from_base64(secret.removeprefix("whsec_"))
    return _Signed(
        [signature for signature in found if signature],
        secret.encode() if key is None else key,
        timestamp,
        f"{sent.get('webhook-id', '')}.{timestamp}.".encode(errors="surrogateescape"),
    )


def _read_service(sent: Mapping[str, str], secret: str) -> _Signed:
    """`X-Service-Signature-V2`, of a service that sends no other."""
    timestamp = sent.get("x-service-timestamp", "")
    digits = sent.get("x-service-signature-v2", "").removeprefix("sha256=")
    signatures = [bytes.fromhex(digits)] if re.fullmatch(r"[0-9a-fA-F]{64}", digits) else []
    return _Signed(signatures, secret.encode(), timestamp, f"{timestamp}.".encode(errors="surrogateescape"))


def verify_webhook(
    raw_body: bytes,
    headers: Mapping[str, str],
    secret: str,
    *,
    tolerance: float = TOLERANCE_SECONDS,
) -> WebhookEvent:
    """Checks that a delivery is from the service and fresh, and gives its event.

    By the headers of Standard Webhooks, of which one signature of several suffices, or by those of
    the service.

    :param raw_body: the bytes as they arrived, before anything parsed them
    :param secret: `whsec_…`; white space around it is ignored
    :param tolerance: seconds a delivery may be old
    :raises WebhookSignatureError:
    :raises LookupApiError: where the secret is empty, under which anyone could sign
    """
    if not secret or re.fullmatch(r"(?:whsec_)?[=\s]*", secret):
        raise LookupApiError("secret is missing")
    sent = {name.lower(): value for name, value in headers.items()}
    read = _read_standard if sent.get("webhook-signature") else _read_service
    signatures, key, timestamp, prefix = read(sent, secret.strip())
    # Fifteen digits of seconds; more are no time, and may be more than a float can hold.
    if not signatures or not re.fullmatch(r"[0-9]{1,15}", timestamp):
        raise WebhookSignatureError("The delivery bears no signature.")
    if abs(time.time() - int(timestamp)) > tolerance:
        raise WebhookSignatureError("The delivery is too old.")
    expected = hmac.new(key, prefix + raw_body, hashlib.sha256).digest()
    if not any(hmac.compare_digest(expected, signature) for signature in signatures):
        raise WebhookSignatureError("The signature is wrong.")
    event: WebhookEvent = json.loads(raw_body)
    return event

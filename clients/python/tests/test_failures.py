"""What the client does when the service refuses, fails, or is not there."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import threading
import time
import unittest
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from unittest import mock

import lookup_api
from lookup_api import _transport
from lookup_api._transport import Request, Response

ANSWER = Response(200, {}, json.dumps({"success": True, "data": {"answered": True}}))
SECRET = "whsec_test"
BODY = json.dumps({"id": "evt_1", "type": "webhook.test", "created_at": "", "data": {}}).encode()


def refusal(status: int, code: str, retry_after: str | None = None) -> Response:
    headers = {} if retry_after is None else {"retry-after": retry_after}
    error = {"code": code, "message": "No.", "doc_url": "/docs/errors", "request_id": "r"}
    return Response(status, headers, json.dumps({"success": False, "error": error}))


def headers_of(timestamp: int, body: bytes = BODY) -> dict[str, str]:
    signed = str(timestamp).encode() + b"." + body
    digest = hmac.new(SECRET.encode(), signed, hashlib.sha256).hexdigest()
    return {"X-Service-Timestamp": str(timestamp), "X-Service-Signature-V2": f"sha256={digest}"}


def standard_headers_of(timestamp: int, *secrets: str) -> dict[str, str]:
    signed = f"evt_1.{timestamp}.".encode() + BODY
    signatures = (
        hmac.new(base64.b64decode(secret.removeprefix("whsec_")), signed, hashlib.sha256).digest()
        for secret in secrets
    )
    return {
        "webhook-id": "evt_1",
        "Webhook-Timestamp": str(timestamp),
        "webhook-signature": " ".join("v1," + base64.b64encode(one).decode() for one in signatures),
    }


class Service:
    """Gives these replies, the last one for good, and keeps what was sent and waited."""

    def __init__(self, *replies: Any) -> None:
        self.replies = replies
        self.sent: list[Request] = []
        self.waits: list[float] = []

    def send(self, request: Request) -> Any:
        self.sent.append(request)
        return self.replies[min(len(self.sent), len(self.replies)) - 1]

    async def wait(self, seconds: float) -> None:
        self.waits.append(seconds)

    def ask(self, call: Any, **settings: Any) -> Any:
        """Makes the call with both clients, which must do the same."""
        made = {"api_key": "k", "base_url": "https://api.test/", **settings}
        ends: list[Any] = []
        for is_async in (False, True):
            self.sent, self.waits = [], []
            with (
                mock.patch.object(_transport, "_send", self.send),
                mock.patch("time.sleep", self.waits.append),
                mock.patch("asyncio.sleep", self.wait),
            ):
                try:
                    if is_async:
                        client: Any = lookup_api.AsyncLookupApi(**made)
                        ends.append(asyncio.run(call(client)))
                    else:
                        ends.append(call(lookup_api.LookupApi(**made)))
                except lookup_api.LookupApiError as error:
                    ends.append(error)
        assert type(ends[0]) is type(ends[1]), ends
        if isinstance(ends[0], Exception):
            raise ends[0]
        assert ends[0] == ends[1], ends
        return ends[0]


def ask_ip(client: Any) -> Any:
    return client.ip(ip="8.8.8.8")


class Failures(unittest.TestCase):
    def test_repeats_with_the_same_key(self) -> None:
        for failure in (
            refusal(429, "RATE_LIMIT_EXCEEDED", "2"),
            refusal(503, "SERVICE_BUSY", "2"),
            refusal(500, "INTERNAL_ERROR"),
            refusal(409, "IDEMPOTENCY_CONFLICT", "2"),
            lookup_api.ApiConnectionError("broken"),
        ):
            service = Service(failure, failure, ANSWER)
            self.assertEqual(service.ask(ask_ip), {"answered": True})
            keys = {request.headers["Idempotency-Key"] for request in service.sent}
            self.assertEqual((len(service.sent), len(keys)), (3, 1))

    def test_options_that_are_none(self) -> None:
        def call(client: Any) -> Any:
            none = {"idempotency_key": None, "max_retries": None, "on_response": None}
            return client.ip(none, ip="8.8.8.8")

        service = Service(refusal(503, "SERVICE_BUSY", "2"), ANSWER)
        service.ask(call, max_retries=None, max_retry_wait=None)
        keys = {request.headers.get("Idempotency-Key") for request in service.sent}
        self.assertEqual((len(service.sent), len(keys), None in keys), (2, 1, False))

    def test_no_timeout(self) -> None:
        service = Service(ANSWER)
        service.ask(ask_ip, timeout=None)
        self.assertIsNone(service.sent[0].timeout)
        service.ask(lambda client: client.ip({"timeout": None}, ip="8.8.8.8"))
        self.assertIsNone(service.sent[0].timeout)

    def test_waits_as_long_as_the_service_says(self) -> None:
        service = Service(refusal(429, "RATE_LIMIT_EXCEEDED", "7"), ANSWER)
        service.ask(ask_ip)
        self.assertEqual(service.waits, [7.0])
        date = formatdate(time.time() + 20, usegmt=True)
        service = Service(refusal(429, "RATE_LIMIT_EXCEEDED", date), ANSWER)
        service.ask(ask_ip)
        self.assertTrue(15 < service.waits[0] <= 20)

    def test_gives_up(self) -> None:
        service = Service(refusal(429, "RATE_LIMIT_EXCEEDED", "1"))
        with self.assertRaises(lookup_api.RateLimitError) as raised:
            service.ask(ask_ip, max_retries=1)
        self.assertEqual(len(service.sent), 2)
        self.assertEqual(raised.exception.doc_url, "https://api.test/docs/errors")
        service = Service(refusal(503, "SERVICE_UNAVAILABLE", "3600"))
        with self.assertRaises(lookup_api.ServerError):
            service.ask(ask_ip)
        self.assertEqual(len(service.sent), 1)

    def test_classes(self) -> None:
        for status, name in (
            (400, "InvalidRequestError"),
            (401, "AuthenticationError"),
            (402, "InsufficientCreditsError"),
            (403, "PermissionDeniedError"),
            (404, "NotFoundError"),
            (409, "ConflictError"),
        ):
            service = Service(refusal(status, "CODE"))
            with self.assertRaises(getattr(lookup_api, name)) as raised:
                service.ask(ask_ip)
            self.assertEqual(len(service.sent), 1)
            self.assertEqual((raised.exception.code, raised.exception.request_id), ("CODE", "r"))

    def test_does_nothing_twice(self) -> None:
        for failure in (lookup_api.ApiConnectionError("x"), refusal(500, "INTERNAL_ERROR")):
            service = Service(failure, ANSWER)
            answer = service.ask(lambda client: client.run_number_monitor("a/b"))
            self.assertEqual(answer, {"answered": True})
            self.assertTrue(service.sent[1].url.endswith("/v1/number-monitors/a%2Fb/run"))
            keys = {request.headers.get("Idempotency-Key") for request in service.sent}
            self.assertEqual((len(service.sent), len(keys)), (2, 1))
            self.assertNotIn(None, keys)

    def test_a_page_of_a_proxy(self) -> None:
        with self.assertRaises(lookup_api.ServerError):
            Service(Response(502, {}, "<html>")).ask(ask_ip, max_retries=0)

    def test_a_page_of_success(self) -> None:
        for text in ("<html>Sign in to the network</html>", "null", "[]"):
            page = Response(200, {}, text)
            with self.assertRaises(lookup_api.ApiConnectionError):
                Service(page).ask(ask_ip)
            self.assertEqual(Service(page, ANSWER).ask(ask_ip), {"answered": True})

    def test_the_shortage_of_a_list(self) -> None:
        body = {"code": "UPGRADE_REQUIRED", "error": "Too few credits.", "shortfall": 7}
        service = Service(Response(402, {}, json.dumps(body)))
        with self.assertRaises(lookup_api.InsufficientCreditsError) as raised:
            service.ask(lambda client: client.create_bulk_job(type="ip_lookup", inputs=["a"]))
        assert raised.exception.shortage
        self.assertEqual(raised.exception.shortage["shortfall"], 7)
        self.assertEqual(raised.exception.message, "Too few credits.")

    def test_a_redirect(self) -> None:
        seen: list[str] = []

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                seen.append(f"{self.command} {self.path}")
                self.send_response(302)
                self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            do_GET = do_POST = answer

            def log_message(self, *_: Any) -> None:
                pass

        with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            client = lookup_api.LookupApi(
                api_key="k", base_url=f"http://127.0.0.1:{server.server_port}"
            )
            for call in (ask_ip, lambda client: client.get_account()):
                with self.assertRaises(lookup_api.ApiError) as raised:
                    call(client)
                self.assertEqual(raised.exception.status, 302)
                self.assertIn("/elsewhere", raised.exception.message)
            server.shutdown()
        self.assertEqual(seen, ["POST /v1/ip", "GET /v1/account"])

    def test_no_base_url(self) -> None:
        for base_url in ("api.test", "localhost:8787", "ftp://api.test", "https://", " ", ""):
            with self.assertRaises(lookup_api.LookupApiError):
                lookup_api.LookupApi(api_key="k", base_url=base_url)

    def test_a_base_url_with_white_space(self) -> None:
        service = Service(ANSWER)
        service.ask(ask_ip, base_url=" https://api.test/base/\n")
        self.assertEqual(service.sent[0].url, "https://api.test/base/v1/ip")

    def test_a_closed_port(self) -> None:
        client = lookup_api.LookupApi(api_key="k", base_url="http://127.0.0.1:9", max_retries=0)
        with self.assertRaises(lookup_api.ApiConnectionError):
            ask_ip(client)


class Deliveries(unittest.TestCase):
    def test_right(self) -> None:
        event = lookup_api.verify_webhook(BODY, headers_of(int(time.time())), SECRET)
        self.assertEqual(event["id"], "evt_1")

    def test_standard_webhooks(self) -> None:
        now = int(time.time())
        old, new = ("whsec_" + base64.b64encode(text * 6).decode() for text in (b"old!", b"new?"))
        both = standard_headers_of(now, old, new)
        for secret in (old, new, new.rstrip("=").replace("/", "_").replace("+", "-")):
            event = lookup_api.verify_webhook(BODY, both, secret)
            self.assertEqual(event["id"], "evt_1")
        for headers, secret in (
            (standard_headers_of(now, old), new),
            ({**both, "webhook-id": "evt_2"}, new),
            (standard_headers_of(now - 400, new), new),
            ({**both, "webhook-signature": "v1a,AAAA v1,é"}, new),
        ):
            with self.assertRaises(lookup_api.WebhookSignatureError):
                lookup_api.verify_webhook(BODY, headers, secret)

    def test_a_secret_with_white_space(self) -> None:
        now = int(time.time())
        secret = "whsec_" + base64.b64encode(b"new?" * 6).decode()
        for headers, key in ((headers_of(now), SECRET), (standard_headers_of(now, secret), secret)):
            event = lookup_api.verify_webhook(BODY, headers, f" {key}\n")
            self.assertEqual(event["id"], "evt_1")

    def test_no_secret(self) -> None:
        now = int(time.time())
        for secret in ("", "whsec_", "whsec_==", " ", "whsec_\n"):
            signed = hmac.new(secret.encode(), f"{now}.".encode() + BODY, hashlib.sha256)
            own = {"X-Service-Timestamp": str(now), "X-Service-Signature-V2": signed.hexdigest()}
            for headers in (standard_headers_of(now, ""), own):
                with self.assertRaisesRegex(lookup_api.LookupApiError, "secret is missing"):
                    lookup_api.verify_webhook(BODY, headers, secret)

    def test_wrong(self) -> None:
        now = int(time.time())
        for headers, secret in (
            (headers_of(now, BODY + b" "), SECRET),
            (headers_of(now), "whsec_other"),
            (headers_of(now - 400), SECRET),
            (headers_of(now + 400), SECRET),
            ({"X-Service-Timestamp": str(now)}, SECRET),
            ({**headers_of(now), "X-Service-Signature-V2": "sha256=é"}, SECRET),
            ({**headers_of(now), "X-Service-Timestamp": str(now - 1)}, SECRET),
            ({**headers_of(now), "X-Service-Timestamp": "9" * 310}, SECRET),
            ({**headers_of(now), "X-Service-Timestamp": "9" * 5000}, SECRET),
            ({**headers_of(now), "X-Service-Timestamp": "\udcff"}, SECRET),
            ({**standard_headers_of(now, "whsec_AAAA"), "webhook-id": "\udcff"}, "whsec_AAAA"),
        ):
            with self.assertRaises(lookup_api.WebhookSignatureError):
                lookup_api.verify_webhook(BODY, headers, secret)


if __name__ == "__main__":
    unittest.main()
